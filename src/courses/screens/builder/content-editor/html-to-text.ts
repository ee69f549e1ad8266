/** Plain text of rich text: one line per block, images by their description. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[${image.alt || 'img'}]`)
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  for (const block of body.querySelectorAll('p, h2, h3, h4, li, tr, pre, blockquote, figcaption, hr'))
    block.append('\n')
  return (body.textContent ?? '')
    .replaceAll(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}
