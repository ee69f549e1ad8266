import { Type, type TSchema } from 'typebox'

type Schema = TSchema & {
  words?: readonly string[]
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

/**
 * Parses an environment text by a schema; undefined if invalid. Supports only the keywords that settings use,
 * because loading TypeBox's checker would take a twentieth of the start time.
 */
export function parseSetting(schema: Schema, text: string): unknown {
  if (Type.IsArray(schema)) return parseList(schema, text)
  if (isInteger(schema)) return parseInteger(schema, text)
  if (Type.IsBoolean(schema)) return booleanOf(switchWords(schema).indexOf(text))
  if (schema.enum && !schema.enum.includes(text)) return undefined
  return Type.IsRefine(schema) && !schema['~refine'].every(({ check }) => check(text)) ? undefined : text
}

const isInteger = (schema: Schema): boolean => Type.IsInteger(schema)
const booleanOf = (index: number) => [true, false][index]

function parseInteger({ minimum = 0, maximum = Infinity }: Schema, text: string) {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= minimum && value <= maximum ? value : undefined
}

interface ListSchema {
  items: TSchema
  minItems?: number
  maxItems?: number
}

function parseList({ items, minItems = 0, maxItems = Infinity }: ListSchema, text: string) {
  const parts = text.split(',').map((part) => part.trim())
  const values = parts.filter(Boolean).map((part) => parseSetting(items, part))
  const isValid = !values.includes(undefined) && values.length >= minItems && values.length <= maxItems
  return isValid ? values : undefined
}

/** Words of a switch: for true and for false. */
export const switchWords = ({ words }: Schema): readonly string[] => words ?? ['on', 'off']

/** Describes what a schema allows: "must be …". */
export function expectedValue(schema: Schema): string {
  if (Type.IsArray(schema)) return expectedList(schema)
  if (isInteger(schema)) return `a whole number from ${schema.minimum} to ${schema.maximum}`
  if (Type.IsBoolean(schema)) return `one of ${switchWords(schema).join(', ')}`
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  return Type.IsRefine(schema) ? schema['~refine'].map(({ error }) => error('')).join(', ') : 'text'
}

function expectedList({ items, minItems, maxItems }: ListSchema) {
  const count = minItems !== undefined && minItems === maxItems ? `${minItems} values` : 'a list'
  return `${count}, separated by commas, each ${expectedValue(items)}`
}
