import type pg from 'pg'
import { UsageError } from '../command.ts'
import { quoteIdentifiers, type TenantTable } from './catalogue.ts'
import { schoolIdPlaceholder, tableEntry, type ArchiveManifest } from './format.ts'
import type { SchoolArchive } from './open-archive.ts'

/** More than the longest valid row in bytes; longer lines are refused. */
const longestLine = 64_000_000
const atOnce = 4_000_000

interface Staging {
  declared: ArchiveManifest['tables'][number]
  table: TenantTable
  school_id: string
}

/** Loads one table of the archive into a temporary table, a few megabytes at a time. */
export async function stageTable(
  client: pg.Client,
  archive: SchoolArchive,
  { declared, table, school_id }: Staging,
) {
  const { name, rows, columns } = declared
  const unknown = columns.find((column) => !table.columns.includes(column))
  if (unknown) throw new UsageError(`The archive contains the unknown column ${name}.${unknown}.`)
  const stage = `pg_temp."stage_${name}"`
  await client.query(
    `create temporary table "stage_${name}" (like "${name}" including defaults including generated)`,
  )
  let staged = 0
  for await (const lines of readBatches(archive.read(tableEntry(name)))) {
    // Every row contains the school's id, so that an archive cannot contain rows of another school.
    const json = `[${lines.map((line) => line.replaceAll(schoolIdPlaceholder, school_id)).join(',')}]`
    const { rowCount } = await client
      .query(
        `insert into ${stage} (${quoteIdentifiers(columns)})
         select ${quoteIdentifiers(columns)} from json_populate_recordset(null::${stage}, $1) where school_id = $2`,
        [json, school_id],
      )
      .catch((error: Error) => {
        throw new UsageError(`The archive contains unreadable rows of ${name}: ${error.message}`)
      })
    staged += rowCount ?? 0
  }
  if (staged !== rows) throw new UsageError(`The archive contains rows of ${name} of another school.`)
}

export async function* readBatches(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0)
  let lines: string[] = []
  let length = 0
  for await (const chunk of bytes) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      lines.push(rest.toString('utf8', start, end))
      length += end - start
      start = end + 1
      if (length < atOnce) continue
      yield lines
      lines = []
      length = 0
    }
    rest = rest.subarray(start)
    if (rest.length > longestLine) throw new UsageError('The archive contains a row that is too long.')
  }
  if (rest.length > 0) throw new UsageError('The archive is damaged: a row is incomplete.')
  if (lines.length > 0) yield lines
}
