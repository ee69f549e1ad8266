import { findEnrolment, getCourseRules, getShownPrice } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { discountOf, getCouponByCode } from './apply-coupon.ts'
import type * as contract from './contract.ts'
import { couponDiscount } from './policy.ts'
import { schoolCurrency, selectUsesOf } from './queries.ts'

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
  const uses =
    actor.role === 'student' ? await selectUsesOf(ctx, { coupon_id: coupon.id, user_id: actor.id }) : []
  const isHeld = uses.some((use) => use.state === 'held' && use.course_id === course.id)
  if (coupon.once_per_person && uses.length > 0 && !isHeld) throw new Refusal('coupon_already_used')
  const currency = schoolCurrency(ctx)
  const { price } = await getShownPrice(ctx, course, tier ?? null)
  const discount = isHeld
    ? couponDiscount(coupon, price, currency)
    : discountOf(ctx, coupon, { course_id: course.id, plan: null, price })
  const { percent_off, ends_on } = coupon
  return { code: coupon.code, currency, price, discount, total: price - discount, percent_off, ends_on }
}
