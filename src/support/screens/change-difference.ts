export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

export interface ChangeDetailsData {
  differences: FieldChange[]
  /** Changed fields without stored values. */
  fields: string[]
  facts: { field: string; value: unknown }[]
}

type Values = Record<string, unknown>

/** Facts shown below the sentence; ids mean nothing to readers. */
export const changeFacts = [
  'reason',
  'email',
  'issuer',
  'role',
  'tier',
  'status',
  'language',
  'audience',
  'version',
  'titles',
  'file_name',
  'problem',
  'cause',
  'overlap_hours',
  'scopes',
  'is_on',
  'student_approval_end_date',
] as const

/** Parses a stored change: pairs, `from` and `to`, names of fields, and some facts. */
export function parseChange(change: Values): ChangeDetailsData {
  const pairs = Object.entries(change).flatMap(([field, value]) =>
    isPair(field, value) ? [{ field, from: value[0], to: value[1] }] : [],
  )
  const differences = [...pairs, ...betweenOf(change.from, change.to)].filter(
    ({ from, to }) => JSON.stringify(from) !== JSON.stringify(to),
  )
  const changedFields = new Set(differences.map(({ field }) => field))
  const fields = Array.isArray(change.fields)
    ? change.fields.map(String).filter((name) => !changedFields.has(name))
    : []
  return {
    differences,
    fields,
    facts: changeFacts.flatMap((field) => {
      const value = change[field]
      const isNothing = value === null || value === undefined || value === ''
      return isNothing || changedFields.has(field) || isPair(field, value) ? [] : [{ field, value }]
    }),
  }
}

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

/** A list of two names is ambiguous: such fields end in s and are not pairs. */
const isPair = (field: string, value: unknown): value is [unknown, unknown] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(isScalar) &&
  (!field.endsWith('s') || field === 'status')

function betweenOf(from: unknown, to: unknown): FieldChange[] {
  if (isScalar(from) && isScalar(to) && (from ?? to) !== undefined && !isId(from))
    return [{ field: 'name', from: from ?? null, to: to ?? null }]
  if (!isValues(from) || !isValues(to)) return []
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !isId(from[field]) && !isId(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
