export const orderStatuses = [
  'awaiting_payment',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'canceled',
] as const
/** Why staff should look at an order. */
export const attentionReasons = [
  'payment_quarantined',
  'refund_failed',
  'refund_needs_attention',
  'student_declined',
  'dispute_open',
  /** A buyer sent the proof of a bank transfer. */
  'transfer_submitted',
  /** Paid after the use of its coupon was released, perhaps above the coupon's limit. */
  'late_coupon',
] as const
export type AttentionReason = (typeof attentionReasons)[number]

export type OrderStatus = (typeof orderStatuses)[number]

export const lineKinds = ['course', 'tier', 'plan', 'plan_period', 'card_check'] as const
export type LineKind = (typeof lineKinds)[number]

/** Who learns: the buyer, one other person, or the people to whom the buyer gives seats. */
export const linePurposes = ['self', 'gift', 'seats'] as const
export type LinePurpose = (typeof linePurposes)[number]

/** What mails, invoices and payment pages call a line. */
export const lineTitle = ({ title, quantity }: { title: string; quantity: number }) =>
  quantity > 1 ? `${title} × ${quantity}` : title

/** Amounts of an order in minor units. `refunded_amount` counts refunds that the provider confirmed. */
export interface OrderAmounts {
  total: number
  paid_amount: number
  refunded_amount: number
}

/** Status of an order that follows from its amounts; `isCanceled` counts only while nothing was paid. */
export function orderStatus(
  { total, paid_amount, refunded_amount }: OrderAmounts,
  isCanceled = false,
): OrderStatus {
  if (refunded_amount > 0) return refunded_amount >= paid_amount ? 'refunded' : 'partially_refunded'
  if (paid_amount >= total) return 'paid'
  if (paid_amount > 0) return 'partially_paid'
  return isCanceled ? 'canceled' : 'awaiting_payment'
}

/** Whether a buyer may still pay for it. */
export const isPayable = (status: string) => status === 'awaiting_payment' || status === 'partially_paid'

/** Whether something of it can be refunded. */
export const isRefundable = (status: string) =>
  status === 'paid' || status === 'partially_paid' || status === 'partially_refunded'

export interface LinePrice {
  gross: number
  discount: number
  /** Added to the price. */
  tax: number
  /** Kept back by the buyer. */
  withheld: number
}

/** Net amount of each line, and the total. Throws RangeError for a discount above the price. */
export function orderTotals(lines: readonly LinePrice[]) {
  const nets = lines.map(({ gross, discount, tax, withheld }) => {
    if (![gross, discount, tax, withheld].every((amount) => Number.isSafeInteger(amount) && amount >= 0))
      throw new RangeError('an amount is a positive integer')
    if (discount > gross) throw new RangeError('a discount is at most the price')
    return gross - discount + tax - withheld
  })
  const total = nets.reduce((sum, net) => sum + net, 0)
  if (!Number.isSafeInteger(total)) throw new RangeError('a total is a safe integer')
  return { nets, total }
}
