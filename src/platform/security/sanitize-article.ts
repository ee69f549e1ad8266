import type { Attributes, IOptions, Tag } from 'sanitize-html'
import { checkAttributes, richTextOptions, sanitizeWith } from './sanitize-rich-text.ts'
import { readTextSigns } from './text-signs.ts'

/** Blocks of an article by element, with the values of their settings. */
const blocks: Record<string, Record<string, Record<string, readonly string[]>>> = {
  div: {
    callout: { 'data-tone': ['info', 'tip', 'warning'] },
    columns: { 'data-count': ['2', '3'] },
    column: {},
    gallery: {},
    formula: {},
  },
  figure: {
    image: { 'data-width': ['25', '50', '75', '100'], 'data-align': ['start', 'center', 'end'] },
    video: {},
    audio: {},
    embed: {},
  },
  p: { file: {} },
  span: { formula: {} },
}

const settings = [
  ...new Set(Object.values(blocks).flatMap((kinds) => Object.values(kinds).flatMap(Object.keys))),
]
const media = ['video', 'audio']

const options: IOptions = {
  ...richTextOptions,
  allowedTags: [...(richTextOptions.allowedTags as string[]), 'div', ...media],
  allowedAttributes: {
    ...richTextOptions.allowedAttributes,
    '*': ['dir', 'lang', 'role', 'data-block', ...settings],
    video: ['src', 'controls', 'preload', 'playsinline', 'width', 'height'],
    audio: ['src', 'controls', 'preload'],
  },
  nonTextTags: richTextOptions.nonTextTags!.filter((name) => !media.includes(name)),
  transformTags: {
    ...richTextOptions.transformTags,
    div: (tagName, attribs) => ({ tagName: blockOf('div', attribs) ? tagName : 'p', attribs }),
    '*': checkArticleAttributes,
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || media.includes(tag)) && !attribs.src,
}

/**
 * The allow-list of articles: rich text, and images, videos, recordings and files with private addresses, notices,
 * columns, galleries, formulas and embedded pages. The addresses lose their signature: readers get a new one.
 */
export const sanitizeArticle = (html: string) => sanitizeWith(html, options)

const privateAddress = /^\/media\/private\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:$|[/?])/

function blockOf(tagName: string, given: Attributes) {
  const name = given['data-block'] ?? ''
  const kinds = blocks[tagName]
  return kinds && Object.hasOwn(kinds, name) ? { name, settings: kinds[name]! } : null
}

function checkArticleAttributes(tagName: string, given: Attributes): Tag {
  const { attribs } = checkAttributes(tagName, given)
  const address = (name: string) => privateAddress.exec(readTextSigns(given[name] ?? '').trim())?.[1]
  if (tagName === 'a' && address('href')) return { tagName, attribs: linkToFile(address('href')!) }
  const source = address('src')
  if (tagName === 'img' && source)
    return { tagName, attribs: { src: `/media/private/${source}`, ...attribs } }
  if (media.includes(tagName)) return { tagName, attribs: source ? player(tagName, source, given) : {} }
  const block = blockOf(tagName, given)
  if (!block) return { tagName, attribs }
  const own: Attributes = { 'data-block': block.name }
  for (const [name, values] of Object.entries(block.settings))
    if (values.includes(given[name] ?? '')) own[name] = given[name]!
  if (block.name === 'callout') own.role = 'note'
  return { tagName, attribs: { ...own, ...attribs } }
}

const linkToFile = (id: string): Attributes => ({ href: `/media/private/${id}` })

function player(tagName: string, id: string, given: Attributes): Attributes {
  const attribs: Attributes = { src: `/media/private/${id}`, controls: 'controls', preload: 'metadata' }
  if (tagName !== 'video') return attribs
  attribs.playsinline = 'playsinline'
  for (const name of ['width', 'height'])
    if (/^[1-9]\d{0,3}$/.test(given[name] ?? '')) attribs[name] = given[name]!
  return attribs
}
