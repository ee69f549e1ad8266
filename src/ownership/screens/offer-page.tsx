import { Container, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** In whose name the root host speaks. */
  brand: string
  children: ReactNode
}

/** A page for whoever came by a mail and may have no account yet. */
export function OfferPage({ title, brand, children }: Props) {
  return (
    <Container component="main" size={520} py={{ base: 'xl', sm: 80 }}>
      <title>{`${title} · ${brand}`}</title>
      <Text component="a" href="/" fw={680} c="inherit" display="inline-block" mb="lg">
        {brand}
      </Text>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
        <Title order={1} size="h2" mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Container>
  )
}
