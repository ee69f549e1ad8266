import type { ProviderClient } from '../provider-client.ts'
import type { ListedPayment } from '../provider.ts'
import { readValues } from '../reading-replies.ts'
import { TransactionList } from './paystack-replies.ts'
import { readListed } from './read-transaction.ts'

const rowsPerPage = 100
/** A bound for a list that a faulty server would never end: a million payments. */
const maxPages = 10_000

/** Successful transactions of the period. Ends at the last page of `meta.pageCount`, or at an empty page. */
export async function* listPaystackPayments(
  client: ProviderClient,
  { from, to }: { from: Date; to: Date },
): AsyncIterable<ListedPayment> {
  const operation = 'listPayments'
  for (let page = 1; page <= maxPages; page++) {
    const { data, meta } = await client.call({
      method: 'GET',
      path: '/transaction',
      query: {
        from: from.toISOString(),
        to: to.toISOString(),
        status: 'success',
        perPage: String(rowsPerPage),
        page: String(page),
      },
      operation,
      reply: TransactionList,
    })
    for (const row of data) yield readValues({ provider: 'paystack', operation }, () => readListed(row))
    if (data.length === 0 || (meta?.pageCount != null && page >= Number(meta.pageCount))) return
  }
}
