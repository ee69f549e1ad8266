/** Keywords that limit a value. */
interface Schema {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  type?: string
  format?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  maxJsonBytes?: number
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

const longestFormats: Record<string, number> = { uuid: 36 }
const longestKey = 40

/** Bytes of the longest JSON that a schema accepts; infinite without a limit. */
export function maxJsonLength(schema: object): number {
  const s = schema as Schema
  if (s.maxJsonBytes !== undefined) return s.maxJsonBytes
  if (s.const !== undefined) return byteLength(s.const)
  if (s.enum) return Math.max(...s.enum.map(byteLength))
  if (s.anyOf) return Math.max(...s.anyOf.map(maxJsonLength))
  if (s.type === 'object') return longestObject(s)
  if (s.type === 'array') return 2 + (s.maxItems ?? Infinity) * (1 + maxJsonLength(s.items ?? {}))
  if (s.type === 'string') return longestString(s)
  return { integer: 20, number: 25, boolean: 5, null: 4 }[s.type ?? ''] ?? Infinity
}

const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function longestObject({ properties = {}, patternProperties = {}, maxProperties = Infinity }: Schema) {
  const named = Object.entries(properties).map(([name, value]) => byteLength(name) + 2 + maxJsonLength(value))
  const values = Object.values(patternProperties).map(maxJsonLength)
  const others = values.length ? maxProperties * (longestKey + 5 + Math.max(...values)) : 0
  return named.reduce((sum, length) => sum + length, 2 + others)
}

/** A character takes up to three bytes in UTF-8; with a pattern or format, one. */
function longestString({ format = '', maxLength, pattern }: Schema) {
  const length = maxLength ?? longestFormats[format] ?? Infinity
  return 2 + length * (format in longestFormats || (pattern && pattern !== '\\S') ? 1 : 3)
}
