import { isDay } from '#lib/dates/local-day.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { courseNames } from '#courses/index.ts'
import { planNames } from '#payment-plans/index.ts'
import { Refusal, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { getCouponView } from './list-coupons.ts'
import { findCoupon, schoolCurrency } from './queries.ts'

export async function createCoupon(
  ctx: Ctx,
  input: Input<typeof contract.createCoupon>,
): Promise<Reply<typeof contract.createCoupon>> {
  const { tx, school_id, actor, now } = ctx
  const { once_per_person = true, excludes_sale_prices = false } = input
  const { starts_on = null, ends_on = null, max_uses = null } = input
  const { course_ids = null, plan_ids = null, audience = 'everybody', student_course_ids = [] } = input
  ensureDays({ starts_on, ends_on })
  ensureStudents(audience, student_course_ids)
  const id = newId()
  const code = input.code.toUpperCase()
  const value = valueOf(ctx, input)
  const limits = {
    starts_on,
    ends_on,
    max_uses,
    once_per_person,
    excludes_sale_prices,
    audience,
    applies_to_all_courses: course_ids === null && plan_ids === null,
  }
  const origin = { created_by: actor.id, created_at: now, updated_at: now }
  try {
    await tx
      .insertInto('coupons')
      .values({ school_id, id, code, ...value, ...limits, ...origin })
      .execute()
  } catch (error) {
    if (violatedUniqueConstraint(error)) throw new Refusal('coupon_code_taken')
    throw error
  }
  await setCourses(ctx, id, course_ids)
  await setPlans(ctx, id, plan_ids)
  await setStudentCourses(ctx, id, audience === 'students' ? student_course_ids : [])
  await ctx.audit('coupon.created', ['coupon', id], { name: code })
  return getCouponView(ctx, id)
}

/** The one value of a new coupon. */
function valueOf(ctx: Ctx, input: Input<typeof contract.createCoupon>) {
  const { percent_off = null, amount_off = null, free_months = null } = input
  if ([percent_off, amount_off, free_months].filter((one) => one !== null).length !== 1)
    refuseInvalidField('percent_off', 'one_value', 'Give a percentage, an amount, or free months.')
  const currency = amount_off === null ? null : schoolCurrency(ctx)
  return { percent_off, amount_off, free_months, currency }
}

export async function updateCoupon(
  ctx: Ctx,
  { id, course_ids, plan_ids, student_course_ids, ...changes }: Input<typeof contract.updateCoupon>,
): Promise<Reply<typeof contract.updateCoupon>> {
  const { tx, school_id, now } = ctx
  const before = await lockCoupon(ctx, id)
  ensureDays({ ...before, ...changes })
  const audience = changes.audience ?? before.audience
  const students = student_course_ids ?? before.student_course_ids
  ensureStudents(audience, students)
  await tx
    .updateTable('coupons')
    .set({
      ...changes,
      applies_to_all_courses: isEmpty(course_ids, before.course_ids) && isEmpty(plan_ids, before.plan_ids),
      updated_at: now,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  if (course_ids !== undefined) await setCourses(ctx, id, course_ids)
  if (plan_ids !== undefined) await setPlans(ctx, id, plan_ids)
  await setStudentCourses(ctx, id, audience === 'students' ? students : [])
  const isPauseChanged = changes.is_paused !== undefined && changes.is_paused !== before.is_paused
  await ctx.audit(
    isPauseChanged ? (changes.is_paused ? 'coupon.paused' : 'coupon.resumed') : 'coupon.updated',
    ['coupon', id],
    { name: before.code },
  )
  return getCouponView(ctx, id)
}

export async function deleteCoupon(ctx: Ctx, { id }: Input<typeof contract.deleteCoupon>) {
  const { tx, school_id } = ctx
  const { code } = await lockCoupon(ctx, id)
  const redemption = await tx
    .selectFrom('coupon_redemptions')
    .where('school_id', '=', school_id)
    .where('coupon_id', '=', id)
    .limit(1)
    .select('order_id')
    .executeTakeFirst()
  if (redemption) throw new Refusal('coupon_in_use')
  await setCourses(ctx, id, null)
  await setPlans(ctx, id, null)
  await setStudentCourses(ctx, id, [])
  await tx.deleteFrom('coupons').where('school_id', '=', school_id).where('id', '=', id).execute()
  await ctx.audit('coupon.deleted', ['coupon', id], { name: code })
  return okReply
}

/** Whether nothing is chosen after a change; undefined changes nothing. */
const isEmpty = (changed: readonly string[] | null | undefined, before: readonly string[]) =>
  changed === undefined ? before.length === 0 : changed === null

/** The coupon, locked against checkouts, which change its counters. */
async function lockCoupon(ctx: Ctx, id: string) {
  await ctx.tx
    .selectFrom('coupons')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute()
  return ensureFound(await findCoupon(ctx, { id }))
}

function ensureDays({ starts_on, ends_on }: { starts_on: string | null; ends_on: string | null }) {
  for (const [path, day] of Object.entries({ starts_on, ends_on }))
    if (day !== null && !isDay(day)) refuseInvalidField(path, 'date_invalid', 'Give a valid date.')
  if (starts_on !== null && ends_on !== null && starts_on > ends_on)
    refuseInvalidField('ends_on', 'ends_before_start', 'The last day must not be before the first day.')
}

/** Replaces the chosen courses of a coupon; null for all courses. Refuses unknown courses. */
async function setCourses(ctx: Ctx, coupon_id: string, course_ids: readonly string[] | null) {
  const { tx, school_id } = ctx
  await tx
    .deleteFrom('coupon_courses')
    .where('school_id', '=', school_id)
    .where('coupon_id', '=', coupon_id)
    .execute()
  if (course_ids === null) return
  const existing = await courseNames(ctx, course_ids)
  if (course_ids.some((id) => !existing.has(id)))
    refuseInvalidField('course_ids', 'course_unknown', 'Choose courses of this school.')
  const rows = course_ids.map((course_id) => ({ school_id, coupon_id, course_id }))
  await tx.insertInto('coupon_courses').values(rows).execute()
}

function ensureStudents(audience: string, student_course_ids: readonly string[]) {
  if (audience === 'students' && student_course_ids.length === 0)
    refuseInvalidField('student_course_ids', 'required', 'Choose the courses of the students.')
}

/** Replaces the courses whose students may use a coupon. Refuses unknown courses. */
async function setStudentCourses(ctx: Ctx, coupon_id: string, course_ids: readonly string[]) {
  const { tx, school_id } = ctx
  await tx
    .deleteFrom('coupon_student_courses')
    .where('school_id', '=', school_id)
    .where('coupon_id', '=', coupon_id)
    .execute()
  if (course_ids.length === 0) return
  const existing = await courseNames(ctx, course_ids)
  if (course_ids.some((id) => !existing.has(id)))
    refuseInvalidField('student_course_ids', 'course_unknown', 'Choose courses of this school.')
  const rows = course_ids.map((course_id) => ({ school_id, coupon_id, course_id }))
  await tx.insertInto('coupon_student_courses').values(rows).execute()
}

/** Replaces the chosen plans of a coupon; null for none. Refuses unknown plans. */
async function setPlans(ctx: Ctx, coupon_id: string, plan_ids: readonly string[] | null) {
  const { tx, school_id } = ctx
  await tx
    .deleteFrom('coupon_plans')
    .where('school_id', '=', school_id)
    .where('coupon_id', '=', coupon_id)
    .execute()
  if (plan_ids === null) return
  const existing = await planNames(ctx, plan_ids)
  if (plan_ids.some((id) => !existing.has(id)))
    refuseInvalidField('plan_ids', 'plan_unknown', 'Choose plans of this school.')
  await tx
    .insertInto('coupon_plans')
    .values(plan_ids.map((plan_id) => ({ school_id, coupon_id, plan_id })))
    .execute()
}
