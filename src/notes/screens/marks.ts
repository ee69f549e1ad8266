import './marks.css'

/** Names of the two looks, known to marks.css: a noted passage, and the one whose note is open. */
const noted = 'ly-noted'
const current = 'ly-noted-now'

/**
 * Colours passages without touching the page's elements, where the browser can; else wraps their text. Answers how to
 * take it back.
 */
export function highlightRanges(ranges: Range[], now: Range | null): () => void {
  if (typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight !== 'undefined') {
    CSS.highlights.set(noted, new Highlight(...ranges))
    CSS.highlights.set(current, now ? new Highlight(now) : new Highlight())
    return () => {
      CSS.highlights.delete(noted)
      CSS.highlights.delete(current)
    }
  }
  const wrapped = ranges.flatMap((range) => wrap(range, range === now ? current : noted))
  return () => {
    for (const mark of wrapped) mark.replaceWith(...mark.childNodes)
  }
}

/** Each text node of the range in an element of its own, so that no element of the page is cut in two. */
function wrap(range: Range, name: string): HTMLElement[] {
  const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  if (walker.currentNode instanceof Text) nodes.push(walker.currentNode)
  while (walker.nextNode())
    if (range.intersectsNode(walker.currentNode)) nodes.push(walker.currentNode as Text)
  const { startContainer, startOffset, endContainer, endOffset } = range
  return nodes.flatMap((node) => {
    const part = document.createRange()
    part.selectNodeContents(node)
    if (node === startContainer) part.setStart(node, startOffset)
    if (node === endContainer) part.setEnd(node, endOffset)
    if (part.toString().trim() === '') return []
    const mark = document.createElement('mark')
    mark.className = name
    part.surroundContents(mark)
    return [mark]
  })
}
