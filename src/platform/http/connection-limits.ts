import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '../telemetry/log.ts'
import { clientNetwork } from './client-network.ts'

export interface ConnectionLimits {
  /** Maximum open connections. */
  total: number
  /** Maximum open connections of one network (`clientNetwork`), except for trusted proxies. */
  perAddress: number
}

export interface ConnectionTracker {
  count(): number
  /** Closes every connection. */
  destroyAll(): void
}

interface Options {
  limits: ConnectionLimits
  trustedProxies: string[]
  log: Pick<Log, 'warn'>
}

/** Idle connections are closed above this share of the total, to make room for new visitors. */
const crowded = 0.9
const noticeEveryMs = 60_000

/** Tracks the connections of a server and closes those above the limits before anything is read. */
export function trackConnections(
  server: Server,
  { limits, trustedProxies, log }: Options,
): ConnectionTracker {
  const isTrusted = trustedProxies.length ? proxyAddr.compile(trustedProxies) : () => false
  const open = new Set<Socket>()
  const perNetwork = new Map<string, number>()
  const notice = throttle(noticeEveryMs, (network: string) =>
    log.warn({ network, open: open.size, ...limits }, 'closing connections above the limit'),
  )
  const makeRoom = throttle(1_000, () => server.closeIdleConnections())

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = address === '' || isTrusted(address, 0) ? null : clientNetwork(address)
    const ofNetwork = (network !== null && perNetwork.get(network)) || 0
    if (open.size >= limits.total * crowded) makeRoom()
    if (open.size >= limits.total || (network !== null && ofNetwork >= limits.perAddress)) {
      notice(network ?? address)
      socket.destroy()
      return
    }
    open.add(socket)
    if (network !== null) perNetwork.set(network, ofNetwork + 1)
    socket.once('close', () => {
      open.delete(socket)
      if (network === null) return
      const left = perNetwork.get(network)! - 1
      if (left > 0) perNetwork.set(network, left)
      else perNetwork.delete(network)
    })
  })
  return {
    count: () => open.size,
    destroyAll() {
      for (const socket of open) socket.destroy()
    },
  }
}

function throttle<Args extends unknown[]>(ms: number, run: (...args: Args) => void) {
  let last = -Infinity
  return (...args: Args) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    run(...args)
  }
}
