import { sql } from 'kysely'
import type { Database } from '#platform/database/database.server.ts'
import { sqlAccesses } from './sql-access.ts'
import type { Catalogue } from './table-access.ts'

/** Tables of the migrated database, and its functions that write. */
export async function readCatalogue(db: Database): Promise<Catalogue> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`.execute(db)
  const functions = await sql<{
    name: string
    body: string
  }>`select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc <> ''`.execute(db)
  const writes = ({ body }: { body: string }) =>
    sqlAccesses(body).flatMap(({ kind, name }) => (kind === 'write' ? [name] : []))
  return {
    tables: new Set(tables.rows.map(({ name }) => name)),
    functions: new Map(functions.rows.map((row) => [row.name, writes(row)])),
  }
}
