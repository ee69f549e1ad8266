import type { ErrorObject } from 'ajv'

/** The keywords of JSON Schema that errors are collected by. */
export interface Schema {
  anyOf?: Schema[]
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  maxItems?: number
}

/** Errors that one answer names. A form shows them beside its fields; a value with more is wrong everywhere. */
export const maxErrors = 20

/** The first errors of a value by one schema, without those of its other parts; null for a valid one. */
type Check = (schema: object, value: unknown) => ErrorObject[] | null

/**
 * Collects the first errors of an invalid value: one for each missing, unknown or invalid field. Takes time linear in
 * the value for each level of the schema.
 */
export function createErrorCollector(check: Check) {
  function collect(schema: Schema, value: unknown, path: string, found: ErrorObject[]) {
    if (found.length >= maxErrors) return
    const errors = check(schema, value)
    if (!errors) return
    const before = found.length
    const part = nullableSchema(schema)
    if (part.properties && isObject(value)) {
      found.push(...fieldNameErrors(part, value, path).slice(0, maxErrors - found.length))
      for (const [name, property] of Object.entries(part.properties))
        if (value[name] !== undefined) collect(property, value[name], `${path}/${pointer(name)}`, found)
    } else if (part.items && Array.isArray(value) && value.length <= (part.maxItems ?? Infinity)) {
      for (let at = 0; at < value.length && found.length < maxErrors; at++)
        collect(part.items, value[at], `${path}/${at}`, found)
    }
    if (found.length > before) return
    // The error is of the value as a whole, such as its length or its type.
    const own = part === schema ? errors : (check(part, value) ?? errors)
    for (const error of own.slice(0, maxErrors - found.length))
      found.push({ ...error, instancePath: path + error.instancePath })
  }
  return (schema: Schema, value: unknown) => {
    const found: ErrorObject[] = []
    collect(schema, value, '', found)
    return found
  }
}

/** The schema besides null of a union with null, else the schema itself. */
function nullableSchema(schema: Schema) {
  const [first, second, ...more] = schema.anyOf ?? []
  return first && second?.type === 'null' && more.length === 0 ? first : schema
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
