import { Badge, Stack, Text } from '@mantine/core'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OrderDetails } from '../order-timeline.ts'
import classes from './quarantine.module.css'

export type Quarantined = OrderDetails['quarantined'][number]

const colors = { open: 'warning', accepted: 'success', returned: 'gray', ignored: 'gray' } as const

/** Why a payment does not match, and what the provider reports beside what was expected. */
export function QuarantinedFacts({ payment }: { payment: Quarantined }) {
  const { t } = useTranslation('quarantine')
  const { reason, provider, paid_at, transaction_id } = payment
  return (
    <Stack gap="xs" style={{ overflowWrap: 'anywhere' }} maw={640}>
      <Text>{t(`why.${reason}`)}</Text>
      <Comparison payment={payment} />
      <Text size="sm" c="dimmed">
        {providerTitles[provider]} · {t('transaction', { id: transaction_id })} · <Time at={paid_at} />
      </Text>
    </Stack>
  )
}

function Comparison({ payment: { expected, found } }: { payment: Quarantined }) {
  const { t } = useTranslation('quarantine')
  const rows = [
    {
      key: 'amount',
      values: [expected, found].map(({ amount, currency }) => formatMoney(amount, currency)),
    },
    { key: 'mode', values: [expected, found].map(({ mode }) => t(`mode.${mode}`)) },
    { key: 'reference', values: [expected.reference, found.reference] },
  ] as const
  return (
    <table className={classes.comparison}>
      <thead>
        <tr>
          <th scope="col">{t('payment')}</th>
          <th scope="col">{t('expected')}</th>
          <th scope="col">{t('found')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, values: [before, after] }) => (
          <tr key={key} data-differs={before === after ? undefined : true}>
            <th scope="row">{t(`facts.${key}`)}</th>
            <td>
              <bdi>{before}</bdi>
            </td>
            <td>
              <bdi>{after}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The decision with the reason that people gave. */
export function QuarantinedState({ payment: { state, explanation, decided_at } }: { payment: Quarantined }) {
  const { t } = useTranslation('quarantine')
  return (
    <Stack gap={4} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Badge variant="light" color={colors[state]}>
        {t(`states.${state}`)}
      </Badge>
      {explanation && <Text size="sm">{explanation}</Text>}
      {decided_at && (
        <Text size="sm" c="dimmed">
          <Time at={decided_at} />
        </Text>
      )}
    </Stack>
  )
}
