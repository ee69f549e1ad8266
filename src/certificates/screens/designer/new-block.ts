import type { CertificateBlock, CertificateDesign } from '#lib/certificates/index.ts'
import { pageSizes } from '#lib/certificates/page-sizes.ts'

export type BlockKind = CertificateBlock['kind']

export const blockKinds = ['text', 'image', 'line', 'qr'] as const satisfies readonly BlockKind[]

/** Blocks of a design that the server accepts. */
export const maxBlocks = 40

/** An id that no block of the design has. */
function unusedId({ blocks }: CertificateDesign, kind: BlockKind): string {
  const used = new Set(blocks.map(({ id }) => id))
  let number = 1
  while (used.has(`${kind}-${number}`)) number += 1
  return `${kind}-${number}`
}

const sizes: Record<BlockKind, { width: number; height: number }> = {
  text: { width: 120, height: 12 },
  image: { width: 40, height: 30 },
  line: { width: 80, height: 0.5 },
  qr: { width: 24, height: 24 },
}

/** A new block in the middle of the page. */
export function newBlock(design: CertificateDesign, kind: BlockKind, text: string): CertificateBlock {
  const paper = pageSizes[design.page]
  const { width, height } = sizes[kind]
  const at = {
    id: unusedId(design, kind),
    x: Math.round((paper.width - width) / 2),
    y: Math.round((paper.height - height) / 2),
    width,
  }
  const color = '#1f2937'
  if (kind === 'qr') return { kind, ...at }
  if (kind === 'line') return { kind, ...at, height, color }
  if (kind === 'image') return { kind, ...at, height, source: 'file', alt: '' }
  const look = { size: 16, align: 'center', is_bold: false, is_italic: false, color } as const
  return { kind, ...at, height, text, ...look }
}
