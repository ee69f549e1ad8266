import { Type, type TSchema } from 'typebox'

/** Random id of an option, gap, item or region within one question. It says nothing about the right answer. */
export const PartId = Type.String({ minLength: 6, maxLength: 12, pattern: '^[a-z0-9]+$' })
/** Sanitised HTML with images, formulas, audio and video; `changeHtml` finds it by its media type. */
export const Html = (maxLength: number) => Type.String({ maxLength, contentMediaType: 'text/html' })
/** Plain text of one line. */
export const Line = (maxLength: number) => Type.String({ maxLength })
/** Share of the points: 0 is none, 1 all of them. */
export const Fraction = Type.Number({ minimum: 0, maximum: 1 })
/** A decimal number as text, so that no digit is lost: `-12.50`, `6.02e23`. */
export const DecimalText = Type.String({
  maxLength: 40,
  pattern: '^-?[0-9]{1,20}([.][0-9]{1,15})?(e-?[0-9]{1,2})?$',
})
/** Position or size in an image, as a share of its width or height. */
export const ImageShare = Type.Number({ minimum: 0, maximum: 1 })
/** Id of an uploaded file. */
export const UploadId = Type.String({ format: 'uuid' })

/** A list of different part ids. */
export const PartIds = (maxItems: number) => Type.Array(PartId, { maxItems, uniqueItems: true })

/** A map from part ids to values, with at most `maxProperties` entries. */
export const ByPart = <T extends TSchema>(value: T, maxProperties = 60) =>
  Type.Record(Type.String({ pattern: '^[a-z0-9]{6,12}$' }), value, {
    maxProperties,
    additionalProperties: false,
  })

/** One of the given strings. */
export const OneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>(Type.String({ enum: [...values] }))

/** An option, prompt, choice, row, column, category or item with a text. */
export const TextPart = Type.Object({ id: PartId, text: Html(5_000) })
/** A list of parts with texts. */
export const TextParts = (minItems: number, maxItems: number) => Type.Array(TextPart, { minItems, maxItems })

/** Region of an image. */
export const Shape = Type.Union([
  Type.Object({
    kind: OneOf('rectangle'),
    x: ImageShare,
    y: ImageShare,
    width: ImageShare,
    height: ImageShare,
  }),
  Type.Object({ kind: OneOf('circle'), x: ImageShare, y: ImageShare, radius: ImageShare }),
  Type.Object({
    kind: OneOf('polygon'),
    points: Type.Array(Type.Object({ x: ImageShare, y: ImageShare }), { minItems: 3, maxItems: 40 }),
  }),
])
