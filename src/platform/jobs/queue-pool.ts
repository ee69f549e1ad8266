import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { mustSucceed } from './queue-tables.ts'

export interface QueuePoolOptions {
  pool: pg.Pool
  log: Pick<Logger, 'warn'>
  /** Whether the worker is stopping: failed statements are not repeated then. */
  isStopping: () => boolean
}

export interface QueuePool {
  /** For graphile-worker. */
  pool: pg.Pool
  /** Whether the end of a job is not recorded yet: a statement failed, or takes longer than usual. */
  isLate(): boolean
}

/**
 * Wraps the pool for graphile-worker: a statement that must succeed is repeated, on another connection if
 * necessary. Repetition is safe: it changes only rows that the worker has locked.
 */
export function createQueuePool({ pool, log, isStopping }: QueuePoolOptions): QueuePool {
  const begun = new Set<Begun>()

  async function connect() {
    let client: pg.PoolClient | null = await pool.connect()
    const attemptOnce = async (statement: string | pg.QueryConfig, rest: unknown[]) => {
      client ??= await pool.connect()
      return (client.query as Query)(statement, ...rest)
    }
    const repeat = async (entry: Begun, statement: pg.QueryConfig, rest: unknown[]) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptOnce(statement, rest)
        } catch (error) {
          log.warn({ err: error, attempt }, 'a statement of the job queue failed')
          entry.failed = true
          // Nobody awaits the end of a job; another worker releases what stays locked.
          if (isStopping()) return nothing
          client?.release(error as Error)
          client = null
          await sleep(pauseAfter(attempt))
        }
      }
    }
    const query = async (statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      if (typeof statement === 'string' || !mustSucceed(statement)) return attemptOnce(statement, rest)
      const entry = { at: Date.now(), failed: false }
      begun.add(entry)
      return repeat(entry, statement, rest).finally(() => begun.delete(entry))
    }
    const release = (error?: Error | boolean) => client?.release(error)
    // graphile-worker uses nothing else of it.
    return { query, release } as unknown as pg.PoolClient
  }

  const isLate = () => [...begun].some(({ at, failed }) => failed || at < Date.now() - usualTime)
  return { pool: withConnect(pool, connect), isLate }
}

/** The pool with another `connect`. */
function withConnect(pool: pg.Pool, connect: () => Promise<pg.PoolClient>) {
  return new Proxy(pool, {
    get(target, key) {
      // With a callback, graphile-worker requests its own listening connection.
      if (key === 'connect') return (...rest: []) => (rest.length > 0 ? target.connect(...rest) : connect())
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

interface Begun {
  at: number
  failed: boolean
}

type Query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => Promise<pg.QueryResult>

/** Maximum milliseconds that such a statement normally takes. */
const usualTime = 1_000

/** Milliseconds before the next attempt. */
const pauseAfter = (attempt: number) => Math.min(100 * 2 ** (attempt - 1), 5_000)

const nothing = { command: '', rowCount: 0, rows: [], fields: [], oid: 0 }
