import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureSchoolVisible } from '#tenancy/context/ensure-school-visible.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import { findSchoolMarket } from '#schools/index.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { planSales } from './plan-sales.ts'
import { inOrder, planViews, selectPlans, type PlanRow, type SchoolTx } from './queries.ts'

/** Published plans in the school's currency; others cannot be sold. */
const selectOffers = (ctx: SchoolTx, currency: string) =>
  selectPlans(ctx).where('p.status', '=', 'published').where('p.currency', '=', currency)

/** At the root host any school may be named, so the transaction is for that school and not for the host. */
export async function listPaymentPlans(
  ctx: CtxWithoutTx,
  { id, limit, cursor, course_id }: Input<typeof contract.listPaymentPlans>,
): Promise<Reply<typeof contract.listPaymentPlans>> {
  await ensureSchoolVisible(ctx, id)
  return withReadOnlySchoolTx(ctx.db, id, async (tx) => {
    const school = { tx, school_id: id }
    const { currency, time_zone } = ensureFound(await findSchoolMarket(school))
    const query = selectOffers(school, currency).$if(course_id !== undefined, (q) =>
      q.where(sql<boolean>`exists (select from payment_plan_courses c where c.school_id = p.school_id
          and c.plan_id = p.id and c.course_id = ${course_id!}::uuid)`),
    )
    const page = await paginateByKeyset(query, { ...inOrder, limit, cursor })
    return { ...page, data: await planViews(school, page.data, { time_zone, now: ctx.now }) }
  })
}

export async function getPlanOffer(
  ctx: Ctx,
  { id }: Input<typeof contract.getPlanOffer>,
): Promise<Reply<typeof contract.getPlanOffer>> {
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const row = ensureFound(await selectOffers(ctx, currency).where('p.id', '=', id).executeTakeFirst())
  const [view] = await planViews(ctx, [row], timeOf(ctx))
  return (await hadTrial(ctx, row)) ? { ...view!, trial_days: 0, trial_needs_card: false } : view!
}

/** A person has one free trial of a plan. */
async function hadTrial(ctx: Ctx, { id: plan_id, trial_days }: PlanRow) {
  const user_id = ctx.actor.id
  if (!user_id || trial_days === 0) return false
  return ctx.reactions.slot(planSales).hasBought(ctx, { user_id, plan_id })
}

export async function listPlansForStaff(
  ctx: Ctx,
  { limit, cursor, status }: Input<typeof contract.listPlansForStaff>,
): Promise<Reply<typeof contract.listPlansForStaff>> {
  const query = selectPlans(ctx).$if(status !== undefined, (q) => q.where('p.status', '=', status!))
  const page = await paginateByKeyset(query, { ...inOrder, limit, cursor })
  return { ...page, data: await staffViews(ctx, page.data) }
}

export const getPaymentPlan = (ctx: Ctx, { id }: Input<typeof contract.getPaymentPlan>) =>
  getPlanView(ctx, id)

/** A plan as staff see it. */
export async function getPlanView(ctx: Ctx, id: string): Promise<Reply<typeof contract.getPaymentPlan>> {
  const row = ensureFound(await selectPlans(ctx).where('p.id', '=', id).executeTakeFirst())
  const [view] = await staffViews(ctx, [row])
  return view!
}

const timeOf = ({ school, now }: Ctx) => ({ time_zone: school!.time_zone, now })

async function staffViews(ctx: Ctx, rows: readonly PlanRow[]) {
  const sales = ctx.reactions.slot(planSales)
  const buyers = await sales.countBuyers(
    ctx,
    rows.map(({ id }) => id),
  )
  const views = await planViews(ctx, rows, timeOf(ctx))
  return views.map((view) => ({ ...view, buyer_count: buyers.get(view.id) ?? 0 }))
}
