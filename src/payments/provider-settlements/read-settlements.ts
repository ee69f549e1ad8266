import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import type { PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import type { ListedSettlement, PaymentProvider, SettlementEntry } from '../providers/provider.ts'
import { recordDifference, resolveDifferences } from '../records/record-difference.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import { matchEntries, recordUnknown } from './match-entries.ts'
import { returnSettlement } from './return-settlement.ts'
import {
  addPartSchool,
  headerOf,
  lockSettlement,
  storeListed,
  updateSettlement,
  type SettlementHeader,
} from './settlement-rows.ts'

const day = 86_400_000
/** Settlements of a payment come within days, weeks where the money moves once a month. */
export const settlementDays = 45

/**
 * Reads the settlements of an account, in the tenant of the account, and matches them. Safe to repeat and to interrupt: a
 * settlement whose transactions were all read is not read again. Returns the number of new differences. Throws `ProviderError`.
 */
export async function readSettlements(
  ctx: CtxWithoutTx,
  account: PaymentAccount,
  opened: PaymentProvider,
): Promise<number> {
  const since = new Date(ctx.now.getTime() - settlementDays * day)
  const listed: ListedSettlement[] = []
  for await (const settlement of opened.listSettlements(since))
    if (settlement.paid_at >= since) listed.push(settlement)
  let differences = 0
  for (const settlement of inOrder(listed)) differences += await readSettlement(ctx, account, settlement)
  return differences
}

/** Those that failed first: their payments are in a later one again. Then the oldest first. */
const inOrder = (listed: readonly ListedSettlement[]) =>
  listed.toSorted(
    (a, b) =>
      Number(b.status === 'failed') - Number(a.status === 'failed') ||
      a.paid_at.getTime() - b.paid_at.getTime(),
  )

async function readSettlement(ctx: CtxWithoutTx, account: PaymentAccount, listed: ListedSettlement) {
  const header = headerOf(account, listed)
  const row = await ctx.transact((tx) => storeListed(tx, header, listed))
  if (listed.status === 'failed') {
    for (const school_id of row.part_school_ids)
      await returnSettlement((await openSchool(ctx, school_id))!, header)
    await returnSettlement(ctx, header)
    return 0
  }
  if (row.status !== 'paid' || row.read_at !== null) return 0
  const read = await readEntries(ctx, header, listed)
  return read.differences + (await finish(ctx, { header, listed, ...read.sums }))
}

interface Sums {
  gross: number
  fees: number
  net: number
  payments: number
}

/** Matches page by page. Another currency than the settlement's makes the sums differ. */
async function readEntries(ctx: CtxWithoutTx, header: SettlementHeader, listed: ListedSettlement) {
  const sums: Sums = { gross: 0, fees: 0, net: 0, payments: 0 }
  let differences = 0
  if (!listed.has_entries) return { sums, differences }
  for await (const entries of listed.entries()) {
    for (const { kind, gross, fee, net } of entries) {
      if (net.currency !== header.currency) continue
      sums.gross += gross.minor
      sums.fees += fee.minor
      sums.net += net.minor
      if (kind === 'payment') sums.payments += 1
    }
    differences += await matchForOwners(ctx, header, entries)
  }
  return { sums, differences }
}

/** A school's own account has its payments only. In the platform's account, each reference names its school. */
async function matchForOwners(
  ctx: CtxWithoutTx,
  header: SettlementHeader,
  entries: readonly SettlementEntry[],
) {
  if (ctx.school_id !== PLATFORM_ID) return matchEntries(ctx, header, entries)
  let differences = 0
  const groups = Map.groupBy(entries, ({ reference }) => parsePaymentReference(reference)?.school_id ?? null)
  for (const [school_id, group] of groups) {
    const school = school_id === null ? null : await openSchool(ctx, school_id)
    if (school) {
      await ctx.transact(async (tx) => addPartSchool(tx, (await lockSettlement(tx, header))!.id, school_id!))
      differences += await matchEntries(school, header, group)
    } else differences += await ctx.transact((tx) => recordAllUnknown(tx, header, group))
  }
  return differences
}

/** Null for an id that is no school. */
export async function openSchool(ctx: CtxWithoutTx, school_id: string): Promise<CtxWithoutTx | null> {
  const school = school_id === PLATFORM_ID ? null : await ctx.hosts.byId(school_id)
  return school && createCtxWithoutTx(asSchool(ctx, school), { onSchoolInvalidated: () => {} })
}

async function recordAllUnknown(tx: Ctx, header: SettlementHeader, entries: readonly SettlementEntry[]) {
  let differences = 0
  for (const entry of entries) if (await recordUnknown(tx, header, entry)) differences += 1
  return differences
}

interface Finished extends Sums {
  header: SettlementHeader
  listed: ListedSettlement
}

/** The settlement was read as a whole: its movements must add up to what the bank account got. */
function finish(ctx: CtxWithoutTx, { header, listed, gross, fees, net, payments }: Finished) {
  return ctx.transact(async (tx) => {
    const row = (await lockSettlement(tx, header))!
    if (row.status === 'failed') return 0
    await updateSettlement(tx, row.id, {
      read_at: tx.now,
      payment_count: payments,
      ...(listed.has_entries && listed.gross === null && { gross, fees }),
    })
    const found = net - listed.deductions.minor
    const about = { provider: header.provider, transaction_id: header.settlement_id }
    if (!listed.has_entries) return 0
    if (found === listed.net.minor) {
      await resolveDifferences(tx, { ...about, kinds: ['settlement_sum_diff'] })
      return 0
    }
    const difference = { ...about, order_id: null, currency: header.currency }
    const amounts = { expected_amount: listed.net.minor, found_amount: found }
    return Number(await recordDifference(tx, { ...difference, ...amounts, kind: 'settlement_sum_diff' }))
  })
}
