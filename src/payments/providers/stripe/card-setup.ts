import { ProviderError } from '../provider-error.ts'
import type { AttemptReferences, CardSetupFound, CardSetupRequest, PaymentProvider } from '../provider.ts'
import { isRejectedAs, requireReference } from '../reading-replies.ts'
import { customerOf, expiresAt } from './checkout.ts'
import { findSession } from './find-attempt.ts'
import { readSavedCard } from './read-intent.ts'
import type { StripeClient } from './stripe-client.ts'

/** Stripe's hosted page in setup mode: saves a card without a payment. */
export const createCardSetup = (client: StripeClient): NonNullable<PaymentProvider['cardSetup']> => ({
  create: (request) => create(client, request),
  find: (setup) => find(client, setup),
})

async function create(client: StripeClient, request: CardSetupRequest) {
  requireReference(request.reference)
  const operation = 'createCardSetup'
  const metadata = { ...request.metadata, reference: request.reference }
  const session = await client.run(operation, (sdk) =>
    sdk.checkout.sessions.create(
      {
        mode: 'setup',
        currency: request.currency.toLowerCase(),
        success_url: request.return_url,
        cancel_url: request.cancel_url,
        client_reference_id: request.reference,
        expires_at: expiresAt(request.expires_at),
        metadata,
        setup_intent_data: { metadata },
        ...customerOf({ ...request, saves_card: true }),
      },
      { idempotencyKey: `card-setup:${request.reference}` },
    ),
  )
  if (!session.url || session.client_reference_id !== request.reference)
    throw new ProviderError('unexpected_reply', { provider: 'stripe', operation })
  const { url, id } = session
  return { url, provider_reference: id, expires_at: new Date(session.expires_at * 1000) }
}

async function find(client: StripeClient, setup: AttemptReferences): Promise<CardSetupFound> {
  const session = await findSession(client, 'findCardSetup', setup)
  if (!session) return { state: 'not_found' }
  if (session.status === 'expired') return { state: 'expired' }
  const intent = session.setup_intent
  if (session.status !== 'complete' || typeof intent !== 'object' || intent?.status !== 'succeeded')
    return { state: 'pending' }
  const { payment_method, customer } = intent
  if (typeof payment_method !== 'object' || !payment_method || !customer) return { state: 'pending' }
  const card = readSavedCard(payment_method, customer)
  if (!card) return { state: 'pending' }
  const mode = session.livemode ? 'live' : 'test'
  return { state: 'saved', mode, reference: session.client_reference_id ?? '', card }
}

/** Looks up and labels cards at Stripe. */
export const createCardLookup = (client: StripeClient): NonNullable<PaymentProvider['cardLookup']> => ({
  async find(token) {
    try {
      const method = await client.run('findSavedCard', (sdk) => sdk.paymentMethods.retrieve(token))
      // A detached card has no customer.
      return method.customer ? readSavedCard(method, method.customer) : null
    } catch (error) {
      if (isRejectedAs(error, 'not_found')) return null
      throw error
    }
  },
  async label(token, reference) {
    await client.run('labelSavedCard', (sdk) => sdk.paymentMethods.update(token, { metadata: { reference } }))
  },
})
