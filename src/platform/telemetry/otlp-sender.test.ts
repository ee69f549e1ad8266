import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOtlpSender } from './otlp-sender.ts'
import { createSpanQueue, maxSpansPerDocument, maxWaitingSpans } from './span-queue.ts'
import type { FinishedSpan } from './tracer.ts'

let server: Server
let url: string
/** Undefined: requests are never answered. */
let status: number | undefined
let names: string[]
let attempts: number
let lines: { message: string; dropped?: number }[]

beforeEach(async () => {
  status = 200
  names = []
  attempts = 0
  lines = []
  server = createServer((request, response) => {
    attempts++
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (status === undefined) return
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
      const spans = resourceSpans[0].scopeSpans[0].spans as { name: string }[]
      if (status === 200) names.push(...spans.map(({ name }) => name))
      response.writeHead(status).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const note = (details: object, message: string) => void lines.push({ message, ...details })
const log = { info: note, warn: note } as never
const openQueue = () =>
  createSpanQueue({
    url,
    resource: {},
    log,
    sender: createOtlpSender({ headers: {}, timeout: 60_000 }, log),
  })
const span = (n: number): FinishedSpan => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: undefined,
  link: undefined,
  name: String(n),
  kind: 'client',
  start: 0,
  end: 1,
  attributes: {},
  errorType: undefined,
})
const addAll = (queue: ReturnType<typeof openQueue>, count: number) => {
  for (let n = 0; n < count; n++) queue.add(span(n))
}
const messages = () => lines.map(({ message }) => message)

test('sends a full batch at once, the rest at the end, and each span once', async () => {
  const queue = openQueue()
  addAll(queue, maxSpansPerDocument + 3)
  await expect.poll(() => names.length).toBe(maxSpansPerDocument)
  await queue.close()
  expect(names).toEqual(Array.from({ length: maxSpansPerDocument + 3 }, (_, n) => String(n)))
  expect(lines).toEqual([])
})

test('reports a failing receiver once, keeps a limited number of spans, and sends them later', async () => {
  status = 503
  const queue = openQueue()
  addAll(queue, maxWaitingSpans + 10)
  await expect.poll(messages).toHaveLength(1)
  queue.add(span(0))
  expect(messages()).toEqual(['the receiver of telemetry does not accept it; trying again'])
  await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(messages()).toHaveLength(1)
  status = 200
  lines = []
  await queue.close()
  expect(names).toHaveLength(maxWaitingSpans)
  expect(lines).toMatchObject([
    { message: 'the receiver of telemetry accepts it again' },
    { message: 'spans were dropped while the receiver did not accept them', dropped: 11 },
  ])
})

test('does not repeat what the receiver calls invalid', async () => {
  status = 400
  const queue = openQueue()
  addAll(queue, 5)
  await queue.close()
  status = 200
  await queue.close()
  expect(names).toEqual([])
})

test('does not delay the end of the process without a response', async () => {
  status = undefined
  const queue = openQueue()
  addAll(queue, 5)
  await queue.close()
  expect(names).toEqual([])
}, 10_000)
