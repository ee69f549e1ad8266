import { parseEmbed } from '#lib/embeds/index.ts'

const embed = /<figure data-block="embed"><a href="([^"<>]{1,2000})"[^<>]{0,100}>/g

/** Maximum number of pages of other sites in one text. */
const maxEmbeds = 30

/**
 * Adds a frame to each link to a page of a supported site. It loads when the reader scrolls to it, in a sandbox; the
 * link stays for readers whose network blocks the site.
 */
export function renderEmbeds(html: string): string {
  if (!html.includes('<figure data-block="embed">')) return html
  let count = 0
  return html.replace(embed, (whole, href: string) => {
    const found = ++count > maxEmbeds ? null : parseEmbed(href.replaceAll('&amp;', '&'))
    if (!found) return whole
    const { url, provider, ratio } = found
    const shape = ratio === null ? 'fixed' : ratio > 1.5 ? 'wide' : 'page'
    const frame =
      `<iframe src="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" title="${provider}" loading="lazy" data-shape="${shape}"` +
      ' sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-presentation"' +
      ' allow="fullscreen; encrypted-media; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>'
    return whole.replace('<a ', `${frame}<a `)
  })
}
