import pg from 'pg'
import { isConnectionReusable, pipelineStatements, type StatementOptions } from './pipeline-statements.ts'

export interface PoolOptions
  extends
    Pick<pg.PoolConfig, 'max' | 'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout'>,
    StatementOptions {
  url: string
  /** Whether statements are prepared; false behind a pooler that does not support it. */
  prepare?: boolean | undefined
  /** Milliseconds without a byte after which a connection that waits for a response is closed. */
  silenceTimeoutMs?: number | undefined
}

/** Session timeouts in milliseconds, set when a connection opens. A pooler must allow these parameters. */
export const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Connecting takes about 40 ms: the next visitor of a quiet tenant reuses the connection. */
const idleTimeoutMillis = 600_000

/** Longer than any statement may take: a connection that is silent for longer is lost. */
const usualSilence = 20_000

/**
 * Opens a pool that survives a network without responses: connecting takes at most 5 s, a silent connection in
 * use is closed, and TCP keepalive checks idle ones. A connection that is released within a transaction, or with
 * a pending statement, is closed too.
 */
export function openPool({
  url,
  silenceTimeoutMs,
  prepare = true,
  onRoundTrip,
  onAnswer,
  ...options
}: PoolOptions): pg.Pool {
  const plans = { generation: 1, isOff: !prepare }
  const pool = new pg.Pool({
    connectionString: url,
    ...connectionDefaults,
    idleTimeoutMillis,
    ...options,
    pipeline: true,
  })
  pool.on('connect', (client) => {
    // While a connection is in use the pool does not listen; the running statement fails with the same error.
    client.on('error', () => {})
    dropSilentConnections(client, silenceTimeoutMs)
    pipelineStatements(client, plans, { onRoundTrip, onAnswer })
  })
  // The pool closes connections that are ending; otherwise they would run the next caller's statements in this
  // transaction.
  pool.on('release', (_error, client) => {
    if (!isConnectionReusable(client)) void (client as pg.PoolClient & pg.Client).end()
  })
  return pool
}

/** Settings of every connection, also without a pool. */
export const connectionDefaults = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** Members of the driver that its types lack. */
interface ClientInternals {
  connection: { stream: { setTimeout(ms: number, then: () => void): void; destroy(error: Error): void } }
  readyForQuery: boolean
}

/** Closes a connection that waits for a response without receiving data. */
export function dropSilentConnections(client: pg.ClientBase, silenceTimeoutMs = usualSilence) {
  const pgClient = client as unknown as ClientInternals
  const { stream } = pgClient.connection
  stream.setTimeout(silenceTimeoutMs, () => {
    if (pgClient.readyForQuery) return
    stream.destroy(Object.assign(new Error('The database fell silent'), { code: 'ETIMEDOUT' }))
  })
}
