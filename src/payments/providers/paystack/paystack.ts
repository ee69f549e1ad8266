import { createProviderClient, type ProviderClient } from '../provider-client.ts'
import { convertAmount, isRejectedAs, readValues, requireReference } from '../reading-replies.ts'
import type { OpenProviderOptions } from '../open-provider.ts'
import { ProviderError } from '../provider-error.ts'
import type {
  AttemptReferences,
  ChargeResult,
  Checkout,
  CheckoutRequest,
  PaymentFound,
  PaymentProvider,
  ProviderAccount,
  SavedCardCharge,
} from '../provider.ts'
import { toPaystackAmount } from './amounts.ts'
import { createBanks } from './banks.ts'
import { createDisputes } from './disputes.ts'
import { listPaystackPayments } from './list-payments.ts'
import { listPaystackSettlements } from './list-settlements.ts'
import { ChargedReply, DoneReply, InitializedReply, TransactionReply } from './paystack-replies.ts'
import { readTransaction } from './read-transaction.ts'
import { createRefunds } from './refunds.ts'
import { paystackRejection } from './rejections.ts'
import { readPaystackWebhook } from './webhook.ts'

const provider = 'paystack'

/** Adapter for Paystack (paystack.com/docs/api). It identifies an attempt by our reference alone. */
export function createPaystack(account: ProviderAccount, options: OpenProviderOptions): PaymentProvider {
  const client = createProviderClient({ ...options, provider, account, rejectionCode: paystackRejection })
  return {
    name: provider,
    checkKeys: async () =>
      void (await client.call({ method: 'GET', path: '/balance', operation: 'checkKeys', reply: DoneReply })),
    canRepeatRefunds: true,
    createCheckout: (request) => createCheckout(client, request),
    // A page of Paystack cannot be closed; the attempt expires on our side, and a late payment is still found.
    closeCheckout: () => Promise.resolve(),
    findPayment: (attempt) => findPayment(client, attempt),
    chargeSavedCard: (charge) => chargeSavedCard(client, charge),
    removeSavedCard: ({ token }) => removeSavedCard(client, token),
    cardSetup: null,
    cardLookup: null,
    ...createRefunds(client),
    ...createDisputes(client),
    listPayments: (period) => listPaystackPayments(client, period),
    listSettlements: (since) => listPaystackSettlements({ client, mode: account.mode }, since),
    readWebhook: (body, headers) => readPaystackWebhook(account, body, headers),
    banks: createBanks(client),
  }
}

async function createCheckout(client: ProviderClient, request: CheckoutRequest): Promise<Checkout> {
  requireReference(request.reference)
  const operation = 'createCheckout'
  const { data } = await client.call({
    method: 'POST',
    path: '/transaction/initialize',
    operation,
    reply: InitializedReply,
    body: {
      email: request.email,
      amount: convertAmount({ provider, operation }, () => toPaystackAmount(request.amount)),
      currency: request.amount.currency,
      reference: request.reference,
      callback_url: request.return_url,
      // Only cards can be charged again without the buyer.
      ...(request.saves_card && { channels: ['card'] }),
      metadata: { ...request.metadata, cancel_action: request.cancel_url },
    },
  })
  // A page for another reference must never be paid.
  if (data.reference !== request.reference)
    throw new ProviderError('unexpected_reply', { provider, operation })
  return { url: data.authorization_url, provider_reference: data.access_code, expires_at: request.expires_at }
}

async function findPayment(
  client: ProviderClient,
  { reference }: Pick<AttemptReferences, 'reference'>,
): Promise<PaymentFound> {
  const operation = 'findPayment'
  try {
    const { data } = await client.call({
      method: 'GET',
      path: `/transaction/verify/${encodeURIComponent(reference)}`,
      operation,
      reply: TransactionReply,
    })
    return readValues({ provider, operation }, () => readTransaction(data))
  } catch (error) {
    if (isRejectedAs(error, 'not_found')) return { state: 'not_found' }
    throw error
  }
}

async function chargeSavedCard(client: ProviderClient, charge: SavedCardCharge): Promise<ChargeResult> {
  requireReference(charge.reference)
  const operation = 'chargeSavedCard'
  const provider_reference = charge.reference
  try {
    const { data } = await client.call({
      method: 'POST',
      path: '/transaction/charge_authorization',
      operation,
      reply: ChargedReply,
      body: {
        email: charge.email,
        amount: convertAmount({ provider, operation }, () => toPaystackAmount(charge.amount)),
        currency: charge.amount.currency,
        authorization_code: charge.card.token,
        reference: charge.reference,
        // Documented as text here, and as object at the checkout.
        metadata: JSON.stringify(charge.metadata),
      },
    })
    if (data.paused && data.authorization_url)
      return { provider_reference, payment: { state: 'action_required', url: data.authorization_url } }
  } catch (error) {
    // Some declines come as a refusal; the transaction then exists, and its state is the answer.
    if (!isRejectedAs(error, 'other', 'duplicate_reference')) throw error
    const payment = await findPayment(client, charge)
    if (payment.state === 'not_found') throw error
    return { provider_reference, payment }
  }
  return { provider_reference, payment: await findPayment(client, charge) }
}

async function removeSavedCard(client: ProviderClient, token: string) {
  try {
    await client.call({
      method: 'POST',
      path: '/customer/authorization/deactivate',
      operation: 'removeSavedCard',
      reply: DoneReply,
      body: { authorization_code: token },
    })
  } catch (error) {
    if (!isRejectedAs(error, 'not_found')) throw error
  }
}
