import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { batchDelayMs, maxQueuedEvents } from './event-batches.ts'
import { startAnalytics } from './start-analytics.ts'

type Body = { events: { id: string; name: string; at: number; properties: object }[]; sent_at: number }

let posted: Body[]
let status: number
/** Requests to the analytics service. */
let fetched: {
  url: string
  items: { event?: string; properties?: Record<string, unknown>; [field: string]: unknown }[]
}[]

beforeEach(() => {
  posted = []
  fetched = []
  status = 202
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', (url: string, { body }: { body: URLSearchParams }) => {
    fetched.push({ url, items: JSON.parse(body.get('data')!) as never })
    return Promise.resolve({ status: 200 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const provider = { url: 'https://events.example', token: 'public' }
const person = (consented_purposes: string[] = []): Session => ({
  token: 't',
  user_type: 'student',
  details: { user_type: 'student', _id: 'u1', email: 'a@b.test', consented_purposes },
})

function start(session: () => Session | null = () => null, allowed: object = {}) {
  const analytics = { logs_visits: true, reports_events: true, provider, ...allowed }
  return startAnalytics({
    frame: { analytics, locale: 'en', host: { kind: 'root' } },
    session,
    post(body) {
      posted.push(body as Body)
      return status === 0 ? Promise.reject(new Error('away')) : Promise.resolve({ status })
    },
  })
}
const names = () => posted.map(({ events }) => events.map(({ name }) => name))
const later = () => vi.advanceTimersByTimeAsync(batchDelayMs)

describe('the school’s analytics', () => {
  test('batches events in one request', async () => {
    const { track } = start()
    track('course_created', { page: '/manage' })
    track('school_created')
    expect(posted).toEqual([])
    await later()
    expect(names()).toEqual([['course_created', 'school_created']])
    expect(posted[0]).toMatchObject({
      action: 'USAGE_EVENTS',
      events: [{ properties: { page: '/manage', locale: 'en' } }, {}],
    })
    expect(posted[0]!.sent_at - posted[0]!.events[0]!.at).toBe(batchDelayMs)
  })

  test('sends a full batch at once, and the rest when the page is left', async () => {
    const one = start()
    for (let n = 0; n < 21; n++) one.track('course_created')
    await vi.advanceTimersByTimeAsync(0)
    expect(names().map(({ length }) => length)).toEqual([20])
    one.flush()
    expect(names().map(({ length }) => length)).toEqual([20, 1])
  })

  test('sends the rest when the page is left during another request', async () => {
    const one = start()
    for (let n = 0; n < 21; n++) one.track('course_created')
    one.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(names().map(({ length }) => length)).toEqual([20, 1])
  })

  test.each([[500], [429], [0]])(
    'retries after %i with the same ids, three times at most',
    async (failure) => {
      status = failure
      const { track } = start()
      track('course_created')
      for (let round = 0; round < 6; round++) await later()
      expect(posted).toHaveLength(3)
      expect(new Set(posted.map(({ events }) => events[0]!.id)).size).toBe(1)
      status = 202
      track('school_created')
      await later()
      expect(names().at(-1)).toEqual(['school_created'])
    },
  )

  test('stores a limited number of events while offline', async () => {
    status = 0
    const { track } = start()
    for (let n = 0; n < 10 * maxQueuedEvents; n++) track('course_created')
    await vi.advanceTimersByTimeAsync(0)
    status = 202
    for (let round = 0; round < 20; round++) await later()
    const stored = new Set(posted.flatMap(({ events }) => events.map(({ id }) => id)))
    expect(stored.size).toBeLessThanOrEqual(maxQueuedEvents + 20)
  })

  test('stops after the school switched analytics off', async () => {
    status = 403
    const { track } = start()
    track('course_created')
    await later()
    track('course_created')
    await later()
    expect(posted).toHaveLength(1)
  })

  test('sends no identity: the server has the session', async () => {
    const { track } = start(() => person(['usage_statistics']))
    track('course_created')
    await later()
    expect(JSON.stringify(posted)).not.toContain('u1')
    expect(names()).toEqual([['course_created']])
  })
})

describe('the analytics service', () => {
  test('gets nothing without consent', async () => {
    const { track } = start(() => person(['error_reports']))
    track('course_created')
    await later()
    start().track('course_created')
    await later()
    expect(fetched).toEqual([])
    expect(posted).toHaveLength(2)
  })

  test.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])('gets nothing if %j', async (signal) => {
    vi.stubGlobal('navigator', signal)
    start(() => person(['usage_statistics'])).track('course_created')
    await later()
    expect(fetched).toEqual([])
  })

  test('gets the person and events in Mixpanel’s format', async () => {
    const { track } = start(() => person(['usage_statistics']))
    track('course_created', { note: 'x'.repeat(300), email: 'a@b.test' })
    await later()
    expect(fetched.map(({ url }) => url)).toEqual([
      'https://events.example/track',
      'https://events.example/engage',
    ])
    const [track_, engage] = fetched.map(({ items }) => items)
    expect(track_).toMatchObject([
      { event: '$identify', properties: { token: 'public', distinct_id: 'u1', $identified_id: 'u1' } },
      { event: 'course_created', properties: { distinct_id: 'u1', note: 'x'.repeat(255), locale: 'en' } },
    ])
    expect(String(track_![0]!.properties!.$anon_id)).toMatch(/^\$device:/)
    expect(track_![1]!.properties).not.toHaveProperty('email')
    expect(engage).toEqual([
      { $token: 'public', $distinct_id: 'u1', $set: { user_type: 'student', locale: 'en' } },
    ])
  })

  test('gets the browser’s id as an alias of a person who registered on this page', async () => {
    let session: Session | null = null
    const running = start(() => session)
    running.registered()
    session = person(['usage_statistics'])
    running.sessionChanged()
    running.sessionChanged()
    await later()
    const events = fetched.flatMap(({ items }) => items.map(({ event }) => event)).filter(Boolean)
    expect(events).toEqual(['$create_alias', '$identify'])
  })

  test('gets nothing after consent is withdrawn', async () => {
    let session = person(['usage_statistics'])
    const running = start(() => session)
    await later()
    fetched = []
    session = person([])
    running.sessionChanged()
    running.track('course_created')
    await later()
    expect(fetched).toEqual([])
  })
})

test('sends nothing if reporting is not allowed', async () => {
  start(() => person(['usage_statistics']), { reports_events: false }).track('course_created')
  await later()
  expect([posted, fetched]).toEqual([[], []])
})
