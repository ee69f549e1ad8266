import type { CertificateBlock, CertificateDesign } from './design.ts'

/** Width and height in millimetres. */
export const pageSizes = {
  a4_landscape: { width: 297, height: 210 },
  a4_portrait: { width: 210, height: 297 },
  letter_landscape: { width: 279.4, height: 215.9 },
  letter_portrait: { width: 215.9, height: 279.4 },
} as const

export type PageSize = keyof typeof pageSizes

/** Height of a block: codes are square. */
export const heightOf = (block: CertificateBlock): number =>
  block.kind === 'qr' ? block.width : block.height

/** Positions of blocks that are not completely on the page. */
export function blocksOutside({ page, blocks }: CertificateDesign): number[] {
  const { width, height } = pageSizes[page]
  const tolerance = 0.01
  return blocks.flatMap((block, index) =>
    block.x + block.width > width + tolerance || block.y + heightOf(block) > height + tolerance
      ? [index]
      : [],
  )
}
