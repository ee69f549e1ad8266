import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { defineRoute } from '../contract/define-route.ts'
import { createFakeStorage } from '#testing/fakes/fake-storage.ts'
import { createBrowserApi } from './browser.ts'
import {
  createTypedClient,
  toApiRequest,
  type ApiResponse,
  type ApiRequest,
} from '#platform/client/api/client.ts'
import type { PageFrame } from './page-frame.ts'
import { browserStore } from './session/session.ts'

const Fields = Type.Object({ name: Type.String() })
const update = defineRoute({
  name: 'update',
  method: 'PUT',
  path: '/courses/v2/courses/:id',
  access: 'staff',
  summary: '',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ school_no: Type.Optional(Type.Integer()) }),
  body: Fields,
  reply: [200, Fields],
})
const create = defineRoute({
  name: 'create',
  method: 'POST',
  path: '/courses/v2/courses',
  access: 'staff',
  summary: '',
  body: Fields,
  reply: [201, Fields],
  idempotent: true,
})
const list = defineRoute({
  name: 'list',
  method: 'GET',
  path: '/courses/v2/courses',
  access: 'public',
  summary: '',
  query: Type.Object({ limit: Type.Optional(Type.Integer()), open: Type.Optional(Type.Boolean()) }),
  reply: [200, Fields],
})

/** A server with these responses in turn; an error is a lost connection. */
function serverOf(...answers: (ApiResponse | Error)[]) {
  const sent: ApiRequest[] = []
  const send = async (request: ApiRequest) => {
    sent.push({ ...request, headers: { ...request.headers } })
    const answer = answers[Math.min(sent.length, answers.length) - 1]!
    if (answer instanceof Error) throw answer
    return answer
  }
  return { sent, send }
}

const ok = (body: unknown): ApiResponse => ({ status: 200, body: JSON.stringify(body) })
const problem = (status: number, code: string, extra: object = {}): ApiResponse => ({
  status,
  body: JSON.stringify({ status, code, detail: `It is ${code}.`, request_id: 'r-1', ...extra }),
})
const client = (send: (request: ApiRequest) => Promise<ApiResponse>) =>
  createTypedClient({ send, headers: () => ({}), retryDelays: [0, 0] })

test('splits flat input into path, query and body by the contract', () => {
  expect(toApiRequest(update, { id: 'a/b c', school_no: 7, name: 'Law' })).toEqual({
    method: 'PUT',
    path: '/api/courses/v2/courses/a%2Fb%20c?school_no=7',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Law"}',
  })
  expect(toApiRequest(list, { limit: 5, open: true }).path).toBe('/api/courses/v2/courses?limit=5&open=true')
  expect(toApiRequest(list, {})).toEqual({ method: 'GET', path: '/api/courses/v2/courses', headers: {} })
})

test('refuses a path without its id before sending', () => {
  expect(() => toApiRequest(update, { name: 'Law' })).toThrow('update needs id')
})

test('converts a problem document to an error with code, text, fields and request id', async () => {
  const errors = [{ path: 'name', code: 'too_long', message: 'This is too long.' }]
  const { send } = serverOf(problem(422, 'invalid_input', { errors, nearest: '#123456' }))
  await expect(client(send)(create, { name: 'x' })).rejects.toMatchObject({
    name: 'ApiError',
    status: 422,
    code: 'invalid_input',
    detail: 'It is invalid_input.',
    request_id: 'r-1',
    errors,
    problem: { nearest: '#123456' },
  })
})

test('converts other error responses too', async () => {
  const { send } = serverOf({ status: 502, body: '<html>Bad gateway</html>' })
  await expect(client(send)(update, { id: '1', name: 'x' })).rejects.toMatchObject({
    status: 502,
    code: 'internal_error',
  })
})

test('sends the same key with a repeated create, and another with the next', async () => {
  const { send, sent } = serverOf(new TypeError('broken line'), problem(503, 'busy'), ok({ name: 'x' }))
  const api = client(send)
  await expect(api(create, { name: 'x' })).resolves.toEqual({ name: 'x' })
  const keys = sent.map((request) => request.headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  await api(create, { name: 'x' })
  expect(sent.at(-1)?.headers['idempotency-key']).not.toBe(keys[0])
})

test('never repeats a change without a key', async () => {
  const { send, sent } = serverOf(new TypeError('broken line'))
  await expect(client(send)(update, { id: '1', name: 'x' })).rejects.toMatchObject({
    code: 'connection_lost',
    status: 0,
  })
  expect(sent).toHaveLength(1)
})

const frame = { api: { username: 'school-web', secret: 's3' }, locale: 'fr' } as PageFrame

/** The browser's client with stored values, on a private or public page. */
function inBrowserWith(answer: ApiResponse, { stored = {}, isPrivate = false } = {}) {
  const local = createFakeStorage(stored)
  const { send, sent } = serverOf(answer)
  const watched = { clear: vi.fn(() => local.clear()), reload: vi.fn(), log: vi.fn() }
  const api = createBrowserApi({
    frame,
    store: browserStore(local),
    send,
    onPrivatePage: () => isPrivate,
    ...watched,
  })
  return { api, sent, local, ...watched }
}

test('sends source, client credentials and the stored token with every request', async () => {
  const { api, sent } = inBrowserWith(ok({ name: 'x' }), { stored: { user_token: 't0k' } })
  await api(list, {})
  expect(sent[0]?.headers).toEqual({
    'x-request-source': 'web',
    'x-api-username': 'school-web',
    'x-api-secret': 's3',
    'accept-language': 'fr',
    'x-access-token': 't0k',
  })
})

test('clears storage and reloads on a 401', async () => {
  const { api, clear, reload, local, log } = inBrowserWith(problem(401, 'unauthenticated'), {
    stored: { user_token: 't' },
  })
  await expect(api(list, {})).rejects.toMatchObject({ status: 401 })
  expect(clear).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
  expect(local.length).toBe(0)
  expect(log).not.toHaveBeenCalled()
})

test('does not reload a public page for ever', async () => {
  const open = inBrowserWith(problem(401, 'unauthenticated'))
  await expect(open.api(list, {})).rejects.toMatchObject({ status: 401 })
  expect(open.clear).toHaveBeenCalledOnce()
  expect(open.reload).not.toHaveBeenCalled()
  const closed = inBrowserWith(problem(401, 'unauthenticated'), { isPrivate: true })
  await expect(closed.api(list, {})).rejects.toMatchObject({ status: 401 })
  expect(closed.reload).toHaveBeenCalledOnce()
})

test('logs and rethrows any other error', async () => {
  const { api, clear, reload, log } = inBrowserWith(problem(403, 'forbidden'), {
    stored: { user_token: 't' },
  })
  await expect(api(list, {})).rejects.toMatchObject({ code: 'forbidden' })
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ code: 'forbidden' }))
  expect(clear).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

test('solves a challenge and sends the same call again', async () => {
  const sent: ApiRequest[] = []
  const problem = { code: 'proof_of_work_required', detail: '', challenge: 'c1', bits: 15 }
  const api = createTypedClient({
    headers: () => ({}),
    solve: (challenge, bits) => Promise.resolve(`${challenge}-${bits}`),
    send(request) {
      sent.push({ ...request, headers: { ...request.headers } })
      return Promise.resolve(
        sent.length === 1
          ? { status: 429, body: JSON.stringify(problem) }
          : { status: 201, body: '{"name":"x"}' },
      )
    },
  })
  await expect(api(create, { name: 'x' })).resolves.toEqual({ name: 'x' })
  expect(sent.map(({ headers }) => headers['x-proof-of-work'])).toEqual([undefined, 'c1:c1-15'])
  expect(sent[0]!.headers['idempotency-key']).toBe(sent[1]!.headers['idempotency-key'])
})

test('gives up after repeated challenges', async () => {
  const body = JSON.stringify({ code: 'proof_of_work_required', detail: '', challenge: 'c', bits: 15 })
  const send = vi.fn(() => Promise.resolve({ status: 429, body }))
  const api = createTypedClient({ headers: () => ({}), solve: () => Promise.resolve('n'), send })
  await expect(api(create, { name: 'x' })).rejects.toMatchObject({ code: 'proof_of_work_required' })
  expect(send).toHaveBeenCalledTimes(4)
})
