/** A connection that runs SQL: the owner's, or the application's in a transaction of the school. */
export interface QueryClient {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

export interface TenantTable {
  name: string
  /** Writable columns; generated columns are left out. */
  columns: string[]
  /** The primary key, which defines the order of rows. */
  key: string[]
  /** True if the key is a hash: sessions, one-time tokens, pending logins. These are not exported or restored. */
  isTicket: boolean
}

/** Tables with rows of schools, from the database catalogue, each after those that it references. */
export async function listTenantTables(client: QueryClient): Promise<TenantTable[]> {
  const { rows } = await client.query<Omit<TenantTable, 'isTicket'> & { oid: number }>(`
    select c.oid::int as oid, c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id')
    order by c.relname`)
  const links = await client.query<{ of: number; to: number }>(`
    select conrelid::int as of, confrelid::int as to from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`)
  return inOrder(rows, links.rows).map(({ name, columns, key }) => ({
    name,
    columns,
    key,
    isTicket: key.some((column) => column.endsWith('_hash')),
  }))
}

function inOrder<T extends { oid: number; name: string }>(tables: T[], links: { of: number; to: number }[]) {
  const left = new Map(tables.map((table) => [table.oid, table]))
  const ordered: T[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ oid }) => !links.some(({ of, to }) => of === oid && left.has(to)),
    )
    if (free.length === 0)
      throw new Error(
        `These tables reference each other: ${[...left.values()].map(({ name }) => name).join(', ')}`,
      )
    for (const table of free) left.delete(table.oid)
    ordered.push(...free)
  }
  return ordered
}

/** Names of the applied migrations. */
export async function listAppliedMigrations(client: QueryClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from schema_migrations where name like '%.sql' order by name`,
  )
  return rows.map(({ name }) => name)
}

export const quoteIdentifiers = (names: string[]) => names.map((name) => `"${name}"`).join(', ')
