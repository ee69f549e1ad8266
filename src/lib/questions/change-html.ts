import type { TSchema } from 'typebox'

interface Schema {
  contentMediaType?: string
  anyOf?: Schema[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

/** Returns a copy of a body, key or answer in which `change` replaces each HTML text. The value must fit the schema. */
export const changeHtml = <T>(schema: TSchema, value: T, change: (html: string) => string): T =>
  changed(schema, value, change) as T

/** All HTML texts of a body, key or answer, in the order of its fields. */
export function htmlOf(schema: TSchema, value: unknown): string[] {
  const texts: string[] = []
  changed(schema, value, (html) => (texts.push(html), html))
  return texts
}

function changed(schema: Schema, value: unknown, change: (html: string) => string): unknown {
  if (typeof value === 'string') return schema.contentMediaType === 'text/html' ? change(value) : value
  if (Array.isArray(value))
    return value.map((item) => changed(memberFor(schema, value).items ?? {}, item, change))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, patternProperties = {} } = memberFor(schema, value)
  const [other = {}] = Object.values(patternProperties)
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, changed(properties[name] ?? other, field, change)]),
  )
}

/** The member of a union that has the `type` or `kind` of the value. */
function memberFor(schema: Schema, value: object): Schema {
  if (!schema.anyOf) return schema
  const given = value as Record<string, unknown>
  const fits = ({ properties = {} }: Schema) =>
    ['type', 'kind'].some((name) => properties[name]?.enum?.includes(given[name]))
  return schema.anyOf.find(fits) ?? {}
}
