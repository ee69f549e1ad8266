import { inflateSync } from 'node:zlib'

/** The selectable text of a PDF, by its fonts' character maps, and its metadata. */
export function extractPdfText(bytes: Buffer): string {
  const objects = objectsOf(bytes)
  const maps = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name, ref] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(ref!)?.head ?? '')?.[1]
      if (unicode) maps.set(name!, mapOf(objects.get(unicode)!.stream))
    }
  const shown = [...objects.values()].map(({ stream }) => shownIn(stream, maps))
  const said = [...objects.values()].map(({ head }) => head.replaceAll('\0', ''))
  return [...shown, ...said].join('\n')
}

interface PdfObject {
  head: string
  stream: string
}

function objectsOf(bytes: Buffer) {
  const text = bytes.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const found of text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)) {
    const [, number, body] = found
    const [head = '', rest] = body!.split(/stream\r?\n/, 2)
    // Compressed data may end with a carriage return of its own; an additional one is harmless.
    const packed =
      rest && Buffer.from(body!.slice(body!.indexOf(rest)).replace(/\nendstream\s*$/, ''), 'latin1')
    objects.set(number!, { head, stream: packed ? unpacked(head, packed) : '' })
  }
  return objects
}

function unpacked(head: string, bytes: Buffer) {
  if (!head.includes('FlateDecode')) return bytes.toString('latin1')
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

/** Maps codes of a font to characters. */
function mapOf(cmap: string) {
  const map = new Map<string, string>()
  for (const [, from, to] of cmap.matchAll(/^\s*<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*$/gim))
    map.set(from!.toLowerCase(), utf16(to!))
  for (const [, first, , texts] of cmap.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*\[([^\]]*)\]/gi))
    // A ligature has several characters, with a space between them.
    for (const [at, [, to]] of [...texts!.matchAll(/<([0-9a-f ]+)>/gi)].entries())
      map.set((parseInt(first!, 16) + at).toString(16).padStart(4, '0'), utf16(to!.replaceAll(' ', '')))
  return map
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function shownIn(stream: string, maps: Map<string, Map<string, string>>) {
  let map: Map<string, string> | undefined
  let text = ''
  for (const [part, font, codes] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>|\bTm\b|\bET\b/gi)) {
    if (font) map = maps.get(font)
    else if (codes)
      text +=
        codes
          .match(/.{4}/g)
          ?.map((code) => map?.get(code.toLowerCase()) ?? '')
          .join('') ?? ''
    else if (part === 'ET') text += '\n'
  }
  return text
}
