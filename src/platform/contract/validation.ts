import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import { createErrorCollector, type Schema } from './validation-errors.ts'

// Without `allErrors` Ajv stops at the first error, and checks lengths and counts before patterns and elements.
const settings = {
  allErrors: false,
  useDefaults: true,
  removeAdditional: false,
  allowUnionTypes: true,
  strict: false,
} as const
/** Formats of contracts, each checked in linear time. */
export const supportedFormats = ['uuid', 'date-time'] as const
const bodyAjv = addFormats.default(new Ajv(settings), [...supportedFormats])
// Path and query contain text only, so numbers and booleans are parsed from it.
const addressAjv = addFormats.default(new Ajv({ ...settings, coerceTypes: true }), [...supportedFormats])

/** Returns the first errors of a value, at most `maxErrors`, or null if valid. Fills in defaults. */
export type Validator = (value: unknown) => ErrorObject[] | null

/**
 * Creates the validator of a part of a request. Compiled on first use, because compiling all would dominate the
 * start time.
 */
export function createValidator(schema: object, isBody: boolean): Validator {
  const ajv = isBody ? bodyAjv : addressAjv
  const compiled = new WeakMap<object, ValidateFunction>()
  function check(part: object, value: unknown) {
    const validate = compiled.get(part) ?? ajv.compile(part)
    compiled.set(part, validate)
    const errors = validate(value) ? null : (validate.errors ?? [])
    // Releases the errors, which the compiled function would keep until its next call.
    validate.errors = null
    return errors
  }
  const collect = createErrorCollector(check)
  return (value) => check(schema, value) && collect(schema as Schema, value)
}

/** Creates a serialiser that writes only fields declared in the schema; compiled on first use. */
export function createReplySerializer(schema: object) {
  let write: ((value: unknown) => string) | undefined
  return (value: unknown) => (write ??= compileSerializer(schema))(value)
}

/** Compiles a schema into a JSON serialiser; properties outside the schema are left out. */
export const compileSerializer = (schema: object) => fastJson(nullsDeclared(schema))

const nullableTypes = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array'])

/**
 * Rewrites `anyOf: [a, null]` as a nullable `a`: for a union the serialiser would compile a validator per field.
 */
function nullsDeclared(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(nullsDeclared)
  if (schema === null || typeof schema !== 'object') return schema as never
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, nullsDeclared(value)]),
  ) as { anyOf?: { type?: string }[] }
  const { anyOf: [one, other, ...more] = [], ...rest } = copy
  if (!one || other?.type !== 'null' || more.length || !nullableTypes.has(one.type ?? '')) return copy
  return { ...rest, ...one, nullable: true }
}

/** Makes every object refuse undeclared properties, unless its schema allows them. */
export function withoutAdditionalProperties(schema: object): object {
  if (Array.isArray(schema))
    return schema.map((item: object) => (typeof item === 'object' ? withoutAdditionalProperties(item) : item))
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema))
    copy[key] =
      value !== null && typeof value === 'object' ? withoutAdditionalProperties(value as object) : value
  if (copy.type === 'object' && !('additionalProperties' in copy) && 'properties' in copy)
    copy.additionalProperties = false
  return copy
}
