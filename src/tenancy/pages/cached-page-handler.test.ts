import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getTestApp } from '#testing/harness/harness.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import { commonHeaders } from '#platform/http/headers/response-headers.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import { createCachedPageHandler } from '#platform/pages/cached-page-handler.ts'
import { pageVariant, pageCacheKey } from '#platform/pages/page-variant.ts'
import { identifyPages } from './identify-page.ts'
import { matchPublicPage } from '#platform/pages/public-pages.ts'
import { createServer } from '../server.ts'

const patterns = [{ pattern: /^\/shelf\/?$/, query: ['book'] }]
const cache = createPageCache()
let school: TestSchool
let other: TestSchool
let server: ReturnType<typeof createServer>
let rendered: string[] = []
/** Number of requests that reached the framework. */
let passed = 0
let lines: { url: string; status: number; host: string; school_id?: string }[] = []

beforeAll(async () => {
  ;[school, other] = await Promise.all([createTestSchool(), createTestSchool()])
  const { config, hosts, databases } = (await getTestApp()).services
  const sink = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const logger = pino({ level: 'info' }, sink)
  const front = createCachedPageHandler({ identify: identifyPages(hosts), cache, logger })
  server = createServer({ config, databases, hosts, logger, front })
  server.get('/*', (request, reply) => {
    passed += 1
    const { tenant } = request
    const owner = tenant.kind === 'school' ? tenant.school : null
    const address = matchPublicPage(patterns, request.url)
    if (!address) return reply.code(404).send('none')
    const key = pageCacheKey(request.host, address, pageVariant(request.headers, owner?.language))
    return cache.serve(reply, { owner_id: owner!.school_id, key }, async () => {
      rendered.push(key)
      const headers = {
        ...commonHeaders(config, request.hostname),
        'content-type': 'text/html; charset=utf-8',
      }
      return { status: 200, headers, body: `<h1>${owner!.name} ${key}</h1>` }
    })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  front.setPatterns(patterns)
})
beforeEach(() => {
  cache.evict()
  rendered = []
  passed = 0
  lines = []
})
afterAll(() => server.close())

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port, path, method, headers: { host: school.host, ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) }),
        )
      },
    )
    asking.on('error', reject).end()
  })
}

const lasting = ({ headers }: Answer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'x-request-id'))

test.each(['br', 'gzip', ''])('answers a page cached in %j like the first time', async (encoding) => {
  const first = await ask('/shelf', { 'accept-encoding': encoding })
  const again = await ask('/shelf', { 'accept-encoding': encoding })
  expect(again.bytes).toEqual(first.bytes)
  expect(lasting(again)).toEqual(lasting(first))
  expect(again.headers['content-encoding'] ?? '').toBe(encoding)
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(again.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(passed).toBe(1)
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    url: '/shelf',
    status: 200,
    host: school.host,
    school_id: school.school_id,
  })
})

test('negotiates encodings by weight and sends no refused one', async () => {
  const encodings = []
  for (const accepted of ['br;q=0, gzip', 'gzip;q=0.000,br; q=0', 'gzip;q=0.5, br;q=0.01'])
    encodings.push((await ask('/shelf', { 'accept-encoding': accepted })).headers['content-encoding'])
  expect(encodings).toEqual(['gzip', undefined, 'gzip'])
})

test('answers an unchanged page with 304', async () => {
  const { headers } = await ask('/shelf')
  for (const etags of [String(headers.etag), `"older", ${headers.etag}`]) {
    const again = await ask('/shelf', { 'if-none-match': etags })
    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
    expect(again.headers.etag).toBe(headers.etag)
  }
  expect(passed).toBe(1)
})

test('caches pages separately by host, language, colours and declared query', async () => {
  const ways: [string, Record<string, string>][] = [
    ['/shelf', {}],
    ['/shelf', { host: other.host }],
    ['/shelf', { 'accept-language': 'fr' }],
    ['/shelf', { cookie: 'ui_scheme=dark' }],
    ['/shelf', { cookie: '__Host-ui_scheme=light; ui_scheme=dark' }],
    ['/shelf?book=1', {}],
  ]
  const first = await Promise.all(ways.map(([path, headers]) => ask(path, headers)))
  const again = await Promise.all(ways.map(([path, headers]) => ask(path, headers)))
  expect(again.map(({ bytes }) => String(bytes))).toEqual(first.map(({ bytes }) => String(bytes)))
  expect(new Set(again.map(({ bytes }) => String(bytes))).size).toBe(ways.length)
  await ask('/shelf?utm=1&book=1')
  expect(passed).toBe(ways.length)
  expect(rendered).toHaveLength(ways.length)
})

test('renders a changed school again, and keeps others', async () => {
  await ask('/shelf')
  await ask('/shelf', { host: other.host })
  cache.evict(school.school_id)
  await ask('/shelf')
  await ask('/shelf', { host: other.host })
  expect(rendered).toHaveLength(3)
})

test('passes forwarded hosts, other methods and other addresses to the framework', async () => {
  await ask('/shelf')
  const named = await ask('/shelf', { 'x-forwarded-host': other.host })
  expect(String(named.bytes)).toContain(school.host)
  expect((await ask('/shelf', {}, 'POST')).status).toBe(404)
  expect((await ask('/shelf', {}, 'HEAD')).bytes).toHaveLength(0)
  expect((await ask('/elsewhere')).status).toBe(404)
  expect((await ask('/shelf', { host: 'nobody.example' })).status).toBe(404)
  expect((await ask('//shelf')).status).toBe(404)
  expect(rendered).toHaveLength(1)
})

test('passes every request to the framework while the process stops, which closes connections', async () => {
  await ask('/shelf')
  await ask('/shelf')
  expect(passed).toBe(1)
  server.beginDrain()
  await ask('/shelf')
  expect(passed).toBe(2)
})
