import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '../telemetry/log.ts'
import { clientNetwork } from './client-network.ts'

export interface ConnectionLimits {
  /** Open connections in all. */
  total: number
  /** Open connections of one network (`clientNetwork`). Trusted proxies are not counted: they speak for many. */
  perAddress: number
}

export interface ConnectionTracker {
  count(): number
  /** Ends every connection, whatever it is used for. */
  destroyAll(): void
}

interface Options {
  limits: ConnectionLimits
  trustedProxies: string[]
  log: Pick<Log, 'warn'>
}

/** Idle connections are closed once this share of the total is in use, so that new visitors still find room. */
const crowded = 0.9
const noticeEveryMs = 60_000

/** Watches the connections of a server: those above the limits are closed at once, before anything is read from them. */
export function trackConnections(
  server: Server,
  { limits, trustedProxies, log }: Options,
): ConnectionTracker {
  const isTrusted = trustedProxies.length ? proxyAddr.compile(trustedProxies) : () => false
  const open = new Set<Socket>()
  const perNetwork = new Map<string, number>()
  const notice = atMostEvery(noticeEveryMs, (network: string) =>
    log.warn({ network, open: open.size, ...limits }, 'closing connections above the limit'),
  )
  const makeRoom = atMostEvery(1_000, () => server.closeIdleConnections())

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

function atMostEvery<Args extends unknown[]>(ms: number, run: (...args: Args) => void) {
  let last = -Infinity
  return (...args: Args) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    run(...args)
  }
}

/** Descriptors that files, the database and everything else besides visitors' connections need. */
const reserved = 256
const mostConnections = 10_000
/** What POSIX systems allow where nobody says otherwise. */
const usualDescriptors = 1_024

/** The connections that this process can hold: each may also have a file open beside it. */
export function defaultMaxConnections(descriptors = descriptorLimit()): number {
  return Math.min(mostConnections, Math.max(64, Math.floor((descriptors - reserved) / 2)))
}

/** How many descriptors the system allows this process. */
function descriptorLimit(): number {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === 'unlimited' ? Infinity : Number(soft) || usualDescriptors
  } catch {
    return usualDescriptors
  }
}
