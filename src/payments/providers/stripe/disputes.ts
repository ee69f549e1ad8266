import type Stripe from 'stripe'
import { money, type Money } from '#lib/money/money.ts'
import { ProviderError } from '../provider-error.ts'
import type { DisputeEvidence, DisputeFound, PaymentProvider } from '../provider.ts'
import { readTime, readValues } from '../reading-replies.ts'
import { fromStripeAmount } from './amounts.ts'
import type { StripeClient } from './stripe-client.ts'

const provider = 'stripe'
/** Stripe takes 150,000 characters for all texts together. */
const maxText = 20_000

/** Disputes of one account. */
export const createDisputes = (
  client: StripeClient,
): Pick<PaymentProvider, 'findDispute' | 'submitEvidence'> => ({
  findDispute: ({ provider_dispute_id }) => findDispute(client, provider_dispute_id),
  submitEvidence: (evidence) => submitEvidence(client, evidence),
})

async function findDispute(client: StripeClient, id: string): Promise<DisputeFound> {
  const operation = 'findDispute'
  const dispute = await client.run(operation, (sdk) =>
    sdk.disputes.retrieve(id, { expand: ['payment_intent'] }),
  )
  const intent = dispute.payment_intent
  if (!intent) throw new ProviderError('unexpected_reply', { provider, operation })
  return readValues({ provider, operation }, () => ({
    provider_dispute_id: dispute.id,
    transaction_id: typeof intent === 'string' ? intent : intent.id,
    reference: typeof intent === 'string' ? null : (intent.metadata.reference ?? null),
    state: disputeStates.get(dispute.status) ?? 'open',
    amount: fromStripeAmount(dispute.amount, dispute.currency),
    reason: dispute.reason,
    due_at: dispute.evidence_details.due_by === null ? null : readTime(dispute.evidence_details.due_by),
    fee: feeOf(dispute),
  }))
}

/** The fees of the withdrawal, less those that Stripe gave back; null if they are in another currency. */
function feeOf({ balance_transactions, currency }: Stripe.Dispute): Money | null {
  if (!balance_transactions.every((transaction) => transaction.currency === currency)) return null
  const fee = balance_transactions.reduce((sum, transaction) => sum + transaction.fee, 0)
  return fee > 0 ? fromStripeAmount(fee, currency) : money(0, currency.toUpperCase())
}

/** A warning that closed took no money; a prevented dispute was never opened. */
const disputeStates = new Map<string, DisputeFound['state']>([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

async function submitEvidence(client: StripeClient, evidence: DisputeEvidence) {
  await client.run('submitEvidence', (sdk) =>
    sdk.disputes.update(evidence.provider_dispute_id, {
      evidence: {
        customer_name: evidence.customer_name,
        customer_email_address: evidence.customer_email,
        product_description: evidence.product.slice(0, maxText),
        access_activity_log: evidence.activity.slice(0, maxText),
        uncategorized_text: evidence.text.slice(0, maxText),
        ...(evidence.service_date && { service_date: evidence.service_date.toISOString().slice(0, 10) }),
      },
      submit: true,
    }),
  )
}
