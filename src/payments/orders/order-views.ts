import { findCodesOfOrders } from '#coupons/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { selectLines, type OrderRow } from './order-queries.ts'
import type { AttentionReason, OrderStatus } from './order-state.ts'

/** Length of order numbers: the end of the id, which is random. */
const numberLength = 8

/** What people read and quote of an order. */
export const orderNumber = (order_id: string): string => order_id.slice(-numberLength).toUpperCase()

/** Orders with their lines and coupons, as buyers and staff see them. Check constraints limit status and reasons. */
export async function orderViews<Row extends OrderRow>(ctx: Ctx, orders: readonly Row[]) {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const lines = Map.groupBy(await selectLines(ctx, ids).execute(), (line) => line.order_id)
  const codes = await findCodesOfOrders(ctx, ids)
  return orders.map((order) => ({
    ...order,
    number: orderNumber(order.id),
    status: order.status as OrderStatus,
    attention: order.attention as AttentionReason[],
    coupon_code: codes.get(order.id) ?? null,
    lines: lines.get(order.id) ?? [],
  }))
}
