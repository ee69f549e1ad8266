import { sql } from 'kysely'
import { money } from '#lib/money/money.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import type { SettlementEntry } from '../providers/provider.ts'
import { recordDifference, resolveDifferences } from '../records/record-difference.ts'
import { matchEntries } from './match-entries.ts'
import { settlementDays } from './read-settlements.ts'
import type { SettlementHeader } from './settlement-rows.ts'

const day = 86_400_000
const batchSize = 500

type Account = Pick<PaymentAccount, 'provider' | 'payment_account_id'>

/**
 * Paystack and Flutterwave subtract refunds and chargebacks from a settlement without listing them. Takes those of the school that no
 * settlement has yet, and adds each to the first later settlement that still has room. `owner` is the tenant of the account.
 */
export async function explainDeductions(
  ctx: CtxWithoutTx,
  owner: CtxWithoutTx,
  account: Account,
): Promise<void> {
  const taken = await ctx.transact((tx) => selectTaken(tx, account))
  if (taken.length === 0) return
  const claims = await owner.transact((tx) => claim(tx, account, taken))
  for (const { header, entries } of claims) await matchEntries(ctx, header, entries)
}

interface Taken {
  id: string
  kind: 'refund' | 'dispute'
  transaction_id: string
  amount: number
  currency: string
  taken_at: Date
}

/** Refunds and lost disputes of the account without a settlement, the oldest first. */
async function selectTaken({ tx, school_id, now }: Ctx, account: Account): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select r.id, 'refund' as kind, r.provider_refund_id as transaction_id, r.amount, r.currency, r.updated_at as taken_at
    from refunds r
    join payments p on p.school_id = r.school_id and p.id = r.payment_id
    join payment_attempts a on a.school_id = p.school_id and a.id = p.attempt_id
    where r.school_id = ${school_id} and r.provider = ${account.provider} and r.state = 'succeeded'
      and r.provider_settlement_id is null and r.provider_refund_id is not null
      and r.updated_at > ${new Date(now.getTime() - settlementDays * day)}
      and a.payment_account_id is not distinct from ${account.payment_account_id}
    union all
    select d.id, 'dispute', d.provider_dispute_id, d.amount, d.currency, d.closed_at
    from disputes d
    join payments p on p.school_id = d.school_id and p.id = d.payment_id
    join payment_attempts a on a.school_id = p.school_id and a.id = p.attempt_id
    where d.school_id = ${school_id} and d.provider = ${account.provider} and d.state = 'lost'
      and d.closed_at > ${new Date(now.getTime() - settlementDays * day)}
      and not exists (select from provider_settlement_entries e where e.school_id = d.school_id and e.dispute_id = d.id)
      and a.payment_account_id is not distinct from ${account.payment_account_id}
    order by taken_at, id limit ${batchSize}`.execute(tx)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

interface Claim {
  header: SettlementHeader
  entries: SettlementEntry[]
}

/** Reserves room in settlements. What was reserved before an interruption keeps its settlement. */
async function claim(ctx: Ctx, account: Account, taken: readonly Taken[]): Promise<Claim[]> {
  const claims = new Map<string, Claim>()
  const settlements = await lockWithDeductions(ctx, account)
  const changed = new Set<(typeof settlements)[number]>()
  for (const one of taken) {
    const earlier = settlements.find(({ explained_by }) => explained_by.includes(one.id))
    const settlement = earlier ?? settlements.find((row) => hasRoom(row, one))
    if (!settlement) continue
    if (!earlier) {
      settlement.explained_deductions += one.amount
      settlement.explained_by.push(one.id)
      changed.add(settlement)
    }
    const { id, settlement_id, currency, paid_at } = settlement
    const header = { ...account, settlement_id, currency, paid_at }
    const found = claims.get(id) ?? { header, entries: [] }
    found.entries.push(entryOf(one))
    claims.set(id, found)
  }
  for (const { id, explained_deductions, explained_by } of changed)
    await ctx.tx
      .updateTable('provider_settlements')
      .set({ explained_deductions, explained_by })
      .where('school_id', '=', ctx.school_id)
      .where('id', '=', id)
      .execute()
  return [...claims.values()]
}

const lockWithDeductions = ({ tx, school_id, now }: Ctx, { provider, payment_account_id }: Account) =>
  tx
    .selectFrom('provider_settlements')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('payment_account_id', payment_account_id === null ? 'is' : '=', payment_account_id)
    .where('deductions', '>', 0)
    .where('status', '=', 'paid')
    .where('paid_at', '>', new Date(now.getTime() - settlementDays * day))
    .orderBy('paid_at')
    .orderBy('id')
    .select(['id', 'settlement_id', 'currency', 'paid_at', 'deductions'])
    .select(['explained_deductions', 'explained_by'])
    .forUpdate()
    .execute()

type WithDeductions = Awaited<ReturnType<typeof lockWithDeductions>>[number]

/** The settlement day may be the day of the refund. */
const hasRoom = (row: WithDeductions, { amount, currency, taken_at }: Taken) =>
  row.currency === currency &&
  row.deductions - row.explained_deductions >= amount &&
  row.paid_at.getTime() + day > taken_at.getTime()

const entryOf = ({ id, kind, transaction_id, amount, currency }: Taken): SettlementEntry => ({
  entry_id: id,
  kind,
  transaction_id,
  reference: '',
  gross: money(-amount, currency),
  fee: money(0, currency),
  net: money(-amount, currency),
})

/** Deductions of the account that nothing explained within a day. Returns the number of new differences. */
export async function findUnexplained(ctx: Ctx, { provider, payment_account_id }: Account): Promise<number> {
  const rows = await ctx.tx
    .selectFrom('provider_settlements')
    .where('school_id', '=', ctx.school_id)
    .where('provider', '=', provider)
    .where('payment_account_id', payment_account_id === null ? 'is' : '=', payment_account_id)
    .where('deductions', '>', 0)
    .where('status', '=', 'paid')
    .where('read_at', '<', new Date(ctx.now.getTime() - day))
    .where('paid_at', '>', new Date(ctx.now.getTime() - settlementDays * day))
    .select(['settlement_id', 'currency', 'deductions', 'explained_deductions'])
    .execute()
  const isExplained = (row: (typeof rows)[number]) => row.deductions === row.explained_deductions
  const explained = rows.filter(isExplained).map(({ settlement_id }) => settlement_id)
  await resolveDifferences(ctx, { provider, transaction_id: explained, kinds: ['orphan_refund'] })
  let differences = 0
  for (const row of rows) {
    if (isExplained(row)) continue
    const isNew = await recordDifference(ctx, {
      provider,
      kind: 'orphan_refund',
      transaction_id: row.settlement_id,
      order_id: null,
      expected_amount: row.explained_deductions,
      found_amount: row.deductions,
      currency: row.currency,
    })
    if (isNew) differences += 1
  }
  return differences
}
