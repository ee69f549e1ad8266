import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  /** Content beside the title. */
  aside?: ReactNode
  /** Target of links (`#id`). */
  id?: string
  children?: ReactNode
}

/** A part of a page with a title. */
export function Section({ title, text, aside, id, children }: Props) {
  const heading = useId()
  return (
    <Paper
      component="section"
      {...(id && { id })}
      aria-labelledby={heading}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
    >
      <Stack gap="lg">
        <div>
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h3" id={heading}>
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
