import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createServer } from '#tenancy/server.ts'
import { getTestApp } from '#testing/harness/harness.ts'
import { serveWeb } from './server-process.ts'

const log = pino({ level: 'silent' })

async function running() {
  const { services } = await getTestApp()
  const { config, hosts, databases } = services
  const http = createServer({ config, databases, hosts, logger: log })
  http.get('/health/slow', async (_request, reply) => {
    await new Promise((resume) => setTimeout(resume, 300))
    return reply.send('done')
  })
  // Takes over the connection, like a web socket or an endless stream.
  http.get('/health/endless', (request, reply) => {
    reply.hijack()
    request.raw.socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n')
  })
  const stops: (() => Promise<void>)[] = []
  const onStop = (stop: () => Promise<void>) => void stops.unshift(stop)
  await serveWeb(
    { config: { ...config, port: 0, host: '127.0.0.1', shutdownDrainSeconds: 0 }, log, onStop } as never,
    { http, services, close: () => http.close() },
    { lastAnswersMs: 1_000 },
  )
  const { port } = http.server.address() as AddressInfo
  return {
    port,
    stop: async () => {
      for (const stop of stops) await stop()
    },
  }
}

function open(port: number, path: string | null) {
  const socket = connect(port, '127.0.0.1')
  const state = { heard: '', isClosed: false }
  socket.on('data', (part: Buffer) => (state.heard += part.toString()))
  socket.on('close', () => (state.isClosed = true)).on('error', () => {})
  if (path) socket.write(`GET ${path} HTTP/1.1\r\nHost: lyceum.test\r\n\r\n`)
  return state
}

test('stops with idle, silent and endless connections open, and completes running responses', async () => {
  const { port, stop } = await running()
  const [silent, idle, endless] = [
    open(port, null),
    open(port, '/health/live'),
    open(port, '/health/endless'),
  ]
  await expect.poll(() => [idle.heard, endless.heard].every((text) => text.includes('200 OK'))).toBe(true)
  const slow = open(port, '/health/slow')
  await new Promise((resume) => setTimeout(resume, 100))
  const started = performance.now()
  await stop()
  expect(performance.now() - started).toBeLessThan(8_000)
  expect(slow.heard).toMatch(/^HTTP\/1\.1 200 OK.*done$/s)
  await expect.poll(() => [silent, idle, endless].map(({ isClosed }) => isClosed)).toEqual([true, true, true])
})
