import type Stripe from 'stripe'
import type { PaymentProvider, RefundFound, RefundRequest } from '../provider.ts'
import { convertAmount, readValues, requireReference } from '../reading-replies.ts'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'
import type { StripeClient } from './stripe-client.ts'

const provider = 'stripe'

/** Refunds of one account. */
export const createRefunds = (
  client: StripeClient,
): Pick<PaymentProvider, 'createRefund' | 'findRefund'> => ({
  createRefund: (request) => createRefund(client, request),
  findRefund: async ({ provider_refund_id: id }) =>
    readRefund('findRefund', await client.run('findRefund', (sdk) => sdk.refunds.retrieve(id))),
})

/** Stripe answers an idempotency key with its first result for a day, also with a 500: later tries need a new key. */
const keyLifeMs = 10 * 60_000

/** Our reference is in the metadata: a repetition finds the first refund by it. The key covers a request that still runs. */
async function createRefund(client: StripeClient, request: RefundRequest): Promise<RefundFound> {
  requireReference(request.reference)
  const operation = 'createRefund'
  const { amount } = convertAmount({ provider, operation }, () => toStripeAmount(request.amount))
  const { transaction_id: payment_intent, reference } = request
  const earlier = await client.run(operation, (sdk) => sdk.refunds.list({ payment_intent, limit: 100 }))
  const same = earlier.data.find((refund) => refund.metadata?.reference === reference)
  if (same) return readRefund(operation, same)
  const refund = await client.run(operation, (sdk) =>
    sdk.refunds.create(
      {
        payment_intent,
        amount,
        metadata: { reference, reason: request.reason.slice(0, 500) },
      },
      { idempotencyKey: `refund:${reference}:${Math.floor(Date.now() / keyLifeMs)}` },
    ),
  )
  return readRefund(operation, refund)
}

const refundStates = new Map<string | null, RefundFound['state']>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['requires_action', 'needs_attention'],
])

const readRefund = (operation: string, refund: Stripe.Refund): RefundFound =>
  readValues({ provider, operation }, () => ({
    provider_refund_id: refund.id,
    state: refundStates.get(refund.status) ?? 'pending',
    amount: fromStripeAmount(refund.amount, refund.currency),
  }))
