import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lockCardOwner } from '../cards/card-queries.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import {
  coursesOfLine,
  lockOrder,
  selectLines,
  selectOrders,
  type OrderRow,
} from '../orders/order-queries.ts'
import { planSalesOfOrders } from '../orders/plan-sales.ts'
import { ProviderError } from '../providers/provider.ts'
import { completeFreeOrder } from '../settlement/record-payment.ts'
import { verifyCardSetup } from './card-setups.ts'
import { ownsAll } from './purchase-item.ts'

const selectSetupsOf = ({ tx, school_id }: Ctx, order_ids: readonly string[]) =>
  tx
    .selectFrom('card_setups')
    .where('school_id', '=', school_id)
    .where('trial_order_id', 'in', [...order_ids])

/**
 * Begins the free trial of an order whose card was saved, once for each person and plan. If no card was saved on any page,
 * or the person has the courses already, the order is canceled. Safe to repeat.
 */
export async function startCardTrial(ctx: Ctx, order_id: string): Promise<void> {
  const found = await selectOrders(ctx).where('o.id', '=', order_id).executeTakeFirst()
  if (!found) return
  // Checkouts of the same person lock in this order, too.
  const owner = await lockCardOwner(ctx, found.buyer_id)
  const order = await lockOrder(ctx, order_id)
  if (order.status !== 'awaiting_payment' || order.total > 0) return
  const setups = await selectSetupsOf(ctx, [order_id]).select('state').execute()
  const isSaved = setups.some(({ state }) => state === 'saved')
  if (!isSaved && setups.some(({ state }) => state === 'pending')) return
  if (setups.length === 0) return
  const isStarted = isSaved && owner?.status !== 'removed' && !(await hasPlan(ctx, order))
  if (isStarted) await completeFreeOrder(ctx, order)
  else await cancelOrder(ctx, order_id)
}

/** Whether the buyer had a trial of the plan by another order, or has its courses. */
async function hasPlan(ctx: Ctx, { id, buyer_id: user_id }: OrderRow) {
  const [line] = await selectLines(ctx, [id]).execute()
  const plan_id = line!.plan_id!
  return (
    (await planSalesOfOrders.hasBought(ctx, { user_id, plan_id })) ||
    (await ownsAll(ctx, user_id, coursesOfLine(line!)))
  )
}

/** Those of these orders whose buyer is on a page on which the card of their trial is saved. */
export async function findOrdersAwaitingCard(
  ctx: Ctx,
  order_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (order_ids.length === 0) return new Set()
  const rows = await selectSetupsOf(ctx, order_ids)
    .where('state', '=', 'pending')
    .select('trial_order_id')
    .execute()
  return new Set(rows.map(({ trial_order_id }) => trial_order_id!))
}

/** Asks the provider about the cards of an order that waits for one, and begins its trial. */
export async function verifyCardTrial(ctx: CtxWithoutTx, order_id: string): Promise<void> {
  const setups = await ctx.transact((tx) =>
    selectSetupsOf(tx, [order_id])
      .where('state', '=', 'pending')
      .orderBy('created_at', 'desc')
      .limit(3)
      .select('id')
      .execute(),
  )
  for (const { id } of setups)
    try {
      await verifyCardSetup(ctx, id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ err: error, setup_id: id }, 'card setup not verified')
    }
  await ctx.transact((tx) => startCardTrial(tx, order_id))
}
