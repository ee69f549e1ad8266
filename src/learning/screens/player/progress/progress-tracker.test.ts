import { describe, expect, test } from 'vitest'
import { createProgressTracker, type ProgressTracker } from './progress-tracker.ts'
import { totalSeconds, noSecondRanges, unionRanges } from './second-ranges.ts'

/** Plays from one second to another, with a report every `step` seconds of the video. */
function play(
  tracker: ProgressTracker,
  from: number,
  to: number,
  { step = 0.25, rate = 1, reaches = true } = {},
) {
  for (let position = from; position < to; position += step) tracker.tick({ position, rate, reaches })
  tracker.tick({ position: to, rate, reaches })
}
const pause = (tracker: ProgressTracker, position: number) =>
  tracker.tick({ position, rate: 1, reaches: false })

describe('played time', () => {
  test('counts once, by second, and is returned once', () => {
    const tracker = createProgressTracker()
    play(tracker, 0, 5.1)
    expect(tracker.takeProgress()).toEqual([[0, 5]])
    expect(tracker.takeProgress()).toEqual([])
    play(tracker, 5.35, 10)
    pause(tracker, 10)
    expect(tracker.takeProgress()).toEqual([[5, 10]])
  })

  test('has no gap after a pause within a second', () => {
    for (const stop of [5.2, 5.5, 5.8]) {
      const tracker = createProgressTracker()
      play(tracker, 0, stop)
      pause(tracker, stop)
      const before = tracker.takeProgress()
      play(tracker, stop, 9)
      pause(tracker, 9)
      expect(unionRanges(before, tracker.takeProgress()), String(stop)).toEqual([[0, 9]])
    }
  })

  test('has no gap however often it is returned', () => {
    const tracker = createProgressTracker()
    let all = noSecondRanges
    for (let at = 0; at < 60; at += 0.25) {
      tracker.tick({ position: at, rate: 1, reaches: true })
      all = unionRanges(all, tracker.takeProgress())
    }
    pause(tracker, 60.02)
    expect(unionRanges(all, tracker.takeProgress())).toEqual([[0, 60]])
  })

  test('counts at every speed', () => {
    for (const rate of [0.5, 1, 1.5, 2]) {
      const tracker = createProgressTracker()
      // In a throttled tab a player reports once per second, which is `rate` seconds of the video.
      play(tracker, 0, 60, { step: rate * 1.05, rate })
      pause(tracker, 60)
      expect(tracker.takeProgress(), String(rate)).toEqual([[0, 60]])
    }
  })

  test('counts again only where it was not played before', () => {
    const tracker = createProgressTracker()
    play(tracker, 0, 20)
    tracker.jump()
    play(tracker, 10, 30)
    pause(tracker, 30)
    expect(totalSeconds(tracker.takeProgress())).toBe(30)
  })
})

describe('time that does not count', () => {
  test('skipped by a jump', () => {
    const tracker = createProgressTracker()
    play(tracker, 0, 5)
    tracker.jump()
    play(tracker, 50, 55)
    pause(tracker, 55)
    expect(tracker.takeProgress()).toEqual([
      [0, 5],
      [50, 55],
    ])
  })

  test('skipped by a jump without an event', () => {
    const tracker = createProgressTracker()
    play(tracker, 0, 5)
    play(tracker, 50, 55)
    play(tracker, 20, 22)
    pause(tracker, 22)
    expect(tracker.takeProgress()).toEqual([
      [0, 5],
      [20, 22],
      [50, 55],
    ])
  })

  test('scrubbed through', () => {
    const tracker = createProgressTracker()
    for (let position = 0; position < 600; position += 1.5) {
      tracker.jump()
      tracker.tick({ position, rate: 1, reaches: true })
    }
    expect(tracker.takeProgress()).toEqual([])
  })

  test('in a hidden tab, in a pause, or below half a second', () => {
    const tracker = createProgressTracker()
    play(tracker, 0, 30, { reaches: false })
    pause(tracker, 30)
    pause(tracker, 31)
    play(tracker, 40.1, 40.5)
    pause(tracker, 40.5)
    expect(tracker.takeProgress()).toEqual([])
  })
})

test('joins adjacent sets of seconds in any order', () => {
  const a = [
    [5, 7],
    [0, 2],
  ] as const
  expect(unionRanges(a, [[2, 4]])).toEqual([
    [0, 4],
    [5, 7],
  ])
  expect(unionRanges(a, [[1, 6]])).toEqual([[0, 7]])
  expect(unionRanges(noSecondRanges, [[3, 3]])).toEqual([])
  expect(totalSeconds(unionRanges(a, a))).toBe(4)
})
