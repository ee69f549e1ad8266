import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { affiliatePaid } from './events.ts'
import { getAffiliateView } from './staff-affiliates.ts'

/**
 * Records a payout of everything payable in a currency: commissions become paid, clawbacks of earlier payouts are set off. The
 * affiliate is locked, so that two records cannot pay the same commissions.
 */
export async function recordAffiliatePayout(
  ctx: Ctx,
  { id: affiliate_id, amount, reference, ...input }: Input<typeof contract.recordAffiliatePayout>,
): Promise<Reply<typeof contract.recordAffiliatePayout>> {
  const { tx, school_id, actor, now } = ctx
  const currency = input.currency.toUpperCase()
  await lockAffiliate(ctx, affiliate_id)
  const id = newId()
  await tx
    .insertInto('affiliate_payouts')
    .values({
      school_id,
      id,
      affiliate_id,
      currency,
      amount,
      reference: reference.trim(),
      paid_by: actor.id,
      paid_at: now,
    })
    .execute()
  const paid = await tx
    .updateTable('affiliate_commissions')
    .set({ payout_id: id })
    .where('school_id', '=', school_id)
    .where('affiliate_id', '=', affiliate_id)
    .where('currency', '=', currency)
    .where('payout_id', 'is', null)
    .where('frozen_at', 'is', null)
    .where('payable_at', '<=', now)
    .returning('amount')
    .execute()
  const payable = paid.reduce((sum, row) => sum + row.amount, 0)
  // Rolls back: the balance is another one than staff saw and paid.
  if (payable !== amount) throw new Refusal('payout_changed')
  await ctx.emit(affiliatePaid, { payout_id: id, currency, amount })
  await ctx.audit('affiliate.paid', ['affiliate', affiliate_id], { amount, currency, reference })
  return getAffiliateView(ctx, affiliate_id)
}

async function lockAffiliate({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('affiliates')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  return ensureFound(row)
}
