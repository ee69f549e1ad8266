import type { ApiReply } from '#platform/client/api/client.ts'
import type { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import type { getOrder } from '../contract.ts'

export type OrderDetails = ApiReply<typeof getOrder>

type Attempt = OrderDetails['attempts'][number] & { provider: ProviderName }
type Payment = OrderDetails['payments'][number]
type Refund = OrderDetails['refunds'][number]
export type ManualEntry = OrderDetails['manual_entries'][number]

export type TimelineEntry = { id: string; at: string } & (
  | { kind: 'created' }
  | { kind: 'attempt'; attempt: Attempt }
  | { kind: 'payment'; payment: Payment; entry: ManualEntry | undefined }
  | { kind: 'refund'; refund: Refund }
)

type ProviderName = keyof typeof providerTitles

const isAtProvider = (attempt: OrderDetails['attempts'][number]): attempt is Attempt =>
  attempt.provider !== 'bank_transfer' && attempt.provider !== 'manual'

/** What happened to an order, in the order of time: its attempts, payments and refunds. */
export function orderTimeline(order: OrderDetails): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    { id: order.id, at: order.created_at, kind: 'created' },
    // A section of its own shows transfers, and what was recorded by hand is a payment alone.
    ...order.attempts.filter(isAtProvider).map((attempt) => ({
      id: attempt.id,
      at: attempt.created_at,
      kind: 'attempt' as const,
      attempt,
    })),
    ...order.payments.map((payment) => ({
      id: payment.id,
      at: payment.paid_at,
      kind: 'payment' as const,
      payment,
      entry: order.manual_entries.find(({ payment_id }) => payment_id === payment.id),
    })),
    ...order.refunds.map((refund) => ({
      id: refund.id,
      at: refund.created_at,
      kind: 'refund' as const,
      refund,
    })),
  ]
  // Providers count in whole seconds: a payment may seem older than its attempt.
  const rank = { created: 0, attempt: 1, payment: 2, refund: 3 }
  return entries.toSorted(
    (one, other) => secondOf(one.at) - secondOf(other.at) || rank[one.kind] - rank[other.kind],
  )
}

const secondOf = (moment: string) => Math.floor(Date.parse(moment) / 1_000)
