import { Text } from '@mantine/core'
import { formatNumber } from '#ui/components/formatting/format-number.ts'

/** A number with its name. */
export const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text fw={640}>{formatNumber(value)}</Text>
  </div>
)
