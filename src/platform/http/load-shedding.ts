import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { hostnameFromHeader } from './headers/response-headers.ts'
import { buildProblem } from './problem.ts'
import { formatRequestLine } from './format-request-line.ts'
import { newRequestId } from '../security/tokens.ts'

/** Maximum requests waiting for a database connection: some tenths of a second of work. */
export const maxWaiting = 300

export const retryAfterSeconds = 2

interface LoadShedderOptions {
  /** Number of requests waiting for a connection. */
  pendingCount: () => number
  logger: Logger
  /** Headers of every response of a host. */
  headers: (host: string) => Record<string, string>
  maxQueued?: number
}

/**
 * Creates a function that refuses API calls before the framework handles them while too many wait for the
 * database, so that accepted calls are answered in time and others get a retry time.
 */
export function createLoadShedder({
  pendingCount,
  logger,
  headers,
  maxQueued = maxWaiting,
}: LoadShedderOptions) {
  return {
    /** Returns true if the request was answered. */
    turnsAway(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      if (!path.startsWith('/api/') || pendingCount() < maxQueued) return false
      const id = newRequestId()
      const host = hostnameFromHeader(request.headers.host)
      const body = JSON.stringify(buildProblem({ id }, 'busy', {}))
      response.writeHead(503, {
        ...headers(host),
        'content-type': 'application/problem+json',
        'content-length': String(Buffer.byteLength(body)),
        'cache-control': 'no-store',
        'retry-after': String(retryAfterSeconds),
        'x-request-id': id,
      })
      response.end(body)
      const facts = { method: request.method ?? '', url: path, host, headers: request.headers }
      logger.info({ reqId: id, ...formatRequestLine({ ...facts, status: 503, ms: 0 }) }, 'request')
      return true
    },
  }
}
