import { sql } from 'kysely'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import type { ListedSettlement } from '../providers/provider.ts'

/** A settlement as the tenant of its account and the schools with a part in it share it. */
export interface SettlementHeader extends Pick<PaymentAccount, 'provider' | 'payment_account_id'> {
  settlement_id: string
  currency: string
  paid_at: Date
}

export const headerOf = (
  { provider, payment_account_id }: Pick<PaymentAccount, 'provider' | 'payment_account_id'>,
  { settlement_id, net, paid_at }: Pick<ListedSettlement, 'settlement_id' | 'net' | 'paid_at'>,
): SettlementHeader => ({ provider, payment_account_id, settlement_id, currency: net.currency, paid_at })

/** The settlement in this tenant, locked until commit: two workers match it one after the other. */
export const lockSettlement = (ctx: Ctx, header: SettlementHeader) =>
  selectSettlement(ctx, header).forUpdate().executeTakeFirst()

const selectSettlement = (
  { tx, school_id }: Ctx,
  { provider, payment_account_id, settlement_id }: SettlementHeader,
) =>
  tx
    .selectFrom('provider_settlements')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('payment_account_id', payment_account_id === null ? 'is' : '=', payment_account_id)
    .where('settlement_id', '=', settlement_id)
    .select(['id', 'status', 'currency', 'read_at', 'journal_count', 'posted_amount', 'part_school_ids'])

export type SettlementRow = NonNullable<Awaited<ReturnType<typeof lockSettlement>>>

/**
 * Stores what the provider lists, until its transactions were read: later only a failure changes it, because a bank may send the
 * money back. Returns the row, locked.
 */
export async function storeListed(
  ctx: Ctx,
  header: SettlementHeader,
  listed: ListedSettlement,
): Promise<SettlementRow> {
  const figures = {
    currency: header.currency,
    status: listed.status,
    paid_at: listed.paid_at,
    gross: listed.gross?.minor ?? null,
    fees: listed.fees?.minor ?? null,
    deductions: listed.deductions.minor,
    net: listed.net.minor,
    has_entries: listed.has_entries,
  }
  const { currency: _, ...changes } = figures
  const status = sql<string>`case when provider_settlements.status = 'paid' and ${listed.status} = 'pending'
    then 'paid' else ${listed.status} end`
  await ctx.tx
    .insertInto('provider_settlements')
    .values({ ...keysOf(ctx, header), ...figures })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'provider', 'payment_account_id', 'settlement_id'])
        .doUpdateSet({ ...changes, status })
        .where('provider_settlements.read_at', 'is', null)
        .where('provider_settlements.status', '<>', 'failed')
        .where('provider_settlements.currency', '=', header.currency),
    )
    .execute()
  return (await lockSettlement(ctx, header))!
}

/** The school's part of a settlement of the platform's account, or its own settlement. Returns the row, locked. */
export async function lockPart(ctx: Ctx, header: SettlementHeader): Promise<SettlementRow> {
  await ctx.tx
    .insertInto('provider_settlements')
    .values({
      ...keysOf(ctx, header),
      currency: header.currency,
      status: 'paid',
      paid_at: header.paid_at,
      gross: 0,
      fees: 0,
      net: 0,
      has_entries: true,
      read_at: ctx.now,
    })
    .onConflict((oc) =>
      oc.columns(['school_id', 'provider', 'payment_account_id', 'settlement_id']).doNothing(),
    )
    .execute()
  return (await lockSettlement(ctx, header))!
}

const keysOf = (
  { school_id, now }: Ctx,
  { provider, payment_account_id, settlement_id }: SettlementHeader,
) => ({ school_id, id: newId(), provider, payment_account_id, settlement_id, created_at: now })

export const updateSettlement = (
  { tx, school_id }: Ctx,
  id: string,
  changes: Partial<{
    status: string
    gross: number
    fees: number
    read_at: Date | null
    payment_count: number
    posted_amount: number
    explained_deductions: number
    explained_by: string[]
  }>,
) =>
  tx
    .updateTable('provider_settlements')
    .set(changes)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

/** Remembers that a school has a part, so that a failure of the settlement reaches it. */
export const addPartSchool = ({ tx, school_id }: Ctx, id: string, part_school_id: string) =>
  tx
    .updateTable('provider_settlements')
    .set({ part_school_ids: sql`array_append(part_school_ids, ${part_school_id}::uuid)` })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where(sql<boolean>`not (part_school_ids @> array[${part_school_id}::uuid])`)
    .execute()
