import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface EntryChecksums {
  /** Number of pieces from the source, which are rows if each piece is one. */
  rows: number
  bytes: number
  sha256: string
}

export interface ArchiveWriter {
  /** Writes one entry completely before the next, so that only a piece of one is in memory. */
  add(name: string, source: AsyncIterable<Buffer>, compress?: boolean): Promise<EntryChecksums>
  /** Closes the archive; resolves when every byte is on disk. */
  finish(): Promise<void>
}

/** Creates a ZIP archive that is written to a file while it is filled. Throws errors of the disk. */
export function createArchiveWriter(to: string): ArchiveWriter {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream as Readable, createWriteStream(to, { mode: 0o600, flush: true }))
  // `add` and `finish` report the error; it may occur before them.
  written.catch(() => {})
  const broken = written.then(() => {
    throw new Error('the archive ended too early')
  })
  broken.catch(() => {})
  return {
    add: (name, source, compress = true) => Promise.race([addEntry(zip, { name, source, compress }), broken]),
    async finish() {
      zip.end()
      await written
    },
  }
}

interface Entry {
  name: string
  source: AsyncIterable<Buffer>
  compress: boolean
}

async function addEntry(zip: ZipFile, { name, source, compress }: Entry): Promise<EntryChecksums> {
  const hash = createHash('sha256')
  let [bytes, rows] = [0, 0]
  async function* counted() {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      rows += 1
      yield chunk
    }
  }
  const stream = Readable.from(counted())
  const done = new Promise<void>((resolve, reject) => stream.once('close', resolve).once('error', reject))
  zip.addReadStream(stream, name, { compress, mtime: new Date(0), mode: 0o100600 })
  await done
  return { rows, bytes, sha256: hash.digest('hex') }
}
