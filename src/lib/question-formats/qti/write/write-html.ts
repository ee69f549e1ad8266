import { Parser } from 'htmlparser2'
import type { DropCode } from '../../format-types.ts'
import { blockNames, formulaClass, htmlAttributes, htmlNames } from '../html-names.ts'
import { node, type XmlChild, type XmlNode } from '../nodes.ts'

export interface HtmlWriting {
  losses: Set<DropCode>
  /** Path of an image in the package, by its id; null if the package does not have it. */
  imagePath: (upload_id: string) => string | null
}

const privateAddress = /^\/media\/private\/([0-9a-f-]{36})(?:$|[/?])/
/** Media that are not images: the files are not part of the package. */
const otherMedia = new Set(['video', 'audio', 'iframe', 'object', 'embed'])
/** Attributes without which a text says the same. */
const ignored = new Set(['role', 'rel', 'target', 'loading', 'controls', 'preload', 'class', 'src'])

type Open = { node: XmlNode | null; children: XmlChild[] }

/** Well-formed content of the elements that the format allows; others give their content alone. */
export function writeHtml(html: string, writing: HtmlWriting): XmlChild[] {
  const open: Open[] = [{ node: null, children: [] }]
  let skipped = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (otherMedia.has(name)) writing.losses.add('media')
      if (otherMedia.has(name) || skipped > 0) return void (skipped += 1)
      open.push({ node: elementFor(name, attributes, writing), children: [] })
    },
    ontext: (text) => void (skipped > 0 || open.at(-1)!.children.push(text)),
    onclosetag() {
      if (skipped > 0) return void (skipped -= 1)
      const closed = open.length > 1 ? open.pop()! : null
      if (!closed) return
      const { children } = closed
      open.at(-1)!.children.push(...(closed.node ? [{ ...closed.node, children }] : children))
    },
  })
  parser.end(html)
  return open[0]!.children
}

/** The element of the format; null for one that the format does not have. */
function elementFor(name: string, given: Record<string, string>, writing: HtmlWriting): XmlNode | null {
  if (given['data-block'] === 'formula' && (name === 'span' || name === 'div'))
    return node(name, { class: formulaClass })
  if (name === 'img') return imageFor(given, writing)
  if (!htmlNames.has(name)) {
    writing.losses.add('formatting')
    return null
  }
  const allowed = [...(htmlAttributes[name] ?? []), 'dir', 'lang']
  const attributes: Record<string, string> = {}
  for (const [key, value] of Object.entries(given))
    if (key === 'href' && privateAddress.test(value)) writing.losses.add('media')
    else if (allowed.includes(key)) attributes[key === 'lang' ? 'xml:lang' : key] = value
    else if (!ignored.has(key)) writing.losses.add('formatting')
  return node(name, attributes)
}

function imageFor({ src = '', alt = '', width, height }: Record<string, string>, writing: HtmlWriting) {
  const id = privateAddress.exec(src)?.[1]
  const path = id === undefined ? null : writing.imagePath(id)
  if (path === null) writing.losses.add('media')
  return path === null ? null : node('img', { src: path, alt, width, height })
}

/** Block elements alone, as the body of an item demands: text outside of them becomes a paragraph. */
export function blocksOf(children: readonly XmlChild[]): XmlChild[] {
  const blocks: XmlChild[] = []
  let line: XmlChild[] = []
  const endLine = () => {
    if (line.some((child) => typeof child !== 'string' || child.trim() !== ''))
      blocks.push(node('p', {}, line))
    line = []
  }
  for (const child of children)
    if (typeof child !== 'string' && (blockNames.has(child.name) || isBlockInteraction(child.name))) {
      endLine()
      blocks.push(child)
    } else line.push(child)
  endLine()
  return blocks
}

const isBlockInteraction = (name: string) =>
  name.endsWith('Interaction') && name !== 'textEntryInteraction' && name !== 'inlineChoiceInteraction'
