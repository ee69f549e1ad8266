import type { CertificateBlock, TextBlock } from '#lib/certificates/index.ts'
import { fillFields, type MergeField } from '#lib/certificates/merge-fields.ts'
import classes from './design-page.module.css'

interface Props {
  block: CertificateBlock
  /** Values of the merge fields. */
  values: Readonly<Record<MergeField, string>>
  /** Address of the image of an image block; null for a frame with its label. */
  image?: string | null
  imageLabel?: string
}

const millimetresOfPoint = 25.4 / 72

/** What a block looks like on the page, without the fine layout of the server. */
export function BlockFace({ block, values, image = null, imageLabel = '' }: Props) {
  if (block.kind === 'text') return <TextFace block={block} text={fillFields(block.text, values)} />
  if (block.kind === 'line') return <span className={classes.face} style={{ background: block.color }} />
  if (block.kind === 'qr') return <Code />
  return image ? (
    <span className={classes.face}>
      <img src={image} alt="" className={classes.picture} draggable={false} />
    </span>
  ) : (
    <span className={classes.image}>{imageLabel}</span>
  )
}

function TextFace({ block, text }: { block: TextBlock; text: string }) {
  const { size, align, is_bold, is_italic, color } = block
  return (
    <span className={classes.face} style={{ color }}>
      <span
        className={classes.words}
        dir="auto"
        style={{
          fontSize: `calc(${(size * millimetresOfPoint).toFixed(3)} * var(--certificate-mm))`,
          textAlign: align,
          fontWeight: is_bold ? 700 : 400,
          fontStyle: is_italic ? 'italic' : 'normal',
        }}
      >
        {text}
      </span>
    </span>
  )
}

/** The three corners of a code; the real one belongs to a certificate. */
function Code() {
  return (
    <svg className={classes.code} viewBox="0 0 21 21" aria-hidden="true" shapeRendering="crispEdges">
      {[
        [2, 2],
        [12, 2],
        [2, 12],
      ].map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <path d="M0 0h7v7H0z" />
          <path fill="#ffffff" d="M1 1h5v5H1z" />
          <path d="M2 2h3v3H2z" />
        </g>
      ))}
      <path d="M12 12h2v2h-2zM16 12h3v1h-3zM12 16h1v3h-1zM15 15h2v2h-2zM18 17h1v2h-1z" />
    </svg>
  )
}
