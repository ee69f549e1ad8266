import type pg from 'pg'
import type { DeclaredTable } from '../src/testing/table-owners/declared-tables.ts'

interface Column {
  table: string
  name: string
  type: string
  is_nullable: boolean
}

interface Key {
  table: string
  kind: 'primary' | 'unique' | 'foreign'
  columns: string[]
  /** The table that a foreign key points to. */
  target: string | null
}

export interface Schema {
  columns: Column[]
  keys: Key[]
}

/** Columns and keys of the migrated database, in a stable order. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const columns = await client.query<Column>(`
    select c.relname as "table", a.attname as name, not a.attnotnull as is_nullable,
      replace(replace(format_type(a.atttypid, a.atttypmod), ' with time zone', ' tz'), 'character varying', 'varchar') as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  const keys = await client.query<Key>(`
    select c.relname as "table", t.relname as target,
      case k.contype when 'p' then 'primary' when 'u' then 'unique' else 'foreign' end as kind,
      array(select a.attname::text from unnest(k.conkey) with ordinality as u (attnum, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum order by u.place) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class t on t.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')
    order by c.relname, array_position('{p,u,f}'::"char"[], k.contype), k.conname`)
  return { columns: columns.rows, keys: keys.rows }
}

const introduction = `# The database schema

Written by \`npm run docs:schema\` from a migrated database. Each domain owns the tables in its \`tables.ts\`: no other domain
writes them. Diagrams show keys; \`school_id\`, which comes first in every key of a tenant table, is left out of their
labels. PK is the primary key, U a unique constraint, FK a foreign key and the table that it points to.`

/** The document: per domain a diagram of the keys and a table of all columns. */
export function schemaDocument(schema: Schema, declared: readonly DeclaredTable[]): string {
  const byDomain = Map.groupBy(declared, ({ domain }) => domain)
  const sections = [...byDomain]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([domain, tables]) => {
      const names = tables.map(({ table }) => table).toSorted()
      return [`## ${domain}`, diagram(schema, names), columnTable(schema, names)].join('\n\n')
    })
  return `${[introduction, ...sections].join('\n\n')}\n`
}

const keysOf = ({ keys }: Schema, table: string) => keys.filter((key) => key.table === table)
const columnsOf = ({ columns }: Schema, table: string) => columns.filter((column) => column.table === table)

/** Entity-relationship diagram in Mermaid: key columns of some tables and their targets. */
function diagram(schema: Schema, tables: readonly string[]) {
  const entities = tables.flatMap((table) => {
    const keys = keysOf(schema, table)
    const rows = columnsOf(schema, table).flatMap(({ name, type }) => {
      const kinds = new Set(keys.filter(({ columns }) => columns.includes(name)).map(({ kind }) => kind))
      const marked = order.filter((kind) => kinds.has(kind)).map((kind) => marks[kind])
      // Mermaid requires a type of one word.
      return marked.length ? [`    ${type.replace(/\W+/g, '_')} ${name} ${marked.join(', ')}`] : []
    })
    return rows.length ? [`  ${table} {`, ...rows, '  }'] : [`  ${table}`]
  })
  const arrows = tables.flatMap((table) =>
    keysOf(schema, table)
      .filter(({ kind }) => kind === 'foreign')
      .map((key) => `  ${key.target} ${cardinality(schema, key)} ${table} : ${labelOf(key)}`),
  )
  return ['```mermaid', 'erDiagram', ...entities, ...arrows, '```'].join('\n')
}

const order = ['primary', 'unique', 'foreign'] as const
const marks = { primary: 'PK', unique: 'UK', foreign: 'FK' }

/** Number of target rows per row, and the reverse. */
function cardinality(schema: Schema, { table, columns }: Key) {
  const isOptional = columnsOf(schema, table).some(
    ({ name, is_nullable }) => columns.includes(name) && is_nullable,
  )
  const isOnly = keysOf(schema, table).some(
    (key) => key.kind !== 'foreign' && key.columns.every((name) => columns.includes(name)),
  )
  return `${isOptional ? '|o' : '||'}--${isOnly ? 'o|' : 'o{'}`
}

const labelOf = ({ columns }: Key) => {
  const names = columns.filter((name) => name !== 'school_id')
  return names.length ? `"${names.join(', ')}"` : 'school_id'
}

/** One row per column; the name of the table is in its first row. */
function columnTable(schema: Schema, tables: readonly string[]) {
  const rows = tables.flatMap((table) =>
    columnsOf(schema, table).map(({ name, type, is_nullable }, at) => {
      const keys = keysOf(schema, table)
        .filter(({ columns }) => columns.includes(name))
        .map((key) => keyText(key))
      const cells = [
        at === 0 ? `**${table}**` : '',
        name,
        type,
        is_nullable ? 'yes' : '',
        [...new Set(keys)].join(', '),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  )
  return ['| table | column | type | null | key |', '|---|---|---|---|---|', ...rows].join('\n')
}

const keyText = ({ kind, target }: Key) =>
  kind === 'foreign' ? `FK ${target}` : kind === 'primary' ? 'PK' : 'U'
