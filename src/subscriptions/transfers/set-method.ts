import { endOrderTransfers, planTransferAccounts } from '#payments/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { billSoon, lockMine } from '../change-subscription.ts'
import type * as contract from '../contract.ts'
import { viewSubscription } from '../list-subscriptions.ts'
import { findOpenPeriod, updatePeriod, updateSubscription } from '../queries.ts'
import { isLive } from '../rules/states.ts'

/** Pays by card or by transfer from now on. What is due is charged at once, or mailed with the account to which it is sent. */
export async function setMySubscriptionMethod(
  ctx: Ctx,
  { id, pays_by }: Input<typeof contract.setMySubscriptionMethod>,
): Promise<Reply<typeof contract.setMySubscriptionMethod>> {
  const { status, currency, next_order_id, payoff_order_id, ...before } = await lockMine(ctx, id)
  if (!isLive(status)) throw new Refusal('subscription_ended')
  if (before.pays_by === pays_by) return viewSubscription(ctx, id)
  if (pays_by === 'bank_transfer' && (await planTransferAccounts(ctx, currency)).length === 0)
    throw new Refusal('bank_transfer_unavailable')
  const open = await findOpenPeriod(ctx, id)
  if (pays_by === 'card')
    await endOrderTransfers(
      ctx,
      [open?.order_id, next_order_id, payoff_order_id].flatMap((order_id) => order_id ?? []),
    )
  await updateSubscription(ctx, id, { pays_by, next_action_at: ctx.now })
  if (open) await updatePeriod(ctx, open, { next_try_at: ctx.now })
  await billSoon(ctx, id)
  await ctx.audit('subscription.method_changed', ['subscription', id])
  return viewSubscription(ctx, id)
}
