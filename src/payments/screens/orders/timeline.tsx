import { Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconCircle, IconExternalLink } from '@tabler/icons-react'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Fact } from '../fact.tsx'
import { ManualFacts } from '../manual-orders/manual-facts.tsx'
import { orderTimeline, type OrderDetails, type TimelineEntry } from '../order-timeline.ts'
import { useChannelName } from '../use-channel-name.ts'
import { RefundActions } from './refund-actions.tsx'
import classes from './orders.module.css'

const icons = { created: IconCircle, attempt: IconExternalLink, payment: IconCheck, refund: IconArrowBackUp }

/** What happened to an order: attempts, payments and refunds. */
export function Timeline({ order }: { order: OrderDetails }) {
  const entries = orderTimeline(order)
  return (
    <ol className={classes.timeline}>
      {entries.map((entry) => {
        const Icon = icons[entry.kind]
        return (
          <li key={entry.id}>
            <span className={classes.bullet} aria-hidden="true">
              <Icon size={16} />
            </span>
            <div className={classes.entry}>
              <Text fw={560}>
                <Title entry={entry} order={order} />
              </Text>
              <Details entry={entry} />
              <Text size="sm" c="dimmed">
                <Time at={entry.at} />
              </Text>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

interface EntryProps {
  entry: TimelineEntry
  order: OrderDetails
}

function Title({ entry, order }: EntryProps) {
  const { t } = useTranslation('payments')
  const money = (amount: number, currency = order.currency) => formatMoney(amount, currency)
  switch (entry.kind) {
    case 'created':
      return t('timeline.created')
    case 'attempt':
      return t(`timeline.attempt.${entry.attempt.state}`, {
        provider: providerTitles[entry.attempt.provider],
      })
    case 'payment': {
      const { quarantine_reason, amount, currency } = entry.payment
      return t(quarantine_reason ? 'timeline.quarantined' : 'timeline.payment', {
        amount: money(amount, currency),
      })
    }
    case 'refund':
      return t(`timeline.refund.${entry.refund.state}`, { amount: money(entry.refund.amount) })
  }
}

function Details({ entry }: Pick<EntryProps, 'entry'>) {
  switch (entry.kind) {
    case 'created':
      return null
    case 'attempt':
      return <Fact text={entry.attempt.failure_code ?? entry.attempt.reference} />
    case 'payment':
      return entry.entry ? <ManualFacts entry={entry.entry} /> : <PaymentFacts payment={entry.payment} />
    case 'refund':
      return (
        <>
          <RefundFacts refund={entry.refund} />
          <RefundActions refund={entry.refund} />
        </>
      )
  }
}

function PaymentFacts({ payment }: { payment: OrderDetails['payments'][number] }) {
  const { t } = useTranslation('payments')
  const channelName = useChannelName()
  const { provider, method, transaction_id, fee, currency, quarantine_reason, mode } = payment
  return (
    <>
      {quarantine_reason && <Fact text={t(`timeline.quarantine.${quarantine_reason}`)} />}
      <Fact
        text={
          provider === 'bank_transfer' || provider === 'manual'
            ? channelName(provider)
            : `${channelName(provider)} · ${method}${mode === 'test' ? ` · ${t('testMode')}` : ''}`
        }
      />
      <Fact text={t('timeline.transaction', { id: transaction_id })} />
      {fee !== null && <Fact text={t('timeline.fee', { amount: formatMoney(fee, currency) })} />}
    </>
  )
}

function RefundFacts({ refund }: { refund: OrderDetails['refunds'][number] }) {
  const { t } = useTranslation('payments')
  return (
    <>
      <Fact
        text={
          refund.requested_by
            ? t('timeline.requestedBy', { name: refund.requested_by.name })
            : t(`timeline.automatic.${refund.kind}`)
        }
      />
      {refund.reason && <Fact text={refund.reason} />}
    </>
  )
}
