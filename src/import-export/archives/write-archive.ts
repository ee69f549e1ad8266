import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { ZipFile, type EndOptions } from 'yazl'
import type { Storage } from '#platform/storage/storage.ts'
import type { DescribedCourse } from '../documents/course-to-document.ts'
import { documentEntry } from '../documents/document-entry.ts'
import type { CourseDocument } from '../documents/course-document.ts'

/** As long as a hash, so that the size of the archive is known before its files are read. */
const unknownHash = '0'.repeat(64)

export interface CourseArchive {
  /** Exact number of bytes of `bytes`. */
  size: number
  bytes: Readable
}

/**
 * Streams a course with its files as one ZIP. Each file is hashed while it is written, and the document with the
 * hashes comes last. Files are stored without compression: videos and images are compressed already.
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
    // The reader gets the error when it reads; without this handler an earlier error would be uncaught.
    bytes.on('error', () => {})
    zip.on('error', (error: Error) => {
      bytes.destroy(error)
      reject(error)
    })
    const onSize = (total: number) => resolve({ size: total, bytes })
    // The declared type of the callback lacks the size.
    zip.end({} as EndOptions, onSize as () => void)
  })
}

/** Named by its local name; the original file name is in the document. */
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
