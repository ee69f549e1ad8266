import { Group, Stack, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'

type Payout = ApiReply<typeof contract.listMyPayouts>['data'][number]

/** Payouts with their dates and references, the newest first. */
export function PayoutList({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useTranslation('affiliates')
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {payouts.map(({ id, amount, currency, paid_at, reference }) => (
        <Group component="li" key={id} justify="space-between" gap="xs">
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Time at={paid_at} style="date" /> · {t('reference', { reference })}
          </Text>
          <Text fw={640}>{formatMoney(amount, currency)}</Text>
        </Group>
      ))}
    </Stack>
  )
}
