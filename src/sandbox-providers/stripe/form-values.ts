import { Type, type TSchema } from 'typebox'

/** An object without further fields, which Stripe refuses with `parameter_unknown`. Values of a form are text. */
export const strict = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

export const Count = Type.String({ pattern: '^[1-9][0-9]{0,11}$' })
export const Currency = Type.String({ pattern: '^[a-z]{3}$' })
export const Text = Type.String({ minLength: 1, maxLength: 5000 })
export const Url = Type.String({ pattern: '^https?://' })
export const Email = Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', maxLength: 512 })
export const Metadata = Type.Record(
  Type.String({ minLength: 1, maxLength: 40 }),
  Type.String({ maxLength: 500 }),
)
export const Expand = Type.Array(Text, { maxItems: 20 })
export const Truth = Type.Enum(['true', 'false'])
