import { Type, type TSchema } from 'typebox'

export const Id = Type.String({ format: 'uuid' })
/** An instant: `Date` in verbs, RFC 3339 in UTC on the wire. */
export const Instant = Type.Unsafe<Date>(Type.String({ format: 'date-time' }))
/** An instant that a client sends: RFC 3339 text. */
export const InstantText = Type.String({ format: 'date-time', maxLength: 40 })

/** A value that may be null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A property that may be missing. */
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** A string with a length limit. */
export const Text = (maxLength: number, options: { minLength?: number; pattern?: string } = {}) =>
  Type.String({ maxLength, ...options })
/** A single line that is not blank. */
export const SingleLineText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
export const Email = Type.String({ maxLength: 254, minLength: 3, pattern: '^[^\\s@]+@[^\\s@]+$' })
export const Password = Type.String({ minLength: 8, maxLength: 200 })
/** HTML of the rich text editor; the server sanitises it on write and read. */
export const RichText = (options: { maxLength: number }) => Type.String(options)

/** One of the given strings. */
export const StringEnum = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>(Type.String({ enum: [...values] }))
/** An amount in the currency's minor unit. */
export const MinorUnits = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })

/** Query fields of every list. */
export const PagingParams = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
}
/** A page of a list; `next_cursor` is null on the last one. */
export const PageOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), next_cursor: Nullable(Type.String()) })

export const OkReply = Type.Object({ ok: Type.Literal(true) })
export const okReply = { ok: true } as const
