import type { ProviderClient } from '../provider-client.ts'
import type { ListedPayment, ProviderMode } from '../provider.ts'
import { readValues } from '../reading-replies.ts'
import { TransactionList } from './flutterwave-replies.ts'
import { readListed } from './read-transaction.ts'

/** A bound for a list that a faulty server would never end. */
const maxPages = 10_000
const day = 24 * 60 * 60 * 1000

/**
 * Successful transactions of the period. The list is filtered by whole days of an undocumented time zone, so a day more is
 * read on both sides and left out by time.
 */
export async function* listFlutterwavePayments(
  client: ProviderClient,
  { from, to }: { from: Date; to: Date },
  mode: ProviderMode,
): AsyncIterable<ListedPayment> {
  const operation = 'listPayments'
  for (let page = 1; page <= maxPages; page++) {
    const { data, meta } = await client.call({
      method: 'GET',
      path: '/transactions',
      query: {
        from: dayOf(from.getTime() - day),
        to: dayOf(to.getTime() + day),
        status: 'successful',
        page: String(page),
      },
      operation,
      reply: TransactionList,
    })
    for (const row of data) {
      if (row.status !== 'successful') continue
      const listed = readValues({ provider: 'flutterwave', operation }, () => readListed(row, mode))
      if (listed.paid_at >= from && listed.paid_at < to) yield listed
    }
    if (data.length === 0 || page >= (meta?.page_info?.total_pages ?? Infinity)) return
  }
}

/** Asks for the payments of today, of which the number does not matter. */
export async function checkKeys(client: ProviderClient): Promise<void> {
  const today = dayOf(Date.now())
  await client.call({
    method: 'GET',
    path: '/transactions',
    query: { from: today, to: today, status: 'successful', page: '1' },
    operation: 'checkKeys',
    reply: TransactionList,
  })
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
