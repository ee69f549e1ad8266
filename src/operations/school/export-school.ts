import { rename, rm } from 'node:fs/promises'
import pg from 'pg'
import { createArchiveWriter, type ArchiveWriter } from '#platform/storage/zip-writer.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { UsageError } from '../command.ts'
import {
  listAppliedMigrations,
  quoteIdentifiers,
  listTenantTables,
  type QueryClient,
  type TenantTable,
} from './catalogue.ts'
import { fileEntry, manifestEntry, schoolIdPlaceholder, tableEntry, type ArchiveManifest } from './format.ts'
import { columnsWithBlankedSecrets, isSecretTable } from './secrets.ts'

interface ExportOptions {
  /** Connection URL of the owner. */
  url: string
  storage: Storage
  /** Address or id of the school. */
  school: string
  archivePath: string
}

const rowsAtOnce = 500

/** Exports one school to one file: rows of one moment, then the files that they reference. */
export async function exportSchool({
  url,
  storage,
  school,
  archivePath,
}: ExportOptions): Promise<ArchiveManifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'lyceum school export' })
  client.on('error', () => {})
  await client.connect()
  const draft = `${archivePath}.partial`
  const queryClient: QueryClient = { query: (text, values) => client.query(text, values) as never }
  try {
    const manifest = await writeSchoolExport({
      storage,
      school,
      archivePath: draft,
      withRows: (read) => read(queryClient),
    })
    await rename(draft, archivePath)
    return manifest
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

export interface WriteSchoolOptions {
  storage: Storage
  school: string
  archivePath: string
  /** Provides a connection while rows are read; files are copied without one. */
  withRows: <T>(read: (queryClient: QueryClient) => Promise<T>) => Promise<T>
  /** Leaves out credentials: for an archive that people download. */
  withoutSecrets?: boolean
  /** Keys of files that duplicate other content of the archive. */
  without?: ReadonlySet<string>
}

/** The same with any connection, to a file that may be incomplete if it fails. */
export async function writeSchoolExport(options: WriteSchoolOptions): Promise<ArchiveManifest> {
  const {
    storage,
    school,
    archivePath,
    withRows,
    withoutSecrets = false,
    without = new Set<string>(),
  } = options
  const archive = createArchiveWriter(archivePath)
  const start = await withRows(async (queryClient) => {
    await queryClient.query('begin isolation level repeatable read read only')
    const described = await describe(queryClient, school, withoutSecrets)
    const tables = await addTables(archive, {
      queryClient,
      school_id: described.school_id,
      withoutSecrets,
    })
    await queryClient.query('commit')
    return { ...described, tables }
  })
  const manifest = {
    ...start,
    files: await addFiles(archive, storage, { school_id: start.school_id, without }),
  }
  await archive.add(manifestEntry, once(JSON.stringify(manifest)))
  await archive.finish()
  return manifest
}

async function describe(
  client: QueryClient,
  school: string,
  withoutSecrets: boolean,
): Promise<ArchiveManifest> {
  const found = await client.query<{ school_id: string; school_url: string; is_listed: boolean }>(
    'select school_id, school_url, is_listed from school_directory where school_url = $1 or school_id::text = $1',
    [school],
  )
  const row = found.rows[0]
  if (!row) throw new UsageError(`No school found at the address ${school}.`)
  const { school_id, school_url, is_listed } = row
  await client.query(`set local app.school_id = '${school_id}'`)
  const owners = await client.query<ArchiveManifest['owners'][number]>(
    `select a.id, a.email, a.name, a.password_hash, a.country
     from accounts a join account_schools s on s.account_id = a.id where s.school_id = $1 order by a.id`,
    [school_id],
  )
  return {
    format: 'school archive',
    version: 1,
    exported_at: new Date().toISOString(),
    school_id,
    school_url,
    migrations: await listAppliedMigrations(client),
    tables: [],
    files: [],
    owners: withoutSecrets ? owners.rows.map((owner) => ({ ...owner, password_hash: '' })) : owners.rows,
    directory: { is_listed },
  }
}

interface Filling {
  queryClient: QueryClient
  school_id: string
  withoutSecrets: boolean
}

async function addTables(archive: ArchiveWriter, { queryClient, school_id, withoutSecrets }: Filling) {
  const tables: ArchiveManifest['tables'] = []
  for (const table of await listTenantTables(queryClient)) {
    if (table.isTicket || (withoutSecrets && isSecretTable(table.name))) continue
    const lines = linesOf(queryClient, table, { school_id, withoutSecrets })
    const { rows, ...counted } = await archive.add(tableEntry(table.name), lines)
    tables.push({ name: table.name, columns: table.columns, rows, ...counted })
  }
  return tables
}

async function addFiles(
  archive: ArchiveWriter,
  storage: Storage,
  { school_id, without }: { school_id: string; without: ReadonlySet<string> },
) {
  const files: ArchiveManifest['files'] = []
  for await (const { key } of storage.list(school_id)) {
    if (without.has(key)) continue
    const name = key.slice(school_id.length + 1)
    const bytes = await storage.read(key)
    const { rows: _rows, ...counted } = await archive.add(fileEntry(name), bytes, false)
    files.push({ name, ...counted })
  }
  return files
}

async function* once(text: string) {
  yield Buffer.from(text)
}

/** Rows as JSON lines that the database itself writes and reads, so that no type is lost. */
async function* linesOf(
  client: QueryClient,
  { name, columns, key }: TenantTable,
  { school_id, withoutSecrets }: Omit<Filling, 'queryClient'>,
) {
  // Ordered as the lines will be, so that equal schools have equal lines, whatever their ids.
  const order = key
    .map((column) => `replace("${column}"::text, '${school_id}', '${schoolIdPlaceholder}')`)
    .join(', ')
  await client.query(
    `declare rows_of_school no scroll cursor for select row_to_json(r)::text as line
     from (select ${withoutSecrets ? columnsWithBlankedSecrets(name, columns) : quoteIdentifiers(columns)} from "${name}" where school_id = '${school_id}' order by ${order}) r`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from rows_of_school`)
    if (rows.length === 0) break
    for (const { line } of rows) yield Buffer.from(`${line.replaceAll(school_id, schoolIdPlaceholder)}\n`)
  }
  await client.query('close rows_of_school')
}
