import { saleError } from '#lib/money/sale-price.ts'
import { courseNames } from '#courses/index.ts'
import { lockSchool } from '#schools/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { getPlanView } from './list-plans.ts'
import { planSales } from './plan-sales.ts'
import { maxPlans, planError, type PlanPrice } from './policy.ts'
import { selectPlans } from './queries.ts'

export async function createPaymentPlan(
  ctx: Ctx,
  input: Input<typeof contract.createPaymentPlan>,
): Promise<Reply<typeof contract.createPaymentPlan>> {
  const { tx, school_id, actor, now } = ctx
  const { name, kind, price, course_ids, description = '', status = 'draft' } = input
  const { instalment_count = null, interval = null, trial_days = 0 } = input
  const { trial_needs_card = false } = input
  const { sale_price = null, sale_starts_on = null, sale_ends_on = null } = input
  const { enable_affiliates = false, affiliates_percentage_off = 0, default_affiliate_commission = 0 } = input
  const rates = { enable_affiliates, affiliates_percentage_off, default_affiliate_commission }
  const sale = { sale_price, sale_starts_on, sale_ends_on }
  const trial = { trial_days, trial_needs_card }
  const plan = { kind, price, currency: schoolCurrency(ctx), instalment_count, interval, ...trial, ...sale }
  ensurePrice(plan)
  const others = await lockPlans(ctx)
  if (others.length >= maxPlans) throw new Refusal('too_many_plans')
  const id = newId()
  const position = others.length
  const origin = { created_by: actor.id!, created_at: now, updated_at: now }
  await tx
    .insertInto('payment_plans')
    .values({ school_id, id, name: name.trim(), description, status, position, ...plan, ...rates, ...origin })
    .execute()
  await setCourses(ctx, id, course_ids)
  await ctx.audit('payment_plan.created', ['payment_plan', id], { name: name.trim() })
  ctx.invalidateSchool()
  return getPlanView(ctx, id)
}

/** Orders keep the terms of their moment, so a change concerns new buyers only. */
export async function updatePaymentPlan(
  ctx: Ctx,
  { id, course_ids, position, ...changes }: Input<typeof contract.updatePaymentPlan>,
): Promise<Reply<typeof contract.updatePaymentPlan>> {
  const { tx, school_id, now } = ctx
  const plans = await lockPlans(ctx)
  const before = ensureFound(plans.find((plan) => plan.id === id))
  const currency = changes.price === undefined ? before.currency : schoolCurrency(ctx)
  // A sale price in another currency means nothing.
  const sale_price = currency === before.currency ? before.sale_price : null
  const plan = { ...before, sale_price, ...changes, currency }
  ensurePrice(plan)
  await tx
    .updateTable('payment_plans')
    .set({ ...changes, name: plan.name.trim(), currency, sale_price: plan.sale_price, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  if (course_ids) await setCourses(ctx, id, course_ids)
  if (position !== undefined) await movePlan(ctx, plans, { id, position })
  const action = before.status === plan.status ? 'updated' : plan.status
  await ctx.audit(`payment_plan.${action}`, ['payment_plan', id], { name: plan.name })
  ctx.invalidateSchool()
  return getPlanView(ctx, id)
}

/** Deletes a plan without orders. Others are archived, because orders and later payments refer to them. */
export async function deletePaymentPlan(
  ctx: Ctx,
  { id }: Input<typeof contract.deletePaymentPlan>,
): Promise<Reply<typeof contract.deletePaymentPlan>> {
  const { tx, school_id } = ctx
  const { name } = ensureFound((await lockPlans(ctx)).find((plan) => plan.id === id))
  ctx.invalidateSchool()
  if (await ctx.reactions.slot(planSales).isOrdered(ctx, id)) {
    await tx
      .updateTable('payment_plans')
      .set({ status: 'archived', updated_at: ctx.now })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
    await ctx.audit('payment_plan.archived', ['payment_plan', id], { name })
    return { outcome: 'archived' }
  }
  await tx
    .deleteFrom('payment_plan_courses')
    .where('school_id', '=', school_id)
    .where('plan_id', '=', id)
    .execute()
  await tx.deleteFrom('payment_plans').where('school_id', '=', school_id).where('id', '=', id).execute()
  await ctx.audit('payment_plan.deleted', ['payment_plan', id], { name })
  return { outcome: 'deleted' }
}

const schoolCurrency = ({ school }: Ctx) => school!.currency_code.trim().toUpperCase()

/** All plans of the school in their order, locked against changes and checkouts: their number and order depend on each other. */
async function lockPlans(ctx: Ctx) {
  await lockSchool(ctx)
  return selectPlans(ctx).orderBy('p.position').orderBy('p.id').limit(maxPlans).forUpdate().execute()
}

const messages = {
  amount_too_small: 'Each payment must be high enough for the payment provider.',
  required: 'This is needed for this kind of plan.',
  not_for_kind: 'This kind of plan does not have it.',
}

function ensurePrice(plan: PlanPrice) {
  const error = planError(plan)
  if (error) refuseInvalidField(error.path, error.code, messages[error.code])
  const invalid = saleError(plan)
  if (invalid) refuseInvalidField(invalid.path, invalid.code, invalid.message)
}

/** Moves a plan to an index, and renumbers the plans whose position changes. */
async function movePlan(
  { tx, school_id }: Ctx,
  plans: readonly { id: string; position: number }[],
  { id, position }: { id: string; position: number },
) {
  const others = plans.filter((plan) => plan.id !== id)
  const moved = plans.find((plan) => plan.id === id)!
  const ordered = [...others.slice(0, position), moved, ...others.slice(position)]
  for (const [index, plan] of ordered.entries())
    if (plan.position !== index)
      await tx
        .updateTable('payment_plans')
        .set({ position: index })
        .where('school_id', '=', school_id)
        .where('id', '=', plan.id)
        .execute()
}

/** Replaces the courses of a plan. Refuses unknown courses. */
async function setCourses(ctx: Ctx, plan_id: string, course_ids: readonly string[]) {
  const { tx, school_id } = ctx
  const existing = await courseNames(ctx, course_ids)
  if (course_ids.some((id) => !existing.has(id)))
    refuseInvalidField('course_ids', 'course_unknown', 'Choose courses of this school.')
  await tx
    .deleteFrom('payment_plan_courses')
    .where('school_id', '=', school_id)
    .where('plan_id', '=', plan_id)
    .execute()
  const rows = course_ids.map((course_id, position) => ({ school_id, plan_id, course_id, position }))
  await tx.insertInto('payment_plan_courses').values(rows).execute()
}
