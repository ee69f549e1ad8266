import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { InstalmentTerms, SubscriptionTerms } from '#payment-plans/index.ts'

/** The first payment of instalments or of a subscription was settled, or its free trial begins. */
export const planBought = defineEvent<{
  order_id: string
  line_id: string
  plan_id: string
  user_id: string
  /** The name that the buyer saw. */
  title: string
  terms: InstalmentTerms | SubscriptionTerms
  /** How the later payments are made. */
  pays_by: 'card' | 'bank_transfer'
}>('plan_bought')

/** An order with a later payment of a plan was paid. */
export const planPeriodPaid = defineEvent<{
  order_id: string
  line_id: string
  plan_id: string
  user_id: string
}>('plan_period_paid')

/** A buyer sent the proof of a transfer, or staff decided about it without completing the order. */
export const transferReviewChanged = defineEvent<{ order_id: string; is_in_review: boolean }>(
  'transfer_review_changed',
)

/** What a refund gave back: the first payment of instalments or of a subscription, or a later one. */
interface RefundedPlanPayment {
  order_id: string
  user_id: string
}

/** A payment of instalments or of a subscription was refunded in full, or with the end of access. */
export const planPaymentRefunded = defineEvent<RefundedPlanPayment>('plan_payment_refunded')

/** Such a refund failed after it had succeeded. */
export const planRefundFailed = defineEvent<RefundedPlanPayment>('plan_refund_failed')
