import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import { createErrorCollector, isTaggedUnion, memberOf, type Schema } from './validation-errors.ts'

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
const bodyAjv = withKeywords(new Ajv(settings))
// Path and query contain text only, so numbers and booleans are parsed from it.
const addressAjv = withKeywords(new Ajv({ ...settings, coerceTypes: true }))

function withKeywords(ajv: Ajv) {
  addFormats.default(ajv, [...supportedFormats])
  // For a value whose longest texts together would exceed any body.
  ajv.addKeyword({
    keyword: 'maxJsonBytes',
    schemaType: 'number',
    errors: false,
    validate: (max: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= max,
  })
  ajv.addKeyword({
    keyword: 'taggedUnion',
    schemaType: 'array',
    errors: false,
    validate(members: Schema[], value: unknown) {
      const member = memberOf(members, value)
      return member !== undefined && compiledBy(ajv, member)(value)
    },
  })
  return ajv
}

const compiledSchemas = new WeakMap<object, ValidateFunction>()

/** The compiled schema. Members of a tagged union are compiled when a value first names them. */
function compiledBy(ajv: Ajv, schema: object): ValidateFunction {
  const compiled = compiledSchemas.get(schema) ?? ajv.compile(withTaggedUnions(schema) as object)
  compiledSchemas.set(schema, compiled)
  return compiled
}

/**
 * Replaces each tagged union by a keyword that validates its members one by one: compiling 40 types of questions and
 * keys at once blocks a process for a second.
 */
function withTaggedUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTaggedUnions)
  if (schema === null || typeof schema !== 'object') return schema
  const { anyOf, ...rest } = schema as Schema
  if (anyOf && isTaggedUnion(anyOf)) return { ...rest, taggedUnion: anyOf }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withTaggedUnions(value)]))
}

/** Returns the first errors of a value, at most `maxErrors`, or null if valid. Fills in defaults. */
export type Validator = (value: unknown) => ErrorObject[] | null

/**
 * Creates the validator of a part of a request. Compiled on first use, because compiling all would dominate the
 * start time.
 */
export function createValidator(schema: object, isBody: boolean): Validator {
  const ajv = isBody ? bodyAjv : addressAjv
  function check(part: object, value: unknown) {
    const validate = compiledBy(ajv, part)
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
 * Rewrites `anyOf: [a, null]` as a nullable `a`, for a union the serialiser would compile a validator per field; and
 * a value with `maxJsonBytes` as any value.
 */
function nullsDeclared(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(nullsDeclared)
  if (schema === null || typeof schema !== 'object') return schema as never
  // Validated as a whole when it was received, so it has no undeclared fields. Its serialiser takes a second to compile.
  if ('maxJsonBytes' in schema) return {}
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
