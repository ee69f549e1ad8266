import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP archive, possibly with false headers. */
export interface ArchiveEntry {
  name: string
  data: Buffer | string
  packed?: boolean
  /** Unix mode with the file type, for example 0o120777 for a link. */
  mode?: number
  flags?: number
  method?: number
  /** False values for the headers. */
  declared?: { size?: number; packedSize?: number; localName?: string }
  /** Uses the bytes of an earlier entry. */
  sharesBytesOf?: number
}

/** A ZIP archive written byte by byte, so that tests can create invalid ones. */
export function createTestArchive(entries: ArchiveEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  entries.forEach((entry, at) => {
    const data = Buffer.from(entry.data as string)
    const bytes = entry.packed ? deflateRawSync(data) : data
    const local = Buffer.concat([localHeader(entry, data, bytes), bytes])
    const shared = entry.sharesBytesOf === undefined ? undefined : offsets[entry.sharesBytesOf]
    offsets[at] = shared ?? offset
    directory.push(directoryEntry(entry, { data, bytes, offset: offsets[at] }))
    if (shared !== undefined) return
    parts.push(local)
    offset += local.length
  })
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, all, end])
}

const methodOf = ({ method, packed }: ArchiveEntry) => method ?? (packed ? 8 : 0)

/** Flags, method, checksum and sizes, which both headers contain. */
function facts(entry: ArchiveEntry, data: Buffer, bytes: Buffer) {
  const fixed = Buffer.alloc(20)
  fixed.writeUInt16LE((entry.flags ?? 0) | 0x800, 0)
  fixed.writeUInt16LE(methodOf(entry), 2)
  fixed.writeUInt32LE(crc32(data), 8)
  fixed.writeUInt32LE(entry.declared?.packedSize ?? bytes.length, 12)
  fixed.writeUInt32LE(entry.declared?.size ?? data.length, 16)
  return fixed
}

function localHeader(entry: ArchiveEntry, data: Buffer, bytes: Buffer) {
  const name = Buffer.from(entry.declared?.localName ?? entry.name)
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length, 0)
  const signature = Buffer.from([0x50, 0x4b, 3, 4, 20, 0])
  return Buffer.concat([signature, facts(entry, data, bytes), lengths, name])
}

function directoryEntry(
  entry: ArchiveEntry,
  { data, bytes, offset }: { data: Buffer; bytes: Buffer; offset: number },
) {
  const name = Buffer.from(entry.name)
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(name.length, 0)
  tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 10)
  tail.writeUInt32LE(offset, 14)
  const signature = Buffer.from([0x50, 0x4b, 1, 2, 20, 3, 20, 0])
  return Buffer.concat([signature, facts(entry, data, bytes), tail, name])
}
