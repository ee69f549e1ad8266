import { createHash } from 'node:crypto'
import {
  discardUpload,
  maxBytesOf,
  prepareGeneratedFile,
  reserveGeneratedFile,
  type Upload,
} from '#uploads/index.ts'
import type { Cue } from '#courses/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { countBytes } from '../resumable-job.ts'
import { readArchiveFile } from '../archives/read-archive-file.ts'
import type { ArchiveFile } from '../archives/validate-archive.ts'
import type { ReportItem } from '../documents/sanitize-document.ts'
import type { CourseDocument, DocumentMedia } from '../documents/course-document.ts'
import { cuesInFile } from '../import-captions.ts'
import type { RunningImport } from './run-import.ts'

/** A checked file of the archive, stored until its course exists. */
export interface UnpackedFile {
  upload_id: string
  prepared: Awaited<ReturnType<typeof prepareGeneratedFile>>
  /** Cues, if the file is captions. */
  cues: Cue[] | null
}

interface Unpacking {
  files: ArchiveFile[]
  document: CourseDocument
  report: ReportItem[]
}

/** Unpacks the files of a document and checks each like an upload. Refused files are listed in the report. */
export async function unpackMedia(ctx: CtxWithoutTx, underWay: RunningImport, unpacking: Unpacking) {
  const { document, report } = unpacking
  const files = new Map(unpacking.files.map((file) => [file.name, file]))
  const neededFiles = document.media.flatMap((media, at) => {
    const entry = media.path === null ? undefined : files.get(media.path)
    const mediaError = entry ? faultOf(media, entry) : 'file_missing'
    if (!entry || mediaError)
      report.push({ code: mediaError ?? 'file_missing', path: `/media/${at}`, name: media.file_name })
    return entry && !mediaError ? [{ media, entry, at }] : []
  })
  const uploads = await ctx.transact((txCtx) => reserve(txCtx, underWay, neededFiles))
  const unpacked = new Map<string, UnpackedFile>()
  let before = 0
  for (const { media, entry, at } of neededFiles) {
    const upload = uploads.get(media.id)!
    const started = before
    const note = (done: number) => ctx.transact((txCtx) => progress(txCtx, underWay.id, started + done))
    const file = await unpack(ctx, { archive: underWay.upload, entry, media, upload, note })
    if (typeof file === 'string') {
      report.push({ code: file, path: `/media/${at}`, name: media.file_name })
      await ctx.transact((txCtx) => discardUpload(txCtx, upload.id))
    } else unpacked.set(media.id, file)
    before += entry.packed_size
  }
  return unpacked
}

function faultOf({ purpose, size }: DocumentMedia, entry: ArchiveFile) {
  if (entry.size === 0) return 'file_empty'
  if (entry.size > maxBytesOf(purpose)) return 'file_too_large'
  return size > 0 && size !== entry.size ? 'file_changed' : null
}

/** Reserves rows for all files at once and reuses those of an earlier attempt. */
async function reserve(
  ctx: Ctx,
  underWay: RunningImport,
  neededFiles: { media: DocumentMedia; entry: ArchiveFile }[],
) {
  const { tx, school_id } = ctx
  const earlier = Object.values(underWay.media)
  const rows = earlier.length
    ? await tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', 'in', earlier)
        .where('status', '=', 'pending')
        .selectAll()
        .execute()
    : []
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const uploads = new Map<string, Upload>()
  for (const { media, entry } of neededFiles) {
    const { file_name, content_type, purpose } = media
    const size = entry.size
    const file = { owner_id: underWay.created_by, purpose, file_name, content_type, size }
    uploads.set(
      media.id,
      rowsById.get(underWay.media[media.id] ?? '') ?? (await reserveGeneratedFile(ctx, file)),
    )
  }
  const media = Object.fromEntries([...uploads].map(([name, upload]) => [name, upload.id]))
  await tx
    .updateTable('course_imports')
    .set({ media: json(media) })
    .where('school_id', '=', school_id)
    .where('id', '=', underWay.id)
    .execute()
  return uploads
}

interface OneFile {
  archive: Upload
  entry: ArchiveFile
  media: DocumentMedia
  upload: Upload
  note: (done: number) => Promise<unknown>
}

/** Stores and checks one file; returns an error code if it is invalid. */
async function unpack(
  ctx: CtxWithoutTx,
  { archive, entry, media, upload, note }: OneFile,
): Promise<UnpackedFile | string> {
  const hash = createHash('sha256')
  const bytes = readArchiveFile(ctx.storage, archive.object_key, entry)
  // Left by an attempt that was interrupted after this step.
  await ctx.storage.remove(upload.object_key)
  const hashed = countBytes(hashing(bytes, hash), note)
  await ctx.storage.put(upload.object_key, hashed, { size: entry.size })
  if (media.sha256 !== null && hash.digest('hex') !== media.sha256) return 'file_changed'
  try {
    const prepared = await prepareGeneratedFile(ctx.storage, upload)
    const isCaption = media.purpose === 'course_caption'
    const cues = isCaption ? await cuesInFile(ctx.storage, prepared.object_key) : null
    return { upload_id: upload.id, prepared, cues }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return error.code
    throw error
  }
}

async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

const progress = ({ tx, school_id }: Ctx, id: string, processed_bytes: number) =>
  tx
    .updateTable('course_imports')
    .set({ processed_bytes })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
