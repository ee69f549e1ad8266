import { PassThrough, Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import type { Storage } from '#platform/storage/storage.ts'

/** Reads an object of the store here and there, as ZIP wants it, without holding more of it than is asked for. */
class StoredBytes extends yauzl.RandomAccessReader {
  readonly #storage: Storage
  readonly #key: string

  constructor(storage: Storage, key: string) {
    super()
    this.#storage = storage
    this.#key = key
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (end <= start) return Readable.from([])
    const through = new PassThrough()
    this.#storage.read(this.#key, { start, end: end - 1 }).then(
      (bytes) => {
        bytes.on('error', (error) => through.destroy(error))
        through.on('close', () => bytes.destroy())
        bytes.pipe(through)
      },
      (error: unknown) => through.destroy(error as Error),
    )
    return through
  }

  override close(done: (error: Error | null) => void) {
    done(null)
  }
}

/** Opens an archive in the store. Names come as bytes: they are checked here, by rules stricter than the library's. */
export const openZip = (storage: Storage, object_key: string, size: number) =>
  yauzl.fromRandomAccessReaderPromise(new StoredBytes(storage, object_key), size, {
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  })
