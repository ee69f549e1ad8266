import { describe, expect, test } from 'vitest'
import {
  formatPlaybackTime,
  findOutlinePosition,
  resumePosition,
  type OutlineLesson,
} from './player-model.ts'

const content = (id: string, lock_reason: 'locked' | null = null) => ({ id, lock_reason })
const lessons = [
  { id: 'one', contents: [content('a'), content('b', 'locked')] },
  { id: 'empty', contents: [] },
  { id: 'two', contents: [content('c'), content('d')] },
] as unknown as OutlineLesson[]

describe('position of a content', () => {
  test.each([
    ['a', 1, 'one', undefined, 'c'],
    ['b', 2, 'one', 'a', 'c'],
    ['c', 3, 'two', 'a', 'd'],
    ['d', 4, 'two', 'c', undefined],
    ['gone', 0, undefined, undefined, 'a'],
  ])('%s', (id, ...expected) => {
    const outlinePosition = findOutlinePosition(lessons, id)
    expect([
      outlinePosition.number,
      outlinePosition.lesson?.id,
      outlinePosition.previous?.id,
      outlinePosition.next?.id,
    ]).toEqual(expected)
    expect(outlinePosition.total).toBe(4)
  })
})

describe('start position of a video', () => {
  const at = (position_seconds: number, second: number) => ({
    position_seconds,
    position_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  })
  test('is the newest of all devices', () => {
    expect(resumePosition([at(10, 1), at(4, 2)], 60)).toBe(4)
    expect(resumePosition([at(10, 3), at(4, 2)], 60)).toBe(10)
    expect(resumePosition([null, at(7, 1)], 60)).toBe(7)
    expect(resumePosition([{ position_seconds: 9, position_at: null }], 60)).toBe(0)
    expect(resumePosition([], 60)).toBe(0)
  })
  test('is the beginning after it was finished', () => {
    expect(resumePosition([at(56.9, 1)], 60)).toBe(56.9)
    expect(resumePosition([at(57, 1)], 60)).toBe(0)
    expect(resumePosition([at(300, 1)], 60)).toBe(0)
  })
})

test('formats times', () => {
  expect([0, 65.9, 3_600, 45_296].map(formatPlaybackTime)).toEqual(['0:00', '1:05', '1:00:00', '12:34:56'])
})
