import { createPdf, drawRule, pale, writeParagraph, type Paper } from '#platform/pdf/paper.ts'
import type { TextRun } from '#platform/pdf/text-run.ts'
import type { NotesDocument, ExportedNote } from './build-notes-document.ts'
import type { RichTextBlock } from './rich-blocks.ts'

/** Writes the notes as a PDF of A4 pages with searchable text. */
export const writePdf = (document: NotesDocument): Promise<Buffer> =>
  createPdf({ ...document, content: document }, (paper) => writeNotes(paper, document))

function writeNotes(paper: Paper, document: NotesDocument) {
  writeParagraph(paper, [{ text: document.title, bold: true }], { size: 22, above: 0, tag: 'H1' })
  writeParagraph(paper, [{ text: document.about }], { size: 10, above: 4, color: pale })
  for (const course of document.courses) {
    const entry = paper.pdf.outline.addItem(course.name)
    writeParagraph(paper, [{ text: course.name, bold: true }], { size: 16, above: 26, tag: 'H2' })
    for (const content of course.contents) {
      entry.addItem(content.title)
      writeParagraph(paper, [{ text: content.title, bold: true }], { size: 13, above: 18, tag: 'H3' })
      for (const note of content.notes) writeNote(paper, note)
    }
  }
}

function writeNote(paper: Paper, { mark, written, url, quote, blocks }: ExportedNote) {
  const back = url ? { href: url } : {}
  const head: TextRun[] = mark
    ? [{ text: mark, bold: true, ...back }, { text: ` · ${written}` }]
    : [{ text: written, ...back }]
  writeParagraph(paper, head, { size: 9, above: 12, color: pale })
  if (quote)
    writeParagraph(paper, [{ text: quote, italic: true }], {
      size: 10.5,
      above: 4,
      bars: 1,
      indent: 12,
      color: pale,
    })
  for (const block of blocks) writeBlock(paper, block)
}

function writeBlock(paper: Paper, { kind, level, marker, quoted, runs }: RichTextBlock) {
  const bars = { bars: quoted, indent: quoted * 12 }
  if (kind === 'rule') drawRule(paper)
  else if (kind === 'code')
    writeParagraph(paper, runs, { ...bars, size: 9.5, above: 2, indent: bars.indent + 8 })
  else if (kind === 'heading')
    writeParagraph(
      paper,
      runs.map((run) => ({ ...run, bold: true as const })),
      { ...bars, size: 13.5 - level, above: 8, tag: `H${Math.min(6, level + 2)}` },
    )
  else if (kind === 'item')
    writeParagraph(paper, runs, { ...bars, size: 10.5, above: 2, indent: bars.indent + level * 16, marker })
  else writeParagraph(paper, runs, { ...bars, size: 10.5, above: 4 })
}
