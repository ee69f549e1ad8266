import { describe, expect, test } from 'vitest'
import { clockTime, placeOf, startingPoint, type OutlineLesson } from './player-model.ts'

const content = (id: string, lock_reason: 'locked' | null = null) => ({ id, lock_reason })
const lessons = [
  { id: 'one', contents: [content('a'), content('b', 'locked')] },
  { id: 'empty', contents: [] },
  { id: 'two', contents: [content('c'), content('d')] },
] as unknown as OutlineLesson[]

describe('the place of a content', () => {
  test.each([
    ['a', 1, 'one', undefined, 'c'],
    ['b', 2, 'one', 'a', 'c'],
    ['c', 3, 'two', 'a', 'd'],
    ['d', 4, 'two', 'c', undefined],
    ['gone', 0, undefined, undefined, 'a'],
  ])('%s', (id, ...expected) => {
    const place = placeOf(lessons, id)
    expect([place.number, place.lesson?.id, place.previous?.id, place.next?.id]).toEqual(expected)
    expect(place.total).toBe(4)
  })
})

describe('where a film starts', () => {
  const at = (position_seconds: number, second: number) => ({
    position_seconds,
    position_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  })
  test('at the newest place of all devices', () => {
    expect(startingPoint([at(10, 1), at(4, 2)], 60)).toBe(4)
    expect(startingPoint([at(10, 3), at(4, 2)], 60)).toBe(10)
    expect(startingPoint([null, at(7, 1)], 60)).toBe(7)
    expect(startingPoint([{ position_seconds: 9, position_at: null }], 60)).toBe(0)
    expect(startingPoint([], 60)).toBe(0)
  })
  test('at the beginning when it had come to its end', () => {
    expect(startingPoint([at(56.9, 1)], 60)).toBe(56.9)
    expect(startingPoint([at(57, 1)], 60)).toBe(0)
    expect(startingPoint([at(300, 1)], 60)).toBe(0)
  })
})

test('times as on a clock', () => {
  expect([0, 65.9, 3_600, 45_296].map(clockTime)).toEqual(['0:00', '1:05', '1:00:00', '12:34:56'])
})
