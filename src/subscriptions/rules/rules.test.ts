import { describe, expect, test } from 'vitest'
import { money } from '#lib/money/money.ts'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import { amountOfPeriod, applyCredit, remainingAmount, unusedAmount, type RecurringTerms } from './amounts.ts'
import { cancelAt, chargeDays, nextChargeAt, suspendAt } from './dunning.ts'
import { addDays, addIntervals, periodAt } from './periods.ts'
import { accessEnd, nextStep, type SubscriptionStatus } from './states.ts'

const at = (text: string) => new Date(`${text}T10:30:00.000Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

describe('a monthly period', () => {
  test.each([
    ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2027-01-30', ['2027-02-28', '2027-03-30', '2027-04-30']],
    ['2027-01-29', ['2027-02-28', '2027-03-29']],
    ['2028-01-31', ['2028-02-29', '2028-03-31']],
    ['2028-01-29', ['2028-02-29', '2028-03-29']],
    ['2027-12-31', ['2028-01-31', '2028-02-29', '2028-03-31']],
  ])('that begins on %s returns to its day after a shorter month', (start, days) => {
    expect(days.map((_day, index) => dayOf(addIntervals(at(start), 'month', index + 1)))).toEqual(days)
  })

  test('keeps its time of the day', () => {
    expect(addIntervals(at('2027-01-31'), 'month', 1).toISOString()).toBe('2027-02-28T10:30:00.000Z')
  })
})

test('a year from 29 February ends on 28 February, and on the 29th again in leap years', () => {
  expect([1, 2, 3, 4].map((years) => dayOf(addIntervals(at('2028-02-29'), 'year', years)))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('weeks and quarters have 7 days and 3 months', () => {
  expect(dayOf(addIntervals(at('2027-02-26'), 'week', 1))).toBe('2027-03-05')
  expect(dayOf(addIntervals(at('2027-11-30'), 'quarter', 1))).toBe('2028-02-29')
})

test('periods follow each other without gap or overlap, for any anchor', () => {
  const random = randomIntegers(7)
  for (let run = 0; run < 2_000; run++) {
    const anchor = new Date(random(0, 4_000_000_000) * 1000)
    const interval = (['week', 'month', 'quarter', 'year'] as const)[random(0, 3)]!
    const position = random(0, 60)
    const [period, next] = [periodAt(anchor, interval, position), periodAt(anchor, interval, position + 1)]
    expect(period.ends_at).toEqual(next.starts_at)
    expect(period.ends_at.getTime()).toBeGreaterThan(period.starts_at.getTime())
    const day = anchor.getUTCDate()
    // The day is the anchor's, or the last of a shorter month.
    if (interval !== 'week' && period.starts_at.getUTCDate() !== day)
      // eslint-disable-next-line vitest/no-conditional-expect
      expect([28, 29, 30]).toContain(period.starts_at.getUTCDate())
  }
})

describe('the dunning timeline', () => {
  const due = at('2027-03-01')
  test('charges on days 0, 1, 3, 5 and 7, suspends on day 7 and cancels on day 14', () => {
    expect(chargeDays.map((_day, tries) => dayOf(nextChargeAt(due, tries)!))).toEqual([
      '2027-03-01',
      '2027-03-02',
      '2027-03-04',
      '2027-03-06',
      '2027-03-08',
    ])
    expect(nextChargeAt(due, 5)).toBeNull()
    expect([suspendAt(due), cancelAt(due)].map(dayOf)).toEqual(['2027-03-08', '2027-03-15'])
  })

  const subscription = {
    status: 'past_due' as SubscriptionStatus,
    cancel_at_period_end: false,
    period_no: 2,
    period_end: at('2027-04-01'),
    last_no: null,
  }
  const stepOn = (day: number, next_try_at: Date | null, status: SubscriptionStatus = 'past_due') =>
    nextStep({ ...subscription, status }, { due_at: due, next_try_at }, addDays(due, day))

  test('charges before it suspends, and suspends once', () => {
    expect(stepOn(7, addDays(due, 7))).toEqual({ kind: 'charge' })
    expect(stepOn(7, null)).toEqual({ kind: 'suspend' })
    expect(stepOn(8, null, 'unpaid')).toEqual({ kind: 'wait', until: addDays(due, 14) })
    expect(stepOn(14, null, 'unpaid')).toEqual({ kind: 'cancel' })
  })

  test('does not charge again after a hard decline', () => {
    for (const day of [1, 3, 5]) expect(stepOn(day, null)).toEqual({ kind: 'wait', until: addDays(due, 7) })
  })

  test('never waits for a moment that has passed, whatever happened before', () => {
    const random = randomIntegers(11)
    const statuses = ['trialing', 'active', 'past_due', 'paused', 'unpaid', 'completed', 'canceled'] as const
    for (let run = 0; run < 5_000; run++) {
      const now = addDays(due, random(0, 40) - 5)
      const hasOpen = random(0, 1) === 1
      const step = nextStep(
        {
          status: statuses[random(0, 6)]!,
          cancel_at_period_end: random(0, 1) === 1,
          period_no: random(0, 4),
          period_end: addDays(due, random(0, 30)),
          last_no: random(0, 1) === 1 ? 3 : null,
        },
        hasOpen
          ? { due_at: due, next_try_at: random(0, 1) === 1 ? addDays(due, random(0, 14)) : null }
          : null,
        now,
      )
      const until = step.kind === 'wait' ? step.until : null
      expect(until === null || until > now).toBe(true)
    }
  })
})

describe('access', () => {
  const paid_until = at('2027-03-01')
  const endOf = (status: SubscriptionStatus, cancel_at_period_end = false) =>
    accessEnd({ status, cancel_at_period_end, paid_until })
  test('has seven days of grace while a further payment is expected', () => {
    expect(endOf('active')).toEqual(at('2027-03-08'))
    expect(endOf('past_due')).toEqual(at('2027-03-08'))
  })
  test('ends with the paid time after a cancellation and in a pause, and never once all is paid', () => {
    expect(endOf('active', true)).toEqual(paid_until)
    expect(endOf('paused')).toEqual(paid_until)
    expect(endOf('completed')).toBeNull()
  })
})

describe('amounts', () => {
  const instalments: RecurringTerms = {
    kind: 'instalments',
    amounts: [33_34, 33_33, 33_33],
    interval: 'month',
    currency: 'USD',
    course_ids: [],
  }
  const subscription: RecurringTerms = {
    kind: 'subscription',
    amount: 10_00,
    interval: 'month',
    trial_days: 0,
    free_months: 2,
    currency: 'USD',
    course_ids: [],
  }
  test('of instalments add up to the price, and what is left shrinks to nothing', () => {
    expect([1, 2, 3, 4].map((no) => remainingAmount(instalments, no))).toEqual([100_00, 66_66, 33_33, 0])
  })
  test('of free periods are zero, after the first one', () => {
    expect([1, 2, 3, 4].map((no) => amountOfPeriod(subscription, no))).toEqual([10_00, 0, 0, 10_00])
  })
  test('use credit before money, and lose none of it', () => {
    expect(applyCredit(10_00, 4_00)).toEqual({ charge: 6_00, credit: 0 })
    expect(applyCredit(10_00, 25_00)).toEqual({ charge: 0, credit: 15_00 })
    const random = randomIntegers(3)
    for (let run = 0; run < 1_000; run++) {
      const [amount, credit] = [random(0, 1_000_000), random(0, 1_000_000)]
      const left = applyCredit(amount, credit)
      expect(amount - left.charge).toBe(credit - left.credit)
    }
  })
  test('give back half of a price after half of a period, all before it and nothing after it', () => {
    const period = { starts_at: at('2027-04-01'), ends_at: at('2027-05-01') }
    const unusedOn = (day: string) => unusedAmount(money(10_00, 'USD'), period, at(day))
    expect(['2027-03-20', '2027-04-16', '2027-05-01', '2027-06-01'].map(unusedOn)).toEqual([
      10_00, 5_00, 0, 0,
    ])
  })
})
