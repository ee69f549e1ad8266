export { commissionsEarned, commissionsRestored, commissionsReversed } from './commission-events.ts'
export { postAffiliatePayout, postLostCommission } from './ledger/post-affiliate-payout.ts'
export { providerBanks } from './provider-accounts/bank-directory.ts'
export { revenueFigures } from './ledger/revenue-parts.ts'
export {
  affiliatePayoutJournal,
  paymentJournals,
  saleRefundPostings,
  type Journal,
} from './ledger/postings.ts'
export { chooseProvider } from './provider-accounts/choose-provider.ts'
export { openPlatformProvider, openPlatformStripe } from './provider-accounts/payment-accounts.ts'
export { paymentReference } from './records/payment-reference.ts'
export { webhookAccountCache } from './provider-accounts/webhook-account-cache.ts'
export { encryptCardToken, encryptedCardTokens } from './cards/card-tokens.ts'
export { encryptedAccountKeys } from './provider-accounts/account-keys.ts'
export { insertOrder, type NewLine } from './orders/insert-order.ts'
export { planSalesOfOrders } from './orders/plan-sales.ts'
export { findOrderForInvoice, type OrderForInvoice } from './orders/order-for-invoice.ts'
export { orderPaid, orderRefunded, orderRefundFailed, type RefundedLine } from './order-events.ts'
export { namedTaxes, type TaxAmount } from './tax/tax-terms.ts'
export {
  planBought,
  planPaymentRefunded,
  planPeriodPaid,
  planRefundFailed,
  transferReviewChanged,
} from './plan-events.ts'
export { beginOrderTransfer, describeTransfer, openOrderTransfer } from './bank-transfers/order-transfer.ts'
export { findOpenTransfers, type OpenTransfer } from './records/bank-transfer.ts'
export { planTransferAccounts } from './settings/transfer-settings.ts'
export type {
  InstalmentTerms,
  OneTimeTerms,
  PlanInterval,
  PlanTerms,
  SubscriptionTerms,
} from '#payment-plans/index.ts'
export { hasPaid } from './orders/has-paid.ts'
export { flagDeclinedBuyer } from './orders/attention.ts'
export { selectOrdersNeedingAttention } from './orders/orders-needing-attention.ts'
export { registerPaymentWebhookRoute } from './events/routes.ts'
export { deleteQuarantinedPayments } from './quarantine/delete-quarantined.ts'
export { deleteReconciledSchool } from './reconciliation/reconciled-schools.ts'
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
export { chargeOrder, requireChargeKeys, type ChargeOutcome } from './checkout/charge-order.ts'
export { openOrderPage } from './checkout/order-page.ts'
export {
  cancelUnpaidOrder,
  endOrderTransfers,
  findOrderTotals,
  getOrderState,
  getPaidPrice,
  isOrderBeingCharged,
  refundSurplus,
} from './orders/order-commands.ts'
export { taxQuotes, type TaxQuote } from './tax/tax-quotes.ts'
