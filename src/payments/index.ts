export { paymentJournals, saleRefundPostings, type Journal } from './ledger/postings.ts'
export { chooseProvider } from './provider-accounts/choose-provider.ts'
export { openPlatformProvider, openPlatformStripe } from './provider-accounts/payment-accounts.ts'
export { paymentReference } from './settlement/payment-reference.ts'
export { webhookAccountCache } from './provider-accounts/webhook-account-cache.ts'
export { encryptedCardTokens } from './cards/card-tokens.ts'
export { encryptedAccountKeys } from './provider-accounts/account-keys.ts'
export { insertOrder, type NewLine } from './orders/insert-order.ts'
export { planSalesOfOrders } from './orders/plan-sales.ts'
export { planBought, planPaymentRefunded, planPeriodPaid, planRefundFailed } from './plan-events.ts'
export type {
  InstalmentTerms,
  OneTimeTerms,
  PlanInterval,
  PlanTerms,
  SubscriptionTerms,
} from '#payment-plans/index.ts'
export { flagDeclinedBuyer } from './orders/attention.ts'
export { registerPaymentWebhookRoute } from './events/routes.ts'
export { personalData } from './personal-data.ts'
export { schoolPlanEvents } from './school-plan-events.ts'
export { fromStripeAmount } from './providers/stripe/amounts.ts'
export { ProviderError } from './providers/provider-error.ts'
export type { StripeClient } from './providers/stripe/stripe-client.ts'
export { disputeChanged, type DisputeChange } from './disputes/dispute-changed.ts'
export { notifyStaffOfDispute } from './disputes/notify-dispute.ts'
export { listPaymentEvents, replayPaymentEvent } from './events/list-events.ts'
export { cardChanged, cardUse } from './cards/card-events.ts'
export { findCardSavedAt, findCardsOf, ownsCard } from './cards/card-queries.ts'
export { chargeOrder, type ChargeOutcome } from './cards/charge-order.ts'
export { openOrderPage } from './checkout/order-page.ts'
export { cancelUnpaidOrder, getOrderState, refundSurplus } from './orders/order-commands.ts'
