import { expect, test } from 'vitest'
import { barUnit, salesBars } from './sales-bars.ts'

const row = (key: string, sales: number, currency = 'NGN') => ({ key, sales, currency })

test('has a bar for each day, also without sales, across the end of February', () => {
  const period = { from: '2028-02-28', to: '2028-03-01', currency: 'NGN', unit: 'day' as const }
  expect(
    salesBars([row('2028-03-01', 5), row('2028-02-28', 7), row('2028-02-28', 9, 'USD')], period),
  ).toEqual([
    { key: '2028-02-28', value: 7 },
    { key: '2028-02-29', value: 0 },
    { key: '2028-03-01', value: 5 },
  ])
})

test('has one bar for one day, and none below zero', () => {
  const period = { from: '2026-11-23', to: '2026-11-23', currency: 'NGN', unit: 'day' as const }
  expect(salesBars([row('2026-11-23', -4)], period)).toEqual([{ key: '2026-11-23', value: 0 }])
  expect(salesBars([], period)).toHaveLength(1)
})

test('shows a long period by month, and a shorter one with more currencies', () => {
  const year = { from: '2025-11-24', to: '2026-11-24' }
  expect(barUnit(year, 1)).toBe('month')
  expect(salesBars([row('2026-02', 3)], { ...year, currency: 'NGN', unit: 'month' })).toHaveLength(13)
  const quarter = { from: '2026-08-01', to: '2026-10-31' }
  expect([barUnit(quarter, 0), barUnit(quarter, 1), barUnit(quarter, 2)]).toEqual(['day', 'day', 'month'])
})
