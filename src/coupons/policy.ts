import { money, percentageOf } from '#lib/money/money.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export const couponStates = ['active', 'scheduled', 'paused', 'used_up', 'expired'] as const
export type CouponState = (typeof couponStates)[number]

interface CouponValidity {
  is_paused: boolean
  /** First and last day in the school's time zone, as YYYY-MM-DD. */
  starts_on: string | null
  ends_on: string | null
  max_uses: number | null
  held_count: number
  used_count: number
}

interface CouponValue {
  percent_off: number | null
  amount_off: number | null
}

export interface CouponRules extends CouponValidity, CouponValue {
  currency: string | null
  applies_to_all_courses: boolean
  course_ids: readonly string[]
}

/** State of a coupon on a day of the school's time zone. The first reason that ends its use counts. */
export function couponState(coupon: CouponValidity, today: string): CouponState {
  const { is_paused, starts_on, ends_on, max_uses, held_count, used_count } = coupon
  if (ends_on !== null && ends_on < today) return 'expired'
  if (max_uses !== null && held_count + used_count >= max_uses) return 'used_up'
  if (is_paused) return 'paused'
  return starts_on !== null && starts_on > today ? 'scheduled' : 'active'
}

const refusalOf = {
  expired: 'coupon_expired',
  used_up: 'coupon_used_up',
  paused: 'coupon_paused',
  scheduled: 'coupon_not_started',
} as const

interface Purchase {
  /** Null for a payment plan: a coupon of chosen courses does not apply to it. */
  course_id: string | null
  /** The school's currency. */
  currency: string
  /** Date in the school's time zone. */
  today: string
}

/** Whether a coupon reduces the price of a course or plan today. */
export function mayApplyCoupon(coupon: CouponRules, { course_id, currency, today }: Purchase): Verdict {
  const state = couponState(coupon, today)
  if (state !== 'active') return refuse(refusalOf[state])
  const isForCourse =
    coupon.applies_to_all_courses || (course_id !== null && coupon.course_ids.includes(course_id))
  const isForCurrency = coupon.currency === null || coupon.currency === currency
  return isForCourse && isForCurrency ? allow : refuse('coupon_not_for_course')
}

/** Discount of a price in minor units, at most the price. Percentages are rounded half up. */
export function couponDiscount({ percent_off, amount_off }: CouponValue, price: number, currency: string) {
  if (percent_off === null) return Math.min(amount_off ?? 0, price)
  return percentageOf(money(price, currency), percent_off * 100, 'half_up').minor
}
