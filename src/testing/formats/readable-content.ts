import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { extractPdfText } from './pdf-text.ts'
import { unzip } from './unzip.ts'

/** All readable content of some bytes: as they are, and unpacked at any depth. */
export async function readableContent(name: string, bytes: Buffer): Promise<Map<string, string>> {
  const found = new Map([
    [name, bytes.toString('latin1')],
    [`${name} as UTF-8`, bytes.toString('utf8')],
    // UTF-16 text, as in the metadata of documents.
    [`${name} as UTF-16`, bytes.toString('latin1').replaceAll('\0', '')],
  ])
  if (bytes.subarray(0, 2).toString() === 'PK')
    for (const [entry, inner] of await unzip(bytes)) {
      found.set(`${name} entry name ${entry}`, entry)
      for (const [key, text] of await readableContent(`${name}/${entry}`, inner)) found.set(key, text)
    }
  if (bytes.subarray(0, 5).toString() === '%PDF-') found.set(`${name} text`, extractPdfText(bytes))
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    for (const [key, text] of await readableContent(`${name} unpacked`, gunzipSync(bytes)))
      found.set(key, text)
  if (name.endsWith('.br')) found.set(`${name} unpacked`, brotliDecompressSync(bytes).toString('utf8'))
  return found
}
