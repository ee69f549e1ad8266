import {
  createPdf,
  drawRule,
  pale,
  writeColumns,
  writeParagraph,
  writeRow,
  type Look,
  type Paper,
} from '#platform/pdf/paper.ts'
import type { InvoiceWords } from './invoice-words.ts'

const rightToLeftLocales = new Set(['ar'])

/** Writes an invoice or credit note as a PDF of A4 pages. */
export const writeInvoicePdf = (words: InvoiceWords): Promise<Buffer> =>
  createPdf({ ...words, content: words }, (paper) => writeContent(paper, words))

function writeContent(paper: Paper, words: InvoiceWords) {
  const rightToLeft = rightToLeftLocales.has(words.locale)
  const direction = rightToLeft ? 'rtl' : 'ltr'
  const write = (text: string, look: Look, bold?: true) =>
    writeParagraph(paper, [{ text, ...(bold && { bold }) }], { ...look, rightToLeft, direction })
  write(words.title, { size: 22, above: 0, tag: 'H1' }, true)
  for (const [index, text] of words.facts.entries())
    write(text, { size: 10.5, above: index === 0 ? 6 : 0, color: pale })
  paper.y += 20
  writeColumns(
    paper,
    rightToLeft,
    words.parties.map((party) => (column) => writeParty(column, party, rightToLeft)),
  )
  const small = { size: 9, above: 26, color: pale }
  writeRow(paper, { ...words.heading, look: small, rightToLeft })
  drawRule(paper)
  for (const row of words.lines) writeRow(paper, { ...row, look: { size: 11, above: 4 }, rightToLeft })
  drawRule(paper)
  for (const row of words.sums)
    writeRow(paper, { ...row, look: { size: 10.5, above: 3, direction }, rightToLeft })
  writeRow(paper, { ...words.total, look: { size: 13, above: 8, bold: true }, rightToLeft })
  for (const text of words.notes) write(text, { size: 9.5, above: 8, color: pale })
  if (words.footer)
    writeParagraph(paper, [{ text: words.footer }], { size: 9, above: 28, color: pale, rightToLeft })
}

function writeParty(
  column: Paper,
  { heading, lines }: InvoiceWords['parties'][number],
  rightToLeft: boolean,
) {
  writeParagraph(column, [{ text: heading }], { size: 9, above: 0, color: pale, tag: 'H2', rightToLeft })
  for (const [index, text] of lines.entries())
    writeParagraph(column, [index === 0 ? { text, bold: true } : { text }], {
      size: 10.5,
      above: index === 0 ? 2 : 0,
      rightToLeft,
    })
}
