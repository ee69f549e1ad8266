import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { newRequestId } from '../security/tokens.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { formatRequestLine } from './format-request-line.ts'
import { hostnameFromHeader } from './headers/response-headers.ts'
import { buildProblem } from './problem.ts'

/** Maximum requests waiting for a database connection: some tenths of a second of work. */
export const maxWaiting = 300

export const retryAfterSeconds = 2

/** Refused requests that get a line each; more of the same second are counted in one line. */
const maxLinesPerSecond = 20

interface LoadShedderOptions {
  /** Number of requests waiting for a connection. */
  pendingCount: () => number
  logger: Logger
  /** Headers of every response of a host. */
  headers: (host: string) => Record<string, string>
  telemetry?: Pick<Telemetry, 'request'> | undefined
  maxQueued?: number
}

/**
 * Creates a function that refuses API calls before the framework handles them while too many wait for the
 * database, so that accepted calls are answered in time and others get a retry time. A refusal must cost little: there may
 * be several for each call that is served.
 */
export function createLoadShedder({
  pendingCount,
  logger,
  headers,
  telemetry,
  maxQueued = maxWaiting,
}: LoadShedderOptions) {
  const log = createRefusalLog(logger)
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
      const { method = '', headers: sent } = request
      log(() => ({
        reqId: id,
        ...formatRequestLine({ method, url: path, host, headers: sent, status: 503, ms: 0 }),
      }))
      telemetry?.request({ method, route: 'refused', status: 503, ms: 0 })
      return true
    },
  }
}

/** Writes the first lines of each second, and the number of those left out when the second is over. */
function createRefusalLog(logger: Logger) {
  let [lines, leftOut] = [0, 0]
  const endSecond = () => {
    if (leftOut > 0) logger.warn({ count: leftOut, status: 503 }, 'more requests refused')
    lines = 0
    leftOut = 0
  }
  return (lineOf: () => object) => {
    if (lines === 0) setTimeout(endSecond, 1_000).unref()
    if (lines < maxLinesPerSecond) logger.info(lineOf(), 'request')
    else leftOut++
    lines++
  }
}
