import { expect, test } from 'vitest'
import { completionRuleOf, readingSecondsNeeded, secondsNeeded } from '../outline/completion-rules.ts'

const usual = { completion_rule: null, completion_percentage: null }

test('requires 90 % of playable content, rounded up; nothing has to be played of the rest', () => {
  for (const [duration_seconds, needed] of [
    [1, 1],
    [9, 9],
    [10, 9],
    [11, 10],
    [110, 99],
    [3_600, 3_240],
  ] as const)
    for (const type of ['video', 'audio'])
      expect(secondsNeeded({ ...usual, type, duration_seconds })).toBe(needed)
  for (const duration_seconds of [null, 0])
    expect(secondsNeeded({ ...usual, type: 'video', duration_seconds })).toBeNull()
  for (const type of ['text', 'file', 'embed'])
    expect(secondsNeeded({ ...usual, type, duration_seconds: 100 })).toBeNull()
})

test('requires 90 % of the reading time of a text', () => {
  const text = { ...usual, type: 'text', reading_seconds: 41 }
  expect(readingSecondsNeeded(text)).toBe(37)
  expect(readingSecondsNeeded({ ...text, completion_percentage: 50 })).toBe(21)
  for (const other of [{ completion_rule: 'marked' }, { completion_rule: 'opened' }, { type: 'file' }])
    expect(readingSecondsNeeded({ ...text, ...other })).toBeNull()
})

test('uses a teacher’s rule before the default', () => {
  const video = { type: 'video', duration_seconds: 100, completion_percentage: 25 }
  expect(secondsNeeded({ ...video, completion_rule: 'watched' })).toBe(25)
  expect(secondsNeeded({ ...video, completion_rule: null })).toBe(25)
  for (const rule of ['opened', 'marked'] as const) {
    expect(secondsNeeded({ ...video, completion_rule: rule })).toBeNull()
    expect(completionRuleOf({ ...video, completion_rule: rule })).toEqual({ rule, percentage: null })
  }
  expect(completionRuleOf({ ...usual, type: 'text' })).toEqual({ rule: 'read', percentage: 90 })
  expect(completionRuleOf({ ...usual, type: 'file' })).toEqual({ rule: 'opened', percentage: null })
  expect(completionRuleOf({ ...usual, type: 'audio' })).toEqual({ rule: 'watched', percentage: 90 })
})
