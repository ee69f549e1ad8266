import type { Ctx } from '#tenancy/context/request-context.ts'
import { localDay } from '#lib/dates/local-day.ts'
import { isSaleDay, lowerPrice } from '#lib/money/sale-price.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { planTerms } from './policy.ts'
import type { PlanTerms } from './plan-terms.ts'
import { coursesOfPlans, selectPlans } from './queries.ts'

export interface PlanForSale {
  id: string
  name: string
  terms: PlanTerms
  /** Whether a sale reduces the price today. */
  isOnSale: boolean
}

/** A published plan with the terms under which it is sold now. Refuses `not_found` as `getPlanForSale` does. */
export const previewPlanForSale = (ctx: Ctx, plan_id: string): Promise<PlanForSale> =>
  readPlan(ctx, selectPlanForSale(ctx, plan_id))

/**
 * A published plan with the terms under which it is sold now, locked so that it is not deleted before the order is
 * stored. Refuses `not_found` for a plan that is not for sale: a draft, an archived one, one in a former currency of the school,
 * or one whose courses were all deleted.
 */
export const getPlanForSale = (ctx: Ctx, plan_id: string): Promise<PlanForSale> =>
  readPlan(ctx, selectPlanForSale(ctx, plan_id).forShare())

const selectPlanForSale = (ctx: Ctx, plan_id: string) =>
  selectPlans(ctx)
    .where('p.id', '=', plan_id)
    .where('p.status', '=', 'published')
    .where('p.currency', '=', ctx.school!.currency_code.trim().toUpperCase())

async function readPlan(ctx: Ctx, query: ReturnType<typeof selectPlanForSale>): Promise<PlanForSale> {
  const plan = ensureFound(await query.executeTakeFirst())
  const courses = (await coursesOfPlans(ctx, [plan.id])).get(plan.id) ?? []
  ensureFound(courses[0])
  const { id, name } = plan
  const day = localDay(ctx.school!.time_zone, ctx.now)
  return {
    id,
    name,
    terms: planTerms(plan, { course_ids: courses.map((course) => course.id), day }),
    isOnSale: isSaleDay(plan, day) && lowerPrice(plan.price, plan.sale_price) !== null,
  }
}
