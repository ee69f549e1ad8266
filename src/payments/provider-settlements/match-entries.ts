import { sql } from 'kysely'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { postJournals } from '../ledger/post-journals.ts'
import { lateFeeJournal, paidOutJournal } from '../ledger/postings.ts'
import type { SettlementEntry } from '../providers/provider.ts'
import { recordDifference, resolveDifferences } from '../records/record-difference.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import { findSubjects, type Subject } from './find-subjects.ts'
import { lockPart, type SettlementHeader, type SettlementRow } from './settlement-rows.ts'

/**
 * Matches entries of a settlement with the school's payments, refunds and disputes, and posts what was paid out. A payment that
 * is missing here is settled first. Safe to repeat. Returns the number of new differences. Throws `ProviderError` if the provider
 * does not answer.
 */
export async function matchEntries(
  ctx: CtxWithoutTx,
  header: SettlementHeader,
  entries: readonly SettlementEntry[],
): Promise<number> {
  const first = await ctx.transact((tx) => matchPage(tx, header, entries))
  for (const { kind, reference } of first.missing) {
    const attempt = kind === 'payment' ? parsePaymentReference(reference) : null
    if (attempt?.school_id === ctx.school_id) await verifyAttempt(ctx, attempt.attempt_id)
  }
  if (first.missing.length === 0) return first.differences
  return ctx.transact(async (tx) => {
    const second = await matchPage(tx, header, first.missing)
    let differences = first.differences + second.differences
    for (const entry of second.missing) if (await recordUnknown(tx, header, entry)) differences += 1
    return differences
  })
}

/** Money in a settlement that nothing of ours explains. Fees of the account are no payments, and explain themselves. */
export async function recordUnknown(
  ctx: Ctx,
  { provider }: SettlementHeader,
  { kind, transaction_id, gross }: SettlementEntry,
): Promise<boolean> {
  if (kind === 'other') return false
  return recordDifference(ctx, {
    provider,
    kind: kind === 'payment' ? 'missing_local' : 'orphan_refund',
    transaction_id,
    order_id: null,
    expected_amount: kind === 'payment' ? null : 0,
    found_amount: Math.abs(gross.minor),
    currency: gross.currency,
  })
}

interface PageResult {
  missing: SettlementEntry[]
  differences: number
}

async function matchPage(
  ctx: Ctx,
  header: SettlementHeader,
  entries: readonly SettlementEntry[],
): Promise<PageResult> {
  const subjects = await findSubjects(ctx, header.provider, entries)
  const matched = new Set(subjects.map(({ entry }) => entry))
  const missing = entries.filter((entry) => !matched.has(entry) && entry.kind !== 'other')
  if (subjects.length === 0) return { missing, differences: 0 }
  const settlement = await lockPart(ctx, header)
  if (settlement.status === 'failed') return { missing: [], differences: 0 }
  const once = subjects.filter(({ settled_by }) => settled_by === null || settled_by === settlement.id)
  const inserted = await insertEntries(ctx, { settlement, header, subjects: once })
  await postPaidOut(ctx, { settlement, header, subjects: inserted })
  await markSettled(ctx, settlement.id, inserted)
  await resolveSettled(ctx, header, inserted)
  const twice = subjects.filter((subject) => !once.includes(subject))
  return { missing, differences: await recordDifferent(ctx, header, { inserted, twice }) }
}

interface Matching {
  settlement: SettlementRow
  header: SettlementHeader
  subjects: readonly Subject[]
}

/** The ledger has no quarantined money, and cannot add currencies. */
const isPosted = ({ is_quarantined, currency, entry }: Subject, header: SettlementHeader) =>
  !is_quarantined && currency === header.currency && entry.net.currency === currency

/** Returns the subjects whose entries are new. */
async function insertEntries(
  { tx, school_id, now }: Ctx,
  { settlement, header, subjects }: Matching,
): Promise<Subject[]> {
  if (subjects.length === 0) return []
  const rows = await tx
    .insertInto('provider_settlement_entries')
    .values(
      subjects.map((subject) => ({
        school_id,
        id: newId(),
        provider_settlement_id: settlement.id,
        entry_id: subject.entry.entry_id,
        kind: subject.entry.kind,
        order_id: subject.order_id,
        payment_id: subject.payment_id,
        refund_id: subject.refund_id,
        dispute_id: subject.dispute_id,
        gross: subject.entry.gross.minor,
        fee: subject.entry.fee.minor,
        net: subject.entry.net.minor,
        is_posted: isPosted(subject, header),
        created_at: now,
      })),
    )
    .onConflict((oc) => oc.columns(['school_id', 'provider_settlement_id', 'entry_id']).doNothing())
    .returning('entry_id')
    .execute()
  const fresh = new Set(rows.map(({ entry_id }) => entry_id))
  return subjects.filter(({ entry }) => fresh.has(entry.entry_id))
}

const sumOf = (subjects: readonly Subject[], value: (entry: SettlementEntry) => number) =>
  subjects.reduce((sum, { entry }) => sum + value(entry), 0)

/** Moves what was paid out from the provider to the bank account. Fees that were unknown are posted, once. */
async function postPaidOut(ctx: Ctx, { settlement, header, subjects }: Matching) {
  if (subjects.length === 0) return
  const posted = subjects.filter((subject) => isPosted(subject, header))
  for (const subject of posted) await postUnknownFee(ctx, subject)
  const amount = sumOf(posted, ({ net }) => net.minor)
  const { provider, payment_account_id, currency } = header
  const bank = payment_account_id === null ? 'platform_bank' : 'school_bank'
  await postJournals(
    ctx,
    {
      source_type: 'provider_settlement',
      source_id: settlement.id,
      currency,
      payment_id: null,
      account: { provider, payment_account_id },
    },
    [paidOutJournal(bank, amount, settlement.journal_count + 1)],
  )
  await addToSettlement(ctx, { settlement, header, subjects }, amount)
}

/** A school's part of the platform's settlement has the sums of its entries. */
async function addToSettlement(ctx: Ctx, { settlement, header, subjects }: Matching, posted: number) {
  const isPart = header.payment_account_id === null
  const listed = subjects.filter(({ entry }) => entry.net.currency === header.currency)
  const payments = subjects.filter(({ entry }) => entry.kind === 'payment').length
  await ctx.tx
    .updateTable('provider_settlements')
    .set({
      posted_amount: sql`posted_amount + ${posted}`,
      journal_count: sql`journal_count + 1`,
      payment_count: sql`payment_count + ${payments}`,
      ...(isPart && {
        gross: sql`gross + ${sumOf(listed, ({ gross }) => gross.minor)}`,
        fees: sql`fees + ${sumOf(listed, ({ fee }) => fee.minor)}`,
        net: sql`net + ${sumOf(listed, ({ net }) => net.minor)}`,
      }),
    })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', settlement.id)
    .execute()
}

async function postUnknownFee(ctx: Ctx, { entry, payment_id, currency, amount, fee: earlier }: Subject) {
  const fee = amount - entry.net.minor
  if (entry.kind !== 'payment' || earlier !== null || fee < 0 || fee > amount) return
  await ctx.tx
    .updateTable('payments')
    .set({ fee })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', payment_id)
    .where('fee', 'is', null)
    .execute()
  if (fee > 0)
    await postJournals(ctx, { source_type: 'payment', source_id: payment_id, currency, payment_id }, [
      lateFeeJournal(fee),
    ])
}

async function markSettled(
  { tx, school_id }: Ctx,
  provider_settlement_id: string,
  subjects: readonly Subject[],
) {
  const payments = subjects.filter(({ entry }) => entry.kind === 'payment')
  const refunds = subjects.flatMap(({ refund_id }) => refund_id ?? [])
  const payment_ids = payments.map(({ payment_id }) => payment_id)
  if (payment_ids.length > 0)
    await tx
      .updateTable('payments')
      .set({ provider_settlement_id })
      .where('school_id', '=', school_id)
      .where('id', 'in', payment_ids)
      .execute()
  if (refunds.length > 0)
    await tx
      .updateTable('refunds')
      .set({ provider_settlement_id })
      .where('school_id', '=', school_id)
      .where('id', 'in', refunds)
      .execute()
}

async function resolveSettled(ctx: Ctx, { provider }: SettlementHeader, subjects: readonly Subject[]) {
  const idsOf = (isPayment: boolean) =>
    subjects
      .filter(({ entry }) => (entry.kind === 'payment') === isPayment)
      .map(({ entry }) => entry.transaction_id)
  const kinds = ['missing_local', 'missing_remote', 'not_settled']
  await resolveDifferences(ctx, { provider, transaction_id: idsOf(true), kinds })
  await resolveDifferences(ctx, { provider, transaction_id: idsOf(false), kinds: ['orphan_refund'] })
}

interface Compared {
  inserted: readonly Subject[]
  /** Already part of another settlement. */
  twice: readonly Subject[]
}

/** Amounts that the ledger does not expect. Returns the number of new differences. */
async function recordDifferent(ctx: Ctx, header: SettlementHeader, { inserted, twice }: Compared) {
  const different = inserted.filter(
    ({ entry, expected, currency }) =>
      entry.net.currency !== currency || (expected ?? entry.net.minor) !== entry.net.minor,
  )
  let count = 0
  for (const { entry, order_id, expected, amount } of [...different, ...twice]) {
    const isTwice = twice.some((one) => one.entry === entry)
    const isNew = await recordDifference(ctx, {
      provider: header.provider,
      kind: 'settled_amount_diff',
      transaction_id: isTwice ? `${entry.transaction_id} ${header.settlement_id}` : entry.transaction_id,
      order_id,
      expected_amount: isTwice ? 0 : (expected ?? amount),
      found_amount: entry.net.minor,
      currency: entry.net.currency,
    })
    if (isNew) count += 1
  }
  return count
}
