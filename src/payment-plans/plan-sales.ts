import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'

/** What the orders of a school say of its plans. */
export interface PlanSales {
  /** People who have bought each plan; a plan without buyers is left out. */
  countBuyers(ctx: Ctx, plan_ids: readonly string[]): Promise<Map<string, number>>
  /** Whether an order refers to the plan, paid or not. */
  isOrdered(ctx: Ctx, plan_id: string): Promise<boolean>
  /** Whether the person has bought the plan, or begun its free trial. */
  hasBought(ctx: Ctx, bought: { user_id: string; plan_id: string }): Promise<boolean>
}

export const planSales = defineSlot<PlanSales>('plan_sales')
