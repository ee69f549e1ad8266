import type { WebhookEvent } from '../provider.ts'

type Subject = WebhookEvent['subject']
type StripeObject = Record<string, unknown>

/** What an event is about, by the beginning of its type. Only ids are read: the state is asked for by the API. */
export function subjectOf(type: string, object: StripeObject): Subject {
  const id = idOf(object)
  if (!id) return null
  if (type.startsWith('checkout.session.')) return ofSession(id, object)
  if (type.startsWith('payment_intent.')) return ofIntent(id, object)
  if (type.startsWith('refund.'))
    return {
      kind: 'refund',
      provider_refund_id: id,
      transaction_id: idOf(object.payment_intent),
      // The metadata of a refund hold the refund's own reference.
      reference: null,
    }
  if (type.startsWith('charge.dispute.')) return ofDispute(id, object)
  if (type.startsWith('customer.subscription.')) return { kind: 'subscription', provider_subscription_id: id }
  if (type.startsWith('invoice.')) return ofInvoice(object)
  if (type === 'payment_method.detached' || type === 'payment_method.automatically_updated')
    return { kind: 'card', token: id, reference: referenceOf(object) }
  return null
}

/** A reference to another object is its id, or the object itself. */
function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return typeof id === 'string' && id !== '' ? id : null
}

function referenceOf({ metadata }: StripeObject): string | null {
  const reference = (metadata as { reference?: unknown } | null | undefined)?.reference
  return typeof reference === 'string' ? reference : null
}

function ofSession(id: string, object: StripeObject): Subject {
  const subscription = idOf(object.subscription)
  if (subscription) return { kind: 'subscription', provider_subscription_id: subscription }
  return {
    kind: 'payment',
    reference: typeof object.client_reference_id === 'string' ? object.client_reference_id : null,
    transaction_id: idOf(object.payment_intent),
    provider_reference: id,
  }
}

/** An attempt on a hosted page is found by its session, so the intent is no provider reference here. */
const ofIntent = (id: string, object: StripeObject): Subject => ({
  kind: 'payment',
  reference: referenceOf(object),
  transaction_id: id,
  provider_reference: null,
})

function ofDispute(id: string, object: StripeObject): Subject {
  const transaction = idOf(object.payment_intent)
  return transaction
    ? { kind: 'dispute', provider_dispute_id: id, transaction_id: transaction, reference: null }
    : null
}

/** Since 2025 the subscription of an invoice is in its `parent`. */
function ofInvoice({ parent }: StripeObject): Subject {
  const details = (parent as { subscription_details?: { subscription?: unknown } } | null | undefined)
    ?.subscription_details
  const subscription = idOf(details?.subscription)
  return subscription ? { kind: 'subscription', provider_subscription_id: subscription } : null
}
