import { getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl'
import { TaskRejected } from '#platform/isolated/task-errors.ts'

/** Limits of archives. */
export const archiveLimits = {
  /** A document and its files, with room for additions of other programs. */
  entries: 6_000,
  /** Total bytes of all files, uncompressed. */
  unpacked: 20_000_000_000,
  /** Maximum compression ratio of a file; compressed text reaches about twenty. */
  ratio: 200,
  /** Files up to this many bytes may have any ratio. */
  freely: 1_000_000,
  /** Bytes of the directory: names, comments and extra fields, which other programs may repeat for each file. */
  directory: 4_000_000,
}

/** Position of one file's bytes in an archive. */
export interface ArchiveFile {
  name: string
  size: number
  packed_size: number
  is_deflated: boolean
  /** Offset of the first compressed byte. */
  from: number
}

export interface CheckedArchive {
  /** Files by name, without directories and additions of other programs. */
  entries: Map<string, Entry>
  files: ArchiveFile[]
  /** Names of unused files, at most a hundred. */
  ignored: string[]
}

const maxIgnored = 100

/**
 * Reads only the directory of an archive and refuses dangerous names, file types, sizes and positions. Call it
 * before anything is unpacked.
 */
export async function validateArchive(zip: ZipFile, limits = archiveLimits): Promise<CheckedArchive> {
  if (zip.entryCount > limits.entries) throw new TaskRejected('archive_too_many')
  const entries = new Map<string, Entry>()
  const files: ArchiveFile[] = []
  const ignored: string[] = []
  const spellings = new Set<string>()
  const positions: ByteRange[] = []
  let unpacked = 0
  let directory = 0
  for await (const entry of zip.eachEntry()) {
    directory += entry.fileNameRaw.length + entry.extraFieldRaw.length + entry.fileCommentRaw.length
    if (directory > limits.directory) throw new TaskRejected('archive_too_many')
    const name = nameOf(entry)
    ensurePlainFile(entry, name)
    // On a case-insensitive disk one file would overwrite the other.
    const spelling = name.normalize('NFC').toLowerCase()
    if (spellings.has(spelling)) throw new TaskRejected('archive_duplicate_names')
    spellings.add(spelling)
    unpacked += entry.uncompressedSize
    if (unpacked > limits.unpacked || isBomb(entry, limits)) throw new TaskRejected('archive_bomb')
    const byteRange = await byteRangeOf(zip, entry)
    positions.push(byteRange)
    if (name.endsWith('/')) continue
    if (isOurs(name)) {
      entries.set(name, entry)
      files.push(fileOf(entry, name, byteRange))
    } else if (ignored.length < maxIgnored) ignored.push(name.slice(0, 200))
  }
  ensureApart(positions, zip)
  return { entries, files, ignored }
}

const isOurs = (name: string) => name === 'course.json' || /^media\/[A-Za-z0-9_.-]{1,100}$/.test(name)

/** The name as every ZIP program reads it; refuses paths that leave the archive. */
function nameOf(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  const segments = name.split('/')
  const leadsAway =
    name === '' ||
    name.length > 1_000 ||
    name.startsWith('/') ||
    name.includes('\\') ||
    name.includes(':') ||
    // eslint-disable-next-line no-control-regex -- finds control characters
    /[\u0000-\u001f\u007f]/.test(name) ||
    segments.some(
      (segment, at) => segment === '.' || segment === '..' || (segment === '' && at < segments.length - 1),
    )
  if (leadsAway) throw new TaskRejected('archive_unsafe_name')
  return name
}

const regularFile = 0o100000
const folder = 0o040000
const windowsReparsePoint = 0x400

/** Refuses links, devices, encrypted files, and methods other than store and deflate. */
function ensurePlainFile(entry: Entry, name: string) {
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & 0x2041) !== 0)
    throw new TaskRejected('archive_encrypted')
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new TaskRejected('archive_unreadable')
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  const isFolder = name.endsWith('/')
  const fits = kind === 0 || kind === (isFolder ? folder : regularFile)
  if (!fits || (entry.externalFileAttributes & windowsReparsePoint) !== 0)
    throw new TaskRejected('archive_link')
  if (isFolder && entry.uncompressedSize > 0) throw new TaskRejected('archive_damaged')
}

const isBomb = ({ uncompressedSize, compressedSize }: Entry, { ratio, freely }: typeof archiveLimits) =>
  uncompressedSize > freely && uncompressedSize > compressedSize * ratio

const fileOf = (entry: Entry, name: string, { data }: ByteRange): ArchiveFile => ({
  name,
  size: entry.uncompressedSize,
  packed_size: entry.compressedSize,
  is_deflated: entry.compressionMethod === 8,
  from: data,
})

interface ByteRange {
  from: number
  data: number
  to: number
}

/** Position of an entry's bytes by its local header, which must match the directory. */
async function byteRangeOf(zip: ZipFile, entry: Entry): Promise<ByteRange> {
  const header = await zip.readLocalFileHeaderPromise(entry)
  if (!header.fileName.equals(entry.fileNameRaw) || header.compressionMethod !== entry.compressionMethod)
    throw new TaskRejected('archive_damaged')
  const data = header.fileDataStart
  return { from: entry.relativeOffsetOfLocalHeader, data, to: data + entry.compressedSize }
}

/** Overlapping entries could expand a small archive without limit. */
function ensureApart(positions: ByteRange[], zip: ZipFile) {
  const inOrder = positions.toSorted((a, b) => a.from - b.from)
  const overlap = inOrder.some((byteRange, at) => byteRange.to > (inOrder[at + 1]?.from ?? zip.fileSize))
  if (overlap) throw new TaskRejected('archive_bomb')
}
