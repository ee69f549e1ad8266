import type { Static } from 'typebox'
import type { ProviderClient } from '../provider-client.ts'
import type { DisputeEvidence, DisputeFound, PaymentProvider } from '../provider.ts'
import { readTime, readValues } from '../reading-replies.ts'
import { fromPaystackAmount } from './amounts.ts'
import { DisputeReply, DoneReply } from './paystack-replies.ts'

const provider = 'paystack'

/** Disputes of one account. */
export const createDisputes = (
  client: ProviderClient,
): Pick<PaymentProvider, 'findDispute' | 'submitEvidence'> => ({
  findDispute: ({ provider_dispute_id }) => findDispute(client, provider_dispute_id),
  submitEvidence: (evidence) => submitEvidence(client, evidence),
})

async function findDispute(client: ProviderClient, id: string): Promise<DisputeFound> {
  const operation = 'findDispute'
  const { data } = await client.call({
    method: 'GET',
    path: `/dispute/${encodeURIComponent(id)}`,
    operation,
    reply: DisputeReply,
  })
  const { transaction } = data
  return readValues({ provider, operation }, () => ({
    provider_dispute_id: String(data.id),
    transaction_id: String(transaction.id),
    reference: transaction.reference ?? null,
    state: disputeState(data),
    amount: fromPaystackAmount(
      data.refund_amount ?? transaction.amount,
      data.currency ?? transaction.currency,
    ),
    reason: data.category ?? 'unknown',
    due_at: data.dueAt ? readTime(data.dueAt) : null,
    fee: null,
  }))
}

/** `declined` is the merchant's refusal that was upheld; every other resolution gives the buyer the money. */
function disputeState({ status, resolution }: Static<typeof DisputeReply>['data']): DisputeFound['state'] {
  if (status !== 'resolved' && status !== 'archived') return 'open'
  return resolution === 'declined' ? 'won' : 'lost'
}

/** All texts go into one field: Paystack has no others. */
async function submitEvidence(client: ProviderClient, evidence: DisputeEvidence) {
  const { provider_dispute_id, customer_email, customer_name, customer_phone, service_date } = evidence
  const texts = [evidence.product, evidence.text, evidence.activity]
  await client.call({
    method: 'POST',
    path: `/dispute/${encodeURIComponent(provider_dispute_id)}/evidence`,
    operation: 'submitEvidence',
    reply: DoneReply,
    body: {
      customer_email,
      customer_name,
      customer_phone,
      service_details: texts.filter(Boolean).join('\n\n'),
      ...(service_date && { delivery_date: service_date.toISOString() }),
    },
  })
}
