import type { DropCode } from '../../format-types.ts'
import type { XmlElement } from '../../xml-tree.ts'
import { formulaClass, htmlAttributes, htmlNames } from '../html-names.ts'

export interface HtmlReading {
  losses: Set<DropCode>
  /** Id for the image of the package at a path; null if there is no such image. */
  imageId: (path: string) => string | null
  /** HTML for an element of the format inside a text; undefined for HTML itself. */
  special?: (element: XmlElement) => string | undefined
}

const voidNames = new Set(['br', 'hr', 'img', 'col'])
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!)
const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign]!)

/** HTML of the content of an element; other elements than HTML give their content alone. */
export const readHtml = (element: XmlElement | undefined, reading: HtmlReading): string =>
  element ? childrenOf(element, reading, element.name === 'pre').trim() : ''

const childrenOf = (element: XmlElement, reading: HtmlReading, isVerbatim: boolean): string =>
  element.children
    .map((child) =>
      typeof child === 'string'
        ? escapeText(isVerbatim ? child : child.replace(/\s+/g, ' '))
        : elementHtml(child, reading, isVerbatim),
    )
    .join('')
    // The line ends of a file between its blocks.
    .replace(/(<\/(?:p|div|li|ul|ol|table|tr|h\d|pre)>) (?=<)/g, isVerbatim ? '$&' : '$1')

function elementHtml(element: XmlElement, reading: HtmlReading, isVerbatim: boolean): string {
  const { name } = element
  const special = reading.special?.(element)
  if (special !== undefined) return special
  if (name === 'img') return imageHtml(element, reading)
  if (name === 'object' || name === 'video' || name === 'audio' || name === 'picture') {
    if (element.attributes.type?.startsWith('image/')) return imageHtml(element, reading)
    reading.losses.add('media')
    return ''
  }
  const content = childrenOf(element, reading, isVerbatim || name === 'pre')
  if (!htmlNames.has(name)) {
    if (name !== 'prompt' && !name.startsWith('content')) reading.losses.add('formatting')
    return content
  }
  const attributes = attributesHtml(element)
  return voidNames.has(name) ? `<${name}${attributes}>` : `<${name}${attributes}>${content}</${name}>`
}

function attributesHtml({ name, attributes }: XmlElement) {
  const isFormula = (attributes.class ?? '').split(/\s+/).includes(formulaClass)
  const formula = isFormula && (name === 'span' || name === 'div') ? ' data-block="formula"' : ''
  const allowed = [...(htmlAttributes[name] ?? []), 'dir', 'xml:lang']
  const shown = Object.entries(attributes).flatMap(([key, value]) =>
    allowed.includes(key) ? [` ${key === 'xml:lang' ? 'lang' : key}="${escapeHtml(value)}"`] : [],
  )
  return formula + shown.join('')
}

function imageHtml({ attributes, children }: XmlElement, { losses, imageId }: HtmlReading) {
  const id = imageId(attributes.src ?? attributes.data ?? '')
  if (id === null) losses.add('media')
  if (id === null) return ''
  const text =
    attributes.alt ??
    children
      .filter((child) => typeof child === 'string')
      .join('')
      .trim()
  const sizes = ['width', 'height'].flatMap((size) =>
    /^\d+$/.test(attributes[size] ?? '') ? [` ${size}="${attributes[size]}"`] : [],
  )
  return `<img src="/media/private/${id}" alt="${escapeHtml(text)}"${sizes.join('')}>`
}
