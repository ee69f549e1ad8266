import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  type DatabaseConnection,
  type KyselyProps,
  type QueryExecutor,
} from 'kysely'
import type { DB } from './database-types.ts'

/** Nested transactions are not allowed: both would run on one connection. */
class NoTransactions extends DummyDriver {
  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error('a transaction is open on this connection'))
  }
}

const driver = new NoTransactions()
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has one connection')),
})
const props: Omit<KyselyProps, 'executor'> = { config: { dialect }, dialect, driver }

/**
 * Kysely on one connection. Unlike `db.connection()` it sends each statement when it is issued, so that
 * independent statements share a round trip. Postgres runs them in order.
 */
export const transactionOn = (executor: QueryExecutor, connection: DatabaseConnection) =>
  new Kysely<DB>({
    ...props,
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
