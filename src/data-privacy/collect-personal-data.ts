import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { createArchiveWriter, type EntryChecksums } from '#platform/storage/zip-writer.ts'
import type { DataSubject } from '#tenancy/context/personal-data.ts'
import { ObjectMissingError } from '#platform/storage/storage.ts'
import { personalDataRows } from './registry.ts'
import { rowsOfPerson } from './rows-of-person.ts'

interface Part {
  table: string
  rows: number
  bytes: number
  sha256: string
}

/** Archives that the person or the school requested are copies of other data and are left out. */
const copies = ['course_archive', 'data_archive', 'student_list']

/** Writes all data of a person into one file: rows table by table, then files. */
export async function collectPersonalData(ctx: CtxWithoutTx, person: DataSubject, to: string) {
  const archive = createArchiveWriter(to)
  const tables: Part[] = []
  for (const rows of personalDataRows(ctx)) {
    // One short transaction per table, so that a slow disk blocks nobody for long.
    const sums = await ctx.transact((txCtx) =>
      archive.add(`tables/${rows.table}.ndjson`, rowsOfPerson(txCtx, rows, person)),
    )
    tables.push({ table: rows.table, ...sums })
  }
  const files: ({ upload_id: string; name: string } & Omit<EntryChecksums, 'rows'>)[] = []
  for (const file of await ctx.transact((txCtx) => filesOf(txCtx, person.id))) {
    const name = `files/${file.id}${endingOf(file.file_name)}`
    const bytes = await ctx.storage.read(file.object_key).catch((error: unknown) => {
      // The file was deleted after it was listed.
      if (error instanceof ObjectMissingError) return null
      throw error
    })
    if (!bytes) continue
    const { rows: _pieces, ...sums } = await archive.add(name, bytes, false)
    files.push({ upload_id: file.id, name, ...sums })
  }
  const manifest = {
    format: 'personal data',
    version: 1,
    exported_at: ctx.now.toISOString(),
    school: { id: ctx.school_id, name: ctx.school?.name, address: ctx.school?.host },
    person,
    tables,
    files,
  }
  await archive.add('manifest.json', once(`${JSON.stringify(manifest, null, 1)}\n`))
  await archive.finish()
}

async function* once(text: string) {
  yield Buffer.from(text)
}

const filesOf = ({ tx, school_id }: Ctx, owner_id: string) =>
  tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('owner_id', '=', owner_id)
    .where('status', '=', 'ready')
    .where('purpose', 'not in', copies)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'object_key', 'file_name'])
    .execute()

/** File names come from people and are listed in the table; on disk only the extension is safe. */
const endingOf = (file_name: string) => /\.[a-z0-9]{1,8}$/.exec(file_name.toLowerCase())?.[0] ?? ''
