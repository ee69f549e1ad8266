import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'
import { TaskRejected } from '#platform/isolated/task-errors.ts'
import { validateArchive, type ArchiveFile } from '../validate-archive.ts'
import { sanitizeDocument, type ReportItem } from '../../documents/sanitize-document.ts'
import type { CourseDocument } from '../../documents/course-document.ts'
import { documentEntry, documentFile } from '../../documents/document-entry.ts'
import { parseDocument, type DocumentError } from '../../documents/parse-document.ts'
import { ensureJsonWithinLimits } from './json-limits.ts'

/** Enough for a document of 2,000 long texts. */
const maxDocumentBytes = 60_000_000

interface ReadArchive {
  /** Why the document is refused; no document file is written then. */
  errors: DocumentError[]
  media: ArchiveFile[]
  /** Names of unused files. */
  ignored: string[]
  /** Changes made to the document. */
  report: ReportItem[]
}

/**
 * Checks an archive's directory, and writes the validated and sanitised document to `documentFile`: one line for
 * the course, then one for each lesson and content. Nothing is inflated before the directory is checked.
 */
export async function run({ path }: { path: string | null }, folder: string): Promise<ReadArchive> {
  const zip = await yauzl
    .openPromise(path ?? join(folder, 'archive'), {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    })
    .catch(asRejection)
  const { files, entries, ignored } = await validateArchive(zip).catch(asRejection)
  const entry = entries.get(documentEntry)
  if (!entry) throw new TaskRejected('document_missing')
  if (entry.uncompressedSize > maxDocumentBytes) throw new TaskRejected('document_too_large')
  const bytes = await zip.openReadStreamPromise(entry).then(buffer).catch(asRejection)
  ensureJsonWithinLimits(bytes)
  const { document, errors } = parseDocument(parsed(bytes))
  if (!document) return { errors, media: [], ignored, report: [] }
  const cleaned = sanitizeDocument(document)
  await write(cleaned.document, join(folder, documentFile))
  return { errors: [], media: files, ignored, report: cleaned.report }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))
  } catch {
    throw new TaskRejected('document_invalid')
  }
}

/** In lines, so that the reader parses one content at a time. */
async function write(document: CourseDocument, path: string) {
  const out = createWriteStream(path, { mode: 0o600 })
  const line = async (value: unknown) => {
    // Node's line reader takes these two characters for line ends.
    const json = JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    if (!out.write(`${json}\n`)) await once(out, 'drain')
  }
  await line({ ...document, lessons: [] })
  for (const lesson of document.lessons) {
    await line({ lesson: { ...lesson, contents: [] } })
    for (const content of lesson.contents) await line({ content })
  }
  out.end()
  await once(out, 'finish')
}

/** An error in the archive ends the import; a disk error is retried. */
function asRejection(error: unknown): never {
  if (error instanceof TaskRejected || !(error instanceof Error)) throw error
  const isOfTheDisk = 'code' in error && !String(error.code).startsWith('Z_')
  throw isOfTheDisk ? error : new TaskRejected('archive_damaged')
}
