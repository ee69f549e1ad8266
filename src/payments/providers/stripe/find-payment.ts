import type Stripe from 'stripe'
import type { AttemptReferences, PaymentFound } from '../provider.ts'
import { readValues } from '../reading-replies.ts'
import { findIntent, findSession } from './find-attempt.ts'
import { readIntent } from './read-intent.ts'
import type { StripeClient } from './stripe-client.ts'

const operation = 'findPayment'

/** State of an attempt: of its session, else of its off-session charge. */
export async function findPayment(client: StripeClient, attempt: AttemptReferences): Promise<PaymentFound> {
  const session = await findSession(client, operation, attempt)
  if (session) return readValues({ provider: 'stripe', operation }, () => readSession(session))
  const intent = await findIntent(client, operation, attempt)
  if (!intent) return { state: 'not_found' }
  return readValues({ provider: 'stripe', operation }, () => readIntent(intent))
}

/**
 * A declined card leaves a session open: the buyer tries another one. A complete session that is unpaid waits for a delayed
 * method, or that method failed.
 */
function readSession(session: Stripe.Checkout.Session): PaymentFound {
  if (session.status === 'expired') return { state: 'expired' }
  if (session.status !== 'complete') return { state: 'pending' }
  const intent = session.payment_intent
  if (typeof intent !== 'object' || intent === null) return { state: 'pending' }
  const payment = readIntent(intent)
  if (session.payment_status !== 'paid' && payment.state === 'paid') return { state: 'pending' }
  // The session's reference is the one that Stripe fixed when the page was created.
  return payment.state === 'paid' ? { ...payment, reference: session.client_reference_id ?? '' } : payment
}
