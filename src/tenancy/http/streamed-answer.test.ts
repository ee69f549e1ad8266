import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTestSchool,
  getTestApp,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import type { SendPart } from '#platform/http/streamed-answer.ts'
import { sendStreamed } from '#platform/client/api/streamed-answer.ts'
import { defineEndpointWithoutTx, registerEndpoints } from './endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '../contract/define-route.ts'
import { createServer } from '../server.ts'

declareRefusals({ poem_refused: [409, 'No poem today.'] })

const poem = defineRoute({
  name: 'poem',
  method: 'POST',
  path: '/probe/poem',
  access: 'student',
  summary: 'Says a poem as it comes to mind.',
  transaction: 'own',
  streams: true,
  idempotent: true,
  reply: [201, Type.Object({ text: Type.String() })],
  refusals: ['poem_refused'],
})

let recite: (tell: SendPart) => Promise<{ text: string }>
let times = 0
let school: TestSchool
let student: TestUser
let server: ReturnType<typeof createServer>
let origin: string

beforeAll(async () => {
  const { services } = await getTestApp()
  const { config, databases, hosts } = services
  server = createServer({ config, databases, hosts, logger: pino({ level: 'silent' }) })
  const endpoint = defineEndpointWithoutTx(poem, async (_ctx, _input, tell) => {
    times += 1
    return recite(tell)
  })
  await server.register(async (api) => registerEndpoints(api, services, [endpoint]), { prefix: '/api' })
  await server.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  school = await createTestSchool()
  student = await school.student()
})
beforeEach(() => {
  times = 0
})
afterAll(() => server.close())

const headers = (key = 'a') => ({
  host: school.host,
  'content-type': 'application/json',
  'x-access-token': student.token,
  ...webClientHeaders,
  'idempotency-key': key,
})

/** Fetch cannot set another host than the address; this uses the lower level. */
async function send(onText: (text: string) => void, key?: string) {
  const real = globalThis.fetch
  globalThis.fetch = async (path, init) => {
    return new Promise((resolve, reject) => {
      const sent = request(origin + (path as string), {
        method: init?.method ?? 'GET',
        headers: init?.headers as Record<string, string>,
      })
      sent.on('response', (answer) => {
        const type = answer.headers['content-type'] ?? ''
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            answer.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
            answer.on('end', () => controller.close())
            answer.on('error', (error) => controller.error(error))
          },
        })
        resolve(new Response(body, { status: answer.statusCode ?? 0, headers: { 'content-type': type } }))
      })
      sent.on('error', reject)
      sent.end(init?.body as string)
    })
  }
  try {
    return await sendStreamed(onText)({
      path: '/api/probe/poem',
      method: 'POST',
      headers: headers(key),
      body: '{}',
    })
  } finally {
    globalThis.fetch = real
  }
}

test('streams parts while the answer is written, then the whole by its schema', async () => {
  const received: string[] = []
  const reader = Promise.withResolvers<void>()
  recite = async (tell) => {
    tell('Über allen ')
    tell('Gipfeln\n')
    // Continues only when the reader has the beginning: buffering would never finish.
    await reader.promise
    tell('ist Ruh')
    return { text: 'Über allen Gipfeln ist Ruh', secret: 1 } as { text: string }
  }
  const answer = await send((text) => {
    received.push(text)
    if (text.includes('Gipfeln')) reader.resolve()
  }, 'whole')
  expect(received[0]).toBe('')
  expect(received.at(-1)).toBe('Über allen Gipfeln\nist Ruh')
  expect(answer).toEqual({ status: 201, body: '{"text":"Über allen Gipfeln ist Ruh"}' })

  await expect(send(() => {}, 'whole')).resolves.toEqual(answer)
  expect(times).toBe(1)
})

test('sends a refusal before the first part as a problem with its status, later as a last line', async () => {
  recite = async () => {
    throw new Refusal('poem_refused')
  }
  const before = await send(() => {}, 'before')
  expect([before.status, JSON.parse(before.body)]).toMatchObject([409, { code: 'poem_refused' }])

  recite = async (tell) => {
    tell('Half')
    throw new Error('a secret of the poet')
  }
  const received: string[] = []
  const after = await send((text) => void received.push(text), 'after')
  expect(received).toEqual(['', 'Half'])
  expect([after.status, JSON.parse(after.body)]).toMatchObject([500, { code: 'internal_error' }])
  expect(after.body).not.toContain('poet')
  // The key is released.
  recite = async () => ({ text: 'Whole' })
  expect((await send(() => {}, 'after')).body).toBe('{"text":"Whole"}')
})

test('waits for the whole if the client accepts no lines', async () => {
  recite = async (tell) => {
    tell('not heard')
    return { text: 'Whole' }
  }
  const answer = await server.inject({
    method: 'POST',
    url: '/api/probe/poem',
    headers: headers('plain'),
    body: '{}',
  })
  expect([answer.statusCode, answer.json()]).toEqual([201, { text: 'Whole' }])
})

test('returns the whole to a client that disconnected and repeats the key', async () => {
  const going = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  recite = async (tell) => {
    tell('Half')
    begun.resolve()
    await going.promise
    tell('more')
    finished.resolve()
    return { text: 'Whole' }
  }
  const sent = request(`${origin}/api/probe/poem`, {
    method: 'POST',
    headers: { ...headers('gone'), accept: 'application/x-ndjson' },
  })
  const closed = new Promise<void>((resolve) => sent.on('close', resolve))
  sent.on('error', () => {})
  sent.end('{}')
  await begun.promise
  sent.destroy()
  await closed
  going.resolve()
  await finished.promise
  await expect.poll(async () => (await send(() => {}, 'gone')).body).toBe('{"text":"Whole"}')
  expect(times).toBe(1)
})
