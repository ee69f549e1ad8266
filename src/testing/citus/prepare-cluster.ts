import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import { newToken } from '#platform/security/tokens.ts'

/** Thrown if the operator must change the cluster before the check can run. */
export class UnusableCluster extends Error {}

/**
 * Creates the tables in an empty database of a Citus coordinator and distributes them. Returns the number of
 * distributed tables.
 */
export async function prepareCluster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await ensureUsable(client)
    await client.query('create extension if not exists citus')
    await migrate(url, { appRolePassword: newToken() })
    const sql = await readFile(join(import.meta.dirname, 'distribute-tables.sql'), 'utf8')
    return (await client.query(sql)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

async function ensureUsable(client: pg.Client) {
  const citus = await client.query(`select from pg_available_extensions where name = 'citus'`)
  if (!citus.rowCount) throw new UnusableCluster('This Postgres has no Citus extension.')
  const tables = await client.query(
    `select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  if (tables.rowCount)
    throw new UnusableCluster('The database is not empty: name one that is used for nothing else.')
}
