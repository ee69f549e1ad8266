import { Group, Paper, Text } from '@mantine/core'
import { Time } from '../time.tsx'

interface Props {
  author: string
  /** RFC 3339. */
  at: string
  text: string
  /** True for a message of the reader, which is aligned to the other side. */
  isOwn: boolean
}

/** One message of a thread. */
export function Message({ author, at, text, isOwn }: Props) {
  return (
    <Paper
      component="li"
      radius="lg"
      p="sm"
      maw="85%"
      bg={isOwn ? 'var(--ly-primary-soft)' : 'var(--ly-raised)'}
      style={{ alignSelf: isOwn ? 'flex-end' : 'flex-start', listStyle: 'none' }}
    >
      <Group gap="xs">
        <Text size="sm" fw={640}>
          {author}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          <Time at={at} style="relative" />
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Text>
    </Paper>
  )
}
