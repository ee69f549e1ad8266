import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { ZipFile, type EndOptions } from 'yazl'
import type { Storage } from '#platform/storage/storage.ts'
import type { DescribedCourse } from '../documents/course-to-document.ts'
import { documentEntry } from '../documents/document-entry.ts'
import type { CourseDocument } from '../documents/course-document.ts'

/** As long as any hash, so that the size of the archive is known before its files were read. */
const unknownHash = '0'.repeat(64)

export interface CourseArchive {
  /** Exactly as many bytes as `bytes` will give. */
  size: number
  bytes: Readable
}

/**
 * A course with its files as one ZIP, written while it is read: each file is hashed on its way through, and the document,
 * which names the hashes, comes last. Stored, not packed: films and pictures are packed already.
 */
export function writeArchive({ document, files }: DescribedCourse, storage: Storage): Promise<CourseArchive> {
  const zip = new ZipFile()
  const plain = { compress: false, mtime: new Date('2000-01-01T00:00:00Z') }
  const media = document.media.map((one) => ({ ...one, path: entryOf(one), sha256: unknownHash }))
  for (const one of media) {
    const file = files.get(one.id)!
    zip.addReadStreamLazy(one.path, { ...plain, size: file.size }, (give) => {
      const hash = createHash('sha256')
      storage.read(file.object_key).then(
        (bytes) =>
          give(
            null,
            hashing(bytes, hash, (sha256) => Object.assign(one, { sha256 })),
          ),
        (error: unknown) => give(error, undefined as never),
      )
    })
  }
  const text = () =>
    Buffer.from(`${JSON.stringify({ ...document, media } satisfies CourseDocument, null, 1)}\n`)
  const size = text().length
  zip.addReadStreamLazy(documentEntry, { ...plain, size }, (give) => give(null, Readable.from([text()])))
  return new Promise((resolve, reject) => {
    const bytes = zip.outputStream as Readable
    // Whoever reads meets the error when reading; it may come before that.
    bytes.on('error', () => {})
    zip.on('error', (error: Error) => {
      bytes.destroy(error)
      reject(error)
    })
    const known = (total: number) => resolve({ size: total, bytes })
    // The declared type of the callback takes no size.
    zip.end({} as EndOptions, known as () => void)
  })
}

/** Named by its local name: what people called it stands in the document. */
const entryOf = ({ id, file_name }: { id: string; file_name: string }) =>
  `media/${id}${/^\.[a-z0-9]{1,8}$/.exec(extname(file_name).toLowerCase())?.[0] ?? ''}`

function hashing(bytes: Readable, hash: ReturnType<typeof createHash>, done: (hex: string) => void) {
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
    flush(next) {
      done(hash.digest('hex'))
      next()
    },
  })
  bytes.on('error', (error) => through.destroy(error))
  return bytes.pipe(through)
}
