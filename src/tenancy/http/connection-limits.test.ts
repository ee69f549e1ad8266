import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { getTestApp } from '#testing/harness/harness.ts'
import { defaultMaxConnections } from '#platform/config/max-connections.ts'
import { bodyTimes } from '#platform/http/body-timeouts.ts'
import { serverTimes } from '#platform/http/bounded-server.ts'
import { createServer } from '../server.ts'

const silent = pino({ level: 'silent' })
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

type Server = ReturnType<typeof createServer>

async function aServer(change: { times?: object; config?: object } = {}) {
  const { config, hosts, databases } = (await getTestApp()).services
  const times = { ...serverTimes, ...bodyTimes, ...change.times }
  const server = createServer({
    config: { ...config, ...change.config },
    databases,
    hosts,
    logger: silent,
    times,
  })
  server.post('/api/echo', { bodyLimit: 1_000_000 }, (request) => request.body)
  await server.listen({ port: 0, host: '127.0.0.1' })
  open.push({
    async close() {
      server.connections.destroyAll()
      await server.close()
    },
  })
  return server
}

interface Visitor {
  socket: Socket
  heard(): string
  isClosed(): boolean
  send(text: string): void
}

function aVisitorOf(server: Server): Promise<Visitor> {
  const { port } = server.server.address() as AddressInfo
  let heard = ''
  let closed = false
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (part: Buffer) => (heard += part.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (closed = true))
  open.push({ close: () => socket.destroy() })
  const visitor = {
    socket,
    heard: () => heard,
    isClosed: () => closed,
    send: (text: string) => void socket.write(text),
  }
  return new Promise((resolve) => socket.once('connect', () => resolve(visitor)))
}

const health = 'GET /health/live HTTP/1.1\r\nHost: any\r\n\r\n'
const aPost = (length: number) =>
  `POST /api/echo HTTP/1.1\r\nHost: lyceum.test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test('closes connections that send nothing, or headers without end', async () => {
  const server = await aServer({ times: { headersMs: 400 } })
  const [silentOne, slow] = [await aVisitorOf(server), await aVisitorOf(server)]
  slow.send('GET / HTTP/1.1\r\nHost: any\r\n')
  const trickle = setInterval(() => slow.send('X-A: b\r\n'), 100)
  await expect.poll(() => [silentOne.isClosed(), slow.isClosed()], { timeout: 8_000 }).toEqual([true, true])
  clearInterval(trickle)
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /)
})

test('aborts a stalled or trickling body, and accepts a slow one', async () => {
  const server = await aServer({ times: { stallMs: 600, slowAfterMs: 900, minBytesPerSecond: 200 } })
  const visitors = await Promise.all([1, 2, 3].map(() => aVisitorOf(server)))
  const [stalls, trickles, slow] = visitors as [Visitor, Visitor, Visitor]
  const text = JSON.stringify('x'.repeat(998))
  for (const visitor of visitors) visitor.send(aPost(text.length))
  stalls.send(text.slice(0, 500))
  let at = 0
  const sending = setInterval(() => {
    trickles.send(text.slice(at / 50, at / 50 + 1))
    slow.send(text.slice(at, at + 50))
    at += 50
  }, 100)
  await expect.poll(() => slow.heard(), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200 /)
  await expect.poll(() => [stalls.isClosed(), trickles.isClosed()], { timeout: 5_000 }).toEqual([true, true])
  clearInterval(sending)
  expect(stalls.heard() + trickles.heard()).not.toContain('200')
})

test('closes a connection that is idle between two requests', async () => {
  const server = await aServer({ times: { keepAliveMs: 300 } })
  const visitor = await aVisitorOf(server)
  visitor.send(health)
  await expect.poll(visitor.heard).toContain('live')
  await expect.poll(visitor.isClosed, { timeout: 8_000 }).toBe(true)
})

test('limits connections per address, and serves those within the limit', async () => {
  const server = await aServer({ config: { maxConnectionsPerAddress: 5 } })
  const held = await Promise.all(Array.from({ length: 5 }, () => aVisitorOf(server)))
  await expect.poll(() => server.connections.count()).toBe(5)
  const others = await Promise.all(Array.from({ length: 40 }, () => aVisitorOf(server)))
  await expect.poll(() => others.every((one) => one.isClosed())).toBe(true)
  held[0]!.send(health)
  await expect.poll(() => held[0]!.heard()).toMatch(/^HTTP\/1\.1 200 /)
  held[1]!.socket.destroy()
  await expect.poll(() => server.connections.count()).toBe(4)
  const next = await aVisitorOf(server)
  next.send(health)
  await expect.poll(next.heard).toMatch(/^HTTP\/1\.1 200 /)
})

test('counts connections of a trusted proxy in total only', async () => {
  const config = { maxConnectionsPerAddress: 2, maxConnections: 8, trustedProxies: ['loopback'] }
  const server = await aServer({ config })
  const held = await Promise.all(Array.from({ length: 8 }, () => aVisitorOf(server)))
  await expect.poll(() => server.connections.count()).toBe(8)
  const late = await aVisitorOf(server)
  await expect.poll(late.isClosed).toBe(true)
  held.at(-1)!.send(health)
  await expect.poll(() => held.at(-1)!.heard()).toMatch(/^HTTP\/1\.1 200 /)
})

test('closes idle connections before the limit is reached', async () => {
  const config = { maxConnections: 10, maxConnectionsPerAddress: 10 }
  const server = await aServer({ config })
  const idle = await Promise.all(Array.from({ length: 10 }, () => aVisitorOf(server)))
  for (const visitor of idle) visitor.send(health)
  await expect.poll(() => idle.every((one) => one.heard().includes('live'))).toBe(true)
  const isServed = async () => {
    const late = await aVisitorOf(server)
    late.send(health)
    return new Promise((resolve) => {
      late.socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    })
  }
  await expect.poll(isServed, { timeout: 5_000 }).toBe(true)
})

test('stays below the system’s limit of file descriptors', () => {
  expect([1_024, 65_536, Infinity].map(defaultMaxConnections)).toEqual([384, 10_000, 10_000])
})
