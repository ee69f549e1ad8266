import type { Static } from 'typebox'
import { money, subtractMoney } from '#lib/money/money.ts'
import { maxEntryPages, maxSettlementPages } from '../listed-settlement.ts'
import { readPages } from '../read-pages.ts'
import type { ProviderClient } from '../provider-client.ts'
import type { ListedSettlement, ProviderMode, SettlementEntry } from '../provider.ts'
import { readTime, readValues } from '../reading-replies.ts'
import { fromPaystackAmount } from './amounts.ts'
import { SettlementList, TransactionList, type Settlement } from './paystack-replies.ts'
import { readListed } from './read-transaction.ts'

const operation = 'listSettlements'
const at = { provider: 'paystack' as const, operation }
const rowsPerPage = 100

interface Account {
  client: ProviderClient
  mode: ProviderMode
}

/** Settlements, the newest first. The list has no documented filter, so it ends at the first page of older ones. */
export async function* listPaystackSettlements(
  account: Account,
  since: Date,
): AsyncIterable<ListedSettlement> {
  const pages = readPages(at, maxSettlementPages, (page) =>
    getPage(account, { path: '/settlement', reply: SettlementList, page }),
  )
  for await (const rows of pages) {
    const settlements = rows.map((row) => readValues(at, () => readSettlement(account, row)))
    yield* settlements
    if (settlements.every(({ paid_at }) => paid_at < since)) return
  }
}

interface PageRequest<Reply> {
  path: string
  reply: Reply
  page: number
}

async function getPage<Reply extends typeof SettlementList | typeof TransactionList>(
  { client }: Account,
  { path, reply, page }: PageRequest<Reply>,
): Promise<{ rows: Static<Reply>['data']; isLast: boolean }> {
  const query = { perPage: String(rowsPerPage), page: String(page) }
  const { data, meta } = await client.call({ method: 'GET', path, query, operation, reply })
  const isLast = data.length === 0 || (meta?.pageCount != null && page >= Number(meta.pageCount))
  return { rows: data, isLast }
}

const statuses = new Map<string, ListedSettlement['status']>([
  ['success', 'paid'],
  ['failed', 'failed'],
])

function readSettlement(account: Account, row: Static<typeof Settlement>): ListedSettlement {
  const { currency } = row
  const read = (amount: number | string) => fromPaystackAmount(amount, currency)
  const [gross, fees, net] = [read(row.total_processed), read(row.total_fees), read(row.effective_amount)]
  const deducted = gross.minor - fees.minor - net.minor
  // Another mode than that of the keys, or more money than was received.
  if (row.domain !== account.mode || deducted < 0) throw new RangeError('impossible settlement')
  return {
    settlement_id: String(row.id),
    status: statuses.get(row.status) ?? 'pending',
    paid_at: readTime(row.settlement_date ?? row.createdAt),
    gross,
    fees,
    deductions: money(deducted, currency),
    net,
    has_entries: true,
    entries: () => listEntries(account, String(row.id)),
  }
}

async function* listEntries(account: Account, id: string): AsyncIterable<SettlementEntry[]> {
  const path = `/settlement/${encodeURIComponent(id)}/transactions`
  const pages = readPages(at, maxEntryPages, (page) =>
    getPage(account, { path, reply: TransactionList, page }),
  )
  for await (const rows of pages) yield rows.map((row) => readValues(at, () => readEntry(readListed(row))))
}

function readEntry({
  transaction_id,
  reference,
  amount,
  fee,
}: ReturnType<typeof readListed>): SettlementEntry {
  const charged = fee ?? money(0, amount.currency)
  return {
    entry_id: transaction_id,
    kind: 'payment',
    transaction_id,
    reference,
    gross: amount,
    fee: charged,
    net: subtractMoney(amount, charged),
  }
}
