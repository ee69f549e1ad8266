import { describe, expect, test } from 'vitest'
import {
  couponDiscount,
  couponState,
  freePeriods,
  mayApplyCoupon,
  type BoughtPlan,
  type CouponRules,
} from './policy.ts'

const coupon: CouponRules = {
  percent_off: 20,
  amount_off: null,
  currency: null,
  applies_to_all_courses: true,
  excludes_sale_prices: false,
  course_ids: [],
  plan_ids: [],
  starts_on: null,
  ends_on: null,
  is_paused: false,
  max_uses: null,
  held_count: 0,
  used_count: 0,
}
const today = '2026-11-23'

describe('the state of a coupon', () => {
  test.each([
    ['active', {}],
    ['active', { starts_on: today, ends_on: today }],
    ['scheduled', { starts_on: '2026-11-24' }],
    ['expired', { ends_on: '2026-11-22' }],
    ['paused', { is_paused: true }],
    ['active', { max_uses: 10, held_count: 4, used_count: 5 }],
    ['used_up', { max_uses: 10, held_count: 5, used_count: 5 }],
    ['used_up', { max_uses: 10, used_count: 11 }],
    ['expired', { ends_on: '2026-11-22', is_paused: true, max_uses: 1, used_count: 1 }],
    ['used_up', { is_paused: true, max_uses: 1, used_count: 1 }],
  ] as const)('is %s with %o', (state, change) => {
    expect(couponState({ ...coupon, ...change }, today)).toBe(state)
  })
})

describe('a coupon applied to a course', () => {
  const apply = (change: Partial<CouponRules>) => {
    const verdict = mayApplyCoupon(
      { ...coupon, ...change },
      { course_id: 'c1', plan: null, isOnSale: true, currency: 'NGN', today },
    )
    return verdict.allowed ? 'allowed' : verdict.code
  }
  test.each([
    ['allowed', {}],
    ['allowed', { applies_to_all_courses: false, course_ids: ['c0', 'c1'] }],
    ['coupon_not_with_sale', { excludes_sale_prices: true }],
    ['coupon_not_for_course', { applies_to_all_courses: false, course_ids: ['c2'] }],
    ['allowed', { percent_off: null, amount_off: 5, currency: 'NGN' }],
    ['coupon_not_for_course', { percent_off: null, amount_off: 5, currency: 'USD' }],
    ['coupon_expired', { ends_on: '2026-11-22' }],
    ['coupon_not_started', { starts_on: '2026-11-24' }],
    ['coupon_paused', { is_paused: true }],
    ['coupon_used_up', { max_uses: 1, held_count: 1 }],
  ])('is %s with %o', (result, change) => {
    expect(apply(change)).toBe(result)
  })
})

describe('the discount', () => {
  const percent = (percent_off: number) => ({ percent_off, amount_off: null })
  const amount = (amount_off: number) => ({ percent_off: null, amount_off })
  test.each([
    [percent(20), 750_000, 150_000],
    [percent(100), 750_001, 750_001],
    [percent(33), 50, 17],
    [percent(1), 49, 0],
    [amount(5_000), 750_000, 5_000],
    [amount(750_000), 750_000, 750_000],
    [amount(750_001), 750_000, 750_000],
  ])('of %o on %d is %d', (value, price, discount) => {
    expect(couponDiscount(value, price, 'NGN')).toBe(discount)
  })

  test('is never above the price', () => {
    for (let percent_off = 1; percent_off <= 100; percent_off++)
      for (const price of [1, 2, 3, 99, 12_345]) {
        const discount = couponDiscount(percent(percent_off), price, 'JPY')
        expect(Number.isSafeInteger(discount) && discount >= 0 && discount <= price).toBe(true)
      }
  })
})

describe('a coupon applied to a plan', () => {
  const monthly = { id: 'p1', interval: 'month' } as const
  const apply = (change: Partial<CouponRules>, plan: BoughtPlan = monthly) =>
    mayApplyCoupon(
      { ...coupon, ...change },
      { course_id: null, plan, isOnSale: false, currency: 'NGN', today },
    ).allowed

  test('applies to everything, or to the chosen plans', () => {
    const chosen = { applies_to_all_courses: false }
    expect(apply({})).toBe(true)
    expect(apply({ ...chosen, plan_ids: ['p2', 'p1'] })).toBe(true)
    expect(apply({ ...chosen, plan_ids: ['p2'] })).toBe(false)
    expect(apply({ ...chosen, course_ids: ['p1'] })).toBe(false)
  })

  test.each([
    ['month', 3, 3],
    ['quarter', 3, 1],
    ['quarter', 4, 0],
    ['year', 24, 2],
    ['year', 6, 0],
    ['week', 1, 0],
    [null, 1, 0],
  ] as const)(
    'free months are whole periods of a subscription: %s, %d months, %d periods',
    (interval, months, periods) => {
      const plan = { id: 'p1', interval }
      expect(freePeriods({ free_months: months }, plan)).toBe(periods)
      expect(apply({ percent_off: null, free_months: months }, plan)).toBe(periods > 0)
    },
  )

  test('free months take off the first payment, and apply to no course', () => {
    const free = { ...coupon, percent_off: null, free_months: 2 }
    expect(couponDiscount(free, 490_000, 'NGN')).toBe(490_000)
    expect(
      mayApplyCoupon(free, { course_id: 'c1', plan: null, isOnSale: true, currency: 'NGN', today }).allowed,
    ).toBe(false)
  })
})
