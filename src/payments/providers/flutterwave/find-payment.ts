import type { ProviderClient } from '../provider-client.ts'
import type { AttemptReferences, PaymentFound, ProviderMode } from '../provider.ts'
import { isRejectedAs, readValues } from '../reading-replies.ts'
import { TransactionList, TransactionReply } from './flutterwave-replies.ts'
import { readTransaction, type FlutterwaveTransaction } from './read-transaction.ts'

const provider = 'flutterwave'
const operation = 'findPayment'

/** State of the attempt. Without any transaction it is pending as long as we have a link on which the buyer may pay. */
export async function findPayment(
  client: ProviderClient,
  attempt: Pick<AttemptReferences, 'reference' | 'provider_reference'>,
  mode: ProviderMode,
): Promise<PaymentFound> {
  const transaction = await findByReference(client, attempt.reference)
  if (!transaction) return { state: attempt.provider_reference === null ? 'not_found' : 'pending' }
  return readValues({ provider, operation }, () => readTransaction(transaction, mode))
}

/**
 * A buyer may try several times on one link, and each try is a transaction with the same `tx_ref`. If the one that verify
 * returns did not succeed, another one may have.
 */
async function findByReference(client: ProviderClient, tx_ref: string) {
  try {
    const { data } = await client.call({
      method: 'GET',
      path: '/transactions/verify_by_reference',
      query: { tx_ref },
      operation,
      reply: TransactionReply,
    })
    if (data.tx_ref !== tx_ref || data.status === 'successful') return data
    return (await findSuccessful(client, tx_ref)) ?? data
  } catch (error) {
    if (isRejectedAs(error, 'not_found')) return null
    throw error
  }
}

async function findSuccessful(client: ProviderClient, tx_ref: string) {
  const { data } = await client.call({
    method: 'GET',
    path: '/transactions',
    query: { tx_ref, status: 'successful' },
    operation,
    reply: TransactionList,
  })
  const row = data.find((one) => one.tx_ref === tx_ref && one.status === 'successful')
  // Rows of the list have no token.
  return row ? verifyTransaction(client, String(row.id)) : null
}

/** The transaction of this id. Throws `rejected` with `not_found` if there is none. */
export async function verifyTransaction(client: ProviderClient, id: string): Promise<FlutterwaveTransaction> {
  const { data } = await client.call({
    method: 'GET',
    path: `/transactions/${encodeURIComponent(id)}/verify`,
    operation,
    reply: TransactionReply,
  })
  return data
}
