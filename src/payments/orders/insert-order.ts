import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { PlanTerms } from '#payment-plans/index.ts'
import { taxOfBuyer, type OrderTax } from '../tax/invoice-recipient.ts'
import { taxesOfPrice } from '../tax/tax-terms.ts'
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

/** A line of a new order before tax. `title` is the name that the buyer sees. */
export type NewLine = Sold &
  Pick<LinePrice, 'gross' | 'discount'> & { title: string } & Partial<LineCommission>

interface NewOrder {
  buyer_id: string
  currency: string
  lines: readonly NewLine[]
  /** Absent: it is looked up. */
  tax?: OrderTax
}

/** Stores an unpaid order with the prices and taxes of this moment. */
export async function insertOrder(ctx: Ctx, { buyer_id, currency, lines, tax }: NewOrder): Promise<OrderRow> {
  const { tx, school_id, now } = ctx
  const isTaxed = lines.every(({ kind }) => kind !== 'card_check')
  const { tax_terms, recipient } = isTaxed
    ? (tax ?? (await taxOfBuyer(ctx, buyer_id)))
    : { tax_terms: null, recipient: null }
  const taxed = lines.map((line) => {
    const taxes = taxesOfPrice(tax_terms, line.gross - line.discount, currency)
    return { ...line, tax: taxes.added, included_tax: taxes.included, withheld: taxes.withheld }
  })
  const { nets, total } = orderTotals(taxed)
  const id = newId()
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('orders')
    .values({
      school_id,
      id,
      buyer_id,
      currency,
      total,
      status: 'awaiting_payment',
      tax_terms: tax_terms && JSON.stringify(tax_terms),
      recipient: recipient && JSON.stringify(recipient),
      ...times,
    })
    .execute()
  const rows = taxed.map((line, position) => ({
    school_id,
    order_id: id,
    position,
    ...rowOf(line),
    net: nets[position]!,
  }))
  await tx.insertInto('order_lines').values(rows).execute()
  return selectOrders(ctx).where('o.id', '=', id).executeTakeFirstOrThrow()
}

const rowOf = <Line extends NewLine>(line: Line) => ({
  ...line,
  id: newId(),
  plan_terms: line.kind === 'plan' ? JSON.stringify(line.plan_terms) : null,
})
