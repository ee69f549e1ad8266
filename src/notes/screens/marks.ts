import './marks.css'

/** CSS highlight names, used in marks.css: noted passages, and the passage of the open note. */
const noted = 'ly-noted'
const current = 'ly-noted-now'

/**
 * Highlights passages without changing the DOM if the browser supports it; else wraps their text. Returns a
 * function that removes the highlights.
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

/** Wraps each text node of the range separately, so that no element is split. */
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
