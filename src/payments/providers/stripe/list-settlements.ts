import type Stripe from 'stripe'
import { money } from '#lib/money/money.ts'
import { maxEntryPages, maxSettlementPages } from '../listed-settlement.ts'
import { ProviderError } from '../provider-error.ts'
import type { ListedSettlement, ProviderMode, SettlementEntry } from '../provider.ts'
import { isRejectedAs, readTime, readValues } from '../reading-replies.ts'
import { fromStripeAmount } from './amounts.ts'
import type { StripeClient } from './stripe-client.ts'

const operation = 'listSettlements'
const at = { provider: 'stripe' as const, operation }

interface Account {
  client: StripeClient
  mode: ProviderMode
}

/** Payouts to the bank account. */
export async function* listStripeSettlements(account: Account, since: Date): AsyncIterable<ListedSettlement> {
  const pages = listPages(maxSettlementPages, (after) =>
    account.client.run(operation, (sdk) =>
      sdk.payouts.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
        ...after,
      }),
    ),
  )
  for await (const payouts of pages)
    for (const payout of payouts) yield readValues(at, () => readPayout(account, payout))
}

type After = { starting_after?: string }

/** Pages of a list by its last id. A page whose end was there before would repeat for ever. */
async function* listPages<Row extends { id: string }>(
  maxPages: number,
  getPage: (after: After) => Promise<Stripe.ApiList<Row>>,
): AsyncIterable<Row[]> {
  const ends = new Set<string>()
  let starting_after: string | undefined
  for (let number = 1; number <= maxPages; number++) {
    const page = await getPage(starting_after === undefined ? {} : { starting_after })
    if (!Array.isArray(page.data)) break
    yield page.data
    starting_after = page.data.at(-1)?.id
    if (!page.has_more || starting_after === undefined) return
    if (ends.has(starting_after)) break
    ends.add(starting_after)
  }
  throw new ProviderError('unexpected_reply', at)
}

const statuses = new Map<string, ListedSettlement['status']>([
  ['paid', 'paid'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

function readPayout(account: Account, payout: Stripe.Payout): ListedSettlement {
  if (payout.livemode !== (account.mode === 'live')) throw new RangeError('payout of another mode')
  const net = fromStripeAmount(payout.amount, payout.currency)
  const status = statuses.get(payout.status) ?? 'pending'
  const isListed = payout.automatic && payout.reconciliation_status !== 'not_applicable'
  return {
    settlement_id: payout.id,
    // Until Stripe has assigned the transactions, their list is incomplete.
    status: status === 'paid' && payout.reconciliation_status === 'in_progress' ? 'pending' : status,
    paid_at: readTime(payout.arrival_date),
    gross: null,
    fees: null,
    deductions: money(0, net.currency),
    net,
    has_entries: isListed,
    entries: () => listEntries(account.client, payout.id),
  }
}

async function* listEntries(client: StripeClient, payout: string): AsyncIterable<SettlementEntry[]> {
  const pages = listPages(maxEntryPages, (after) =>
    client.run(operation, (sdk) =>
      sdk.balanceTransactions.list({ payout, limit: 100, expand: ['data.source'], ...after }),
    ),
  )
  for await (const page of pages) {
    const entries: SettlementEntry[] = []
    for (const transaction of page)
      if (transaction.type !== 'payout') entries.push(await readEntry(client, transaction))
    yield entries
  }
}

async function readEntry(
  client: StripeClient,
  transaction: Stripe.BalanceTransaction,
): Promise<SettlementEntry> {
  const origin = await originOf(client, transaction)
  return readValues(at, () => {
    const { amount, fee, currency } = transaction
    const [gross, charged] = [fromStripeAmount(amount, currency), fromStripeAmount(fee, currency)]
    if (origin.kind === 'payment' && gross.minor <= 0) throw new RangeError('a payment without money')
    return {
      ...origin,
      entry_id: transaction.id,
      gross,
      fee: charged,
      net: fromStripeAmount(transaction.net, currency),
    }
  })
}

type Origin = Pick<SettlementEntry, 'kind' | 'transaction_id' | 'reference'>

/** A refund and a dispute name their payment by id only, so its reference is asked for. */
async function originOf(client: StripeClient, { id, source }: Stripe.BalanceTransaction): Promise<Origin> {
  if (typeof source !== 'object' || source === null)
    return { kind: 'other', transaction_id: id, reference: '' }
  if (source.object === 'charge') {
    const intent = idOf(source.payment_intent)
    return {
      kind: 'payment',
      transaction_id: intent ?? source.id,
      reference: source.metadata.reference ?? '',
    }
  }
  if (source.object !== 'refund' && source.object !== 'dispute')
    return { kind: 'other', transaction_id: id, reference: '' }
  const reference = await referenceOf(client, idOf(source.payment_intent))
  return { kind: source.object, transaction_id: source.id, reference }
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

async function referenceOf(client: StripeClient, intent: string | null) {
  if (intent === null) return ''
  try {
    const found = await client.run(operation, (sdk) => sdk.paymentIntents.retrieve(intent))
    return found.metadata.reference ?? ''
  } catch (error) {
    if (!isRejectedAs(error, 'not_found')) throw error
    return ''
  }
}
