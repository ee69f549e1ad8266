import { findCodesOfOrders } from '#coupons/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { namedTaxes } from '../tax/tax-terms.ts'
import { selectLines, type LineRow, type OrderRow } from './order-queries.ts'
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
    ...taxViews(order, lines.get(order.id) ?? []),
  }))
}

/** The taxes of an order by name, and what the buyer's company keeps back. */
export function taxViews(
  { tax_terms, currency }: Pick<OrderRow, 'tax_terms' | 'currency'>,
  lines: readonly Pick<LineRow, 'tax' | 'included_tax' | 'withheld'>[],
) {
  const sumOf = (key: 'tax' | 'included_tax' | 'withheld') => lines.reduce((sum, line) => sum + line[key], 0)
  const withheld = sumOf('withheld')
  const name = tax_terms?.withholding?.name
  return {
    taxes: namedTaxes(tax_terms, { added: sumOf('tax'), included: sumOf('included_tax') }, currency),
    withholding: withheld > 0 && name !== undefined ? { name, amount: withheld } : null,
  }
}
