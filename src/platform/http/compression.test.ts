import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { getTestApp } from '#testing/harness/harness.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import { compressResponses, minCompressedBytes } from './compression.ts'

let school: TestSchool
let admin: TestUser

beforeAll(async () => {
  school = await createTestSchool()
  admin = await school.admin()
  for (let n = 0; n < 6; n++) await school.course({ course_name: `Course ${n}` })
})

async function ask(url: string, accepted: string) {
  const { http, services } = await getTestApp()
  const { webApiUsername, webApiSecret } = services.config
  const client = { 'x-api-username': webApiUsername, 'x-api-secret': webApiSecret }
  const headers = { host: school.host, 'x-access-token': admin.token, 'accept-encoding': accepted, ...client }
  return http.inject({ url, headers })
}

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
])('uses %s for %j', async (encoding, accepted, read) => {
  const list = '/api/courses/v2/courses?limit=100'
  const plain = await ask(list, '')
  const compressed = await ask(list, accepted)
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
  expect(compressed.headers['content-encoding']).toBe(encoding)
  expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(JSON.parse(String(read(compressed.rawPayload)))).toEqual(plain.json())
  for (const { headers } of [plain, compressed]) expect(headers.vary).toBe('accept-encoding')
})

test('skips short and already compressed responses', async () => {
  const short = await ask('/api/no-such-path', 'br')
  expect(short.rawPayload.length).toBeLessThan(minCompressedBytes)
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([404, undefined])
  const document = await ask('/api/openapi.json', 'gzip, br')
  expect([document.headers['content-encoding'], document.headers.vary]).toEqual(['gzip', 'accept-encoding'])
  expect(JSON.parse(String(gunzipSync(document.rawPayload)))).toHaveProperty('openapi')
})

test('streams parts as they come, and extends Vary', async () => {
  const app = fastify()
  compressResponses(app)
  app.get('/lines', (_request, reply) => reply.send(Readable.from(['x'.repeat(3_000), 'y'.repeat(3_000)])))
  app.get('/varied', (_request, reply) => reply.header('vary', 'cookie').send('x'.repeat(3_000)))
  const accepting = { 'accept-encoding': 'br' }
  const lines = await app.inject({ url: '/lines', headers: accepting })
  expect([lines.headers['content-encoding'], lines.body.length]).toEqual([undefined, 6_000])
  const varied = await app.inject({ url: '/varied', headers: accepting })
  expect([varied.headers['content-encoding'], varied.headers.vary]).toEqual(['br', 'cookie, accept-encoding'])
})
