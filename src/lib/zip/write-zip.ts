import { crc32 } from './crc32.ts'

export interface ZipFile {
  path: string
  bytes: Uint8Array<ArrayBuffer>
}

/** 1 January 1980, so that the same files give the same archive. */
const date = 0x00_21
/** The names are UTF-8. */
const flags = 0x08_00

/** Writes a ZIP archive; files that do not get smaller are stored. At most 65,535 files and 4 GB. */
export async function writeZip(files: readonly ZipFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const local: Uint8Array<ArrayBuffer>[] = []
  const central: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const { path, bytes } of files) {
    const deflated = await deflate(bytes)
    const isSmaller = deflated.length < bytes.length
    const data = isSmaller ? deflated : bytes
    const name = new TextEncoder().encode(path)
    const shared = [20, flags, isSmaller ? 8 : 0, 0, date] as const
    const sizes = [crc32(bytes), data.length, bytes.length] as const
    const header = record([0x04_03_4b_50, ...shared, ...sizes, name.length, 0], 'IHHHHHIIIHH')
    const entry = record(
      [0x02_01_4b_50, 20, ...shared, ...sizes, name.length, 0, 0, 0, 0, 0, at],
      'IHHHHHHIIIHHHHHII',
    )
    local.push(header, name, data)
    central.push(entry, name)
    at += header.length + name.length + data.length
  }
  const size = central.reduce((sum, part) => sum + part.length, 0)
  const end = record([0x06_05_4b_50, 0, 0, files.length, files.length, size, at, 0], 'IHHHHIIH')
  return new Uint8Array(await new Blob([...local, ...central, end]).arrayBuffer())
}

/** Little-endian numbers: `H` of two bytes, `I` of four. */
function record(values: readonly number[], format: string) {
  const sizes = Array.from(format, (sign) => (sign === 'I' ? 4 : 2))
  const view = new DataView(new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0)))
  let at = 0
  values.forEach((value, index) => {
    if (sizes[index] === 4) view.setUint32(at, value, true)
    else view.setUint16(at, value, true)
    at += sizes[index]!
  })
  return new Uint8Array(view.buffer)
}

const deflate = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(
    await new Response(
      new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer(),
  )
