import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { hostnameFromHeader } from './headers/response-headers.ts'
import { buildProblem } from './problem.ts'
import { formatRequestLine } from './format-request-line.ts'
import { newRequestId } from '../security/tokens.ts'

/** Requests that may wait for a connection to the database: some tenths of a second of work. */
export const maxWaiting = 300

export const retryAfterSeconds = 2

interface DoorOptions {
  /** How many wait for a connection at this moment. */
  waiting: () => number
  logger: Logger
  /** What goes with every answer to a host. */
  headers: (host: string) => Record<string, string>
  most?: number
}

/**
 * Turns calls of the API away before the framework takes them up, while too many wait for the database: who has been
 * let in is then answered in time, and whoever comes later hears when to come back.
 */
export function createLoadShedder({ waiting, logger, headers, most: maxQueued = maxWaiting }: DoorOptions) {
  return {
    /** True when the request has been answered. */
    turnsAway(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      if (!path.startsWith('/api/') || waiting() < maxQueued) return false
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
      logger.info(
        { reqId: id, ...formatRequestLine({ ...facts, school_id: undefined, status: 503, ms: 0 }) },
        'request',
      )
      return true
    },
  }
}
