import { expect, test } from 'vitest'
import { isDay, localDay, shiftDay, startOfLocalDay } from './local-day.ts'

test.each([
  ['Africa/Lagos', '2026-11-30', '2026-11-29T23:00:00Z'],
  ['America/New_York', '2026-11-30', '2026-11-30T05:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-30', '2026-11-29T10:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-30', '2026-11-30T11:00:00Z'],
  // The clocks go forward at midnight: the day begins at 1:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
])('a day in %s begins at midnight there', (zone, day, moment) => {
  const start = startOfLocalDay(zone, day)
  expect(start).toEqual(new Date(moment))
  expect(localDay(zone, start)).toBe(day)
  expect(localDay(zone, new Date(start.getTime() - 1))).toBe(shiftDay(day, -1))
})

test('days follow the calendar', () => {
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(['2028-02-29', '2026-02-29', 'today'].map(isDay)).toEqual([true, false, false])
})
