import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { isHtmlTooLarge, stripElements } from './html-size.ts'
import { markTextSigns, readTextSigns, writeTextSigns } from './text-signs.ts'

const flow = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'figure', 'figcaption']
const table = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const inline = ['strong', 'em', 'u', 's', 'sub', 'sup', 'mark', 'kbd', 'code', 'span', 'br', 'a', 'img']

/** Elements removed with their text, which is not for readers. */
const withTheirText =
  `script style template noscript noembed noframes iframe object embed applet svg math xmp plaintext
  listing textarea select option title head audio video`.split(/\s+/)

const ownPicture = /^\/media\/public\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i
const linkSchemes = new Set(['http:', 'https:', 'mailto:'])
const longestLink = 2_000

/** Options of the allow-list, which other lists extend. */
export const richTextOptions: IOptions = {
  allowedTags: [...flow, ...table, ...inline],
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    code: ['class'],
  },
  allowedClasses: { code: [/^language-[a-z0-9+#-]{1,30}$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  allowedStyles: {},
  disallowedTagsMode: 'discard',
  nonTextTags: withTheirText,
  nestingLimit: 40,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    ins: 'u',
    // Pasted from word processors or other sites; without this, words of two lines would be joined.
    div: 'p',
    section: 'p',
    article: 'p',
    address: 'p',
    '*': checkAttributes,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

/**
 * The allow-list of rich text: headings 2–4, lists, tables, code, quotations, links and our own images. The
 * result contains nothing executable and does not change when sanitised again. Linear in the length: of a text
 * that is nested too deep, only the words stay.
 */
export const sanitizeRichText = (html: string) => sanitizeWith(html, richTextOptions)

/** Sanitises by an allow-list, in time linear to the length. */
export function sanitizeWith(html: string, options: IOptions): string {
  const given = markTextSigns(html)
  const shallow = isHtmlTooLarge(given) ? markTextSigns(stripElements(html)) : given
  return writeTextSigns(sanitizeHtml(shallow, options))
}

/** Removes attributes with values that rich text does not allow. */
export function checkAttributes(tagName: string, given: Attributes): Tag {
  const read = (name: string) => readTextSigns(given[name] ?? '').trim()
  const attribs: Attributes = {}
  const keep = (name: string, test: (value: string) => boolean) => {
    const value = read(name)
    if (name in given && test(value)) attribs[name] = value
  }
  keep('dir', (value) => ['rtl', 'ltr', 'auto'].includes(value))
  keep('lang', (value) => language.test(value))
  keep('scope', (value) => ['col', 'row', 'colgroup', 'rowgroup'].includes(value))
  for (const name of ['colspan', 'rowspan']) keep(name, (value) => /^[1-9]\d?$/.test(value))
  keep('start', (value) => /^-?\d{1,5}$/.test(value))
  if (tagName === 'code') keep('class', () => true)
  if (tagName === 'a') Object.assign(attribs, link(read('href')))
  if (tagName === 'img') {
    keep('src', (value) => ownPicture.test(value))
    for (const name of ['width', 'height']) keep(name, (value) => /^[1-9]\d{0,3}$/.test(value))
    Object.assign(attribs, { alt: readTextSigns(given.alt ?? '').slice(0, 500), loading: 'lazy' })
  }
  return { tagName, attribs }
}

/** External links open in a separate tab; links to pages of the same origin do not. */
function link(value: string): Attributes {
  if (value.length > longestLink) return {}
  if (/^(?:\/(?![/\\])|#)[^\s\\\p{Cc}]*$/u.test(value)) return { href: value }
  if (!URL.canParse(value)) return {}
  const url = new URL(value)
  if (!linkSchemes.has(url.protocol)) return {}
  return url.protocol === 'mailto:'
    ? { href: url.href }
    : { href: url.href, rel: 'noopener nofollow', target: '_blank' }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Separator between the words of two elements. */
const spaceOf = new Map([
  ...'p h2 h3 h4 ul ol li blockquote pre figure figcaption table caption tr br hr'
    .split(' ')
    .map((name) => [name, '\n'] as const),
  ['th', ' '] as const,
  ['td', ' '] as const,
])

/** Returns the words of a rich text, one line per block, for search and previews. The result is plain text. */
export function htmlToText(html: string): string {
  return sanitizeRichText(html)
    .replace(/<\/?([a-z0-9]+)\b[^<>]*>/g, (_tag, name: string) => spaceOf.get(name) ?? '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity]!)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()
}
