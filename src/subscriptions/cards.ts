import type { Ctx } from '#tenancy/context/request-context.ts'
import { chargeNow } from './change-subscription.ts'
import { lockSubscription, selectSubscriptions, updateSubscription } from './queries.ts'
import { liveStatuses } from './rules/states.ts'

/** Whether a live subscription of the person may be charged to the saved cards. */
export async function isCardNeeded(ctx: Ctx, user_id: string): Promise<boolean> {
  const row = await selectSubscriptions(ctx)
    .where('s.user_id', '=', user_id)
    .where('s.status', 'in', [...liveStatuses])
    .where('s.pays_by', '=', 'card')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Charges again what was declined, after the person saved another card or chose another default. */
export async function chargeAfterCardChange(
  ctx: Ctx,
  { user_id, card_id }: { user_id: string; card_id: string },
): Promise<void> {
  const rows = await selectSubscriptions(ctx)
    .where('s.user_id', '=', user_id)
    .where('s.status', 'in', ['past_due', 'unpaid'])
    .where('s.pays_by', '=', 'card')
    .orderBy('s.id')
    .execute()
  for (const { id } of rows) {
    const subscription = await lockSubscription(ctx, id)
    if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') continue
    await updateSubscription(ctx, id, { card_id })
    await chargeNow(ctx, id)
  }
}
