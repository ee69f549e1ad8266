export { chargeAfterCardChange, isCardNeeded } from './cards.ts'
export { planSalesOfSubscriptions } from './plan-changes/plan-sales.ts'
export { personalData } from './personal-data.ts'
export {
  recordPaymentDispute,
  recordPaymentRefund,
  recordPeriodPayment,
  restoreRefundedPayment,
} from './record-payment.ts'
export { recordTransferReview } from './transfers/record-review.ts'
export { startSubscription } from './start-subscription.ts'
