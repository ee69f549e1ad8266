import { isReversed, shapingOrder, visualOrder, type LinePiece, type TextLine } from './lines.ts'
import { hasOtherGlyphs, reverseLigatures } from './glyph-letters.ts'

/** Distance from the top of a line to the baseline, for font size 1. */
const ascent = 1.07
const link = '#1d4ed8'

interface At {
  x: number
  y: number
  size: number
  color: string
}

/** Right-to-left text in reading order, for readers that follow the structure. */
export const spokenText = ({ text, pieces }: TextLine) =>
  pieces.some(({ rightToLeft }) => rightToLeft) ? { actual: text.normalize('NFC') } : {}

/** Draws the pieces of a line from its left edge. */
export function drawLine(pdf: PDFKit.PDFDocument, { pieces }: TextLine, { x, y, size, color }: At) {
  let at = x
  for (const piece of pieces) {
    drawPiece(pdf, piece, { x: at, y, size, color })
    at += piece.width
  }
}

function drawPiece(pdf: PDFKit.PDFDocument, piece: LinePiece, { x, y, size, color }: At) {
  const { href, struck, code } = piece.run
  const text = piece.text.normalize('NFC')
  // Readers cannot put together the letters of ligatures, and marks that are drawn apart; the actual text has them.
  const needsText = piece.rightToLeft || hasOtherGlyphs(pdf, piece.font, text)
  if (needsText) pdf.markContent('Span', { actual: visualOrder({ ...piece, text }) })
  pdf
    .font(piece.font)
    .fontSize(size)
    .fillColor(href ? link : code ? '#9a3412' : color)
    .text(shapingOrder(piece).normalize('NFC'), x, y + size * ascent, {
      // All fonts share the baseline, whatever their heights.
      baseline: 'alphabetic',
      lineBreak: false,
      // With features set, pdfkit shapes the whole piece; word by word it would not reverse it.
      ...(isReversed(piece) && { features: [] }),
      ...(struck && { strike: true }),
    })
  if (needsText) pdf.endMarkedContent()
  if (piece.rightToLeft) reverseLigatures(pdf)
  if (href && URL.canParse(href)) pdf.link(x, y, piece.width, size * 1.3, href)
}
