import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

const backlog = 1_024
/** Error codes for an IPv6 address on a machine without IPv6. */
const withoutIPv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/** Addresses of HOST: `localhost` means both loopback addresses, because clients use either. */
export const listenAddresses = (host: string) => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host])

/** Listens on an address; returns false if the machine lacks its address family. */
export async function listenOn(server: Server, address: string, port: number): Promise<boolean> {
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail)
      server.listen({ port, host: address, backlog }, done)
    })
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (address === '::1' && withoutIPv6.has(code)) return false
    throw error
  }
}

/**
 * Listens on every address of a host. Returns the servers to close: the first one handles the requests of all.
 */
export async function listenOnAll(app: FastifyInstance, { host, port }: { host: string; port: number }) {
  const [first = host, ...others] = listenAddresses(host)
  await app.listen({ port, host: first, backlog })
  const servers: Server[] = [app.server]
  for (const address of others) {
    const loadShedder = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket))
    if (await listenOn(loadShedder, address, port)) servers.push(loadShedder)
  }
  return servers
}
