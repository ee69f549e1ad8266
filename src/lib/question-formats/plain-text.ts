import { Parser } from 'htmlparser2'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }

/** HTML that shows a text as it is, with its line breaks. */
export const htmlFromText = (text: string) =>
  text.trim().replace(/[&<>\n]/g, (character) => entities[character]!)

/** The words of HTML. `isPlain` is false if tags other than line breaks are lost. */
export function textFromHtml(html: string): { text: string; isPlain: boolean } {
  let text = ''
  let isPlain = true
  const parser = new Parser({
    ontext: (part) => void (text += part),
    onopentagname(name) {
      if (name === 'br' || name === 'p' || name === 'li') text += '\n'
      if (name !== 'br') isPlain = false
    },
  })
  parser.end(html)
  return { text: text.replaceAll('\u00A0', ' ').trim(), isPlain }
}

/** The same as one line, for formats in which a line end has a meaning. */
export function lineFromHtml(html: string) {
  const { text, isPlain } = textFromHtml(html)
  const line = text.replace(/\s+/g, ' ')
  return { text: line, isPlain: isPlain && line === text }
}

/** A text without byte order mark and with `\n` as its line ends. */
export const normalizeLines = (text: string) => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')

const media = /<(?:img|audio|video|iframe|object|embed)\b[^<>]*>/gi

/** HTML without images and recordings, whose files are not in a file of questions. */
export function withoutMedia(html: string) {
  const rest = html.replace(media, '').replace(/<\/(?:audio|video|iframe|object)\s*>/gi, '')
  return { html: rest, hasMedia: rest !== html }
}

/** Whether a plain text could be taken for HTML. */
export const hasSigns = (text: string) => /[<&]/.test(text)
