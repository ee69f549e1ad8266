import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  children?: ReactNode
}

/** One titled part of the page. */
export function Section({ title, text, aside, children }: Props) {
  return (
    <Paper component="section" aria-label={title} withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h3">
              {title}
            </Title>
            {aside}
          </Group>
          {text && (
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
