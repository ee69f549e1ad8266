import { buffer } from 'node:stream/consumers'
import type { ZipFile } from 'yauzl'
import type { Ctx, OwnCtx } from '#platform/context.ts'
import { json } from '#platform/database.server.ts'
import type { Upload } from '#uploads/index.ts'
import { carryOn, Failed } from './carry-on.ts'
import { bytesOf, checkArchive, reading, type CheckedArchive } from './check-archive.ts'
import { cleanDocument, type ReportItem } from './clean-document.ts'
import type { CourseDocument } from './document.ts'
import { finishImport, type Wishes } from './finish-import.ts'
import { openZip } from './open-archive.ts'
import { readDocument } from './read-document.ts'
import { unpackMedia } from './unpack-media.ts'
import { documentEntry } from './write-archive.ts'

/** A document of 2,000 long texts; more is no course. */
const largestDocument = 60_000_000

export interface ImportUnderWay {
  id: string
  upload: Upload
  wishes: Wishes
  created_by: string
  /** Uploads that an earlier try has reserved, by local name. */
  media: Record<string, string>
}

/**
 * Makes a course of an archive: check, read, unpack files, and then, in one transaction, the course. Safe to repeat: files
 * that an earlier try reserved are written again, and the course appears with the note that it has.
 */
export const readImport = (ctx: OwnCtx, { import_id }: { import_id: string }) =>
  carryOn(ctx, 'course_imports', import_id, async () => {
    const underWay = await ctx.transact((inside) => begin(inside, import_id))
    if (!underWay) return
    const { object_key, size } = underWay.upload
    const zip = await reading(openZip(ctx.storage, object_key, size))
    await take(ctx, underWay, zip).finally(() => zip.close())
  })

async function take(ctx: OwnCtx, underWay: ImportUnderWay, zip: ZipFile) {
  const archive = await reading(checkArchive(zip))
  const report: ReportItem[] = archive.strangers
    .slice(0, 100)
    .map((name) => ({ code: 'file_ignored', path: '', name: name.slice(0, 200) }))
  const given = await documentOf(ctx, underWay, { zip, archive })
  const { document, report: cleaned } = cleanDocument(given)
  report.push(...cleaned)
  const media = await unpackMedia(ctx, underWay, { zip, archive, document, report })
  await ctx.transact((inside) => finishImport(inside, underWay, { document, media, report }))
}

interface Opened {
  zip: ZipFile
  archive: CheckedArchive
}

/** The document of an archive; what is wrong with one goes into the report. */
async function documentOf(
  ctx: OwnCtx,
  { id }: ImportUnderWay,
  { zip, archive }: Opened,
): Promise<CourseDocument> {
  const entry = archive.entries.get(documentEntry)
  if (!entry) throw new Failed('document_missing')
  if (entry.uncompressedSize > largestDocument) throw new Failed('document_too_large')
  const text = (await buffer(bytesOf(zip, entry))).toString()
  const { document, errors } = readDocument(parsed(text))
  if (document) return document
  const report = errors.map(({ path, code, message }) => ({ code, path, name: message }))
  await ctx.transact(({ tx, school_id }) =>
    tx
      .updateTable('course_imports')
      .set({ report: json(report) })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute(),
  )
  const first = errors[0]?.code
  throw new Failed(first === 'not_a_course' || first === 'version_unknown' ? first : 'document_invalid')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Failed('document_invalid')
  }
}

/** The import, once it is this one's to do; null where it is done. */
async function begin(ctx: Ctx, import_id: string): Promise<ImportUnderWay | null> {
  const { tx, school_id } = ctx
  const row = await tx
    .updateTable('course_imports')
    .set({ state: 'running', done_bytes: 0 })
    .where('school_id', '=', school_id)
    .where('id', '=', import_id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const upload = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', row.upload_id)
    .where('status', '=', 'ready')
    .selectAll()
    .executeTakeFirst()
  if (!upload) throw new Failed('archive_gone')
  return {
    id: row.id,
    upload,
    wishes: row.wishes as Wishes,
    created_by: row.created_by,
    media: row.media as Record<string, string>,
  }
}
