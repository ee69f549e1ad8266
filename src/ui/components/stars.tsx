import { Group, Text } from '@mantine/core'

interface Props {
  /** 1 to 5. */
  rating: number
  /** Text for screen readers. */
  label: string
}

/** A rating as stars. */
export function Stars({ rating, label }: Props) {
  const full = Math.round(rating)
  return (
    <Group gap={0} component="span" wrap="nowrap">
      <Text component="span" c="accent" aria-hidden style={{ letterSpacing: '0.1em' }}>
        {'★'.repeat(full) + '☆'.repeat(5 - full)}
      </Text>
      <span className="ly-hidden">{label}</span>
    </Group>
  )
}
