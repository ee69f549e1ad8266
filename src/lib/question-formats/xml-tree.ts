import { Parser } from 'htmlparser2'

export interface XmlElement {
  /** Name without its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
  /** Line of its beginning, from 1. */
  line: number
}

export const maxXmlDepth = 200
const maxXmlElements = 500_000

/** Thrown for XML with a document type, which could define entities, or that is nested too deep or too large. */
export class XmlRefusedError extends Error {}

/** The root element of XML; null if there is none. Throws `XmlRefusedError`. */
export function parseXml(text: string): XmlElement | null {
  const root: XmlElement = { name: '', attributes: {}, children: [], line: 1 }
  const open = [root]
  const lineAt = lineCounter(text)
  let elements = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1
        if (open.length > maxXmlDepth || elements > maxXmlElements) throw new XmlRefusedError()
        const element = { name: localName(name), attributes, children: [], line: lineAt(parser.startIndex) }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      onclosetag: () => void (open.length > 1 && open.pop()),
      ontext: (part) => void open.at(-1)!.children.push(part),
      onprocessinginstruction(name) {
        if (/^!doctype/i.test(name)) throw new XmlRefusedError()
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return root.children.find((child): child is XmlElement => typeof child !== 'string') ?? null
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Counts lines up to positions that grow. */
function lineCounter(text: string) {
  let line = 1
  let at = 0
  return (position: number) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < position; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    return line
  }
}

/** Elements among the children, with a name if one is given. */
export const elementsOf = (parent: XmlElement | undefined, name?: string) =>
  (parent?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

/** The first child element with a name. */
export const elementOf = (parent: XmlElement | undefined, name: string) => elementsOf(parent, name)[0]

/** All text of an element and its descendants. */
export function textOfXml(element: XmlElement | undefined): string {
  const parts: string[] = []
  const rest: (XmlElement | string)[] = element ? [element] : []
  for (let next = rest.pop(); next !== undefined; next = rest.pop())
    if (typeof next === 'string') parts.push(next)
    else rest.push(...next.children.toReversed())
  return parts.join('')
}

/** The text as content or attribute of an element. */
export const escapeXml = (text: string) =>
  // Characters that XML 1.0 does not have would make the file unreadable.
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
