import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouteEvents } from './create-route-events.ts'
import { buildVisit } from '#tenancy/client/analytics/log-visit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What happened, in its order. */
function watched() {
  const happened: string[] = []
  const note = (what: string) => () => void happened.push(what)
  const events = createRouteEvents({
    showBar: note('bar'),
    hideBar: note('no bar'),
    logVisit: (course_id) => void happened.push(`visit ${course_id ?? '-'}`),
    refreshChatWidget: note('chat'),
    setErrorReportingUser: note('user'),
  })
  return { events, happened }
}

test('a quick change shows no bar', () => {
  const { events, happened } = watched()
  events.started()
  vi.advanceTimersByTime(99)
  events.settled()
  vi.advanceTimersByTime(10_000)
  expect(happened).toEqual(['no bar'])
})

test('a slow one shows it after 100 ms, and it always ends', () => {
  const { events, happened } = watched()
  events.started()
  vi.advanceTimersByTime(100)
  expect(happened).toEqual(['bar'])
  events.settled()
  expect(happened).toEqual(['bar', 'no bar'])
})

test('on completion the bar ends, the visit is logged, the chat refreshes after 3 s and the user is set', () => {
  const { events, happened } = watched()
  events.completed('c1')
  expect(happened).toEqual(['no bar', 'visit c1', 'user'])
  vi.advanceTimersByTime(2_999)
  expect(happened).not.toContain('chat')
  vi.advanceTimersByTime(1)
  expect(happened.at(-1)).toBe('chat')
})

test('on a route error the bar ends and the chat refreshes, and no visit is logged', () => {
  const { events, happened } = watched()
  events.started()
  vi.advanceTimersByTime(500)
  events.failed()
  expect(happened).toEqual(['bar', 'no bar', 'chat'])
})

test('a visit names the page without the token that may still stand in its address', () => {
  const href = 'http://demo.localhost/learn/7?topic=3&user_token=secret'
  expect(buildVisit({ href }, { school_id: 's', course_id: '7' })).toEqual({
    action: 'SCHOOL_VISIT',
    url: 'http://demo.localhost/learn/7?topic=3',
    school_id: 's',
    course_id: '7',
  })
})
