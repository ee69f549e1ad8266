import type { CSSProperties, ReactNode } from 'react'
import type { CertificateBlock, CertificateDesign } from '#lib/certificates/index.ts'
import { heightOf, pageSizes } from '#lib/certificates/page-sizes.ts'
import classes from './design-page.module.css'

interface Props {
  design: CertificateDesign
  /** The content of a block. */
  children: (block: CertificateBlock) => ReactNode
}

/** The page of a design with its border, as wide as its container; blocks are at their places in per cent. */
export function DesignPage({ design, children }: Props) {
  const { width, height } = pageSizes[design.page]
  const look = {
    aspectRatio: width / height,
    '--certificate-mm': `${100 / width}cqw`,
    '--certificate-paper': design.background,
    '--certificate-border': design.border.color,
  } as CSSProperties
  return (
    <span className={classes.page} style={look} data-border={design.border.style} dir="ltr">
      {design.blocks.map((block) => children(block))}
    </span>
  )
}

/** Position and size of a block as a share of its page. */
export function blockStyle(block: CertificateBlock, design: CertificateDesign): CSSProperties {
  const { width, height } = pageSizes[design.page]
  return {
    left: `${(block.x / width) * 100}%`,
    top: `${(block.y / height) * 100}%`,
    width: `${(block.width / width) * 100}%`,
    height: `${(heightOf(block) / height) * 100}%`,
  }
}
