import { expect, test, vi } from 'vitest'
import {
  createAnalytics,
  analyticsMessages,
  type AnalyticsOptions,
  type AnalyticsCall,
} from './client-analytics.ts'

/** Analytics of the device d1, with the calls sent and the messages logged. */
function analytics(options: Partial<AnalyticsOptions> = {}) {
  const sent: AnalyticsCall[] = []
  const log = vi.fn()
  const one = createAnalytics({
    active: true,
    device_id: 'd1',
    log,
    send: (call) => void sent.push(call),
    ...options,
  })
  return { one, sent, log }
}

test('logs the documented error messages', () => {
  expect(analyticsMessages).toMatchObject({
    noEventName: 'No event name provided',
    devicePrefix: 'distinct_id cannot have $device: prefix',
    aliasIsCurrent: 'alias matches current distinct_id - skipping api call.',
    aliasIsPeopleUser: 'Attempting to create alias for existing People user - aborting.',
  })
})

test('rejects an event without a name', () => {
  const { one, sent, log } = analytics()
  one.track('')
  expect(sent).toEqual([])
  expect(log).toHaveBeenCalledWith('No event name provided')
})

test('rejects a device id as a person id and accepts any other id', () => {
  const { one, sent, log } = analytics()
  one.identify('$device:other')
  expect(log).toHaveBeenCalledWith('distinct_id cannot have $device: prefix')
  expect(one.distinct_id).toBe('$device:d1')
  one.identify('u1')
  expect(sent).toEqual([{ kind: 'identify', distinct_id: 'u1', anonymous_id: '$device:d1' }])
  one.track('Course opened')
  expect(sent.at(-1)).toMatchObject({ name: 'Course opened', distinct_id: 'u1' })
})

test('rejects an alias that equals the current id or an existing person', () => {
  const { one, sent, log } = analytics()
  one.alias('$device:d1')
  expect(log).toHaveBeenLastCalledWith(analyticsMessages.aliasIsCurrent)
  one.alias('$device:d1', 'somebody')
  expect(log).toHaveBeenCalledTimes(2)
  one.identify('u1')
  one.alias('u1')
  expect(log).toHaveBeenLastCalledWith(analyticsMessages.aliasIsPeopleUser)
  one.alias('u1', 'somebody')
  expect(log).toHaveBeenLastCalledWith(analyticsMessages.aliasIsPeopleUser)
  expect(sent.filter((call) => call.kind === 'alias')).toEqual([])
  one.alias('amara')
  expect(sent.at(-1)).toEqual({ kind: 'alias', distinct_id: 'u1', alias: 'amara' })
})

test('requires an array as property blacklist and omits the listed properties', () => {
  const { one, sent } = analytics({ property_blacklist: ['email'] })
  one.track('Login', { email: 'a@b.example', role: 'student' })
  expect(sent[0]).toMatchObject({ properties: { role: 'student' } })
  expect(sent[0]).not.toHaveProperty('properties.email')
  const invalid = analytics({ property_blacklist: 'email' })
  expect(invalid.log).toHaveBeenCalledWith('property_blacklist must be an array')
})

test('truncates texts in properties to 255 characters at any depth', () => {
  const { one, sent } = analytics()
  const long = 'x'.repeat(300)
  one.track('Note', { text: long, list: [long], inner: { text: long }, count: 300, at: null })
  const chunk = 'x'.repeat(255)
  expect(sent[0]).toMatchObject({
    properties: { text: chunk, list: [chunk], inner: { text: chunk }, count: 300, at: null },
  })
})

test('sends nothing outside of production', () => {
  const { one, sent } = analytics({ active: false })
  one.identify('u1')
  one.track('Course opened')
  one.setPerson({ role: 'student' })
  one.alias('amara')
  expect(sent).toEqual([])
})

test('sends properties of a person only after identification, under the id of that person', () => {
  const { one, sent } = analytics()
  one.setPerson({ role: 'student' })
  expect(sent).toEqual([])
  one.identify('u1')
  one.setPerson({ role: 'student' })
  expect(sent.at(-1)).toEqual({ kind: 'people', distinct_id: 'u1', properties: { role: 'student' } })
})

test('logs exceptions and rejected promises instead of throwing', async () => {
  const cause = new Error('blocked')
  const thrown = analytics({
    send: () => {
      throw cause
    },
  })
  thrown.one.track('Course opened')
  expect(thrown.log).toHaveBeenCalledWith('Tracking failed', cause)
  const rejected = analytics({ send: () => Promise.reject(cause) })
  rejected.one.track('Course opened')
  await expect.poll(() => rejected.log.mock.calls).toEqual([['Tracking failed', cause]])
})
