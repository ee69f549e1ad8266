import type Stripe from 'stripe'
import type { AttemptReferences } from '../provider.ts'
import { isRejectedAs } from '../reading-replies.ts'
import type { StripeClient } from './stripe-client.ts'

const minute = 60
/** Rows that a search by time reads at most. */
const maxRows = 1_000

/** What a payment needs of its charge: fee, card and method. */
export const intentExpansion = ['latest_charge.balance_transaction', 'payment_method']
const sessionExpansion = [
  ...intentExpansion.map((part) => `payment_intent.${part}`),
  'setup_intent.payment_method',
]

/** The session of an attempt, or null. */
export async function findSession(
  client: StripeClient,
  operation: string,
  attempt: AttemptReferences,
): Promise<Stripe.Checkout.Session | null> {
  const id = attempt.provider_reference ?? (await searchSession(client, operation, attempt))
  if (!id?.startsWith('cs_')) return null
  return unlessMissing(
    client.run(operation, (sdk) => sdk.checkout.sessions.retrieve(id, { expand: sessionExpansion })),
  )
}

/** The PaymentIntent of an off-session charge, or null. */
export async function findIntent(
  client: StripeClient,
  operation: string,
  attempt: AttemptReferences,
): Promise<Stripe.PaymentIntent | null> {
  const id = attempt.provider_reference ?? (await searchIntent(client, operation, attempt))
  if (!id?.startsWith('pi_')) return null
  return unlessMissing(
    client.run(operation, (sdk) => sdk.paymentIntents.retrieve(id, { expand: intentExpansion })),
  )
}

/**
 * After an unknown outcome we have no id. Stripe's search lags behind by up to a minute and does not cover sessions, so the
 * objects created around the attempt's time are read instead.
 */
async function searchSession(client: StripeClient, operation: string, attempt: AttemptReferences) {
  const sessions = await client.run(operation, (sdk) =>
    sdk.checkout.sessions.list(creationWindow(attempt)).autoPagingToArray({ limit: maxRows }),
  )
  return sessions.find((session) => session.client_reference_id === attempt.reference)?.id
}

async function searchIntent(client: StripeClient, operation: string, attempt: AttemptReferences) {
  const intents = await client.run(operation, (sdk) =>
    sdk.paymentIntents.list(creationWindow(attempt)).autoPagingToArray({ limit: maxRows }),
  )
  return intents.find((intent) => intent.metadata.reference === attempt.reference)?.id
}

/** From a minute before the attempt, for clocks that differ, to ten minutes after it. */
function creationWindow({ created_at }: AttemptReferences) {
  const created = Math.floor(created_at.getTime() / 1000)
  return { created: { gte: created - minute, lte: created + 10 * minute }, limit: 100 }
}

async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (isRejectedAs(error, 'not_found')) return null
    throw error
  }
}
