import { findEnrolment, getCourseRules, getShownPrice } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { discountOf, getCouponByCode } from './apply-coupon.ts'
import type * as contract from './contract.ts'
import { ensureForPerson } from './coupon-audience.ts'
import { couponDiscount } from './policy.ts'
import { schoolCurrency, selectUsesOf, type Coupon } from './queries.ts'

/** The price that a checkout with this coupon would ask for; holds nothing. */
export async function previewCoupon(
  ctx: Ctx,
  { course_id, code, tier }: Input<typeof contract.previewCoupon>,
): Promise<Reply<typeof contract.previewCoupon>> {
  const { actor } = ctx
  const course = await getCourseRules(ctx, course_id)
  if (!course.is_public && actor.role === 'student')
    ensureFound(await findEnrolment(ctx, course.id, actor.id))
  else ensureFound(course.is_public || null)
  const coupon = await getCouponByCode(ctx, code)
  const { price, isOnSale } = await getShownPrice(ctx, course, tier ?? null)
  const discount = await previewCourseDiscount(ctx, coupon, { course_id, isOnSale, price })
  const { percent_off, ends_on } = coupon
  const total = price - discount
  return { code: coupon.code, currency: schoolCurrency(ctx), price, discount, total, percent_off, ends_on }
}

interface CoursePurchase {
  course_id: string
  isOnSale: boolean
  /** In minor units; of seats, all of them. */
  price: number
}

/**
 * Discount that a checkout of a course would give the caller for a coupon, in minor units. Refuses a coupon that the checkout would
 * refuse; a use that an unpaid order of the course holds for the caller counts as free.
 */
export async function previewCourseDiscount(
  ctx: Ctx,
  coupon: Coupon,
  { course_id, isOnSale, price }: CoursePurchase,
): Promise<number> {
  const { actor } = ctx
  const uses =
    actor.role === 'student' ? await selectUsesOf(ctx, { coupon_id: coupon.id, user_id: actor.id }) : []
  await ensureForPerson(ctx, coupon, actor.role === 'student' ? actor.id : null)
  const isHeld = uses.some((use) => use.state === 'held' && use.course_id === course_id)
  if (coupon.once_per_person && uses.length > 0 && !isHeld) throw new Refusal('coupon_already_used')
  if (coupon.excludes_sale_prices && isOnSale) throw new Refusal('coupon_not_with_sale')
  return isHeld
    ? couponDiscount(coupon, price, schoolCurrency(ctx))
    : discountOf(ctx, coupon, { course_id, plan: null, isOnSale, price })
}
