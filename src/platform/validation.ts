import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import fastJson from 'fast-json-stringify'

const settings = {
  allErrors: true,
  useDefaults: true,
  removeAdditional: false,
  allowUnionTypes: true,
  strict: false,
} as const
const strictAjv = addFormats.default(new Ajv(settings))
// Everything in an address is text, so numbers and booleans there are read from it.
const addressAjv = addFormats.default(new Ajv({ ...settings, coerceTypes: true }))

/**
 * The validator of one part of a request. It is compiled when it is first asked: to compile all of them takes longer
 * than all the rest of a start.
 */
export function validatorOf(schema: object, isBody: boolean) {
  let compiled: ValidateFunction | undefined
  const validate: { (data: unknown): boolean; errors?: ValidateFunction['errors'] } = (data) => {
    const asked = (compiled ??= (isBody ? strictAjv : addressAjv).compile(schema) as ValidateFunction)
    const fits = asked(data)
    validate.errors = asked.errors
    return fits
  }
  return validate
}

/** What writes a reply, with the fields that its schema declares and no others; made at the first reply, as above. */
export function writerOf(schema: object) {
  let write: ((value: unknown) => string) | undefined
  return (value: unknown) => (write ??= makeWriter(schema))(value)
}

export const makeWriter = (schema: object) => fastJson(nullsDeclared(schema))

const known = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array'])

/** `anyOf: [a, null]` as a nullable `a`: for a union the writer compiles and asks a validator, each field its own. */
function nullsDeclared(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(nullsDeclared)
  if (schema === null || typeof schema !== 'object') return schema as never
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, nullsDeclared(value)]),
  ) as { anyOf?: { type?: string }[] }
  const { anyOf: [one, other, ...more] = [], ...rest } = copy
  if (!one || other?.type !== 'null' || more.length || !known.has(one.type ?? '')) return copy
  return { ...rest, ...one, nullable: true }
}

/** Every object refuses properties that it does not declare, unless its schema says otherwise. */
export function closed(schema: object): object {
  if (Array.isArray(schema))
    return schema.map((item: object) => (typeof item === 'object' ? closed(item) : item))
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema))
    copy[key] = value !== null && typeof value === 'object' ? closed(value as object) : value
  if (copy.type === 'object' && !('additionalProperties' in copy) && 'properties' in copy)
    copy.additionalProperties = false
  return copy
}
