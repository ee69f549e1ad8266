import { crc32 } from './crc32.ts'
import { ZipError } from './zip-error.ts'

export interface ZipLimits {
  entries: number
  /** Bytes of all files together, unpacked. */
  bytes: number
  /** Unpacked bytes for each packed one, of files above 100 kB. */
  ratio: number
}

export interface ZipArchive {
  /** Paths of the files, in the order of the archive. */
  paths: string[]
  /** Unpacks a file; undefined if there is none at the path. Throws `ZipError`. */
  read: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

interface Entry {
  path: string
  method: number
  crc: number
  packed: number
  unpacked: number
  /** Position of the local header. */
  at: number
}

const endSignature = 0x06_05_4b_50
const centralSignature = 0x02_01_4b_50
const localSignature = 0x04_03_4b_50
const ratioFrom = 100_000

/**
 * Reads the directory of a ZIP archive in memory (APPNOTE.TXT 6.3.9: stored and deflated files, without encryption and
 * ZIP64). Checks every declared size, path and position before anything is unpacked. Throws `ZipError`.
 */
export function readZip(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(view, bytes, limits)
  checkSizes(entries, limits)
  checkOverlaps(entries, bytes.length)
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  // Names that differ in case alone would be one file for some readers and two for others.
  if (new Set(entries.map(({ path }) => path.toLowerCase())).size < entries.length)
    throw new ZipError('unsafe_path')
  return {
    paths: [...byPath.keys()],
    async read(path) {
      const entry = byPath.get(path)
      return entry && unpack(entry, view, bytes)
    },
  }
}

/** The end record: at the end, before a comment of at most 65,535 bytes. */
function findEnd(view: DataView) {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === endSignature) return at
  throw new ZipError('not_a_zip')
}

function readDirectory(view: DataView, bytes: Uint8Array, limits: ZipLimits): Entry[] {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > limits.entries) throw new ZipError('too_large')
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== centralSignature) throw new ZipError('damaged')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number]
    const next = at + 46 + nameLength + extraLength + commentLength
    if (next > end) throw new ZipError('damaged')
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    checkPath(path)
    const entry = {
      path,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    }
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
    if (isEncrypted || (entry.method !== 0 && entry.method !== 8)) throw new ZipError('not_supported')
    if ([entry.packed, entry.unpacked, entry.at].includes(0xff_ff_ff_ff)) throw new ZipError('not_supported')
    if (!path.endsWith('/')) entries.push(entry)
    at = next
  }
  return entries
}

/** Refuses paths that lead out of the archive, or that systems read differently. */
function checkPath(path: string) {
  const parts = path.split('/')
  // oxlint-disable-next-line no-control-regex
  const isOdd = path === '' || path.length > 500 || /[\\:\u0000-\u001f]/.test(path) || path.startsWith('/')
  if (isOdd || parts.includes('..') || parts.includes('.')) throw new ZipError('unsafe_path')
}

function checkSizes(entries: readonly Entry[], limits: ZipLimits) {
  let total = 0
  for (const { packed, unpacked } of entries) {
    total += unpacked
    if (total > limits.bytes) throw new ZipError('too_large')
    if (unpacked > ratioFrom && unpacked > packed * limits.ratio) throw new ZipError('too_large')
  }
}

/** Refuses files that share bytes: a few packed bytes could count as the content of many files. */
function checkOverlaps(entries: readonly Entry[], length: number) {
  let end = 0
  for (const { at, packed } of entries.toSorted((one, other) => one.at - other.at)) {
    if (at < end || at + 30 + packed > length) throw new ZipError('damaged')
    end = at + 30 + packed
  }
}

async function unpack(
  { at, method, packed, unpacked, crc }: Entry,
  view: DataView,
  bytes: Uint8Array<ArrayBuffer>,
) {
  if (view.getUint32(at, true) !== localSignature) throw new ZipError('damaged')
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const data = bytes.subarray(start, start + packed)
  const content = method === 0 ? data : await inflate(data, unpacked)
  if (content.length !== unpacked || crc32(content) !== crc) throw new ZipError('damaged')
  return content
}

/** Inflates as many bytes as the directory declares, and not one more. */
async function inflate(data: Uint8Array<ArrayBuffer>, size: number) {
  const content = new Uint8Array(size)
  let length = 0
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (length + part.value.length > size) throw new ZipError('too_large')
      content.set(part.value, length)
      length += part.value.length
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof ZipError ? error : new ZipError('damaged')
  }
  return content.subarray(0, length)
}
