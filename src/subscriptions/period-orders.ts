import { insertOrder, openOrderPage } from '#payments/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { SubscriptionRow } from './queries.ts'

/** The order of a payment of this subscription. Credit of earlier periods pays a part of the price. */
export const orderPeriod = (
  ctx: Ctx,
  { user_id, plan_id, line_id, title, currency }: SubscriptionRow,
  { price, credit_used }: { price: number; credit_used: number },
) =>
  insertOrder(ctx, {
    buyer_id: user_id,
    currency,
    lines: [
      { kind: 'plan_period', plan_id, plan_line_id: line_id, title, gross: price, discount: credit_used },
    ],
  })

/** The provider's page on which the caller pays an order of a subscription. */
export async function openPaymentPage(
  ctx: CtxWithoutTx,
  order_id: string,
  description: string,
): Promise<string> {
  const page = `${originFor(ctx.config, ctx.school!.host)}/payments`
  const { url } = await openOrderPage(ctx, order_id, {
    description,
    email: ctx.actor.email,
    name: ctx.actor.name || null,
    return_url: `${page}/return?order=${order_id}`,
    cancel_url: page,
    // All ways to pay: only cards could be saved.
    saves_card: false,
  })
  return url
}
