import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { InvoiceRecipient, OrderTaxTerms } from '../tax/tax-terms.ts'
import { selectLines, selectOrders, type LineRow } from './order-queries.ts'
import { lineTitle } from './order-state.ts'
import { orderNumber } from './order-views.ts'

/** An order as an invoice shows it. */
export interface OrderForInvoice {
  id: string
  number: string
  buyer_id: string
  currency: string
  total: number
  tax_terms: OrderTaxTerms | null
  recipient: InvoiceRecipient | null
  lines: {
    kind: LineRow['kind']
    title: string
    gross: number
    discount: number
    tax: number
    included_tax: number
    withheld: number
  }[]
}

/** The order of this id. Refuses an unknown one. */
export async function findOrderForInvoice(ctx: Ctx, order_id: string): Promise<OrderForInvoice> {
  const order = ensureFound(await selectOrders(ctx).where('o.id', '=', order_id).executeTakeFirst())
  const lines = await selectLines(ctx, [order_id]).execute()
  return {
    ...order,
    number: orderNumber(order_id),
    lines: lines.map((line) => ({ ...line, title: lineTitle(line) })),
  }
}
