/** Files of a pasted text by the key of the node that waits for them, and what could not be taken. */
export interface CleanedPaste {
  html: string
  files: { file: File; marker: string }[]
  /** Number of images whose bytes the clipboard does not contain. */
  lostImages: number
}

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i
const ordered = /^\s*(?:\d{1,3}|[a-z]{1,3}|[ivxlc]{1,6})[.)]/i

/**
 * Cleans pasted HTML of Word, Google Docs and web pages: keeps headings, lists, tables, links and emphasis, finds the
 * images whose bytes it contains, and counts the others.
 */
export function cleanPastedHtml(given: string): CleanedPaste {
  const body = new DOMParser().parseFromString(given, 'text/html').body
  removeComments(body)
  for (const element of body.querySelectorAll('style, script, meta, link, title, o\\:p, xml'))
    element.remove()
  convertWordLists(body)
  convertEmphasis(body)
  convertHeadings(body)
  const { files, lostImages } = takeImages(body)
  removeEmptyParagraphs(body)
  return { html: body.innerHTML, files, lostImages }
}

function removeComments(body: HTMLElement) {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) (comment as Comment).remove()
}

/** Word writes list items as paragraphs with a level, and the bullet as text. */
function convertWordLists(body: HTMLElement) {
  let lists: HTMLElement[] = []
  let previous: Element | null = null
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    const level = Number(listStyle.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0 || paragraph.closest('td, th, li')) continue
    const bullet = bulletOf(paragraph)
    if (previous === null || paragraph.previousElementSibling !== previous) lists = []
    lists = lists.slice(0, level)
    while (lists.length < level) {
      const list = document.createElement(ordered.test(bullet) ? 'ol' : 'ul')
      const parent = lists.at(-1)
      if (!parent) paragraph.before(list)
      else (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(list)
      lists.push(list)
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    lists.at(-1)!.append(item)
    paragraph.remove()
    previous = lists[0]!
  }
}

/** Removes and returns the bullet or number of a list item of Word. */
function bulletOf(paragraph: HTMLElement) {
  const ignored = paragraph.querySelector<HTMLElement>(
    'span[style*="mso-list:Ignore" i], span[style*="mso-list: Ignore" i]',
  )
  const text = (ignored ?? paragraph).textContent ?? ''
  ignored?.remove()
  return text
}

/** Google Docs and Word write bold and italic as styles; Google Docs wraps everything in a bold element. */
function convertEmphasis(body: HTMLElement) {
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper)
  for (const span of body.querySelectorAll<HTMLElement>('span[style]')) {
    const { fontWeight, fontStyle, textDecoration, textDecorationLine, verticalAlign } = span.style
    const line = `${textDecoration} ${textDecorationLine}`
    const names = [
      ...((Number(fontWeight) >= 600 || fontWeight === 'bold') && !span.closest('h1,h2,h3,h4,h5,h6')
        ? ['strong']
        : []),
      ...(fontStyle === 'italic' ? ['em'] : []),
      ...(line.includes('underline') && !span.closest('a') ? ['u'] : []),
      ...(line.includes('line-through') ? ['s'] : []),
      ...(verticalAlign === 'super' ? ['sup'] : verticalAlign === 'sub' ? ['sub'] : []),
    ]
    for (const name of names) {
      const mark = document.createElement(name)
      mark.append(...span.childNodes)
      span.append(mark)
    }
  }
  for (const element of body.querySelectorAll('[style], [class], [id]'))
    if (!element.matches('code, [data-block] *'))
      for (const name of ['style', 'class', 'id']) element.removeAttribute(name)
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

/** Lessons have headings of levels 2 to 4; the title is the first level. */
function convertHeadings(body: HTMLElement) {
  for (const [from, to] of [
    ['h1', 'h2'],
    ['h5', 'h4'],
    ['h6', 'h4'],
  ] as const)
    for (const heading of body.querySelectorAll(from)) {
      const made = document.createElement(to)
      made.append(...heading.childNodes)
      heading.replaceWith(made)
    }
}

/** Puts a waiting node in place of each image with bytes, and removes the others. */
function takeImages(body: HTMLElement) {
  const files: CleanedPaste['files'] = []
  let lostImages = 0
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    if (/^\/media\/(?:private|public)\//.test(source)) continue
    const file = fileOf(source, files.length + 1)
    if (!file) {
      // A pixel that counts visits is no loss.
      if (image.width !== 1) lostImages++
      image.remove()
      continue
    }
    const figure = document.createElement('figure')
    const marker = crypto.randomUUID()
    figure.dataset.pending = marker
    files.push({ file, marker })
    image.replaceWith(figure)
  }
  return { files, lostImages }
}

/** Word writes blank lines as paragraphs, and images stand alone in theirs: blocks have a distance of their own. */
function removeEmptyParagraphs(body: HTMLElement) {
  for (const paragraph of body.querySelectorAll('p')) {
    if (paragraph.textContent!.trim() !== '' || paragraph.querySelector('img')) continue
    paragraph.replaceWith(...paragraph.querySelectorAll('figure'))
  }
}

/** The file of a data address; null for other addresses. */
function fileOf(source: string, number: number): File | null {
  const [, type = '', base64 = ''] =
    /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,(.*)$/s.exec(source) ?? []
  if (!type) return null
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    return new File([bytes], `image-${number}.${type.slice(6)}`, { type })
  } catch {
    return null
  }
}
