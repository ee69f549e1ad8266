import { Badge, Text } from '@mantine/core'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  seat: {
    state: 'waiting' | 'scheduled' | 'sent' | 'taken'
    mailed_at: string | Date | null
    taken_at: string | Date | null
    has_completed: boolean
  }
}

const colors = { waiting: 'gray', scheduled: 'gray', sent: 'primary', taken: 'success' } as const

/** Where an invitation or a gift is on its way. */
export function SeatState({ seat: { state, mailed_at, taken_at, has_completed } }: Props) {
  const { t } = useTranslation('seats')
  const at = state === 'taken' ? taken_at : state === 'sent' ? mailed_at : null
  return (
    <Text component="div" size="sm" c="dimmed">
      <Badge variant="light" color={colors[state]}>
        {t(has_completed ? 'state.completed' : `state.${state}`)}
      </Badge>{' '}
      {at && <Time at={at} style="date" />}
    </Text>
  )
}
