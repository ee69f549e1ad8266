import { contentTypes } from '../content-types.ts'

/** Controls, and the marks that turn the direction of text so that `exe.pdf` reads as something else. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const reserved = /[/\\:*?"<>|]/g

/** A name as it may be stored and shown: one line, no path, no hidden marks; text, never HTML. */
export function sanitizeFileName(name: string) {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const tidy = last
    .replace(unseen, '')
    .replace(reserved, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return tidy ? shorten(tidy, 150) : 'file'
}

/** Keeps the ending, which says more of a long name than its middle. */
function shorten(name: string, maxLength: number) {
  const characters = Array.from(name)
  if (characters.length <= maxLength) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= 12 ? characters.slice(dot) : []
  return [...characters.slice(0, maxLength - ending.length), ...ending].join('')
}

/** The name with an ending that fits the content: a PDF that was called `x.exe` becomes `x.exe.pdf`. */
export function fileNameForType(name: string, content_type: string) {
  const endings = contentTypes[content_type]?.extensions ?? []
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!endings.length || endings.includes(ending)) return name
  return `${name}.${endings[0]}`
}

/** A picture that we encoded anew is a WebP, whatever it was called. */
export const withExtension = (name: string, ending: string) => `${name.replace(/\.[^.]{1,5}$/, '')}.${ending}`

/** Content-Disposition after RFC 6266: a plain name for old readers, the true one after RFC 5987. */
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
