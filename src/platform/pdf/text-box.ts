import { drawLine, spokenText } from './draw-line.ts'
import { breakIntoLines, type TextLine } from './lines.ts'
import type { Paper } from './paper.ts'
import type { TextRun } from './text-run.ts'

/** A text within a rectangle; lengths in points. */
export interface TextBox {
  x: number
  y: number
  width: number
  height: number
  /** Largest font size. */
  size: number
  /** `start` is the right edge for right-to-left text. */
  align: 'start' | 'center' | 'end'
  color: string
  tag?: string
}

const lineHeight = 1.4
/** A text shrinks to this share of its size before it wraps. */
const shareBeforeWrapping = 0.75
/** Below this size nobody reads a text. */
const minSize = 5
const step = 0.96

/**
 * Writes a text into a rectangle, centred from top to bottom: it shrinks, then wraps, then shrinks to the smallest size.
 * Returns whether everything fits.
 */
export function writeTextBox(paper: Paper, runs: TextRun[], box: TextBox): boolean {
  const { lines, size, fits } = fitLines(paper, runs, box)
  const { pdf, root } = paper
  const height = lines.length * size * lineHeight
  const paragraph = pdf.struct(box.tag ?? 'P')
  root.add(paragraph)
  for (const [index, line] of lines.entries()) {
    const y = box.y + (box.height - height) / 2 + index * size * lineHeight
    const x = box.x + startOf(line, box)
    paragraph.add(
      pdf.struct('Span', spokenText(line), () => drawLine(pdf, line, { x, y, size, color: box.color })),
    )
  }
  paragraph.end()
  return fits
}

function startOf(line: TextLine, { align, width }: TextBox) {
  const free = width - line.width
  if (align === 'center') return free / 2
  return (align === 'end') === line.rightToLeft ? 0 : free
}

interface Fitted {
  lines: TextLine[]
  size: number
  fits: boolean
}

function fitLines(paper: Paper, runs: TextRun[], box: TextBox): Fitted {
  const paragraphs = runs
    .map(({ text }) => text)
    .join('')
    .split('\n').length
  let smallest: Fitted | undefined
  for (let size = box.size; ; size = Math.max(minSize, size * step)) {
    const lines = linesAt(paper, runs, { width: box.width, size })
    const isWrapped = lines.length > paragraphs
    const fits =
      lines.length * size * lineHeight <= box.height + 0.01 && lines.every(({ width }) => width <= box.width)
    if (fits && (!isWrapped || size <= box.size * shareBeforeWrapping)) return { lines, size, fits }
    // The largest size at which the wrapped text fits, if no size fits without wrapping.
    if (fits && !smallest) smallest = { lines, size, fits }
    if (size <= minSize) return smallest ?? { lines, size, fits }
  }
}

function linesAt(
  { familyOf, widthAt1 }: Paper,
  runs: TextRun[],
  { width, size }: { width: number; size: number },
) {
  const widthOf = (text: string, font: string) => widthAt1(text, font) * size
  return breakIntoLines(runs, { familyOf, widthOf, maxWidth: width })
}
