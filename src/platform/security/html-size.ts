import { Parser } from 'htmlparser2'

/** Maximum nesting and number of elements in rich text. No author needs half as many. */
export const maxHtmlDepth = 100
export const maxHtmlElements = 20_000

class TooLarge extends Error {}

/**
 * Whether HTML is nested too deep or has too many elements to be sanitised in linear time. Reads it at most once,
 * up to the first violation.
 */
export function isHtmlTooLarge(html: string): boolean {
  if (!hasMoreTags(html, maxHtmlDepth)) return false
  let depth = 0
  let elements = 0
  const parser = new Parser({
    onopentagname() {
      if (++depth > maxHtmlDepth || ++elements > maxHtmlElements) throw new TooLarge()
    },
    onclosetag() {
      depth--
    },
  })
  try {
    parser.end(html)
    return false
  } catch (error) {
    if (error instanceof TooLarge) return true
    throw error
  }
}

function hasMoreTags(html: string, count: number) {
  let at = -1
  for (let tags = 0; tags <= count; tags++) {
    at = html.indexOf('<', at + 1)
    if (at < 0) return false
  }
  return true
}

/** The text of HTML without elements, as one paragraph. */
export const stripElements = (html: string) =>
  `<p>${html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')}</p>`
