import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Where the course's menu leads to. */
  id: string
  title: string
  text: string
  children: ReactNode
}

/** One of the things that can be made of a course. */
export function Part({ id, title, text, children }: Props) {
  return (
    <Paper
      component="section"
      id={id}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      aria-labelledby={`${id}-title`}
    >
      <Stack gap="md">
        <div>
          <Title order={2} size="h3" id={`${id}-title`}>
            {title}
          </Title>
          <Text c="dimmed" mt={4}>
            {text}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
