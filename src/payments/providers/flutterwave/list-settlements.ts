import type { Static } from 'typebox'
import { addMoney, money, subtractMoney, type Money } from '#lib/money/money.ts'
import { maxSettlementPages } from '../listed-settlement.ts'
import type { ProviderClient } from '../provider-client.ts'
import type { ListedSettlement, SettlementEntry } from '../provider.ts'
import { readPages } from '../read-pages.ts'
import { readTime, readValues } from '../reading-replies.ts'
import { fromFlutterwaveAmount, fromFlutterwaveFee } from './amounts.ts'
import {
  SettlementList,
  SettlementReply,
  type Settlement,
  type SettlementTransaction,
} from './flutterwave-replies.ts'

const operation = 'listSettlements'
const at = { provider: 'flutterwave' as const, operation }
const day = 24 * 60 * 60 * 1000

/** The list is filtered by whole days of an undocumented time zone, so a day more is read. */
export async function* listFlutterwaveSettlements(
  client: ProviderClient,
  since: Date,
): AsyncIterable<ListedSettlement> {
  const query = {
    from: new Date(since.getTime() - day).toISOString().slice(0, 10),
    to: new Date(Date.now() + day).toISOString().slice(0, 10),
  }
  const pages = readPages(at, maxSettlementPages, async (page) => {
    const { data, meta } = await client.call({
      method: 'GET',
      path: '/settlements',
      query: { ...query, page: String(page) },
      operation,
      reply: SettlementList,
    })
    return {
      rows: data,
      isLast: data.length === 0 || page >= (meta?.page_info?.total_pages ?? Infinity),
    }
  })
  for await (const rows of pages)
    for (const row of rows) yield readValues(at, () => readSettlement(client, row))
}

const statuses = new Map<string, ListedSettlement['status']>([
  ['completed', 'paid'],
  ['completed-offline', 'paid'],
  ['failed', 'failed'],
])

type Fees = Pick<Static<typeof Settlement>, 'app_fee' | 'merchant_fee' | 'stampduty_charge'>

const sumOf = (amounts: readonly (string | null | undefined)[], read: (text: string) => Money, zero: Money) =>
  amounts.reduce((sum, text) => (text == null ? sum : addMoney(sum, read(text))), zero)

const feesOf = ({ app_fee, merchant_fee, stampduty_charge }: Fees, currency: string) =>
  sumOf(
    [app_fee, merchant_fee, stampduty_charge],
    (text) => fromFlutterwaveFee(text, currency),
    money(0, currency),
  )

function readSettlement(client: ProviderClient, row: Static<typeof Settlement>): ListedSettlement {
  const { currency } = row
  const read = (text: string) => fromFlutterwaveAmount(text, currency)
  return {
    settlement_id: String(row.id),
    status: statuses.get(row.status) ?? 'pending',
    // `processed_date` is empty in the documented samples, also of completed settlements.
    paid_at: readTime(row.processed_date ?? row.due_date ?? row.created_at),
    gross: read(row.gross_amount),
    fees: feesOf(row, currency),
    deductions: sumOf([row.refund, row.chargeback], read, money(0, currency)),
    // Fees may have a fraction of the minor unit, and so has what is left.
    net: fromFlutterwaveFee(row.net_amount, currency),
    has_entries: true,
    entries: () => listEntries(client, String(row.id)),
  }
}

/** The transactions come with the settlement, on one page. */
async function* listEntries(client: ProviderClient, id: string): AsyncIterable<SettlementEntry[]> {
  const path = `/settlements/${encodeURIComponent(id)}`
  const { data } = await client.call({ method: 'GET', path, operation, reply: SettlementReply })
  const rows = new Map((data.transactions ?? []).map((row) => [String(row.id), row]))
  yield [...rows.values()].map((row) => readValues(at, () => readEntry(row)))
}

function readEntry(row: Static<typeof SettlementTransaction>): SettlementEntry {
  const gross = fromFlutterwaveAmount(row.charged_amount, row.currency)
  const fee = feesOf(row, row.currency)
  return {
    entry_id: String(row.id),
    kind: 'payment',
    transaction_id: String(row.id),
    reference: row.tx_ref,
    gross,
    fee,
    net: subtractMoney(gross, fee),
  }
}
