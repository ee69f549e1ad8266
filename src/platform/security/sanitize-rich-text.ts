import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { isHtmlTooLarge, stripElements } from './html-size.ts'

const flow = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'figure', 'figcaption']
const table = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const inline = ['strong', 'em', 'u', 's', 'sub', 'sup', 'mark', 'kbd', 'code', 'span', 'br', 'a', 'img']

/** Elements whose text is no text for a reader; it goes with them. */
const withTheirText =
  `script style template noscript noembed noframes iframe object embed applet svg math xmp plaintext
  listing textarea select option title head audio video`.split(/\s+/)

const ownPicture = /^\/media\/public\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i
const linkSchemes = new Set(['http:', 'https:', 'mailto:'])
const longestLink = 2_000

const options: IOptions = {
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
    // Pasted from a word processor or another site; without this, the words of two lines would run together.
    div: 'p',
    section: 'p',
    article: 'p',
    address: 'p',
    '*': checkAttributes,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

/**
 * The one allow-list of rich text: headings 2–4, lists, tables, code, quotations, links and our own pictures. Nothing
 * that it lets through is executable, and what it answered it leaves as it is. Takes time linear in the length: of a
 * text that is nested too deep only the words are left.
 */
export function sanitizeRichText(html: string): string {
  const given = html.replaceAll('\0', '')
  return sanitizeHtml(isHtmlTooLarge(given) ? stripElements(given) : given, options)
}

function checkAttributes(tagName: string, given: Attributes): Tag {
  const attribs: Attributes = {}
  const keep = (name: string, test: (value: string) => boolean) => {
    const value = given[name]?.trim()
    if (value !== undefined && test(value)) attribs[name] = value
  }
  keep('dir', (value) => ['rtl', 'ltr', 'auto'].includes(value))
  keep('lang', (value) => language.test(value))
  keep('scope', (value) => ['col', 'row', 'colgroup', 'rowgroup'].includes(value))
  for (const name of ['colspan', 'rowspan']) keep(name, (value) => /^[1-9]\d?$/.test(value))
  keep('start', (value) => /^-?\d{1,5}$/.test(value))
  if (tagName === 'code') keep('class', () => true)
  if (tagName === 'a') Object.assign(attribs, link(given.href))
  if (tagName === 'img') {
    keep('src', (value) => ownPicture.test(value))
    for (const name of ['width', 'height']) keep(name, (value) => /^[1-9]\d{0,3}$/.test(value))
    Object.assign(attribs, { alt: (given.alt ?? '').slice(0, 500), loading: 'lazy' })
  }
  return { tagName, attribs }
}

/** Links leave in a tab of their own; a place on the school's own pages opens where the reader is. */
function link(href: string | undefined): Attributes {
  const value = href?.trim() ?? ''
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

/** What stands between the words of two elements. */
const spaceOf = new Map([
  ...'p h2 h3 h4 ul ol li blockquote pre figure figcaption table caption tr br hr'
    .split(' ')
    .map((name) => [name, '\n'] as const),
  ['th', ' '] as const,
  ['td', ' '] as const,
])

/** The words of a rich text, a line for each block: for search and for previews. Not HTML any more. */
export function htmlToText(html: string): string {
  return sanitizeRichText(html)
    .replace(/<\/?([a-z0-9]+)\b[^<>]*>/g, (_tag, name: string) => spaceOf.get(name) ?? '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity]!)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()
}
