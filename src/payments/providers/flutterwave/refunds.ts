import type { Static } from 'typebox'
import { exactNumber, type ProviderClient } from '../provider-client.ts'
import { ProviderError } from '../provider-error.ts'
import type { PaymentProvider, RefundFound, RefundRequest } from '../provider.ts'
import { convertAmount, readValues, requireReference } from '../reading-replies.ts'
import { fromFlutterwaveAmount, toFlutterwaveAmount } from './amounts.ts'
import { verifyTransaction } from './find-payment.ts'
import { RefundReply } from './flutterwave-replies.ts'

const provider = 'flutterwave'

/** Refunds of one account. v3 documents no disputes: chargebacks are handled in the dashboard. */
export const createRefunds = (
  client: ProviderClient,
): Pick<PaymentProvider, 'createRefund' | 'findRefund' | 'findDispute' | 'submitEvidence'> => ({
  createRefund: (request) => createRefund(client, request),
  findRefund: (refund) => findRefund(client, refund),
  findDispute: () => unsupported('findDispute'),
  submitEvidence: () => unsupported('submitEvidence'),
})

const unsupported = (operation: string) =>
  Promise.reject(new ProviderError('rejected', { provider, operation, code: 'not_supported' }))

/**
 * Starts a refund. v3 has neither a reference nor a list of refunds, so a repetition after an unknown outcome would refund
 * twice: the caller asks a person first.
 */
async function createRefund(client: ProviderClient, request: RefundRequest): Promise<RefundFound> {
  requireReference(request.reference)
  const operation = 'createRefund'
  const amount = convertAmount({ provider, operation }, () => toFlutterwaveAmount(request.amount))
  const { data } = await client.call({
    method: 'POST',
    path: `/transactions/${encodeURIComponent(request.transaction_id)}/refund`,
    operation,
    reply: RefundReply,
    body: { amount: exactNumber(amount), comments: `${request.reference} ${request.reason}`.slice(0, 200) },
  })
  return readRefund(operation, data, request.amount.currency)
}

/** A refund has no currency of its own; its transaction has. */
async function findRefund(
  client: ProviderClient,
  { provider_refund_id, transaction_id }: { provider_refund_id: string; transaction_id: string },
): Promise<RefundFound> {
  const operation = 'findRefund'
  const { data } = await client.call({
    method: 'GET',
    path: `/refunds/${encodeURIComponent(provider_refund_id)}`,
    operation,
    reply: RefundReply,
  })
  const { currency } = await verifyTransaction(client, transaction_id)
  return readRefund(operation, data, currency)
}

const readRefund = (
  operation: string,
  { id, status, amount_refunded }: Static<typeof RefundReply>['data'],
  currency: string,
): RefundFound =>
  readValues({ provider, operation }, () => ({
    provider_refund_id: String(id),
    state: refundState(status),
    amount: fromFlutterwaveAmount(amount_refunded, currency),
  }))

/** A bare `completed` says that the refund was started. Only `completed-…` names the channel that paid it out. */
function refundState(status: string): RefundFound['state'] {
  if (status === 'failed') return 'failed'
  return status.startsWith('completed-') ? 'succeeded' : 'pending'
}
