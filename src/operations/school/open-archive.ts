import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Compile } from 'typebox/compile'
import * as yauzl from 'yauzl'
import { UsageError } from '../command.ts'
import { ArchiveManifest, fileEntry, manifestEntry, tableEntry } from './format.ts'

/** Maximum compression ratio of a table above `freely` bytes; real rows reach about forty. */
const bounds = { ratio: 300, freely: 5_000_000, manifest: 1_000_000_000 }

export interface SchoolArchive {
  manifest: ArchiveManifest
  /** Bytes of one entry. Throws Unusable at the end if they do not match the manifest. */
  read(name: string): AsyncGenerator<Buffer>
  close(): void
}

/** Opens a school archive and refuses anything that does not match its manifest, before unpacking. */
export async function openSchoolArchive(path: string): Promise<SchoolArchive> {
  const zip = await yauzl
    .openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: true })
    .catch((error: Error) => refuse(`${path} is not an archive: ${error.message}`))
  try {
    const entries = await entriesOf(zip)
    const manifest = await manifestOf(zip, entries)
    const sums = ensureAsDeclared(entries, manifest)
    return {
      manifest,
      read: (name) => bytesOf(zip, entries.get(name)!, { name, sha256: sums.get(name)! }),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const ours = /^(?:manifest\.json|tables\/[a-z][a-z0-9_]{0,62}\.ndjson|files\/[0-9a-f]{40})$/

async function entriesOf(zip: yauzl.ZipFile) {
  const entries = new Map<string, yauzl.Entry>()
  const positions: [from: number, to: number][] = []
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('latin1')
    // Valid names cannot leave the archive, and no other name is read.
    if (!ours.test(name))
      refuse(`The archive contains an unexpected entry: ${JSON.stringify(name.slice(0, 100))}`)
    if (entries.has(name)) refuse(`The archive contains ${name} twice.`)
    if (entry.isEncrypted() || (entry.compressionMethod !== 0 && entry.compressionMethod !== 8))
      refuse(`The archive stores ${name} in an unsupported format.`)
    const { uncompressedSize, compressedSize } = entry
    if (uncompressedSize > bounds.freely && uncompressedSize > compressedSize * bounds.ratio)
      refuse(`${name} expands to more than a school can contain. The archive was not opened.`)
    const header = await zip.readLocalFileHeaderPromise(entry)
    if (!header.fileName.equals(entry.fileNameRaw))
      refuse('The archive is damaged: its file names do not match.')
    positions.push([entry.relativeOffsetOfLocalHeader, header.fileDataStart + compressedSize])
    entries.set(name, entry)
  }
  const inOrder = positions.toSorted((a, b) => a[0] - b[0])
  if (inOrder.some(([, to], at) => to > (inOrder[at + 1]?.[0] ?? zip.fileSize)))
    refuse('Entries of the archive overlap. The archive was not opened.')
  return entries
}

async function manifestOf(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>): Promise<ArchiveManifest> {
  const entry = entries.get(manifestEntry)
  if (!entry || entry.uncompressedSize > bounds.manifest)
    return refuse('The archive is incomplete: it has no manifest.')
  try {
    const manifest: unknown = JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString())
    if (Compile(ArchiveManifest).Check(manifest)) return manifest
  } catch {
    // Reported below.
  }
  return refuse('The manifest of the archive is damaged or has an unknown version.')
}

/** Every entry is declared with its size, and every declared entry exists. */
function ensureAsDeclared(entries: Map<string, yauzl.Entry>, { tables, files }: ArchiveManifest) {
  const declared = new Map([
    ...tables.map(({ name, ...rest }) => [tableEntry(name), rest] as const),
    ...files.map(({ name, ...rest }) => [fileEntry(name), rest] as const),
  ])
  if (declared.size !== entries.size - 1) refuse('The contents of the archive do not match its manifest.')
  for (const [name, { bytes }] of declared)
    if (entries.get(name)?.uncompressedSize !== bytes) refuse(`The archive is damaged: ${name}`)
  return new Map([...declared].map(([name, { sha256 }]) => [name, sha256]))
}

async function* bytesOf(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  { name, sha256 }: { name: string; sha256: string },
) {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  } catch (error) {
    refuse(`The archive is damaged: ${name}: ${(error as Error).message}`)
  }
  if (hash.digest('hex') !== sha256) refuse(`The archive is damaged: ${name} was changed.`)
}

function refuse(message: string): never {
  throw new UsageError(message)
}
