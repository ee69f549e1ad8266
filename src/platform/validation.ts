import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

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

/** The validator of one part of a request. */
export function compile(schema: object, isBody: boolean) {
  return (isBody ? strictAjv : addressAjv).compile(schema) as ValidateFunction
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
