import type { XmlElement } from '../xml-tree.ts'
import { htmlNames } from './html-names.ts'
import type { XmlChild, XmlNode } from './nodes.ts'

export type QtiVersion = '2.2' | '3.0'

/** Names by which a version of the format identifies itself. */
export const dialects = {
  '2.2': {
    item: 'http://www.imsglobal.org/xsd/imsqti_v2p2',
    manifest: 'http://www.imsglobal.org/xsd/imscp_v1p1',
    itemType: 'imsqti_item_xmlv2p2',
    schema: ['QTIv2.2 Package', '1.0.0'],
    templates: 'http://www.imsglobal.org/question/qti_v2p2/rptemplates/',
  },
  '3.0': {
    item: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
    manifest: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
    itemType: 'imsqti_item_xmlv3p0',
    schema: ['QTI Package', '3.0.0'],
    templates: 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/',
  },
} as const

/** Attributes that have the same name in both versions. */
const isShared = (name: string) => /^(?:xmlns|xml:|xsi:|data-|aria-)/.test(name)

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Names of version 3: `qti-choice-interaction` and `max-choices` for `choiceInteraction` and `maxChoices`. */
export function toVersion3(child: XmlChild): XmlChild {
  if (typeof child === 'string') return child
  const children = child.children.map(toVersion3)
  if (htmlNames.has(child.name)) return { ...child, children }
  const attributes = Object.entries(child.attributes).map(
    ([name, value]) => [isShared(name) ? name : kebab(name), value] as const,
  )
  return { name: `qti-${kebab(child.name)}`, attributes: Object.fromEntries(attributes), children }
}

/** The item with the names of a version. */
export const inDialect = (item: XmlNode, version: QtiVersion) =>
  version === '3.0' ? (toVersion3(item) as XmlNode) : item

/** An element with the names of version 2, in which the readers are written. */
export function toVersion2(element: XmlElement): XmlElement {
  const children = element.children.map((child) => (typeof child === 'string' ? child : toVersion2(child)))
  if (!element.name.startsWith('qti-')) return { ...element, children }
  const attributes = Object.entries(element.attributes).map(
    ([name, value]) => [isShared(name) ? name : camel(name), value] as const,
  )
  return {
    ...element,
    name: camel(element.name.slice('qti-'.length)),
    attributes: Object.fromEntries(attributes),
    children,
  }
}
