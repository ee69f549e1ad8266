import type { Static } from 'typebox'
import type { ProviderClient } from '../provider-client.ts'
import type { PaymentProvider, RefundFound, RefundRequest } from '../provider.ts'
import { convertAmount, readValues, requireReference } from '../reading-replies.ts'
import { fromPaystackAmount, toPaystackAmount } from './amounts.ts'
import { RefundList, RefundReply, type Refund } from './paystack-replies.ts'

const provider = 'paystack'

/** Refunds of one account. */
export const createRefunds = (
  client: ProviderClient,
): Pick<PaymentProvider, 'createRefund' | 'findRefund'> => ({
  createRefund: (request) => createRefund(client, request),
  findRefund: ({ provider_refund_id }) => findRefund(client, provider_refund_id),
})

/** Paystack has no reference for refunds, so ours is the merchant's note: a repetition finds the first refund by it. */
async function createRefund(client: ProviderClient, request: RefundRequest): Promise<RefundFound> {
  requireReference(request.reference)
  const operation = 'createRefund'
  const amount = convertAmount({ provider, operation }, () => toPaystackAmount(request.amount))
  const earlier = await findByNote(client, request)
  if (earlier) return readRefund(operation, earlier)
  const { data } = await client.call({
    method: 'POST',
    path: '/refund',
    operation,
    reply: RefundReply,
    body: {
      transaction: request.transaction_id,
      amount,
      currency: request.amount.currency,
      merchant_note: request.reference,
      customer_note: request.reason,
    },
  })
  return readRefund(operation, data)
}

async function findByNote(client: ProviderClient, { transaction_id, reference }: RefundRequest) {
  const { data } = await client.call({
    method: 'GET',
    path: '/refund',
    query: { transaction: transaction_id, perPage: '100' },
    operation: 'createRefund',
    reply: RefundList,
  })
  return data.find((refund) => refund.merchant_note === reference && isOf(refund, transaction_id))
}

const isOf = ({ transaction }: Static<typeof Refund>, id: string) =>
  String(typeof transaction === 'object' ? transaction.id : transaction) === id

async function findRefund(client: ProviderClient, id: string): Promise<RefundFound> {
  const operation = 'findRefund'
  const { data } = await client.call({
    method: 'GET',
    path: `/refund/${encodeURIComponent(id)}`,
    operation,
    reply: RefundReply,
  })
  return readRefund(operation, data)
}

const refundStates = new Map<string, RefundFound['state']>([
  ['processed', 'succeeded'],
  ['failed', 'failed'],
  ['needs-attention', 'needs_attention'],
])

const readRefund = (operation: string, refund: Static<typeof Refund>): RefundFound =>
  readValues({ provider, operation }, () => ({
    provider_refund_id: String(refund.id),
    // pending, processing and retrying are under way.
    state: refundStates.get(refund.status) ?? 'pending',
    amount: fromPaystackAmount(refund.amount, refund.currency),
  }))
