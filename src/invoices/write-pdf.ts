import { createPdf, drawRule, pale, writeParagraph, writeRow, type Paper } from '#platform/pdf/paper.ts'
import type { InvoiceWords } from './invoice-words.ts'

const rightToLeftLocales = new Set(['ar'])

/** Writes an invoice or credit note as a PDF of A4 pages. */
export const writeInvoicePdf = (words: InvoiceWords): Promise<Buffer> =>
  createPdf({ ...words, content: words }, (paper) => writeContent(paper, words))

function writeContent(paper: Paper, words: InvoiceWords) {
  const rightToLeft = rightToLeftLocales.has(words.locale)
  writeParagraph(paper, [{ text: words.title, bold: true }], { size: 22, above: 0, tag: 'H1' })
  for (const [index, text] of words.facts.entries())
    writeParagraph(paper, [{ text }], { size: 10.5, above: index === 0 ? 6 : 0, color: pale })
  for (const { heading, lines } of words.parties) {
    writeParagraph(paper, [{ text: heading }], { size: 9, above: 18, color: pale, tag: 'H2' })
    for (const [index, text] of lines.entries())
      writeParagraph(paper, [index === 0 ? { text, bold: true } : { text }], { size: 10.5, above: 0 })
  }
  const small = { size: 9, above: 26, color: pale }
  writeRow(paper, { ...words.heading, look: small, rightToLeft })
  drawRule(paper)
  for (const row of words.lines) writeRow(paper, { ...row, look: { size: 11, above: 4 }, rightToLeft })
  drawRule(paper)
  for (const row of words.sums) writeRow(paper, { ...row, look: { size: 10.5, above: 3 }, rightToLeft })
  writeRow(paper, { ...words.total, look: { size: 13, above: 8, bold: true }, rightToLeft })
  for (const text of words.notes) writeParagraph(paper, [{ text }], { size: 9.5, above: 8, color: pale })
  if (words.footer) writeParagraph(paper, [{ text: words.footer }], { size: 9, above: 28, color: pale })
}
