import type Stripe from 'stripe'
import { ProviderError } from '../provider-error.ts'
import type { AttemptReferences, Checkout, CheckoutRequest } from '../provider.ts'
import { convertAmount, isRejectedAs, requireReference } from '../reading-replies.ts'
import { toStripeAmount } from './amounts.ts'
import { findSession } from './find-attempt.ts'
import type { StripeClient } from './stripe-client.ts'

const minute = 60_000
/** Stripe takes 30 minutes to 24 hours, counted when the request arrives: a minute of distance to both ends. */
const minLifetime = 31 * minute
const maxLifetime = 24 * 60 * minute - minute

/** Creates a session on Stripe's hosted page. Our reference is the idempotency key, so a repetition returns the same page. */
export async function createCheckout(client: StripeClient, request: CheckoutRequest): Promise<Checkout> {
  requireReference(request.reference)
  const operation = 'createCheckout'
  const parameters = convertAmount({ provider: 'stripe', operation }, () => sessionOf(request))
  const session = await client.run(operation, (sdk) =>
    sdk.checkout.sessions.create(parameters, { idempotencyKey: `checkout:${request.reference}` }),
  )
  if (!session.url || session.client_reference_id !== request.reference)
    throw new ProviderError('unexpected_reply', { provider: 'stripe', operation })
  return {
    url: session.url,
    provider_reference: session.id,
    expires_at: new Date(session.expires_at * 1000),
  }
}

function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { amount, currency } = toStripeAmount(request.amount)
  const metadata = { ...request.metadata, reference: request.reference }
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency, unit_amount: amount, product_data: { name: request.description } },
      },
    ],
    success_url: request.return_url,
    cancel_url: request.cancel_url,
    client_reference_id: request.reference,
    expires_at: expiresAt(request.expires_at),
    // Otherwise Stripe may charge the buyer's currency, and the amount would differ from the order's.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: {
      description: request.description,
      metadata,
      ...(request.saves_card && { setup_future_usage: 'off_session' as const }),
    },
    ...customerOf(request),
  }
}

export const customerOf = ({
  customer_reference,
  email,
  saves_card,
}: Pick<CheckoutRequest, 'customer_reference' | 'email' | 'saves_card'>) =>
  customer_reference
    ? { customer: customer_reference }
    : { customer_email: email, ...(saves_card && { customer_creation: 'always' as const }) }

/** Seconds since 1970, within Stripe's bounds. A time within them is not changed, so that a repetition is the same. */
export function expiresAt(requested: Date): number {
  const now = Date.now()
  return Math.floor(Math.min(Math.max(requested.getTime(), now + minLifetime), now + maxLifetime) / 1000)
}

/** Expires the session. Stripe refuses this for one that is complete or expired, which is no error. */
export async function closeCheckout(client: StripeClient, attempt: AttemptReferences) {
  const session = await findSession(client, 'closeCheckout', attempt)
  if (session?.status !== 'open') return
  try {
    await client.run('closeCheckout', (sdk) => sdk.checkout.sessions.expire(session.id))
  } catch (error) {
    if (!isRejectedAs(error, 'other', 'not_found')) throw error
  }
}
