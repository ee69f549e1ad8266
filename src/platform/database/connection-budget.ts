import pg from 'pg'
import { connectionDefaults, sessionLimits } from './pool.ts'

/** Connections besides those for requests and jobs: four for separate commits, one for the change feed. */
export const reservedConnections = 5

/** Connections of a worker besides those of its job slots. */
export const extraJobConnections = 3

export interface BudgetInput {
  /** Connections that the database provides to all processes. */
  limit: number
  /** Configured connections for requests. */
  requested: number
  workerConcurrency: number
}

/**
 * Connections of one process for requests, at least 2. All its connections are at most half of the database's
 * limit, so that a successor fits beside it during a restart.
 */
export function requestConnections({ limit, requested, workerConcurrency }: BudgetInput) {
  const others = reservedConnections + workerConcurrency + extraJobConnections
  return Math.max(2, Math.min(requested, Math.floor(limit / 2) - others))
}

/**
 * Reads the number of connections that the database provides to ordinary roles. Uses the same session settings as
 * the pool, so that a pooler that refuses them is noticed at start.
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
