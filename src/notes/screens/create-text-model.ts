import type { TextSpan } from '#lib/quotes/index.ts'

/** The displayed text of an element, with the text node of each part. */
export interface TextModel {
  text: string
  pieces: { node: Text; from: number }[]
}

const blocks = /^(?:P|H[1-6]|UL|OL|LI|BLOCKQUOTE|PRE|FIGURE|FIGCAPTION|TABLE|CAPTION|TR|TD|TH|DIV|BR|HR)$/

/** Reads the text of an element with a line break at each block boundary. */
export function createTextModel(element: HTMLElement): TextModel {
  const pieces: TextModel['pieces'] = []
  let text = ''
  const read = (node: Node) => {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length })
      text += node.data
      return
    }
    const isBlock = blocks.test(node.nodeName)
    if (isBlock) text += '\n'
    for (const child of node.childNodes) read(child)
    if (isBlock) text += '\n'
  }
  read(element)
  return { text, pieces }
}

/** Converts a range of the page to a span of the text; null if it covers none. */
export function spanOfRange({ pieces }: TextModel, range: Range): TextSpan | null {
  const parts = pieces.flatMap(({ node, from }) => {
    if (!range.intersectsNode(node)) return []
    const start = node === range.startContainer ? range.startOffset : 0
    const end = node === range.endContainer ? range.endOffset : node.data.length
    return end > start ? [{ from: from + start, to: from + end }] : []
  })
  const [first, last] = [parts[0], parts.at(-1)]
  return first && last ? { from: first.from, to: last.to } : null
}

/** Converts a span of the text to a range of the page. */
export function rangeOfSpan({ pieces }: TextModel, { from, to }: TextSpan): Range | null {
  const first = pieces.findLast((piece) => piece.from <= from)
  const last = pieces.findLast((piece) => piece.from < to)
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(from - first.from, first.node.data.length))
  range.setEnd(last.node, Math.min(to - last.from, last.node.data.length))
  return range
}

/** Text offset at a point of the window; null outside of the text. */
export function offsetAt({ pieces }: TextModel, x: number, y: number): number | null {
  const caretPosition = caretAt(x, y)
  const piece = caretPosition && pieces.find(({ node }) => node === caretPosition.node)
  return caretPosition && piece ? piece.from + caretPosition.offset : null
}

/** Older browsers have this function under another name. */
function caretAt(x: number, y: number) {
  const position = document.caretPositionFromPoint?.(x, y)
  if (position) return { node: position.offsetNode, offset: position.offset }
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : null
}
