import { hasLiveEntitlement } from '#course-access/index.ts'
import {
  findEnrolment,
  getCourseRules,
  getPurchasePrice,
  mayRequestEnrolment,
  type CourseRules,
} from '#learning/index.ts'
import { firstAmount, getPlanForSale, type PlanTerms } from '#payment-plans/index.ts'
import { Refusal, ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Sold } from '../orders/insert-order.ts'

/** What a buyer chose. The tier is null in a course without tiers, or for the lowest tier. */
export type Choice = { course_id: string; tier: number | null } | { plan_id: string }

/** What a buyer pays for, at the price of this moment. */
export interface PurchaseItem {
  choice: Choice
  /** The order line without its price. */
  sold: Sold
  /** The name that the buyer sees. */
  title: string
  /** What is paid now without a coupon: of a plan its first payment, and nothing for a free trial. */
  price: number
  currency: string
  /** Whether later payments charge the card again. */
  savesCard: boolean
}

interface RequestedItem {
  course_id?: string | undefined
  plan_id?: string | undefined
  tier?: number | undefined
}

/** The choice of a request. Refuses a request that names both a course and a plan, or none. */
export function choiceOf({ course_id, plan_id, tier }: RequestedItem): Choice {
  if (course_id !== undefined && plan_id === undefined) return { course_id, tier: tier ?? null }
  if (plan_id !== undefined && course_id === undefined && tier === undefined) return { plan_id }
  return refuseInvalidField('course_id', 'one_of', 'Give either a course or a plan.')
}

/** What the choice costs the caller now. Refuses what does not exist, cannot be bought, or is bought already. */
export async function getPurchaseItem(ctx: Ctx, choice: Choice): Promise<PurchaseItem> {
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const item = 'plan_id' in choice ? await getPlanItem(ctx, choice) : await getCourseItem(ctx, choice)
  return { ...item, choice, currency }
}

async function getCourseItem(ctx: Ctx, choice: { course_id: string; tier: number | null }) {
  const course = await getCourseRules(ctx, choice.course_id)
  await ensureOpenForSale(ctx, course)
  const { price, tier } = await getPurchasePrice(ctx, course, choice.tier)
  const { id: course_id, course_name: title } = course
  const sold: Sold = tier === null ? { kind: 'course', course_id } : { kind: 'tier', course_id, tier }
  return { sold, title, price, savesCard: false }
}

/** A student who is in the course already may buy a higher tier, also while nobody new can join. */
async function ensureOpenForSale(ctx: Ctx, course: CourseRules) {
  const enrolment = await findEnrolment(ctx, course.id, ctx.actor.id)
  if (enrolment?.status === 'approved' && course.enable_tiering) return
  ensureAllowed(
    mayRequestEnrolment(course, enrolment && enrolment.status !== 'removed' ? 'code' : 'id', ctx.now),
  )
}

async function getPlanItem(ctx: Ctx, choice: { plan_id: string }) {
  const { id: plan_id, name: title, terms } = await getPlanForSale(ctx, choice.plan_id)
  if (await ownsAll(ctx, terms.course_ids)) throw new Refusal('already_paid')
  const plan_terms = await withoutSecondTrial(ctx, plan_id, terms)
  const sold: Sold = { kind: 'plan', plan_id, plan_terms }
  return { sold, title, price: firstAmount(plan_terms), savesCard: terms.kind !== 'one_time' }
}

/** Whether the caller has paid for all of these courses. */
async function ownsAll(ctx: Ctx, course_ids: readonly string[]) {
  for (const course_id of course_ids)
    if (!(await hasLiveEntitlement(ctx, { user_id: ctx.actor.id, course_id }))) return false
  return true
}

/** A person has one free trial of a plan. */
async function withoutSecondTrial(ctx: Ctx, plan_id: string, terms: PlanTerms): Promise<PlanTerms> {
  if (terms.kind !== 'subscription' || terms.trial_days === 0) return terms
  const { tx, school_id, actor } = ctx
  const bought = await tx
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.school_id', '=', 'l.school_id').onRef('o.id', '=', 'l.order_id'),
    )
    .where('l.school_id', '=', school_id)
    .where('l.plan_id', '=', plan_id)
    .where('l.kind', '=', 'plan')
    .where('o.buyer_id', '=', actor.id)
    .where('o.paid_at', 'is not', null)
    .limit(1)
    .select('l.id')
    .executeTakeFirst()
  return bought ? { ...terms, trial_days: 0 } : terms
}
