import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The first byte of a NotificationResponse (PostgreSQL, Frontend/Backend Protocol, Message Formats). */
const notification = 'A'.charCodeAt(0)

/**
 * A proxy to the database that accepts LISTEN and delivers no notifications, like a pooler in transaction mode:
 * all other messages pass.
 */
export async function aNotificationDroppingPooler(url: string) {
  const to = new URL(url)
  const port = Number(to.port || 5432)
  const folder = to.searchParams.get('host')
  const target = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: to.hostname, port }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.pipe(far)
    far.on(
      'data',
      withoutNotifications((message) => near.write(message)),
    )
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

function withoutNotifications(pass: (message: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      if (rest[0] !== notification) pass(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  }
}
