import qr from 'qr'
import {
  fillFields,
  pageSizes,
  type CertificateBlock,
  type CertificateDesign,
  type ImageBlock,
} from '#lib/certificates/index.ts'
import { createPdf, type Paper } from '#platform/pdf/paper.ts'
import { writeTextBox } from '#platform/pdf/text-box.ts'
import type { CertificateDrawing } from './drawing.ts'

/** Points of a millimetre. */
const mm = 72 / 25.4

export interface WrittenCertificate {
  pdf: Buffer
  /** Blocks whose text does not fit even at the smallest size. */
  overfull: string[]
}

/** Writes a certificate as a PDF of one page. `images` has a PNG for each block with an image. */
export async function writeCertificate(
  drawing: CertificateDrawing,
  images: ReadonlyMap<string, Buffer>,
): Promise<WrittenCertificate> {
  const { design, title, locale } = drawing
  const { width, height } = pageSizes[design.page]
  const overfull: string[] = []
  const pdf = await createPdf(
    { title, locale, content: drawing.values, size: [width * mm, height * mm] },
    (paper) => {
      drawBackground(paper, design)
      for (const block of design.blocks)
        if (!drawBlock(paper, block, { drawing, images })) overfull.push(block.id)
    },
  )
  return { pdf, overfull }
}

function asArtifact({ pdf }: Paper, draw: () => void) {
  pdf.markContent('Artifact')
  draw()
  pdf.endMarkedContent()
}

function drawBackground(paper: Paper, { page, background, border }: CertificateDesign) {
  const { pdf } = paper
  const [width, height] = [pageSizes[page].width * mm, pageSizes[page].height * mm]
  const frame = (inset: number, line: number) =>
    pdf
      .rect(inset * mm, inset * mm, width - 2 * inset * mm, height - 2 * inset * mm)
      .lineWidth(line * mm)
      .stroke(border.color)
  asArtifact(paper, () => {
    pdf.rect(0, 0, width, height).fill(background)
    if (border.style === 'band') pdf.rect(0, 0, 12 * mm, height).fill(border.color)
    if (border.style === 'line' || border.style === 'double') frame(8, 1)
    if (border.style === 'double') frame(10.5, 0.3)
  })
}

interface Content {
  drawing: CertificateDrawing
  images: ReadonlyMap<string, Buffer>
}

/** Returns whether the content of the block fits. */
function drawBlock(paper: Paper, block: CertificateBlock, { drawing, images }: Content): boolean {
  const { pdf } = paper
  const [x, y, width] = [block.x * mm, block.y * mm, block.width * mm]
  if (block.kind === 'line') {
    asArtifact(paper, () => pdf.rect(x, y, width, block.height * mm).fill(block.color))
    return true
  }
  if (block.kind === 'qr') {
    drawCode(paper, { x, y, width }, drawing)
    return true
  }
  if (block.kind === 'image') {
    const image = images.get(block.id)
    if (image) drawImage(paper, block, image)
    return true
  }
  const text = fillFields(block.text, drawing.values).trim()
  if (text === '') return true
  const { size, align, color, is_bold, is_italic } = block
  const run = { text, ...(is_bold && { bold: true as const }), ...(is_italic && { italic: true as const }) }
  const box = { x, y, width, height: block.height * mm, size, align, color }
  return writeTextBox(paper, [run], { ...box, tag: block.text.includes('{student_name}') ? 'H1' : 'P' })
}

function drawImage(paper: Paper, block: ImageBlock, image: Buffer) {
  const { pdf, root } = paper
  const draw = () =>
    pdf.image(image, block.x * mm, block.y * mm, {
      fit: [block.width * mm, block.height * mm],
      align: 'center',
      valign: 'center',
    })
  if (block.alt === '') asArtifact(paper, draw)
  else root.add(pdf.struct('Figure', { alt: block.alt }, draw))
}

/** Draws the code as squares, and links it. */
function drawCode(
  paper: Paper,
  { x, y, width }: { x: number; y: number; width: number },
  drawing: CertificateDrawing,
) {
  const { pdf, root } = paper
  const rows = qr(drawing.verify_url, 'raw', { ecc: 'medium', border: 2 })
  const module = width / rows.length
  const draw = () => {
    pdf.rect(x, y, width, width).fill('#ffffff')
    for (const [row, cells] of rows.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) pdf.rect(x + column * module, y + row * module, module, module)
    pdf.fill('#000000')
  }
  root.add(pdf.struct('Figure', { alt: drawing.verify_label }, draw))
  pdf.link(x, y, width, width, drawing.verify_url)
}
