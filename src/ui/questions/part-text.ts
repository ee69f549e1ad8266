const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Plain text of sanitised HTML, with the descriptions of its images: for select lists and screen readers. */
export function plainText(html: string): string {
  return html
    .replace(/<img [^<>]*>/g, (image) => ` ${/ alt="([^"]*)"/.exec(image)?.[1] ?? ''} `)
    .replace(/<annotation\b[^<>]*>[^<>]*<\/annotation>/g, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether plain text loses something of this HTML: an image, a formula, a sound or a video. */
export const hasMedia = (html: string) => /<(?:img|math|audio|video|svg)\b/.test(html)

/** Sorts parts by their ids in `order`; parts that it does not contain come last, in their own order. */
export function inOrder<Part extends { id: string }>(
  parts: readonly Part[],
  order: readonly string[],
): Part[] {
  const positions = new Map(order.map((id, index) => [id, index]))
  const positionOf = ({ id }: Part) => positions.get(id) ?? order.length
  return parts.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** Puts the drawn values into the text of a calculated question. */
export function withVariables(html: string, variables: Readonly<Record<string, string>>): string {
  return html.replace(/\{([a-z][a-z0-9_]*)\}/g, (whole, name: string) => variables[name] ?? whole)
}

/** Number of words, as people count them: separated by spaces. */
export const countWords = (html: string) => plainText(html).split(' ').filter(Boolean).length
