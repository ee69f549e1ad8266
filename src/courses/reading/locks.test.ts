import { describe, expect, test } from 'vitest'
import { findLock, createsCycle, type LockSettings, type LockException, type LockReader } from './locks.ts'

const now = new Date('2026-03-10T12:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
const open: LockSettings = {
  id: 'a',
  is_locked: false,
  lowest_tier: null,
  opens_at: null,
  opens_after_days: null,
  has_open_prerequisite: false,
  completed_at: null,
}
const reader: LockReader = { enable_tiering: true, tier: 1, approved_at: at(-3), now, exceptions: [] }
const everywhere = (shift_days: number | null, subject: 'student' | 'group' = 'student'): LockException => ({
  content_id: null,
  subject,
  shift_days,
})
const here = (shift_days: number | null, of: 'student' | 'group' = 'student') => ({
  ...everywhere(shift_days, of),
  content_id: 'a',
})
const reasonOf = (content: Partial<LockSettings>, given: Partial<LockReader> = {}) =>
  findLock({ ...open, ...content }, { ...reader, ...given })?.reason ?? null
const opensAt = (content: Partial<LockSettings>, given: Partial<LockReader> = {}) =>
  findLock({ ...open, ...content }, { ...reader, ...given })?.opens_at ?? null

test('gives the correct reason for every combination of locks', () => {
  const sides = [false, true]
  for (const is_locked of sides)
    for (const tooLow of sides)
      for (const later of sides)
        for (const waits of sides)
          for (const done of sides)
            for (const excepted of sides) {
              const content = {
                is_locked,
                lowest_tier: tooLow ? 2 : 1,
                opens_at: later ? at(1) : at(-1),
                has_open_prerequisite: waits,
                completed_at: done ? at(-1) : null,
              }
              const exceptions = excepted ? [everywhere(null)] : []
              const byRule = !excepted && !done
              const expected =
                is_locked && !excepted
                  ? 'locked'
                  : tooLow
                    ? 'tier'
                    : later && byRule
                      ? 'date'
                      : waits && byRule
                        ? 'after'
                        : null
              expect(reasonOf(content, { exceptions }), JSON.stringify({ ...content, excepted })).toBe(
                expected,
              )
            }
})

describe('a tier', () => {
  test.each([
    [null, null, null],
    [1, null, 'tier'],
    [2, 1, 'tier'],
    [2, 2, null],
    [2, 3, null],
    [2, Infinity, null],
  ])('decides on content from %s for a student in %s', (lowest_tier, tier, reason) => {
    expect(reasonOf({ lowest_tier }, { tier })).toBe(reason)
    expect(reasonOf({ lowest_tier }, { tier, enable_tiering: false })).toBe(null)
  })
})

describe('time', () => {
  test('opens exactly at the date', () => {
    expect(reasonOf({ opens_at: new Date(now.getTime() + 1) })).toBe('date')
    expect(reasonOf({ opens_at: now })).toBe(null)
    expect(reasonOf({ opens_after_days: 3 })).toBe(null)
    expect(reasonOf({ opens_after_days: 3 }, { approved_at: new Date(at(-3).getTime() + 1) })).toBe('date')
  })

  test('uses the later of date and days after approval', () => {
    expect(opensAt({ opens_at: at(1), opens_after_days: 9 })).toEqual(at(6))
    expect(opensAt({ opens_at: at(8), opens_after_days: 9 })).toEqual(at(8))
    expect(opensAt({ opens_after_days: 9 }, { approved_at: null })).toBe(null)
  })

  test('is reported even if something else locks the content too', () => {
    const lock = findLock(
      { ...open, is_locked: true, opens_at: at(2), has_open_prerequisite: true, lowest_tier: 4 },
      reader,
    )
    expect(lock).toEqual({ reason: 'locked', opens_at: at(2), has_open_prerequisite: true, lowest_tier: 4 })
  })
})

describe('an exception', () => {
  test('moves the opening time earlier or later, and nothing else', () => {
    expect(opensAt({ opens_at: at(2) }, { exceptions: [everywhere(5)] })).toEqual(at(7))
    expect(reasonOf({ opens_at: at(2) }, { exceptions: [everywhere(-2)] })).toBe(null)
    expect(reasonOf({ opens_at: at(-1) }, { exceptions: [everywhere(2)] })).toBe('date')
    expect(reasonOf({}, { exceptions: [everywhere(5)] })).toBe(null)
    expect(reasonOf({ is_locked: true }, { exceptions: [everywhere(-99)] })).toBe('locked')
    expect(reasonOf({ has_open_prerequisite: true }, { exceptions: [everywhere(-99)] })).toBe('after')
  })

  test('for a content overrides one for the course, a student’s overrides a group’s', () => {
    const content = { opens_at: at(2) }
    const shown = (...exceptions: LockException[]) => [
      opensAt(content, { exceptions }),
      opensAt(content, { exceptions: exceptions.toReversed() }),
    ]
    const twice = (days: number) => [at(2 + days), at(2 + days)]
    expect(shown(everywhere(null), here(3))).toEqual(twice(3))
    expect(shown(everywhere(9), here(3, 'group'))).toEqual(twice(3))
    expect(shown(here(9, 'group'), here(3))).toEqual(twice(3))
    expect(shown(everywhere(1, 'group'), everywhere(4))).toEqual(twice(4))
  })

  test('uses the most favourable of several groups', () => {
    const groups = [everywhere(4, 'group'), everywhere(-1, 'group'), everywhere(7, 'group')]
    expect(opensAt({ opens_at: at(2) }, { exceptions: groups })).toEqual(at(1))
    expect(reasonOf({ opens_at: at(2) }, { exceptions: [...groups, everywhere(null, 'group')] })).toBe(null)
  })

  test('for another content changes nothing', () => {
    expect(reasonOf({ is_locked: true }, { exceptions: [{ ...here(null), content_id: 'b' }] })).toBe('locked')
  })
})

test('rejects circular prerequisites', () => {
  const waiting = new Map([
    ['b', 'c'],
    ['c', 'd'],
    ['x', 'y'],
    ['y', 'x'],
  ])
  expect(createsCycle('a', 'a', new Map())).toBe(true)
  expect(createsCycle('d', 'b', waiting)).toBe(true)
  expect(createsCycle('a', 'b', waiting)).toBe(false)
  expect(createsCycle('b', 'd', waiting)).toBe(false)
  expect(createsCycle('a', 'x', waiting)).toBe(false)
})
