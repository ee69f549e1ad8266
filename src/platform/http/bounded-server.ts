import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

export interface ServerTimes {
  /** Milliseconds from the connection, or the first byte, to the end of the headers. */
  headersMs: number
  /** Milliseconds between two requests of a connection. Proxies keep theirs for a minute. */
  keepAliveMs: number
  /** Milliseconds without a byte in either direction during a request. */
  silenceMs: number
}

export const serverTimes: ServerTimes = { headersMs: 15_000, keepAliveMs: 72_000, silenceMs: 120_000 }

/** A Node HTTP server that closes slow and silent connections and answers every request exactly once. */
export function createBoundedServer(listener: RequestListener, times: ServerTimes = serverTimes): Server {
  const server = createServer(
    {
      headersTimeout: times.headersMs,
      // A file may take as long as it keeps arriving; `abortStalledBody` covers all other bodies.
      requestTimeout: 0,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: Math.min(2_000, times.headersMs / 2),
    },
    (request, response) => {
      noteRequest(response)
      if (hasUnknownFraming(request) || namesTwoHosts(request)) refuse(response)
      else listener(request, response)
    },
  )
  server.timeout = times.silenceMs
  return server
}

interface Exchange {
  /** Response to the newest request of the connection. */
  last: ServerResponse
  /** Number of requests with incomplete responses. */
  unanswered: number
}

const exchanges = new WeakMap<Socket, Exchange>()

function noteRequest(response: ServerResponse) {
  const { socket } = response.req
  const exchange = exchanges.get(socket) ?? { last: response, unanswered: 0 }
  exchanges.set(socket, exchange)
  exchange.last = response
  exchange.unanswered++
  response.once('close', () => exchange.unanswered--)
}

/**
 * Whether the end of the request is unknown: any transfer coding but `chunked` alone (RFC 9112 §6.1). Node's
 * parser emits such a request and then fails, so an immediate response would be followed by a second one.
 */
const hasUnknownFraming = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked'

/** RFC 9112 §3.2: a proxy in front may have used the other one. */
function namesTwoHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts > 1
}

function refuse(response: ServerResponse) {
  response.writeHead(400, { connection: 'close', 'content-length': '0' })
  response.end()
}

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * Answers an unreadable request and closes its connection. If another request of the connection is pending, or
 * this one was answered, nothing is sent: it would be taken for another response.
 */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  const exchange = exchanges.get(socket)
  const isInBody = exchange !== undefined && !exchange.last.req.complete
  const mayAnswer = isInBody
    ? exchange.unanswered === 1 && !exchange.last.headersSent
    : !exchange || exchange.unanswered === 0
  if (!mayAnswer || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroySoon()
    return
  }
  const status = statusOf[error.code ?? ''] ?? 400
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}
