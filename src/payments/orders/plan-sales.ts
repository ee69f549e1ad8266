import { sql } from 'kysely'
import type { PlanSales } from '#payment-plans/index.ts'

/** What payment plans need to know of orders. */
export const planSalesOfOrders: PlanSales = {
  async countBuyers({ tx, school_id }, plan_ids) {
    if (plan_ids.length === 0) return new Map()
    const rows = await tx
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', (on) =>
        on.onRef('o.school_id', '=', 'l.school_id').onRef('o.id', '=', 'l.order_id'),
      )
      .where('l.school_id', '=', school_id)
      .where('l.plan_id', 'in', [...plan_ids])
      .where('l.kind', '=', 'plan')
      .where('o.paid_at', 'is not', null)
      .groupBy('l.plan_id')
      .select(['l.plan_id', sql<number>`count(distinct o.buyer_id)::int`.as('count')])
      .execute()
    return new Map(rows.map(({ plan_id, count }) => [plan_id!, count]))
  },
  async isOrdered({ tx, school_id }, plan_id) {
    const row = await tx
      .selectFrom('order_lines')
      .where('school_id', '=', school_id)
      .where('plan_id', '=', plan_id)
      .limit(1)
      .select('id')
      .executeTakeFirst()
    return row !== undefined
  },
  async hasBought({ tx, school_id }, { user_id, plan_id }) {
    const row = await tx
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', (on) =>
        on.onRef('o.school_id', '=', 'l.school_id').onRef('o.id', '=', 'l.order_id'),
      )
      .where('l.school_id', '=', school_id)
      .where('l.plan_id', '=', plan_id)
      .where('l.kind', '=', 'plan')
      .where('o.buyer_id', '=', user_id)
      .where('o.paid_at', 'is not', null)
      .limit(1)
      .select('l.id')
      .executeTakeFirst()
    return row !== undefined
  },
}
