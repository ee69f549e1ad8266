import { Type, type Static } from 'typebox'

const OneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>(Type.String({ enum: [...values] }))

const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', maxLength: 7 })
const Millimetres = Type.Number({ minimum: 0, maximum: 300 })
const Length = Type.Number({ minimum: 0.2, maximum: 300 })

const position = {
  id: Type.String({ pattern: '^[a-z0-9_-]{1,40}$', maxLength: 40 }),
  x: Millimetres,
  y: Millimetres,
  width: Length,
}

const TextBlock = Type.Object({
  kind: OneOf('text'),
  ...position,
  height: Length,
  /** Plain text with merge fields such as `{student_name}`. */
  text: Type.String({ maxLength: 2_000 }),
  /** Largest size in points: longer texts shrink, then wrap. */
  size: Type.Number({ minimum: 6, maximum: 96 }),
  align: OneOf('start', 'center', 'end'),
  is_bold: Type.Boolean(),
  is_italic: Type.Boolean(),
  color: Color,
})

const ImageBlock = Type.Object({
  kind: OneOf('image'),
  ...position,
  height: Length,
  /** The logo of the school, the signature of the template, or a file of the block. */
  source: OneOf('logo', 'signature', 'file'),
  upload_id: Type.Optional(Type.String({ format: 'uuid' })),
  /** What the image shows; empty for decoration. */
  alt: Type.String({ maxLength: 200 }),
})

const LineBlock = Type.Object({
  kind: OneOf('line'),
  ...position,
  /** Thickness in millimetres. */
  height: Type.Number({ minimum: 0.1, maximum: 20 }),
  color: Color,
})

/** A square code that leads to the page where the certificate is verified. */
const QrBlock = Type.Object({
  kind: OneOf('qr'),
  ...position,
  width: Type.Number({ minimum: 15, maximum: 100 }),
})

export const CertificateBlock = Type.Union([TextBlock, ImageBlock, LineBlock, QrBlock])
export type CertificateBlock = Static<typeof CertificateBlock>
export type TextBlock = Static<typeof TextBlock>
export type ImageBlock = Static<typeof ImageBlock>

export const CertificateDesign = Type.Object({
  page: OneOf('a4_landscape', 'a4_portrait', 'letter_landscape', 'letter_portrait'),
  background: Color,
  border: Type.Object({ style: OneOf('none', 'line', 'double', 'band'), color: Color }),
  blocks: Type.Array(CertificateBlock, { maxItems: 40 }),
})
export type CertificateDesign = Static<typeof CertificateDesign>
