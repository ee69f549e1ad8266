import { expect, test, vi } from 'vitest'
import { Type } from 'typebox'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { createTypedClient, type Send } from '#platform/client/api/client.ts'
import { createPrefetchedReplies, type RepliesByPath } from '../client/prefetched-replies.ts'

const request = (path: string, token?: string, method = 'GET') => ({
  method,
  path,
  headers: { ...(token && { 'x-access-token': token }) },
})
const answered = (entries: Record<string, unknown>): RepliesByPath =>
  new Map(Object.entries(entries).map(([path, value]) => [path, { status: 200, body: '', value }]))

test('waits for a pending reply and uses it once', async () => {
  const early = createPrefetchedReplies()
  let arrive: (answers: RepliesByPath) => void = () => {}
  early.expect(['/a'], 'token', new Promise((resolve) => (arrive = resolve)))
  const first = early.take(request('/a', 'token'))
  expect(await early.take(request('/a', 'token'))).toBeNull()
  arrive(answered({ '/a': 1, '/b': 2 }))
  expect(await first).toMatchObject({ value: 1 })
  expect(await early.take(request('/a', 'token'))).toBeNull()
  // Replies that were not announced are available when the call has arrived.
  expect(await early.take(request('/b', 'token'))).toMatchObject({ value: 2 })
})

test('gives nothing to another session, method or path', async () => {
  const early = createPrefetchedReplies()
  early.expect(['/a'], 'token', Promise.resolve(answered({ '/a': 1 })))
  expect(await early.take(request('/a'))).toBeNull()
  expect(await early.take(request('/a', 'another'))).toBeNull()
  expect(await early.take(request('/a', 'token', 'PUT'))).toBeNull()
  expect(await early.take(request('/c', 'token'))).toBeNull()
  expect(early.covers('/a', 'another')).toBe(false)
  expect(early.covers('/a', 'token')).toBe(true)
})

test('sends each request itself after a failed call, and does not repeat the call at once', async () => {
  const early = createPrefetchedReplies()
  early.expect(['/a'], undefined, Promise.reject(new Error('no line')))
  await Promise.resolve()
  expect(early.covers('/a', undefined)).toBe(true)
  expect(await early.take(request('/a'))).toBeNull()
  expect(early.covers('/a', undefined)).toBe(false)
})

test('ignores a reply that is older than a fresh query', async () => {
  let now = 0
  const early = createPrefetchedReplies(() => now)
  early.expect(['/a'], undefined, Promise.resolve(answered({ '/a': 1 })))
  await Promise.resolve()
  await Promise.resolve()
  now = 15_001
  expect(await early.take(request('/a'))).toBeNull()
  expect(early.covers('/a', undefined)).toBe(false)
})

test('answers requests of the client without the network', async () => {
  const reply: [number, ReturnType<typeof Type.String>] = [200, Type.String()]
  const early = createPrefetchedReplies()
  const network = vi.fn<Send>(async () => ({ status: 200, body: '"network"' }))
  const send: Send = async (sent) => (await early.take(sent)) ?? network(sent)
  const api = createTypedClient({ send, headers: () => ({}), retryDelays: [] })
  const contract = defineRoute({
    name: 'one',
    method: 'GET',
    path: '/one',
    access: 'user',
    summary: '',
    reply,
  })
  early.expect(['/api/one'], undefined, Promise.resolve(answered({ '/api/one': 'early' })))
  expect(await api(contract, {})).toBe('early')
  expect(await api(contract, {})).toBe('network')
  expect(network).toHaveBeenCalledTimes(1)
})
