import { request } from 'node:http'
import { connect as connectTo, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTestApp } from '#testing/harness/harness.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import { createServer } from '../server.ts'

let app: Awaited<ReturnType<typeof getTestApp>>
let school: TestSchool
let server: ReturnType<typeof createServer>
let port: number

beforeAll(async () => {
  ;[app, school] = await Promise.all([getTestApp(), createTestSchool()])
  const { hosts, databases, config } = app.services
  const logger = pino({ level: 'silent' })
  server = createServer({ config, databases, hosts, logger })
  server.get('/*', (_request, reply) => reply.send('a page'))
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function over<T>(protocol: 'http' | 'https', below: boolean, work: () => Promise<T>) {
  const { config } = app.services
  Object.assign(config, { publicProtocol: protocol, hstsIncludeSubdomains: below })
  try {
    return await work()
  } finally {
    Object.assign(config, { publicProtocol: 'http', hstsIncludeSubdomains: false })
  }
}

const hsts = 'strict-transport-security'
const paths = [
  ['/health/live', 200],
  ['/api/openapi.json', 200],
  ['/api/nowhere', 404],
  ['/api/user-journey/v2/result', 403],
  ['/storage/nowhere', 404],
  ['/%zz', 400],
] as const

test.each(paths)('answers %s with HSTS over https, and without it over http', async (url, status) => {
  const ask = () => app.http.inject({ url, headers: { host: school.host } })
  const [secure, plain] = [await over('https', true, ask), await ask()]
  expect([secure.statusCode, secure.headers[hsts]]).toEqual([status, 'max-age=31536000'])
  expect(secure.headers['x-content-type-options']).toBe('nosniff')
  expect([plain.statusCode, plain.headers[hsts]]).toEqual([status, undefined])
})

test('includes an unknown host', async () => {
  const answer = await over('https', true, () =>
    app.http.inject({ url: '/', headers: { host: 'nobody.example' } }),
  )
  expect([answer.statusCode, answer.headers[hsts]]).toEqual([404, 'max-age=31536000'])
})

test('includes sub-domains for the root only, if configured', async () => {
  const ask = (host: string) => () => app.http.inject({ url: '/health/live', headers: { host } })
  const root = app.services.config.rootDomain
  const below = 'max-age=31536000; includeSubDomains'
  expect((await over('https', true, ask(root))).headers[hsts]).toBe(below)
  expect((await over('https', true, ask(`${root.toUpperCase()}:3000`))).headers[hsts]).toBe(below)
  expect((await over('https', true, ask(school.host))).headers[hsts]).toBe('max-age=31536000')
  expect((await over('https', false, ask(root))).headers[hsts]).toBe('max-age=31536000')
})

/** Status of a method, and whether the request is echoed. */
const tryMethod = (method: string, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { host: school.host, 'x-access-token': 'never-echoed' }
    const asking = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let body = ''
      answer.on('data', (part: Buffer) => (body += part.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode!, body }))
    })
    asking.on('error', reject).end()
  })

test.each(['/', '/api/user-journey/v2/result', '/health/live'])(
  'echoes nothing for TRACE %s',
  async (path) => {
    const { status, body } = await tryMethod('TRACE', path)
    expect(status).toBe(404)
    expect(body).not.toContain('never-echoed')
  },
)

test.each(['CONNECT example.org:443', 'TRACK /'])('opens nothing for %s', async (line) => {
  const heard = await new Promise<string>((resolve) => {
    let all = ''
    const socket = connectTo(port, '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nHost: ${school.host}\r\nX-Access-Token: never-echoed\r\n\r\n`),
    )
    socket.on('data', (part: Buffer) => (all += part.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(all))
  })
  expect(heard).not.toMatch(/^HTTP\/1\.1 2|never-echoed/)
})
