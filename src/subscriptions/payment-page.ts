import { openOrderPage } from '#payments/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'

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
