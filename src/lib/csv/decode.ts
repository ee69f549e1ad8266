export type TextEncoding = 'utf-8' | 'utf-16' | 'windows-1252'

/** Control characters except white space, and the range U+0080 to U+009F: they do not occur in text. */
const binary = /[\p{Cc}--[\s\u{80}-\u{9f}]]/v

/**
 * Decodes a file saved by a spreadsheet or an editor. Returns the text and its encoding, or undefined if it is
 * not text.
 */
export function decodeTable(bytes: Uint8Array): { text: string; encoding: TextEncoding } | undefined {
  const wide = wideOf(bytes)
  if (wide) return stored(new TextDecoder(wide).decode(bytes), 'utf-16')
  try {
    return stored(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'utf-8')
  } catch {
    return stored(new TextDecoder('windows-1252').decode(bytes), 'windows-1252')
  }
}

const stored = (text: string, encoding: TextEncoding) => (binary.test(text) ? undefined : { text, encoding })

/** Detects UTF-16 by its byte order mark, else by the position of the zero bytes of Latin letters. */
function wideOf(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const sample = bytes.subarray(0, 4096)
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1
  if (zeros[1] && !zeros[0]) return 'utf-16le'
  return zeros[0] && !zeros[1] ? 'utf-16be' : null
}
