import { money, percentageOf } from '#lib/money/money.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Who may use a coupon. */
export const couponAudiences = ['everybody', 'first_purchase', 'students'] as const
export type CouponAudience = (typeof couponAudiences)[number]

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
  /** Months of a subscription that cost nothing, from its first payment on. */
  free_months?: number | null
}

export interface CouponRules extends CouponValidity, CouponValue {
  currency: string | null
  applies_to_all_courses: boolean
  /** It does not reduce a sale price. */
  excludes_sale_prices: boolean
  /** Neither these nor the plans count if it applies to everything. */
  course_ids: readonly string[]
  plan_ids: readonly string[]
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

/** A payment plan that is bought. */
export interface BoughtPlan {
  id: string
  /** How often a subscription is paid; null for other plans. */
  interval: 'week' | 'month' | 'quarter' | 'year' | null
}

/** A course or a plan. */
export interface Bought {
  /** Null for a plan: a coupon of chosen courses does not apply to it. */
  course_id: string | null
  /** Null for a course. */
  plan: BoughtPlan | null
  /** Whether a sale reduces the price today. */
  isOnSale: boolean
}

interface Purchase extends Bought {
  /** The school's currency. */
  currency: string
  /** Date in the school's time zone. */
  today: string
}

/** Whether a coupon reduces the price of a course or plan today. */
export function mayApplyCoupon(coupon: CouponRules, purchase: Purchase): Verdict {
  const { course_id, plan, isOnSale, currency, today } = purchase
  const state = couponState(coupon, today)
  if (state !== 'active') return refuse(refusalOf[state])
  const isChosen =
    coupon.applies_to_all_courses ||
    (course_id !== null && coupon.course_ids.includes(course_id)) ||
    (plan !== null && coupon.plan_ids.includes(plan.id))
  const isForCurrency = coupon.currency === null || coupon.currency === currency
  const isForKind = !coupon.free_months || freePeriods(coupon, plan) > 0
  if (!isChosen || !isForCurrency || !isForKind) return refuse('coupon_not_for_course')
  return coupon.excludes_sale_prices && isOnSale ? refuse('coupon_not_with_sale') : allow
}

const monthsOf = { week: null, month: 1, quarter: 3, year: 12 } as const

/**
 * Periods of a subscription that free months cover, from the first on; 0 if they do not make up whole periods, or the plan is no
 * subscription.
 */
export function freePeriods(
  { free_months }: Pick<CouponValue, 'free_months'>,
  plan: BoughtPlan | null,
): number {
  const months = plan?.interval ? monthsOf[plan.interval] : null
  if (!free_months || months === null || free_months % months !== 0) return 0
  return free_months / months
}

/**
 * Discount of what is paid now in minor units, at most the price. Percentages are rounded half up. Free months take off the
 * first payment.
 */
export function couponDiscount(coupon: CouponValue, price: number, currency: string) {
  const { percent_off, amount_off, free_months } = coupon
  if (free_months) return price
  if (percent_off === null) return Math.min(amount_off ?? 0, price)
  return percentageOf(money(price, currency), percent_off * 100, 'half_up').minor
}
