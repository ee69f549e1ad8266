import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  sql,
  type KyselyPlugin,
  type LogEvent,
  type QueryId,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'
import { openPool, sessionLimits } from './pool.ts'
import { isStalePlan } from './prepared-statements.ts'
import { beginTenantTxSql, type OnAnswer, type TenantScope } from './pipeline-statements.ts'
import { transactionOn } from './transaction-on.ts'

// Minor units and byte counts are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export type Database = Kysely<DB>
/** A connection with an open transaction. */
export type Tx = Kysely<DB>

export interface Databases {
  /** Pool for transactions of requests and jobs. */
  db: Database
  /**
   * A small second pool for separate commits during an open transaction (counters, claims): with one pool,
   * waiting transactions could deadlock.
   */
  auxDb: Database
  /** Number of requests waiting for a connection of either pool. */
  pendingCount(): number
  close(): Promise<void>
}

/** Plugins identify the statement by its `queryId`. */
export type OnStatement = (statement: string, parameters: readonly unknown[], queryId: QueryId) => void

export interface DatabaseOptions {
  url: string
  max?: number
  /** Milliseconds without a byte after which a connection in use is closed. */
  silenceTimeoutMs?: number
  /** Called with each statement: tests check whether it names the tenant, benchmarks replay it. */
  onStatement?: OnStatement | undefined
  /** Plugins that see each query before it is compiled: tests record the domain that runs it. */
  plugins?: KyselyPlugin[] | undefined
  /** Called with each answered statement. */
  onAnswer?: OnAnswer | undefined
  /** Called with each statement for whose response a connection waits. */
  onRoundTrip?: ((statement: string) => void) | undefined
  /** Whether statements are prepared; false behind a pooler that does not support it. */
  prepare?: boolean | undefined
}

/**
 * Connects with the application's role. Statements time out after 15 s, lock waits after 5 s, idle transactions
 * after 30 s.
 */
export function connectDatabases(options: DatabaseOptions): Databases {
  const {
    url,
    max = 12,
    silenceTimeoutMs,
    prepare,
    plugins = [],
    onStatement,
    onAnswer,
    onRoundTrip,
  } = options
  const pools: pg.Pool[] = []
  const open = (size: number) => {
    const pool = openPool({
      url,
      max: size,
      ...sessionLimits,
      silenceTimeoutMs,
      prepare,
      onRoundTrip,
      onAnswer,
    })
    pools.push(pool)
    // The pool replaces an idle connection that the server closed; without a listener the error would end the
    // process.
    pool.on('error', () => {})
    const log = ({ query }: LogEvent) => onStatement?.(query.sql, query.parameters, query.queryId)
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins, ...(onStatement && { log }) })
  }
  const db = open(max)
  const auxDb = open(4)
  return {
    db,
    auxDb,
    pendingCount: () => pools.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
    async close() {
      await Promise.all([db.destroy(), auxDb.destroy()])
    },
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Runs `work` in one transaction that sees one tenant; repeats it if a migration has invalidated a prepared
 * statement. SET LOCAL takes no parameters, so the id is validated first.
 */
export async function withTenantTx<T>(
  db: Database,
  tenant: TenantScope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const begin = beginSql(tenant)
  return againIfStale(() => runTransaction(db, begin, work))
}

/**
 * Runs one statement in its own transaction that sees one tenant, and returns its rows. Begin, statement and
 * commit are sent together, with one round trip.
 */
export async function executeInTenant<Row>(
  db: Database,
  tenant: TenantScope,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  const begin = beginSql(tenant)
  return againIfStale(() => executeAlone(db, begin, statement))
}

function beginSql(tenant: TenantScope) {
  if (!uuid.test(tenant.id)) throw new TypeError('a tenant id is a lower-case UUID')
  return beginTenantTxSql(tenant)
}

const againIfStale = <T>(run: () => Promise<T>) =>
  run().catch((error: unknown) => {
    if (!isStalePlan(error)) throw error
    return run()
  })

function executeAlone<Row>(db: Database, begin: string, statement: CompiledQuery<Row>): Promise<Row[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    const answers = await Promise.allSettled([
      connection.executeQuery(CompiledQuery.raw(begin)),
      connection.executeQuery<Row>(statement),
      // After a failed statement, Postgres treats it as a rollback.
      connection.executeQuery(CompiledQuery.raw('commit')),
    ])
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
    return (answers[1] as PromiseFulfilledResult<QueryResult<Row>>).value.rows
  })
}

function runTransaction<T>(db: Database, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const tx = transactionOn(executor, connection)
    await connection.executeQuery(CompiledQuery.raw(begin))
    try {
      const result = await work(tx)
      await connection.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (error) {
      // The pool discards a connection that cannot roll back; the first error is the relevant one.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  })
}

/** A value for a jsonb column: the driver would send an array as a Postgres array. */
export const json = (value: unknown): RawBuilder<never> => sql`${JSON.stringify(value)}::jsonb`

const code = (error: unknown) => (error as { code?: string }).code

/** Name of the violated unique constraint or index, else undefined. */
export const violatedUniqueConstraint = (error: unknown) =>
  code(error) === '23505' ? (error as { constraint?: string }).constraint : undefined

const busyCodes = new Set([
  '55P03',
  '40P01',
  '40001',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
])

/** Whether the database was unavailable or overloaded, so that a retry can succeed. */
export function isDatabaseBusy(error: unknown) {
  if (isStalePlan(error) || busyCodes.has(code(error) ?? '')) return true
  const message = error instanceof Error ? error.message : ''
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    message,
  )
}
