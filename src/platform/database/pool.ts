import pg from 'pg'
import { isConnectionReusable, pipelineStatements, type StatementOptions } from './pipeline-statements.ts'

export interface PoolOptions
  extends
    Pick<pg.PoolConfig, 'max' | 'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout'>,
    StatementOptions {
  url: string
  /** Whether statements are prepared; false behind a pooler that cannot do that. */
  prepare?: boolean | undefined
  /** Milliseconds without a byte after which a connection that waits for an answer is given up. */
  silence?: number | undefined
}

/** Milliseconds that a connection for requests is opened with. A pooler must let them through. */
export const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** To connect costs some 40 ms: a quiet school's next visitor finds the connection of the last one. */
const idleTimeoutMillis = 600_000

/** Longer than any statement may take: who is silent for so long is gone, though nobody said so. */
const usualSilence = 20_000

/**
 * Connections that outlive a network which swallows what is sent: to connect takes 5 s at most, a connection in use that
 * falls silent is closed, and the system looks after those that nobody uses. One that is released inside of a
 * transaction, or before its last statement was answered, is closed as well.
 */
export function openPool({
  url,
  silence: silenceTimeoutMs,
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
    // While it is lent out the pool does not listen; the statement under way fails with the same error.
    client.on('error', () => {})
    dropSilentConnections(client, silenceTimeoutMs)
    pipelineStatements(client, plans, { onRoundTrip, onAnswer })
  })
  // The pool closes what has begun to end; what it kept would run the next caller's statements in this transaction.
  pool.on('release', (_error, client) => {
    if (!isConnectionReusable(client)) void (client as pg.PoolClient & pg.Client).end()
  })
  return pool
}

/** What every connection is opened with, also one without a pool. */
export const connectionDefaults = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** What the driver has, and its types leave out. */
interface Inside {
  connection: { stream: { setTimeout(ms: number, then: () => void): void; destroy(error: Error): void } }
  readyForQuery: boolean
}

/** Closes a connection that waits for an answer and hears nothing. */
export function dropSilentConnections(client: pg.ClientBase, silenceTimeoutMs = usualSilence) {
  const pgClient = client as unknown as Inside
  const { stream } = pgClient.connection
  stream.setTimeout(silenceTimeoutMs, () => {
    if (pgClient.readyForQuery) return
    stream.destroy(Object.assign(new Error('The database fell silent'), { code: 'ETIMEDOUT' }))
  })
}
