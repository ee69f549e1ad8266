import { Text } from '@mantine/core'

/** A line of the history of an order. */
export const Fact = ({ text }: { text: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
)
