import './highlight.css'

const name = 'ly-found'

/** Finds words in an element across white space and element boundaries; null if not found. */
export function findTextRange(element: HTMLElement, words: string): Range | null {
  const nodes: { node: Text; from: number }[] = []
  let text = ''
  const positions: number[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let length = 0
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push({ node, from: length })
    for (let at = 0; at < node.data.length; at += 1)
      if (/\S/.test(node.data[at]!)) {
        text += node.data[at]
        positions.push(length + at)
      }
    length += node.data.length
  }
  const searchText = words.replace(/\s+/g, '')
  const at = searchText === '' ? -1 : text.indexOf(searchText)
  if (at === -1) return null
  const range = document.createRange()
  const set = (position: number, end: boolean) => {
    const entry = nodes.findLast(({ from }) => from <= position)!
    if (end) range.setEnd(entry.node, position - entry.from + 1)
    else range.setStart(entry.node, position - entry.from)
  }
  set(positions[at]!, false)
  set(positions[at + searchText.length - 1]!, true)
  return range
}

/** Scrolls to the range and highlights it until the next one is shown. */
export function highlightRange(range: Range) {
  if (typeof CSS !== 'undefined' && 'highlights' in CSS) CSS.highlights.set(name, new Highlight(range))
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
}
