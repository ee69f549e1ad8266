import { describe, expect, test } from 'vitest'
import { currencyCodes, minimumCharge } from '#lib/money/money.ts'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import { firstAmount, instalmentAmounts, planError, planTerms, type PlanPrice } from './policy.ts'

describe('instalmentAmounts', () => {
  test.each([
    [10_000, 3, [3_334, 3_333, 3_333]],
    [10_000, 4, [2_500, 2_500, 2_500, 2_500]],
    [10_001, 4, [2_501, 2_500, 2_500, 2_500]],
    [11, 3, [4, 4, 3]],
  ])('splits %d by %d', (price, count, amounts) => {
    expect(instalmentAmounts(price, count, 'USD')).toEqual(amounts)
  })

  test('adds up to the price, with the largest first and a difference of at most one unit', () => {
    const draw = randomIntegers(35)
    for (let index = 0; index < 5_000; index++) {
      const price = draw(1, 1_000_000_000_000)
      const count = 2 + (index % 35)
      const amounts = instalmentAmounts(price, count, ['USD', 'JPY', 'KWD'][index % 3]!)
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(price)
      expect(amounts).toHaveLength(count)
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
      expect(amounts[0]! - amounts.at(-1)!).toBeLessThanOrEqual(1)
    }
  })
})

const oneTime: PlanPrice = {
  kind: 'one_time',
  price: 100_000,
  currency: 'NGN',
  instalment_count: null,
  interval: null,
  trial_days: 0,
  trial_needs_card: false,
  sale_price: null,
  sale_starts_on: null,
  sale_ends_on: null,
}
const instalments: PlanPrice = { ...oneTime, kind: 'instalments', instalment_count: 3, interval: 'month' }
const subscription: PlanPrice = { ...oneTime, kind: 'subscription', interval: 'year', trial_days: 7 }

describe('planError', () => {
  test('accepts each kind with what it needs', () => {
    expect([oneTime, instalments, subscription].map(planError)).toEqual([null, null, null])
  })

  test.each([
    [
      'instalments without a number',
      { ...instalments, instalment_count: null },
      'instalment_count',
      'required',
    ],
    ['a subscription without an interval', { ...subscription, interval: null }, 'interval', 'required'],
    ['one payment with an interval', { ...oneTime, interval: 'week' }, 'interval', 'not_for_kind'],
    ['one payment in parts', { ...oneTime, instalment_count: 2 }, 'instalment_count', 'not_for_kind'],
    ['a trial of instalments', { ...instalments, trial_days: 1 }, 'trial_days', 'not_for_kind'],
    [
      'a card without a trial',
      { ...subscription, trial_days: 0, trial_needs_card: true },
      'trial_needs_card',
      'not_for_kind',
    ],
    ['one payment below the minimum', { ...oneTime, price: 4_999 }, 'price', 'amount_too_small'],
    ['an instalment below the minimum', { ...instalments, price: 14_999 }, 'price', 'amount_too_small'],
  ] as const)('refuses %s', (_name, plan, path, code) => {
    expect(planError(plan)).toEqual({ path, code })
  })

  test('counts the minimum of each currency in its own unit', () => {
    expect(['NGN', 'USD', 'JPY', 'UGX', 'KWD'].map(minimumCharge)).toEqual([5_000, 200, 50, 100, 1_000])
    for (const currency of currencyCodes()) {
      const minimum = minimumCharge(currency)
      expect(Number.isSafeInteger(minimum) && minimum > 0, currency).toBe(true)
      expect(planError({ ...oneTime, currency, price: minimum })).toBeNull()
      expect(planError({ ...oneTime, currency, price: minimum - 1 })?.code).toBe('amount_too_small')
    }
  })
})

test('the first payment is the price, the first instalment, or nothing for a trial', () => {
  const first = (plan: PlanPrice) =>
    firstAmount(planTerms(plan, { course_ids: ['course'], day: '2026-11-30' }))
  expect(first(oneTime)).toBe(100_000)
  expect(first(instalments)).toBe(33_334)
  expect(first(subscription)).toBe(0)
  expect(first({ ...subscription, trial_days: 0 })).toBe(100_000)
})
