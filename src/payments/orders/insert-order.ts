import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { PlanTerms } from '#payment-plans/index.ts'
import { selectOrders, type OrderRow } from './order-queries.ts'
import { orderTotals, type LinePrice } from './order-state.ts'

/** What a line sells. */
export type Sold =
  | { kind: 'course'; course_id: string }
  | { kind: 'tier'; course_id: string; tier: number }
  | { kind: 'plan'; plan_id: string; plan_terms: PlanTerms }
  | { kind: 'plan_period'; plan_id: string }
  | { kind: 'card_check' }

/** The affiliate who brought the buyer, with the commission on this line. */
interface LineCommission {
  affiliate_id: string
  affiliate_amount: number
}

/** A line of a new order. `title` is the name that the buyer sees. */
export type NewLine = Sold & LinePrice & { title: string } & Partial<LineCommission>

interface NewOrder {
  buyer_id: string
  currency: string
  lines: readonly NewLine[]
}

/** Stores an unpaid order with the prices of this moment. */
export async function insertOrder(ctx: Ctx, { buyer_id, currency, lines }: NewOrder): Promise<OrderRow> {
  const { tx, school_id, now } = ctx
  const { nets, total } = orderTotals(lines)
  const id = newId()
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('orders')
    .values({ school_id, id, buyer_id, currency, total, status: 'awaiting_payment', ...times })
    .execute()
  const rows = lines.map((line, position) => ({
    school_id,
    order_id: id,
    position,
    ...rowOf(line),
    net: nets[position]!,
  }))
  await tx.insertInto('order_lines').values(rows).execute()
  return selectOrders(ctx).where('o.id', '=', id).executeTakeFirstOrThrow()
}

const rowOf = (line: NewLine) => ({
  ...line,
  id: newId(),
  plan_terms: line.kind === 'plan' ? JSON.stringify(line.plan_terms) : null,
})
