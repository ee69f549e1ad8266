import PDFDocument from 'pdfkit'
import { loadFonts } from './fonts.ts'
import { drawLine, spokenText } from './draw-line.ts'
import { breakIntoLines, type TextLine } from './lines.ts'
import type { TextRun } from './text-run.ts'

/** In points. */
const margin = 56
const ink = '#1f2937'
/** Colour of less important text. */
export const pale = '#4b5563'

/** How a paragraph looks. */
export interface Look {
  size: number
  /** Space above. */
  above: number
  /** Indent from the left; from the right for right-to-left text. */
  indent?: number
  color?: string
  /** Number of quotation bars beside it. */
  bars?: number
  marker?: string
  tag?: string
  /** Edge of the first letter; without it the direction of each line decides. */
  rightToLeft?: boolean
  /** Direction of the text; without it its first letter decides. */
  direction?: 'ltr' | 'rtl'
}

export type Paper = ReturnType<typeof openPaper>

interface PdfDocument {
  title: string
  locale: string
  /** Any content: decides whether Chinese characters are drawn in their Japanese form. */
  content: unknown
  /** Words for page numbers, with `{n}` and `{of}`; without them pages have no number. */
  page?: string
  /** Width and height of a page in points, without margins; by default A4 with margins. */
  size?: [width: number, height: number]
}

/** Creates a tagged PDF with searchable text: `write` puts its content on the paper. */
export async function createPdf(
  { title, locale, content, page, size }: PdfDocument,
  write: (paper: Paper) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: size ?? 'A4',
    margin: size ? 0 : margin,
    // Only pages whose content is tagged completely by their caller. The types do not list this standard.
    ...(size && { subset: 'PDF/UA' as never }),
    bufferPages: true,
    lang: locale,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(JSON.stringify(content))
  const paper = openPaper(pdf, isJapanese)
  write(paper)
  if (page) numberPages(paper, page)
  pdf.end()
  return finished
}

function openPaper(pdf: PDFKit.PDFDocument, isJapanese: boolean) {
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const { left, right, top } = pdf.page.margins
  return {
    pdf,
    root,
    familyOf: loadFonts(pdf, { isJapanese }),
    widthAt1: cachedWidths(pdf),
    left,
    width: pdf.page.width - left - right,
    /** Where the next line begins, from the top of the page. */
    y: top,
  }
}

/** Starts a new page if the next block does not fit. */
function ensureRoom(paper: Paper, height: number) {
  const { pdf } = paper
  const { top, bottom } = pdf.page.margins
  if (paper.y + height <= pdf.page.height - bottom) return
  pdf.addPage()
  paper.y = top
}

/** Writes text over the whole width, and moves below it. */
export function writeParagraph(paper: Paper, runs: TextRun[], look: Look) {
  const { pdf, root, familyOf, widthAt1, left, width } = paper
  const { size, above, indent = 0, color = ink, bars = 0, marker = '', tag = 'P', rightToLeft } = look
  const widthOf = (text: string, font: string) => widthAt1(text, font) * size
  const measure = { familyOf, widthOf, maxWidth: width - indent, direction: look.direction }
  const lines = breakIntoLines(runs, measure)
  const height = size * 1.45
  paper.y += above
  // Keeps a heading with the following lines.
  ensureRoom(paper, tag === 'P' ? height : height * 4)
  const paragraph = pdf.struct(tag)
  root.add(paragraph)
  for (const [index, line] of lines.entries()) {
    ensureRoom(paper, height)
    const { y } = paper
    drawBars(pdf, { x: left, y, height, bars })
    paragraph.add(
      pdf.struct('Span', spokenText(line), () => {
        if (index === 0 && marker)
          drawMarker(pdf, marker, { line, y, size, left: left + indent, right: left + width - indent })
        const isAtRight = rightToLeft ?? line.rightToLeft
        const x = isAtRight ? left + width - indent - line.width : left + indent
        drawLine(pdf, line, { x, y, size, color })
      }),
    )
    paper.y += height
  }
  paragraph.end()
}

/** Space between columns, in points. */
const gutter = 24

/** Writes columns of equal width side by side, and moves below the longest. */
export function writeColumns(paper: Paper, rightToLeft: boolean, columns: ((column: Paper) => void)[]) {
  const width = (paper.width - gutter * (columns.length - 1)) / columns.length
  const bottoms = columns.map((write, index) => {
    const position = rightToLeft ? columns.length - 1 - index : index
    const column = { ...paper, width, left: paper.left + position * (width + gutter) }
    write(column)
    return column.y
  })
  paper.y = Math.max(...bottoms)
}

/** Draws a line over the whole width. */
export function drawRule(paper: Paper) {
  const { pdf, left, width } = paper
  paper.y += 10
  ensureRoom(paper, 4)
  pdf.markContent('Artifact')
  pdf
    .moveTo(left, paper.y)
    .lineTo(left + width, paper.y)
    .lineWidth(0.5)
    .stroke('#d1d5db')
  pdf.endMarkedContent()
  paper.y += 4
}

interface Row {
  label: string
  /** At the other edge; one line. */
  amount: string
  /** Size, space above and colour. */
  look: Pick<Look, 'size' | 'above' | 'color' | 'direction'> & { bold?: true }
  rightToLeft: boolean
}

/** Share of the width that labels of rows take. */
const labelShare = 0.68

/** Writes a label that may wrap, with an amount at the other edge. */
export function writeRow(paper: Paper, { label, amount, look, rightToLeft }: Row): void {
  const { pdf, root, familyOf, widthAt1, left, width } = paper
  const { size, above, color = ink, bold, direction } = look
  const widthOf = (text: string, font: string) => widthAt1(text, font) * size
  const linesOf = (text: string, measure: { maxWidth: number; direction?: Look['direction'] | undefined }) =>
    breakIntoLines([{ text, ...(bold && { bold }) }], { familyOf, widthOf, ...measure })
  const labels = linesOf(label, { maxWidth: width * labelShare, direction })
  const amounts = linesOf(amount, { maxWidth: width })
  const height = size * 1.45
  paper.y += above
  ensureRoom(paper, height * labels.length)
  const row = pdf.struct('P')
  root.add(row)
  const put = (line: TextLine, y: number, atLeft: boolean) =>
    row.add(
      pdf.struct('Span', spokenText(line), () =>
        drawLine(pdf, line, { x: atLeft ? left : left + width - line.width, y, size, color }),
      ),
    )
  for (const [index, line] of labels.entries()) put(line, paper.y + index * height, !rightToLeft)
  for (const line of amounts) put(line, paper.y, rightToLeft)
  row.end()
  paper.y += height * labels.length
}

/**
 * Shaping is slow and the same words repeat, so widths are cached. Letters and their marks are measured one by one first:
 * the file keeps the first text of each shape, and would otherwise let every later `o` be read as `ọ`.
 */
function cachedWidths(pdf: PDFKit.PDFDocument) {
  const widths = new Map<string, number>()
  const measure = (text: string, font: string) => {
    pdf.font(font).fontSize(100)
    const parts = text.normalize('NFD')
    if (/\p{M}/u.test(parts)) for (const sign of new Set(parts)) pdf.widthOfString(sign)
    return pdf.widthOfString(text) / 100
  }
  return (text: string, font: string) => {
    const key = `${font}/${text}`
    const width = widths.get(key) ?? measure(text, font)
    if (widths.size < 50_000) widths.set(key, width)
    return width
  }
}

interface MarkerAt {
  line: TextLine
  y: number
  size: number
  left: number
  right: number
}

function drawMarker(pdf: PDFKit.PDFDocument, marker: string, { line, y, size, left, right }: MarkerAt) {
  pdf.font('sans regular').fontSize(size).fillColor(ink)
  const wide = pdf.widthOfString(marker)
  pdf.text(marker, line.rightToLeft ? right + 4 : left - wide - 4, y, { lineBreak: false })
}

interface Bars {
  x: number
  y: number
  height: number
  bars: number
}

function drawBars(pdf: PDFKit.PDFDocument, { x, y, height, bars }: Bars) {
  if (bars === 0) return
  pdf.markContent('Artifact')
  for (let bar = 0; bar < bars; bar++) pdf.rect(x + bar * 12, y, 2.5, height).fill('#cbd5e1')
  pdf.endMarkedContent()
}

function numberPages({ pdf, familyOf, widthAt1 }: Paper, words: string) {
  const size = 8.5
  const { start, count } = pdf.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    pdf.switchToPage(start + n)
    const text = words.replace('{n}', String(n + 1)).replace('{of}', String(count))
    const widthOf = (piece: string, font: string) => widthAt1(piece, font) * size
    const [line] = breakIntoLines([{ text }], { familyOf, widthOf, maxWidth: pdf.page.width })
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact')
    drawLine(pdf, line!, {
      x: (pdf.page.width - line!.width) / 2,
      y: pdf.page.height - 36,
      size,
      color: pale,
    })
    pdf.endMarkedContent()
  }
}
