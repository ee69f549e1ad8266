import type { PlanSales } from '#payment-plans/index.ts'
import { planSalesOfOrders } from '#payments/index.ts'

/** What payment plans need to know of orders, and of changes of subscriptions that have no order. */
export const planSalesOfSubscriptions: PlanSales = {
  ...planSalesOfOrders,
  async isOrdered(ctx, plan_id) {
    const { tx, school_id } = ctx
    const change = await tx
      .selectFrom('subscription_changes')
      .where('school_id', '=', school_id)
      .where('plan_id', '=', plan_id)
      .limit(1)
      .select('id')
      .executeTakeFirst()
    return change !== undefined || planSalesOfOrders.isOrdered(ctx, plan_id)
  },
}
