const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** Paragraphs without any formatting as lines of text; null if HTML contains more. */
export function linesOf(html: string): string | null {
  const paragraphs = /^(?:<p>([^<]*)<\/p>)+$/.test(html) ? html.slice(3, -4).split('</p><p>') : [html]
  if (paragraphs.some((line) => line.includes('<'))) return null
  return paragraphs
    .map((line) =>
      line.replace(/&(?:lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity]!).replaceAll('&amp;', '&'),
    )
    .join('\n')
}

/** Lines of text as paragraphs. */
export const paragraphsOf = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map(
          (line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
        )
        .join('')
