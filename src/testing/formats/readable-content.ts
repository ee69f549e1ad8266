import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { textOfPdf } from './pdf-text.ts'
import { unzipped } from './unzip.ts'

/** Everything that somebody could read in some bytes: as they are, and what is packed in them, however deep. */
export async function readings(name: string, bytes: Buffer): Promise<Map<string, string>> {
  const found = new Map([
    [name, bytes.toString('latin1')],
    [`${name} as UTF-8`, bytes.toString('utf8')],
    // Words of two bytes a letter, as in the metadata of documents.
    [`${name} as UTF-16`, bytes.toString('latin1').replaceAll('\0', '')],
  ])
  if (bytes.subarray(0, 2).toString() === 'PK')
    for (const [entry, inner] of await unzipped(bytes)) {
      found.set(`${name} entry name ${entry}`, entry)
      for (const [key, text] of await readings(`${name}/${entry}`, inner)) found.set(key, text)
    }
  if (bytes.subarray(0, 5).toString() === '%PDF-') found.set(`${name} text`, textOfPdf(bytes))
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    for (const [key, text] of await readings(`${name} unpacked`, gunzipSync(bytes))) found.set(key, text)
  if (name.endsWith('.br')) found.set(`${name} unpacked`, brotliDecompressSync(bytes).toString('utf8'))
  return found
}
