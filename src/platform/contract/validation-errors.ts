import type { ErrorObject } from 'ajv'

/** Keywords of JSON Schema for which errors are collected. */
export interface Schema {
  anyOf?: Schema[]
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  maxItems?: number
  enum?: unknown[]
}

/** Maximum number of errors in a response. */
export const maxErrors = 20

/** First errors of a value by one schema, without nested parts; null if valid. */
type Check = (schema: object, value: unknown) => ErrorObject[] | null

/**
 * Creates a function that collects the first errors of an invalid value: one for each missing, unknown or invalid
 * field. Linear in the value for each level of the schema.
 */
export function createErrorCollector(check: Check) {
  return (schema: Schema, value: unknown) => {
    const found: ErrorObject[] = []
    collectErrors(check, found, { schema, value, path: '' })
    return found
  }
}

/** A part of the checked value, with its schema and its JSON pointer. */
interface Part {
  schema: Schema
  value: unknown
  path: string
}

function collectErrors(check: Check, found: ErrorObject[], { schema, value, path }: Part) {
  if (found.length >= maxErrors) return
  const errors = check(schema, value)
  if (!errors) return
  const before = found.length
  const part = matchingSchema(schema, value)
  if (part.properties && isObject(value)) {
    found.push(...fieldNameErrors(part, value, path).slice(0, maxErrors - found.length))
    for (const [name, property] of Object.entries(part.properties))
      if (value[name] !== undefined)
        collectErrors(check, found, {
          schema: property,
          value: value[name],
          path: `${path}/${pointer(name)}`,
        })
  } else if (part.items && Array.isArray(value) && value.length <= (part.maxItems ?? Infinity)) {
    for (let at = 0; at < value.length && found.length < maxErrors; at++)
      collectErrors(check, found, { schema: part.items, value: value[at], path: `${path}/${at}` })
  }
  if (found.length > before) return
  // Errors of the value as a whole, such as its length or type.
  const own = part === schema ? errors : (check(part, value) ?? errors)
  for (const error of own.slice(0, maxErrors - found.length))
    found.push({ ...error, instancePath: path + error.instancePath })
}

/** Fields whose value selects the member of a union. */
const tags = ['type', 'kind']

const tagsOf = ({ properties = {} }: Schema) => tags.flatMap((name) => properties[name]?.enum ?? [])

/** Whether every member of a union has a `type` or `kind` of its own. */
export const isTaggedUnion = (members: readonly Schema[]) =>
  members.length > 1 && members.every((member) => tagsOf(member).length > 0)

/** The member of a tagged union that the `type` or `kind` of the value names. */
export const memberOf = (members: readonly Schema[], value: unknown): Schema | undefined =>
  isObject(value)
    ? members.find(({ properties = {} }) =>
        tags.some((name) => properties[name]?.enum?.includes(value[name])),
      )
    : undefined

/** The non-null schema of a nullable union, or the named member of a tagged one; else the schema itself. */
function matchingSchema(schema: Schema, value: unknown): Schema {
  const { anyOf = [] } = schema
  const [first, second, ...more] = anyOf
  if (first && second?.type === 'null' && more.length === 0) return first
  return (isTaggedUnion(anyOf) && memberOf(anyOf, value)) || schema
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldNameErrors({ properties = {}, ...schema }: Schema, value: object, path: string): ErrorObject[] {
  const errors: ErrorObject[] = []
  const add = (keyword: string, message: string, params: object) =>
    errors.push({ instancePath: path, schemaPath: `#/${keyword}`, keyword, message, params })
  for (const missingProperty of schema.required ?? [])
    if (!Object.hasOwn(value, missingProperty))
      add('required', `must have required property '${missingProperty}'`, { missingProperty })
  if (schema.additionalProperties !== false) return errors
  for (const additionalProperty in value) {
    if (errors.length >= maxErrors) break
    if (!Object.hasOwn(properties, additionalProperty))
      add('additionalProperties', 'must NOT have additional properties', { additionalProperty })
  }
  return errors
}

const pointer = (name: string) => name.replaceAll(/~/g, '~0').replaceAll('/', '~1')
