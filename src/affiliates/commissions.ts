import { sql } from 'kysely'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { commissionsLost } from './events.ts'
import { getSettings, selectCommissions } from './queries.ts'

/** A paid order line that an affiliate brought. */
export interface EarnedLine {
  line_id: string
  title: string
  affiliate_id: string
  amount: number
}

const dayMs = 86_400_000

/** Records what affiliates earn with a paid order. It can be paid out after the hold. Repeating it is safe. */
export async function recordCommissions(
  ctx: Ctx,
  { order_id, currency, lines }: { order_id: string; currency: string; lines: readonly EarnedLine[] },
): Promise<void> {
  const earned = lines.filter(({ amount }) => amount > 0)
  if (earned.length === 0) return
  const { tx, school_id, now } = ctx
  const { hold_days } = await getSettings(ctx)
  const payable_at = new Date(now.getTime() + hold_days * dayMs)
  await tx
    .insertInto('affiliate_commissions')
    .values(
      earned.map((line) => ({
        school_id,
        id: newId(),
        order_id,
        ...line,
        kind: 'commission',
        source: line.line_id,
        currency,
        payable_at,
        created_at: now,
      })),
    )
    .onConflict((oc) => oc.columns(['school_id', 'line_id', 'kind', 'source']).doNothing())
    .execute()
}

export interface ReversedLine {
  line_id: string
  /** Positive. */
  amount: number
}

interface Reversal {
  /** The refund or dispute, once per time that it succeeded. */
  source: string
  lines: readonly ReversedLine[]
}

/**
 * Takes back a part of the commissions of order lines. While a commission waits, its clawback waits with it; after the
 * payout it counts for the next one, so that a balance may be negative. Repeating it is safe.
 */
export async function reverseCommissions(ctx: Ctx, { source, lines }: Reversal): Promise<void> {
  const changed = lines.filter(({ amount }) => amount > 0)
  if (changed.length === 0) return
  const ids = changed.map(({ line_id }) => line_id)
  const earned = await selectCommissions(ctx)
    .where('m.line_id', 'in', ids)
    .where('m.kind', '=', 'commission')
    .execute()
  const amounts = new Map(changed.map(({ line_id, amount }) => [line_id, amount]))
  const clawbacks = earned.map((row) => ({ ...row, amount: -amounts.get(row.line_id)! }))
  await insertChanges(ctx, { kind: 'clawback', source, rows: clawbacks })
}

/** Gives back what `reverseCommissions` took with this source, because the refund failed later. Repeating it is safe. */
export async function restoreCommissions(ctx: Ctx, { source }: { source: string }): Promise<void> {
  const clawbacks = await selectCommissions(ctx)
    .where('m.source', '=', source)
    .where('m.kind', '=', 'clawback')
    .execute()
  const rows = clawbacks.map((row) => ({ ...row, amount: -row.amount }))
  await insertChanges(ctx, { kind: 'restoration', source, rows })
}

type CommissionRow = Awaited<ReturnType<ReturnType<typeof selectCommissions>['executeTakeFirstOrThrow']>>

interface Changes {
  kind: 'clawback' | 'restoration'
  source: string
  /** The rows that are changed, with the amounts of the changes. */
  rows: readonly CommissionRow[]
}

async function insertChanges({ tx, school_id, now }: Ctx, { kind, source, rows }: Changes) {
  if (rows.length === 0) return
  const values = rows.map((row) => {
    const { affiliate_id, order_id, line_id, title, currency, amount } = row
    const isPaid = row.payout_id !== null
    return {
      school_id,
      id: newId(),
      affiliate_id,
      order_id,
      line_id,
      title,
      currency,
      amount,
      kind,
      source,
      payable_at: isPaid ? now : row.payable_at,
      frozen_at: isPaid ? null : row.frozen_at,
      created_at: now,
    }
  })
  await tx
    .insertInto('affiliate_commissions')
    .values(values)
    .onConflict((oc) => oc.columns(['school_id', 'line_id', 'kind', 'source']).doNothing())
    .execute()
}

/** Holds back commissions of an order that are not paid out, while its buyer disputes the payment. */
export async function freezeCommissions({ tx, school_id, now }: Ctx, order_id: string): Promise<void> {
  await tx
    .updateTable('affiliate_commissions')
    .set({ frozen_at: now })
    .where('school_id', '=', school_id)
    .where('order_id', '=', order_id)
    .where('payout_id', 'is', null)
    .where('frozen_at', 'is', null)
    .execute()
}

/** Ends the hold of `freezeCommissions`: the dispute is over. */
export async function releaseCommissions({ tx, school_id }: Ctx, order_id: string): Promise<void> {
  await tx
    .updateTable('affiliate_commissions')
    .set({ frozen_at: null })
    .where('school_id', '=', school_id)
    .where('order_id', '=', order_id)
    .where('frozen_at', 'is not', null)
    .execute()
}

interface LostDispute {
  order_id: string
  dispute_id: string
  /** The commissions of what was lost of each line. */
  lines: readonly { line_id: string; commission: number }[]
}

/**
 * Takes back the commissions of what a dispute lost, at most what is left of them, and ends their hold. Returns the sum, for the
 * ledger. A repetition takes nothing.
 */
export async function loseCommissions(
  ctx: Ctx,
  { order_id, dispute_id, lines: lost }: LostDispute,
): Promise<number> {
  const { tx, school_id } = ctx
  await releaseCommissions(ctx, order_id)
  const rows = await tx
    .selectFrom('affiliate_commissions')
    .where('school_id', '=', school_id)
    .where('order_id', '=', order_id)
    .groupBy('line_id')
    .having(sql<boolean>`not bool_or(source = ${dispute_id})`)
    .select(['line_id', ({ fn }) => fn.sum<number>('amount').as('left')])
    .execute()
  const commissions = new Map(lost.map(({ line_id, commission }) => [line_id, commission]))
  const lines = rows.map(({ line_id, left }) => ({
    line_id,
    amount: Math.max(0, Math.min(Number(left), commissions.get(line_id) ?? 0)),
  }))
  await reverseCommissions(ctx, { source: dispute_id, lines })
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

interface DisputeChange extends LostDispute {
  state: 'open' | 'won' | 'lost'
  currency: string
}

/** Holds commissions back while a payment is disputed; a lost dispute takes them back. */
export async function handleDispute(ctx: Ctx, change: DisputeChange): Promise<void> {
  const { dispute_id, order_id, state, currency, lines } = change
  if (state === 'open') return freezeCommissions(ctx, order_id)
  if (state === 'won') return releaseCommissions(ctx, order_id)
  const amount = await loseCommissions(ctx, { order_id, dispute_id, lines })
  if (amount > 0) await ctx.emit(commissionsLost, { dispute_id, currency, amount })
}
