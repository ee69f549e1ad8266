import { contentTypes } from '../content-types.ts'

/** Control characters, and direction marks that make `exe.pdf` out of another name. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const reserved = /[/\\:*?"<>|]/g

/**
 * Sanitises a file name for storage and display: one line, no path, no invisible characters. It is text, not
 * HTML.
 */
export function sanitizeFileName(name: string) {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const tidy = last
    .replace(unseen, '')
    .replace(reserved, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return tidy ? shorten(tidy, 150) : 'file'
}

/** Keeps the extension, which says more than the middle of a long name. */
function shorten(name: string, maxLength: number) {
  const characters = Array.from(name)
  if (characters.length <= maxLength) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= 12 ? characters.slice(dot) : []
  return [...characters.slice(0, maxLength - ending.length), ...ending].join('')
}

/** Adds an extension that fits the content: a PDF named `x.exe` becomes `x.exe.pdf`. */
export function fileNameForType(name: string, content_type: string) {
  const endings = contentTypes[content_type]?.extensions ?? []
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!endings.length || endings.includes(ending)) return name
  return `${name}.${endings[0]}`
}

/** Images encoded by the server are WebP, whatever their name. */
export const withExtension = (name: string, ending: string) => `${name.replace(/\.[^.]{1,5}$/, '')}.${ending}`

/** Content-Disposition (RFC 6266): an ASCII name for old clients, and the full name (RFC 5987). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string) {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%;]/g, '_')
    .trim()
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${/^[^.]/.test(plain) ? plain : `file${plain}`}"; filename*=UTF-8''${exact}`
}
