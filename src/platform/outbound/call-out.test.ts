import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendOutbound, type OutboundRequest } from './index.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

async function aServer(answer: RequestListener) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

const get = (url: string, more: Partial<OutboundRequest> = {}) =>
  sendOutbound({ method: 'GET', url, allowLoopback: true, ...more })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'an answer',
    (error: { failure?: string }) => error.failure,
  )
const v4 = (address: string): LookupAddress => ({ address, family: 4 })

test.each([
  ['', 'address_invalid'],
  ['example.com', 'address_invalid'],
  ['//example.com', 'address_invalid'],
  ['http://example.com/', 'not_https'],
  ['ftp://example.com/', 'not_https'],
  ['file:///etc/passwd', 'not_https'],
  ['gopher://example.com/', 'not_https'],
  ['javascript:alert(1)', 'not_https'],
  ['https://user@example.com/', 'credentials_in_address'],
  ['https://user:pass@example.com/', 'credentials_in_address'],
  ['https://localhost/', 'address_not_public'],
  ['https://api.localhost/', 'address_not_public'],
  ['https://metadata.google.internal/', 'address_not_public'],
  ['https://printer.local./', 'address_not_public'],
  ['https://127.0.0.1/', 'address_not_public'],
  ['https://2130706433/', 'address_not_public'],
  ['https://0x7f.1/', 'address_not_public'],
  ['https://0177.0.0.1/', 'address_not_public'],
  ['https://127.1/', 'address_not_public'],
  ['https://①②⑦.⓪.⓪.①/', 'address_not_public'],
  ['https://[::1]/', 'address_not_public'],
  ['https://[::ffff:169.254.169.254]/', 'address_not_public'],
  ['https://169.254.169.254/latest/meta-data/', 'address_not_public'],
])('refuses %s without a DNS lookup: %s', async (url, failure) => {
  const resolve = () => Promise.reject(new Error('nobody may ask'))
  expect(await failureOf(get(url, { allowLoopback: false, resolve }))).toBe(failure)
})

test.each([
  [['10.0.0.1']],
  [['93.184.215.14', '10.0.0.1']],
  [['127.0.0.1']],
  [['93.184.215.14', '127.0.0.1']],
])('refuses a name with the addresses %j completely', async (addresses) => {
  const all = () => Promise.resolve(addresses.map(v4))
  expect(await failureOf(get('https://school.example/', { allowLoopback: false, resolve: all }))).toBe(
    'address_not_public',
  )
})

test.each([[['10.0.0.1']], [['127.0.0.1', '10.0.0.1']], [['127.0.0.1', '93.184.215.14']]])(
  'refuses a name with the addresses %j even if loopback is allowed',
  async (addresses) => {
    const all = () => Promise.resolve(addresses.map(v4))
    expect(await failureOf(get('https://school.example/', { resolve: all }))).toBe('address_not_public')
  },
)

test('resolves a name once, and connects only to the checked address', async () => {
  let reached = 0
  const port = await aServer((_request, response) => {
    reached++
    response.end()
  })
  const answers = [[v4('192.0.2.1')], [v4('127.0.0.1')]]
  let requestCount = 0
  const rebinding = () => Promise.resolve(answers[Math.min(requestCount++, 1)]!)
  // First a non-public address, then this machine: the second answer is never requested.
  const url = `https://rebinding.example:${port}/`
  expect(await failureOf(get(url, { allowLoopback: false, resolve: rebinding }))).toBe('address_not_public')
  expect([requestCount, reached]).toEqual([1, 0])

  requestCount = 0
  const toHere = () => Promise.resolve([requestCount++ === 0 ? v4('127.0.0.1') : v4('10.255.255.1')])
  // `localhost` represents any name: the connection uses the first answer.
  const answer = await get(`http://localhost:${port}/`, { resolve: toHere })
  expect([answer.status, requestCount, reached]).toEqual([200, 1, 1])
})

test('checks each redirect like the first address, and follows at most three', async () => {
  const port = await aServer((request, response) => {
    const left = Number(request.url!.slice(1))
    const location = request.url === '/away' ? 'https://10.0.0.1/' : `/${left - 1}`
    if (left === 0) return response.end('here')
    return response.writeHead(302, { location }).end()
  })
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  expect((await get(at('/3'), { redirects: 3 })).body.toString()).toBe('here')
  expect(await failureOf(get(at('/4'), { redirects: 3 }))).toBe('too_many_redirects')
  expect(await failureOf(get(at('/9'), { redirects: 99 }))).toBe('too_many_redirects')
  expect(await failureOf(get(at('/away'), { redirects: 3 }))).toBe('address_not_public')
  expect((await get(at('/1'))).status).toBe(302)
})

test('reads a response up to its limit', async () => {
  const port = await aServer((_request, response) => {
    response.on('error', () => {})
    const more = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', more)
    }
    more()
  })
  const url = `http://127.0.0.1:${port}/`
  expect(await failureOf(get(url, { answerLimit: 100_000 }))).toBe('answer_too_large')
  const chunk = await get(url, { answerLimit: 1_000, beyondLimit: 'cut' })
  expect([chunk.body.length, chunk.isTruncated]).toEqual([1_000, true])
})

test('fails without a response in time', async () => {
  const silent = await aServer(() => {})
  expect(await failureOf(get(`http://127.0.0.1:${silent}/`, { timeoutMs: 100 }))).toBe('timeout')
  const slow = await aServer((_request, response) => {
    response.writeHead(200).write('a beginning')
  })
  expect(await failureOf(get(`http://127.0.0.1:${slow}/`, { timeoutMs: 100 }))).toBe('timeout')
  const never = () => new Promise<LookupAddress[]>(() => {})
  expect(await failureOf(get('https://never.example/', { timeoutMs: 100, resolve: never }))).toBe('timeout')
})

test('has a code for an unknown name, a closed port and an untrusted certificate', async () => {
  const unknown = () => Promise.reject(new Error('ENOTFOUND'))
  expect(await failureOf(get('https://nobody.example/', { resolve: unknown }))).toBe('name_not_found')
  expect(await failureOf(get('https://empty.example/', { resolve: () => Promise.resolve([]) }))).toBe(
    'name_not_found',
  )
  const tcp = createTcpServer().listen(0, '127.0.0.1')
  await new Promise((ready) => tcp.once('listening', ready))
  const { port } = tcp.address() as AddressInfo
  await new Promise((closed) => tcp.close(closed))
  expect(await failureOf(get(`http://127.0.0.1:${port}/`))).toBe('connection_failed')
  const plain = await aServer((_request, response) => response.end())
  expect(await failureOf(get(`https://127.0.0.1:${plain}/`))).toMatch(/tls_failed|connection_failed/)
})

test('uses no proxy of the environment, and sends only what was given', async () => {
  let receivedHeaders: Record<string, unknown> = {}
  const port = await aServer((request, response) => {
    receivedHeaders = request.headers
    response.end('answer')
  })
  process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:9'
  process.env.NODE_USE_ENV_PROXY = '1'
  try {
    await get(`http://127.0.0.1:${port}/`, { headers: { 'x-one': '1' } })
  } finally {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
    delete process.env.NODE_USE_ENV_PROXY
  }
  expect(receivedHeaders).toEqual({ 'x-one': '1', host: `127.0.0.1:${port}`, connection: 'close' })
})
