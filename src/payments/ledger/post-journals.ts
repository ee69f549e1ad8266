import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { addBumpRevenue } from '../bumps/count-bumps.ts'
import type { Journal, LedgerAccount, Posting } from './postings.ts'
import { revenueFigures, splitFigures, sumOf } from './revenue-parts.ts'

interface JournalSource {
  source_type: 'payment' | 'refund' | 'dispute' | 'affiliate_payout' | 'school_payout' | 'provider_settlement'
  source_id: string
  currency: string
  /** The payment whose account the journals concern; null for a payout or settlement. */
  payment_id: string | null
  /** The account at a provider, where no single payment says it. */
  account?: { provider: string; payment_account_id: string | null }
  /** The parts of the order that they concern; absent or empty for the whole order. */
  lines?: readonly { line_id: string; amount: number }[]
}

/** Writes journals of one source. A journal that exists already, by source and kind, stays as it is. */
export async function postJournals(
  ctx: Ctx,
  { payment_id, account: fixedAccount, lines = [], ...source }: JournalSource,
  journals: readonly Journal[],
): Promise<void> {
  const { tx, school_id, now } = ctx
  const filled = journals.filter(({ postings }) => postings.length > 0)
  if (filled.length === 0) return
  const orderLines = payment_id === null ? [] : await selectOrderLines(ctx, payment_id)
  const { provider = null, payment_account_id = null } = orderLines[0] ?? {}
  const account = fixedAccount ?? { provider, payment_account_id }
  const rows = filled.map(({ kind, postings }) => ({
    school_id,
    id: newId(),
    ...source,
    ...account,
    kind,
    accounts: postings.map((posting) => posting.account),
    amounts: postings.map(({ amount }) => amount),
    posted_at: now,
  }))
  const written = await tx
    .insertInto('ledger_journals')
    .values(rows)
    .onConflict((oc) => oc.columns(['school_id', 'source_type', 'source_id', 'kind']).doNothing())
    .returning(['id', 'kind'])
    .execute()
  const posted = written.map(({ id, kind }) => ({ id, ...filled.find((journal) => journal.kind === kind)! }))
  if (posted.length === 0) return
  await insertRevenue(ctx, posted, { currency: source.currency, lines: weighted(orderLines, lines) })
  await addToBalance(ctx, posted, { ...account, currency: source.currency })
}

/** The lines of a payment's order, with the account that it went to. */
const selectOrderLines = ({ tx, school_id }: Ctx, payment_id: string) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 'p.school_id').onRef('a.id', '=', 'p.attempt_id'),
    )
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 'p.school_id').onRef('l.order_id', '=', 'p.order_id'),
    )
    .where('p.school_id', '=', school_id)
    .where('p.id', '=', payment_id)
    .orderBy('l.position')
    .select(['a.provider', 'a.payment_account_id', 'l.id as line_id', 'l.course_id', 'l.plan_id'])
    .select(['l.net', 'l.bump_id'])
    .execute()

type OrderLine = Awaited<ReturnType<typeof selectOrderLines>>[number]

/** The lines that a journal concerns, with the amounts by which its figures are split. */
function weighted(orderLines: readonly OrderLine[], parts: NonNullable<JournalSource['lines']>) {
  const amounts = new Map(parts.map(({ line_id, amount }) => [line_id, amount]))
  return orderLines
    .map((line) => ({ ...line, weight: parts.length === 0 ? line.net : (amounts.get(line.line_id) ?? 0) }))
    .filter(({ line_id, weight }) => parts.length === 0 || weight > 0 || amounts.has(line_id))
}

interface PostedJournal extends Journal {
  id: string
}

async function insertRevenue(
  ctx: Ctx,
  journals: readonly PostedJournal[],
  { currency, lines }: { currency: string; lines: ReturnType<typeof weighted> },
) {
  if (lines.length === 0) return
  const { tx, school_id, now } = ctx
  const weights = lines.map(({ weight }) => weight)
  const parts = journals.flatMap((journal) => {
    const figures = revenueFigures(journal)
    if (!figures) return []
    const split = splitFigures(figures, currency, weights)
    return split.map((part, index) => ({ journal_id: journal.id, line: lines[index]!, part }))
  })
  if (parts.length === 0) return
  const rows = parts.map(({ journal_id, line: { line_id, course_id, plan_id }, part }) => ({
    school_id,
    journal_id,
    line_id,
    course_id,
    plan_id,
    currency,
    ...part,
    posted_at: now,
  }))
  await tx.insertInto('ledger_revenue').values(rows).execute()
  const ofBumps = parts.flatMap(({ line: { bump_id }, part }) => (bump_id ? [{ bump_id, ...part }] : []))
  await addBumpRevenue(ctx, currency, ofBumps)
}

const countedAccounts = [
  'provider_clearing',
  'school_payable',
  'affiliate_payable',
  'tax_payable',
  'buyer_deposits',
  'dispute_hold',
] as const satisfies LedgerAccount[]

interface BalanceKey {
  provider: string | null
  payment_account_id: string | null
  currency: string
}

/** One statement that locks one row: journals of one transaction concern one account at a provider. */
async function addToBalance({ tx, school_id }: Ctx, journals: readonly PostedJournal[], key: BalanceKey) {
  const sums = Object.fromEntries(
    countedAccounts.map((account) => [
      account,
      journals.reduce((sum, journal) => sum + sumOf(journal, account), 0),
    ]),
  ) as Record<(typeof countedAccounts)[number], number>
  await tx
    .insertInto('ledger_balances')
    .values({ school_id, id: newId(), ...key, ...sums })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'provider', 'payment_account_id', 'currency'])
        .doUpdateSet(
          Object.fromEntries(
            countedAccounts.map((account) => [
              account,
              sql`${sql.ref(`ledger_balances.${account}`)} + ${sql.ref(`excluded.${account}`)}`,
            ]),
          ),
        ),
    )
    .execute()
}

/** The postings of a journal; null if it does not exist. */
export async function findPostings(
  { tx, school_id }: Ctx,
  { source_type, source_id, kind }: Pick<JournalSource, 'source_type' | 'source_id'> & { kind: string },
): Promise<Posting[] | null> {
  const row = await tx
    .selectFrom('ledger_journals')
    .where('school_id', '=', school_id)
    .where('source_type', '=', source_type)
    .where('source_id', '=', source_id)
    .where('kind', '=', kind)
    .select(['accounts', 'amounts'])
    .executeTakeFirst()
  if (!row) return null
  return row.accounts.map((account, index) => ({
    account: account as LedgerAccount,
    amount: Number(row.amounts[index]),
  }))
}
