import type { TSchema } from 'typebox'
import { newId } from '#platform/security/tokens.ts'

interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  format?: string
  pattern?: string
}

/** The smallest value of a schema: required fields only. `ids` generates every UUID in it. */
export function sampleValue(schema: TSchema | Schema, ids: () => string = newId): unknown {
  const s = schema as Schema
  if (s.const !== undefined) return s.const
  if (s.enum) return s.enum[0]
  if (s.anyOf) return sampleValue(s.anyOf.find((option) => option.type !== 'null') ?? { type: 'null' }, ids)
  const type = Array.isArray(s.type) ? s.type[0] : s.type
  if (type === 'object') {
    const required = (s.required ?? []).map((name) => [name, sampleValue(s.properties?.[name] ?? {}, ids)])
    return Object.fromEntries(required)
  }
  if (type === 'array') return Array.from({ length: s.minItems ?? 0 }, () => sampleValue(s.items ?? {}, ids))
  if (type === 'integer' || type === 'number') return s.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  return text(s, ids)
}

function text(s: Schema, ids: () => string) {
  if (s.format === 'uuid') return ids()
  if (s.format === 'date-time') return '2030-01-01T10:00:00Z'
  if (s.pattern?.includes('@')) return `somebody-${newId().slice(-12)}@people.test`
  return 'abc'.padEnd(s.minLength ?? 0, 'd')
}

/** The same as `sampleValue`, with optional fields that contain ids. */
export function sampleValueWithIds(schema: TSchema | Schema, ids: () => string): unknown {
  const s = schema as Schema
  const value = sampleValue(schema, ids)
  if (!s.properties || typeof value !== 'object' || value === null) return value
  const filled: Record<string, unknown> = { ...value }
  for (const [name, property] of Object.entries(s.properties)) {
    if (property.format === 'uuid') filled[name] = ids()
    if (property.items?.format === 'uuid') filled[name] = [ids()]
  }
  return filled
}

/** Whether any field of these schemas contains an id. */
export const containsIds = (...schemas: TSchema[]) =>
  schemas.some((schema) => JSON.stringify(schema).includes('"format":"uuid"'))
