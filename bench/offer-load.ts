import { connect, type Socket } from 'node:net'

interface Load {
  /** Where the server listens, such as `http://127.0.0.1:3000`. */
  origin: string
  connections: number
  seconds: number
  /** Requests per second, spread evenly over each second; without it each connection sends as soon as it is answered. */
  rate?: number
  requests: { method: string; path: string; headers: Record<string, string> }[]
}

export interface LoadResult {
  /** Per second. */
  offered: number
  served: number
  refused: number
  /** How often each status came. */
  statuses: Map<number, number>
  /** Connections that broke. */
  errors: number
  /** Milliseconds that 99 of 100 served requests took at most. */
  p99: number
}

/**
 * Sends requests without a body over plain sockets, and reads only status and length of the answers: what asking costs on
 * this machine is missing at the server. A rate is offered evenly. A generator that sends a second's requests at its
 * start, as autocannon does with `overallRate`, measures how long the server's queue is.
 */
export async function offerLoad({ origin, connections, seconds, rate, requests }: Load): Promise<LoadResult> {
  const texts = requests.map(textOf)
  const idle: Connection[] = []
  let sent = 0
  const send = (connection: Connection) => connection.send(texts[sent++ % texts.length]!)
  const tally = createTally((connection) => (rate === undefined ? send(connection) : idle.push(connection)))
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin, tally)))
  const started = performance.now()
  const secondsSince = () => (performance.now() - started) / 1000
  if (rate === undefined) for (const connection of open) send(connection)
  else idle.push(...open)
  const timer = setInterval(() => {
    while (rate !== undefined && sent < Math.floor(secondsSince() * rate) && idle.length) send(idle.shift()!)
  }, 2)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  tally.close()
  clearInterval(timer)
  for (const { socket } of open) socket.destroy()
  return tally.result(sent, secondsSince())
}

/** Counts answers and broken connections until it is closed. */
function createTally(onFree: (connection: Connection) => void) {
  const statuses = new Map<number, number>()
  const times: number[] = []
  let [errors, isClosed] = [0, false]
  return {
    onAnswer(connection: Connection, status: number, ms: number) {
      if (isClosed) return
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) times.push(ms)
      onFree(connection)
    },
    onError() {
      if (!isClosed) errors++
    },
    close() {
      isClosed = true
    },
    result(sent: number, seconds: number): LoadResult {
      times.sort((one, other) => one - other)
      const served = statuses.get(200) ?? 0
      const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      return {
        offered: sent / seconds,
        served: served / seconds,
        refused: (answered - served) / seconds,
        statuses,
        errors,
        p99: times[Math.floor(times.length * 0.99)] ?? 0,
      }
    },
  }
}

interface Connection {
  socket: Socket
  send(request: string): void
}

interface Listeners {
  onAnswer(connection: Connection, status: number, ms: number): void
  onError(): void
}

function textOf({ method, path, headers }: Load['requests'][number]) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function openConnection(origin: string, { onAnswer, onError }: Listeners): Promise<Connection> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let [started, status, missingBytes] = [0, 0, 0]
  const connection: Connection = {
    socket,
    send(request) {
      started = performance.now()
      status = 0
      socket.write(request, 'latin1')
    },
  }
  socket.on('data', (piece) => {
    missingBytes = status === 0 ? bytesBehind(piece) : missingBytes - piece.length
    if (status === 0) status = Number(piece.toString('latin1', 9, 12))
    if (missingBytes === 0) onAnswer(connection, status, performance.now() - started)
  })
  socket.on('error', onError)
  return new Promise((resolve) => socket.once('connect', () => resolve(connection)))
}

/** Bytes of an answer that follow its first piece, which holds all of its headers. */
function bytesBehind(piece: Buffer) {
  const end = piece.indexOf('\r\n\r\n')
  const name = piece.indexOf('ontent-length: ')
  if (end === -1 || name === -1) throw new Error('an answer without a length in its first piece')
  const from = name + 'ontent-length: '.length
  const length = Number(piece.toString('latin1', from, piece.indexOf('\r\n', from)))
  return length - (piece.length - end - 4)
}
