import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLoadShedder } from './load-shedding.ts'

let waiting = 0
let server: Server
const lines: string[] = []
const ask = (path: string, options: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, options)

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const loadShedder = createLoadShedder({
    pendingCount: () => waiting,
    logger,
    headers: () => ({ 'x-content-type-options': 'nosniff' }),
    maxQueued: 10,
  })
  server = createServer((request, response) => {
    if (!loadShedder.turnsAway(request, response, request.url!)) response.end('let in')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => new Promise((done) => server.close(done)))

test('refuses calls with a retry time and a log line while too many wait', async () => {
  waiting = 10
  const answer = await ask('/api/courses?token=abc', { method: 'POST', body: 'unread'.repeat(10_000) })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const request_id = answer.headers.get('x-request-id')
  expect(await answer.json()).toMatchObject({ status: 503, code: 'busy', request_id })
  const line = JSON.parse(lines.at(-1)!)
  expect(line).toMatchObject({ reqId: request_id, status: 503, url: '/api/courses?token=…' })
})

test('logs a flood of refusals as its first ones and a count', async () => {
  const flood: string[] = []
  const loadShedder = createLoadShedder({
    pendingCount: () => 1,
    logger: pino({ level: 'info' }, { write: (line: string) => void flood.push(line) }),
    headers: () => ({}),
    maxQueued: 1,
  })
  const request = { method: 'GET', headers: {} } as IncomingMessage
  const response = { writeHead() {}, end() {} } as unknown as ServerResponse
  for (let n = 0; n < 50; n++) loadShedder.turnsAway(request, response, '/api/courses')
  expect(flood).toHaveLength(20)
  await expect.poll(() => flood.length, { timeout: 30_000 }).toBe(21)
  expect(JSON.parse(flood[20]!)).toMatchObject({ count: 30, status: 503 })
})

test('accepts pages, health checks and files, and all calls as soon as fewer wait', async () => {
  waiting = 10
  for (const path of ['/', '/health/ready', '/storage/tus/1', '/assets/a.js'])
    expect((await ask(path)).status).toBe(200)
  waiting = 9
  expect((await ask('/api/courses')).status).toBe(200)
})
