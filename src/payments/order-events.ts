import { defineEvent } from '#tenancy/context/domain-events.ts'

/** An order with a price was paid in full. Card checks emit nothing: they are given back at once. */
export const orderPaid = defineEvent<{ order_id: string }>('order_paid')

/** What a refund gives back of a line. */
export interface RefundedLine {
  title: string
  amount: number
  /** The parts of it that are tax: added to the price, or included in it. */
  added_tax: number
  included_tax: number
  /** What the buyer kept back of this part. */
  withheld: number
}

/** A refund of a paid order succeeded. */
export const orderRefunded = defineEvent<{
  order_id: string
  /** The refund, and how many times it had failed after a success. */
  source: string
  lines: readonly RefundedLine[]
}>('order_refunded')

/** A refund failed after it had succeeded: `orderRefunded` with this source does not hold. */
export const orderRefundFailed = defineEvent<{ order_id: string; source: string }>('order_refund_failed')
