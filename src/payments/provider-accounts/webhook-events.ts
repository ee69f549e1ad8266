import type { ProviderName } from '../providers/provider.ts'

/** Events to choose for the webhook endpoint. Paystack and Flutterwave send all events to one address. */
export const webhookEventsOf: Record<ProviderName, readonly string[]> = {
  stripe: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'payment_method.detached',
    'payment_method.automatically_updated',
  ],
  paystack: [],
  flutterwave: [],
}
