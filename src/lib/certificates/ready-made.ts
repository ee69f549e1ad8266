import type { CertificateBlock, CertificateDesign } from './design.ts'
import { pageSizes, type PageSize } from './page-sizes.ts'

interface Style {
  page: PageSize
  background: string
  border: CertificateDesign['border']
  ink: string
  pale: string
  accent: string
  align: 'start' | 'center'
}

const styles: readonly Style[] = [
  {
    page: 'a4_landscape',
    background: '#ffffff',
    border: { style: 'double', color: '#8a6d1f' },
    ink: '#1f2937',
    pale: '#4b5563',
    accent: '#8a6d1f',
    align: 'center',
  },
  {
    page: 'a4_landscape',
    background: '#ffffff',
    border: { style: 'band', color: '#1d4ed8' },
    ink: '#111827',
    pale: '#4b5563',
    accent: '#1d4ed8',
    align: 'start',
  },
  {
    page: 'a4_landscape',
    background: '#fffdf5',
    border: { style: 'line', color: '#14532d' },
    ink: '#14532d',
    pale: '#3f6212',
    accent: '#14532d',
    align: 'center',
  },
  {
    page: 'a4_portrait',
    background: '#ffffff',
    border: { style: 'line', color: '#374151' },
    ink: '#111827',
    pale: '#4b5563',
    accent: '#374151',
    align: 'center',
  },
]

/** Number of ready-made designs. */
export const readyMadeDesigns = styles.length

/** The design with this index, from 0. */
export function readyMadeDesign(index: number): CertificateDesign {
  const style = styles[index] ?? styles[0]!
  const { page, background, border } = style
  return { page, background, border, blocks: blocksOf(style) }
}

/** Margin of blocks in millimetres: designs with a band at the side need more. */
const marginOf = ({ align }: Style) => (align === 'center' ? 25 : 35)

/** Left edge of a block of this width above or below the texts. */
const edgeOf = (style: Style, width: number) =>
  style.align === 'center' ? (pageSizes[style.page].width - width) / 2 : marginOf(style)

const blocksOf = (style: Style): CertificateBlock[] => [
  imageBlock(style, { id: 'logo', source: 'logo', width: 40, at: 0.08, share: 0.11 }),
  ...textsOf(style),
  imageBlock(style, { id: 'signature', source: 'signature', width: 70, at: 0.75, share: 0.08 }),
  ...signerOf(style),
  ...codeOf(style),
]

/** Position from top and height, as shares of the height of the page. */
interface Rows {
  at: number
  share: number
}

const rowsOf = ({ page }: Style, { at, share }: Rows) => ({
  y: rounded(pageSizes[page].height * at),
  height: rounded(pageSizes[page].height * share),
})

function imageBlock(
  style: Style,
  { id, source, width, ...rows }: { id: string; source: 'logo' | 'signature'; width: number } & Rows,
): CertificateBlock {
  return { kind: 'image', id, source, alt: '', x: edgeOf(style, width), width, ...rowsOf(style, rows) }
}

function textsOf(style: Style): CertificateBlock[] {
  const { ink, pale, accent, align } = style
  const x = marginOf(style)
  const width = pageSizes[style.page].width - 2 * x
  const text = (
    id: string,
    field: string,
    { at, share, ...look }: Rows & { size: number; color: string; is_bold?: boolean },
  ) => ({ ...plain, id, x, width, text: `{${field}}`, align, ...rowsOf(style, { at, share }), ...look })
  return [
    text('school', 'school_name', { at: 0.21, share: 0.05, size: 14, color: pale }),
    text('text', 'certification_text', { at: 0.29, share: 0.11, size: 16, color: pale }),
    text('student', 'student_name', { at: 0.41, share: 0.14, size: 40, color: ink, is_bold: true }),
    text('course', 'course_name', { at: 0.57, share: 0.1, size: 22, color: accent, is_bold: true }),
    text('date', 'issue_date', { at: 0.68, share: 0.05, size: 12, color: pale }),
  ]
}

/** A line below the signature, and the name of the person who signs. */
function signerOf(style: Style): CertificateBlock[] {
  const { pale, align } = style
  const width = 70
  const x = edgeOf(style, width)
  const { y } = rowsOf(style, { at: 0.84, share: 0 })
  const rows = rowsOf(style, { at: 0.85, share: 0.05 })
  return [
    { kind: 'line', id: 'line', x, y, width, height: 0.3, color: pale },
    { ...plain, id: 'signer', x, width, ...rows, text: '{signer}', size: 11, color: pale, align },
  ]
}

/** The code in the lower corner with the number below it. */
function codeOf({ page, pale }: Style): CertificateBlock[] {
  const { width, height } = pageSizes[page]
  const number = { x: width - 75, y: rounded(height - 19), width: 50, height: 5 }
  return [
    { kind: 'qr', id: 'qr', x: width - 49, y: rounded(height - 44), width: 24 },
    { ...plain, ...number, id: 'number', text: '{number}', size: 9, color: pale, align: 'end' },
  ]
}

const plain = { kind: 'text', is_bold: false, is_italic: false } as const

const rounded = (millimetres: number) => Math.round(millimetres * 10) / 10
