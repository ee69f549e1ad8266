import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy to the database that can stall: it refuses and resets nothing, but passes no bytes. */
export async function aStallingProxy(url: string) {
  const target = targetOf(url)
  let silent = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => silent || onto.write(bytes))
      from.on('end', () => silent || onto.end())
      from.on('close', () => silent || onto.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    /** From now on all data is lost permanently; existing connections stay stalled. */
    fallSilent() {
      silent = true
    },
    speakAgain() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      silent = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** The socket or the port of a database. */
function targetOf(url: string) {
  const to = new URL(url)
  const port = Number(to.port || 5432)
  const folder = to.searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: to.hostname, port }
}
