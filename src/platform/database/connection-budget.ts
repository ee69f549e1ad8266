import pg from 'pg'
import { connectionDefaults, sessionLimits } from './pool.ts'

/** Connections beside those for requests and jobs: four for what commits by itself, one for the change feed. */
export const reservedConnections = 5

/** Connections of a worker beside those for its job slots. */
export const extraJobConnections = 3

export interface BudgetInput {
  /** Connections that the database gives all processes together. */
  limit: number
  /** Connections for requests that the configuration asks for. */
  wanted: number
  workerConcurrency: number
}

/**
 * Connections for requests of one process. All its connections together are at most half of what the database gives, so
 * that its successor fits beside it while it is replaced; at least 2.
 */
export function requestConnections({ limit, wanted: requested, workerConcurrency }: BudgetInput) {
  const others = reservedConnections + workerConcurrency + extraJobConnections
  return Math.max(2, Math.min(requested, Math.floor(limit / 2) - others))
}

/**
 * How many connections the database gives to roles such as ours, which stay open for minutes after their last use. Opened
 * as those for requests are, so that a pooler that refuses them is noticed at start.
 */
export async function readConnectionLimit(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, ...connectionDefaults, ...sessionLimits })
  await client.connect()
  try {
    const { rows } = await client.query<{ limit: number }>(
      `select least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - current_setting('reserved_connections')::int,
         (select case when datconnlimit < 0 then null else datconnlimit end from pg_database where datname = current_database())
       ) as limit`,
    )
    return rows[0]!.limit
  } finally {
    await client.end()
  }
}
