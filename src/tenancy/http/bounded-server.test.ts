import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTestApp } from '#testing/harness/harness.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import { createCachedPageHandler } from '#platform/pages/cached-page-handler.ts'
import { pageVariant, pageCacheKey } from '#platform/pages/page-variant.ts'
import { identifyPages } from '../pages/identify-page.ts'
import { matchPublicPage } from '#platform/pages/public-pages.ts'
import { createServer } from '../server.ts'

// A second or misplaced response would reach another visitor on a shared connection.

const pages = [{ pattern: /^\/shelf\/?$/, query: [] }]
let school: TestSchool
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  school = await createTestSchool()
  const { config, hosts, databases } = (await getTestApp()).services
  const logger = pino({ level: 'silent' })
  const cache = createPageCache()
  const front = createCachedPageHandler({ identify: identifyPages(hosts), cache, logger })
  server = createServer({ config, databases, hosts, logger, front })
  server.get('/*', (request, reply) => {
    const { tenant } = request
    const owner = tenant.kind === 'school' ? tenant.school : null
    const address = matchPublicPage(pages, request.url)
    if (!address) return reply.code(404).send('none')
    const key = pageCacheKey(request.host, address, pageVariant(request.headers, owner?.language))
    return cache.serve(reply, { owner_id: owner!.school_id, key }, async () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: 'the shelf',
    }))
  })
  server.post('/echo', (request) => ({ echo: request.body }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  front.setPatterns(pages)
  // Cached from here on.
  await statusesOf(requestOf('GET /shelf'))
})
afterAll(() => server.close())

const requestOf = (line: string, headers: string[] = [], body = '') =>
  [`${line} HTTP/1.1`, `Host: ${school.host}`, ...headers, '', body].join('\r\n')

/** Statuses of all responses to these bytes on one connection, until it is silent. */
function statusesOf(bytes: string): Promise<number[]> {
  const { port } = server.server.address() as AddressInfo
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const done = () => {
      socket.destroy()
      resolve(Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status)))
    }
    socket.setTimeout(400, done)
    socket.on('data', (part: Buffer) => (heard += part.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', done)
  })
}

const chunked = 'Transfer-Encoding: chunked'
const odd: Record<string, [headers: string[], body?: string]> = {
  'Transfer-Encoding: identity': [['Transfer-Encoding: identity']],
  'Transfer-Encoding: gzip': [['Transfer-Encoding: gzip']],
  'Transfer-Encoding: gzip, chunked': [['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  'Transfer-Encoding: chunked, identity': [['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
  'Transfer-Encoding: xchunked': [['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  'Transfer-Encoding twice': [[chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n'],
  'Transfer-Encoding and Content-Length': [[chunked, 'Content-Length: 5'], '0\r\n\r\n'],
  'Content-Length and Transfer-Encoding': [['Content-Length: 5', chunked], '0\r\n\r\n'],
  'Content-Length twice': [['Content-Length: 0', 'Content-Length: 5'], 'abcde'],
  'Content-Length: +5': [['Content-Length: +5'], 'abcde'],
  'Content-Length: -1': [['Content-Length: -1']],
  'a chunk of the wrong size': [[chunked], 'zz\r\nabc\r\n0\r\n\r\n'],
  'a chunk without its end': [[chunked], '3\r\nabcd\r\n0\r\n\r\n'],
  'a space before the colon': [['Content-Length : 5'], 'abcde'],
  'a header on two lines': [['X-A: b', ' Transfer-Encoding: chunked']],
  'a bare line feed': [['X-A: b\nTransfer-Encoding: chunked']],
  'Host twice': [['Host: nobody.example']],
}

test.each(Object.entries(odd))(
  'sends at most one response to %s, and none to what follows',
  async (_name, [headers, body]) => {
    for (const line of ['GET /shelf', 'GET /elsewhere', 'POST /echo', 'GET /health/live']) {
      const hidden = requestOf('GET /health/ready')
      const statuses = await statusesOf(requestOf(line, headers, body) + hidden)
      expect(statuses.length, `${line} ${statuses.join(' ')}`).toBeLessThanOrEqual(1)
    }
  },
)

const usual: Record<string, [headers: string[], body?: string]> = {
  'a body of a kept page': [['Content-Length: 5'], 'abcde'],
  'a chunked body of a kept page': [[chunked], '3\r\nabc\r\n0\r\n\r\n'],
  'TE: identity': [['TE: identity']],
  'TE: trailers': [['TE: trailers', 'Connection: TE']],
  'an empty range': [['Range: bytes=0-']],
}

test.each(Object.entries(usual))(
  'sends one response each to %s, in order',
  async (_name, [headers, body]) => {
    const statuses = await statusesOf(
      requestOf('GET /shelf', headers, body) + requestOf('GET /elsewhere') + requestOf('GET /shelf'),
    )
    expect(statuses).toEqual([200, 404, 200])
  },
)

test('ignores an upgrade that is not offered', async () => {
  const upgrade = requestOf('GET /shelf', ['Connection: Upgrade', 'Upgrade: h2c, websocket'])
  expect((await statusesOf(upgrade + requestOf('GET /elsewhere')))[0]).toBe(200)
})

test('supports Expect: 100-continue, and refuses other expectations', async () => {
  expect(
    await statusesOf(requestOf('GET /shelf', ['Expect: 100-continue', 'Content-Length: 5'], 'abcde')),
  ).toEqual([100, 200])
  expect(await statusesOf(requestOf('GET /shelf', ['Expect: something']))).toEqual([417])
})

test('does not overtake a pending response with a refusal', async () => {
  const unreadable = 'no request at all\r\n\r\n'
  // The first request waits for its school; the next bytes are unreadable. One response, to the first, or none.
  for (let n = 0; n < 5; n++) {
    const statuses = await statusesOf(requestOf(`GET /elsewhere?${n}`) + unreadable)
    expect([[], [404], [404, 400]]).toContainEqual(statuses)
  }
  expect(await statusesOf(unreadable)).toEqual([400])
  expect(await statusesOf(requestOf('GET /shelf', [`X-Long: ${'x'.repeat(20_000)}`]))).toEqual([431])
})
