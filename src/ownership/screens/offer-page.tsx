import { Container, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Name of the brand of the root host. */
  brand: string
  children: ReactNode
}

/** Page for a reader of a mail who may not have an account. */
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
