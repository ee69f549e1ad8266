import { describe, expect, test } from 'vitest'
import { minimumCharge, money } from '#lib/money/money.ts'
import type { SubscriptionTerms } from '#payments/index.ts'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import { addDays, periodAt } from './periods.ts'
import { planChange } from './plan-change.ts'

const start = new Date('2027-04-01T08:00:00.000Z')
/** 30 days. */
const april = periodAt(start, 'month', 0)

const terms = (amount: number, changes: Partial<SubscriptionTerms> = {}): SubscriptionTerms => ({
  kind: 'subscription',
  amount,
  interval: 'month',
  trial_days: 0,
  free_months: 0,
  currency: 'USD',
  course_ids: [],
  ...changes,
})

const monthly = (amount: number, credit = 0) => ({
  terms: terms(amount),
  isTrial: false,
  period: april,
  value: money(amount, 'USD'),
  credit,
})

describe('a change to a plan that costs more', () => {
  test('halfway through a month of 30.00 credits 15.00, and begins a month of the new price now', () => {
    const now = addDays(start, 15)
    expect(planChange(monthly(3_000), terms(5_000), now)).toEqual({
      takes_effect: 'now',
      unused: 1_500,
      price: 5_000,
      credit_used: 1_500,
      charge: 3_500,
      credit_left: 0,
      period: periodAt(now, 'month', 0),
      next_charge: 5_000,
    })
  })

  test('costs nothing now if the credit covers it, and the rest reduces the next payments', () => {
    const yearly = {
      ...monthly(0),
      terms: terms(12_000, { interval: 'year' }),
      period: periodAt(start, 'year', 0),
      value: money(12_000, 'USD'),
    }
    const change = planChange(yearly, terms(1_500), start)
    expect(change).toMatchObject({ charge: 0, credit_used: 1_500, credit_left: 10_500, next_charge: 0 })
  })

  test('charges no amount that providers refuse: less credit is used instead', () => {
    const change = planChange(monthly(3_000), terms(3_100), start)
    expect(change).toMatchObject({ charge: minimumCharge('USD'), credit_used: 2_900, credit_left: 100 })
  })
})

test('a change to a plan that costs less begins at the end of the period, and costs nothing now', () => {
  expect(planChange(monthly(3_000, 400), terms(1_000), addDays(start, 10))).toMatchObject({
    takes_effect: 'period_end',
    charge: 0,
    credit_left: 400,
    period: april,
    next_charge: 600,
  })
})

test('prices of different intervals are compared by the year', () => {
  const effect = (to: SubscriptionTerms) => planChange(monthly(1_000), to, start).takes_effect
  expect(effect(terms(12_000, { interval: 'year' }))).toBe('now')
  expect(effect(terms(11_999, { interval: 'year' }))).toBe('period_end')
  expect(effect(terms(231, { interval: 'week' }))).toBe('now')
  expect(effect(terms(230, { interval: 'week' }))).toBe('period_end')
})

test('in a trial every change happens now, and the trial goes on', () => {
  const trial = { ...monthly(3_000), isTrial: true, value: money(0, 'USD') }
  for (const amount of [1_000, 9_000])
    expect(planChange(trial, terms(amount), start)).toMatchObject({
      takes_effect: 'now',
      charge: 0,
      period: april,
      next_charge: amount,
    })
})

test('no money is lost or made, whatever is changed and when', () => {
  const random = randomIntegers(52)
  const intervals = ['week', 'month', 'quarter', 'year'] as const
  for (let run = 0; run < 10_000; run++) {
    const currency = (['USD', 'NGN', 'JPY', 'KWD'] as const)[random(0, 3)]!
    const price = () => random(minimumCharge(currency), 10_000_000)
    const [interval, next] = [intervals[random(0, 3)]!, intervals[random(0, 3)]!]
    const period = periodAt(start, interval, 0)
    const amount = price()
    const value = money(random(0, amount), currency)
    const credit = random(0, 3) === 0 ? random(0, 20_000_000) : 0
    const now = new Date(random(period.starts_at.getTime(), period.ends_at.getTime()))
    const from = { terms: terms(amount, { interval, currency }), isTrial: false, period, value, credit }
    const to = terms(price(), { interval: next, currency })
    const change = planChange(from, to, now)
    expect(change.unused).toBeLessThanOrEqual(value.minor)
    expect(change.charge + change.credit_used).toBe(change.price)
    expect(change.credit_used + change.credit_left).toBe(credit + change.unused)
    expect(
      Object.values(change).every(
        (part) => typeof part !== 'number' || (Number.isSafeInteger(part) && part >= 0),
      ),
    ).toBe(true)
    expect(change.charge === 0 || change.charge >= minimumCharge(currency)).toBe(true)
  }
})
