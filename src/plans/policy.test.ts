import { describe, expect, test } from 'vitest'
import { isFlagged, isPaid, needsManualApproval, planNames, takesCommission } from './policy.ts'

const booleans = [false, true]

test('counts every plan except free as paid', () => {
  expect(planNames.map((plan) => [plan, isPaid(plan)])).toEqual([
    ['free', false],
    ['whitelabel_subscription', true],
    ['subscription', true],
    ['enterprise', true],
    ['commission', true],
  ])
  for (const other of ['', 'Subscription', 'subscription ', 'pro', 'toString'])
    expect(isPaid(other)).toBe(false)
})

test('takes commission on one plan only', () => {
  expect(planNames.filter(takesCommission)).toEqual(['commission'])
})

test.each(planNames.flatMap((plan_name) => booleans.map((allowed) => [plan_name, allowed] as const)))(
  'with %s and manual approval %s',
  (plan_name, allow_manual_student_approval) => {
    const expected = plan_name === 'commission' ? allow_manual_student_approval : true
    expect(needsManualApproval({ plan_name, allow_manual_student_approval })).toBe(expected)
  },
)

describe('a school is flagged', () => {
  const times = [
    ['2015-01-01T00:00:00Z', false],
    ['2021-11-02T23:59:59.999Z', false],
    ['2021-11-03T00:00:00.000Z', false],
    ['2021-11-03T00:00:00.001Z', true],
    ['2026-11-22T00:00:00Z', true],
  ] as const
  const cases = times.flatMap(([time, late]) =>
    planNames.flatMap((plan_name) =>
      booleans.map((has_reseller) => ({
        time,
        plan_name,
        has_reseller,
        expected: late && plan_name === 'free' && !has_reseller,
      })),
    ),
  )
  test.each(cases)(
    'decides at $time on $plan_name with reseller $has_reseller: $expected',
    ({ time, expected, ...school }) => {
      expect(isFlagged({ ...school, created_at: new Date(time) })).toBe(expected)
    },
  )
})
