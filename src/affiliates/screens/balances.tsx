import { Group, Text } from '@mantine/core'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export interface Balance {
  currency: string
  pending: number
  payable: number
  frozen: number
  paid: number
}

const states = ['pending', 'payable', 'frozen', 'paid'] as const

/** What an affiliate earned in a currency, by state. States without an amount are left out, except the payable one. */
export function BalanceLine({ balance }: { balance: Balance }) {
  const { t } = useTranslation('affiliates')
  return (
    <Group gap="lg">
      {states
        .filter((state) => state === 'payable' || balance[state] !== 0)
        .map((state) => (
          <div key={state}>
            <Text size="sm" c="dimmed">
              {t(`state_${state}`)}
            </Text>
            <Text fw={640} c={balance[state] < 0 ? 'error' : undefined}>
              {formatMoney(balance[state], balance.currency)}
            </Text>
          </div>
        ))}
    </Group>
  )
}
