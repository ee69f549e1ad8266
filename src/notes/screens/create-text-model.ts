import type { TextSpan } from '#lib/quotes/index.ts'

/** The text that an element shows, and from which of its text nodes each stretch of it comes. */
export interface TextModel {
  text: string
  pieces: { node: Text; from: number }[]
}

const blocks = /^(?:P|H[1-6]|UL|OL|LI|BLOCKQUOTE|PRE|FIGURE|FIGCAPTION|TABLE|CAPTION|TR|TD|TH|DIV|BR|HR)$/

/** Reads an element's text with a line break wherever a block begins or ends. */
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

/** The part of the text that a range covers; null for none of it. */
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

/** A span as a range of the page. */
export function rangeOfSpan({ pieces }: TextModel, { from, to }: TextSpan): Range | null {
  const first = pieces.findLast((piece) => piece.from <= from)
  const last = pieces.findLast((piece) => piece.from < to)
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(from - first.from, first.node.data.length))
  range.setEnd(last.node, Math.min(to - last.from, last.node.data.length))
  return range
}

/** Where in the text a point of the window lies; null beside it. */
export function offsetAt({ pieces }: TextModel, x: number, y: number): number | null {
  const caretPosition = caretAt(x, y)
  const piece = caretPosition && pieces.find(({ node }) => node === caretPosition.node)
  return caretPosition && piece ? piece.from + caretPosition.offset : null
}

/** Older browsers know this by another name. */
function caretAt(x: number, y: number) {
  const position = document.caretPositionFromPoint?.(x, y)
  if (position) return { node: position.offsetNode, offset: position.offset }
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : null
}
