import type { CertificateBlock, CertificateDesign } from '#lib/certificates/index.ts'
import { heightOf, pageSizes, type PageSize } from '#lib/certificates/page-sizes.ts'

/** Position and size of a block in millimetres. */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

interface Limits {
  minWidth: number
  minHeight: number
  maxWidth: number
  maxHeight: number
}

/** Smallest and largest sizes that the server accepts; a text or image smaller than these cannot be grasped. */
const limits: Record<CertificateBlock['kind'], Limits> = {
  text: { minWidth: 5, minHeight: 3, maxWidth: 300, maxHeight: 300 },
  image: { minWidth: 5, minHeight: 5, maxWidth: 300, maxHeight: 300 },
  line: { minWidth: 1, minHeight: 0.1, maxWidth: 300, maxHeight: 20 },
  qr: { minWidth: 15, minHeight: 15, maxWidth: 100, maxHeight: 100 },
}

export const limitsOf = ({ kind }: CertificateBlock): Limits => limits[kind]

export const frameOf = (block: CertificateBlock): Frame => ({
  x: block.x,
  y: block.y,
  width: block.width,
  height: heightOf(block),
})

/** Tenths of a millimetre: finer than people see. */
const rounded = (millimetres: number) => Math.round(millimetres * 10) / 10
const between = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))

/** The block with this frame, made smaller and moved so that it is completely on the page. */
export function fitToPage(block: CertificateBlock, frame: Frame, page: PageSize): CertificateBlock {
  const { minWidth, minHeight, maxWidth, maxHeight } = limits[block.kind]
  const paper = pageSizes[page]
  const side = block.kind === 'qr' ? Math.min(paper.width, paper.height) : Infinity
  const width = rounded(between(frame.width, minWidth, Math.min(maxWidth, paper.width, side)))
  const height =
    block.kind === 'qr' ? width : rounded(between(frame.height, minHeight, Math.min(maxHeight, paper.height)))
  const position = {
    x: rounded(between(frame.x, 0, paper.width - width)),
    y: rounded(between(frame.y, 0, paper.height - height)),
    width,
  }
  return block.kind === 'qr' ? { ...block, ...position } : { ...block, ...position, height }
}

/** A design with one block replaced. */
export const withBlock = (design: CertificateDesign, block: CertificateBlock): CertificateDesign => ({
  ...design,
  blocks: design.blocks.map((one) => (one.id === block.id ? block : one)),
})

/** A design on another page, with every block on it. */
export const onPage = (design: CertificateDesign, page: PageSize): CertificateDesign => ({
  ...design,
  page,
  blocks: design.blocks.map((block) => fitToPage(block, frameOf(block), page)),
})

/** A design with a block moved to another place in the order, in which later blocks cover earlier ones. */
export function reordered(design: CertificateDesign, id: string, by: 1 | -1): CertificateDesign {
  const from = design.blocks.findIndex((block) => block.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= design.blocks.length) return design
  const blocks = [...design.blocks]
  const [block] = blocks.splice(from, 1)
  blocks.splice(to, 0, block!)
  return { ...design, blocks }
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Millimetres by which a key moves a block: 1, with Shift 10; null for other keys. */
export function stepOf({ key, shiftKey }: { key: string; shiftKey: boolean }) {
  const step = steps[key]
  if (!step) return null
  const size = shiftKey ? 10 : 1
  return { x: step[0] * size, y: step[1] * size }
}
