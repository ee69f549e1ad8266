import { escapeXml } from '../xml-tree.ts'

/** An element that is written. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlChild[]
}
export type XmlChild = XmlNode | string

type Given = Readonly<Record<string, string | number | boolean | undefined>>

/** An element with the attributes that have a value. */
export function node(
  name: string,
  given: Given = {},
  ...children: readonly (XmlChild | readonly XmlChild[])[]
): XmlNode {
  const attributes: Record<string, string> = {}
  for (const [key, value] of Object.entries(given)) if (value !== undefined) attributes[key] = String(value)
  return { name, attributes, children: children.flat() as XmlChild[] }
}

export const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** XML of an element, without white space between elements. */
export function serializeXml(child: XmlChild): string {
  if (typeof child === 'string') return escapeXml(child)
  const attributes = Object.entries(child.attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('')
  const content = child.children.map(serializeXml).join('')
  return content === ''
    ? `<${child.name}${attributes}/>`
    : `<${child.name}${attributes}>${content}</${child.name}>`
}

/** Parsers turn line ends in attributes into spaces. */
const escapeAttribute = (value: string) => escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
