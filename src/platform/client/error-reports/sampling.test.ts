import { expect, test } from 'vitest'
import { drawSampling } from './sampling.ts'

test.each([
  [0, { traces: true, replaySession: true, replayOnError: true }],
  [0.0999, { traces: true, replaySession: true, replayOnError: true }],
  [0.1, { traces: true, replaySession: false, replayOnError: true }],
  [0.9999, { traces: true, replaySession: false, replayOnError: true }],
])('%d samples %j', (drawn, sampling) => expect(drawSampling(() => drawn)).toEqual(sampling))

test('records one visit in ten', () => {
  const visits = Array.from({ length: 1_000 }, (_, n) => drawSampling(() => n / 1_000))
  expect(visits.filter(({ replaySession }) => replaySession)).toHaveLength(100)
  expect(visits.every(({ traces, replayOnError }) => traces && replayOnError)).toBe(true)
})
