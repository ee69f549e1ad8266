import { Group, Progress, Text } from '@mantine/core'
import { formatPercent } from '../formatting/format-number.ts'

interface Props {
  /** 0 to 1. */
  share: number
  label: string
  /** Hides the percentage when it is shown elsewhere. */
  bare?: boolean
}

/** Progress as a bar and a percentage. */
export function ProgressBar({ share, label, bare = false }: Props) {
  const bounded = Math.min(1, Math.max(0, share))
  // 99.6 % is not complete, so it is not rounded to 100 %.
  const percent = bounded === 1 ? 100 : Math.min(99, Math.round(bounded * 100))
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root size="md" radius="xl" flex={1}>
        <Progress.Section
          value={percent}
          aria-label={label}
          color={percent === 100 ? 'success' : 'primary'}
        />
      </Progress.Root>
      {!bare && (
        <Text size="sm" c="dimmed" miw="3em" ta="end">
          {formatPercent(percent / 100)}
        </Text>
      )}
    </Group>
  )
}
