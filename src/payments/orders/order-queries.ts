import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { PlanTerms } from '#payment-plans/index.ts'
import type { InvoiceRecipient, OrderTaxTerms } from '../tax/tax-terms.ts'
import type { LineKind, LinePurpose } from './order-state.ts'

/** Whether a payment page of the order was opened in the provider's test mode. */
const isTestSql = sql<boolean>`exists (select from payment_attempts t where t.school_id = o.school_id
  and t.order_id = o.id and t.mode = 'test')`

/** Tax in the total: added to prices, or part of them. */
const taxSql = sql<number>`(select coalesce(sum(l.tax + l.included_tax), 0)::bigint from order_lines l
  where l.school_id = o.school_id and l.order_id = o.id)`

export const selectOrders = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('orders as o')
    .where('o.school_id', '=', school_id)
    .select(['o.id', 'o.buyer_id', 'o.status', 'o.currency', 'o.total', 'o.paid_amount', 'o.refunded_amount'])
    .select([
      'o.refund_reserved',
      'o.platform_share',
      'o.reseller_share',
      'o.attention',
      'o.created_at',
      'o.paid_at',
    ])
    .select([isTestSql.as('is_test'), taxSql.as('tax')])
    // insertOrder writes both.
    .select([
      sql<OrderTaxTerms | null>`o.tax_terms`.as('tax_terms'),
      sql<InvoiceRecipient | null>`o.recipient`.as('recipient'),
    ])

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

/** The order, locked until commit: every change of its payments, refunds and entitlements locks it first. */
export const lockOrder = async (ctx: Ctx, id: string): Promise<OrderRow> =>
  ensureFound(await selectOrders(ctx).where('o.id', '=', id).forNoKeyUpdate().executeTakeFirst())

/** Lines of orders, in the order of their positions. */
export const selectLines = ({ tx, school_id }: Ctx, order_ids: readonly string[]) =>
  tx
    .selectFrom('order_lines')
    .where('school_id', '=', school_id)
    .where('order_id', 'in', [...order_ids])
    .orderBy('order_id')
    .orderBy('position')
    .select(['id', 'order_id', 'course_id', 'plan_id', 'tier', 'title', 'gross', 'discount', 'tax', 'net'])
    .select(['included_tax', 'withheld', 'refunded_amount', 'refund_reserved'])
    .select(['affiliate_id', 'affiliate_amount', 'quantity', 'refunded_quantity', 'seats_closed', 'bump_id'])
    // A check constraint limits the kind; insertOrder writes the terms.
    .select([sql<LineKind>`kind`.as('kind'), sql<PlanTerms | null>`plan_terms`.as('plan_terms')])
    .select(sql<LinePurpose>`purpose`.as('purpose'))

export type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['executeTakeFirstOrThrow']>>

/** The courses that a line opens once it is paid. A later payment of a plan opens none: the plan's own line did. */
export const coursesOfLine = ({
  course_id,
  plan_terms,
}: Pick<LineRow, 'course_id' | 'plan_terms'>): string[] =>
  course_id === null ? (plan_terms?.course_ids ?? []) : [course_id]

/** Writes amounts and status of an order. */
export const updateOrder = (
  { tx, school_id, now }: Ctx,
  id: string,
  changes: Partial<{
    status: string
    paid_amount: number
    refunded_amount: number
    refund_reserved: number
    platform_share: number
    reseller_share: number
    paid_at: Date
    attention: string[]
  }>,
) =>
  tx
    .updateTable('orders')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
