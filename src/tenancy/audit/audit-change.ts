type Values = Record<string, unknown>

const longest = 120

/**
 * Returns what the audit log stores of a change: names of all changed fields, and values before and after if
 * short and plain. Texts, lists and ids of other things are omitted.
 */
export function auditChange(before: object, given: object): { fields: string[]; from?: Values; to?: Values } {
  const old = before as Values
  const differing = Object.entries(given).filter(
    ([name, value]) =>
      isPlain(name, value) && isPlain(name, old[name]) && loggedLines(value) !== loggedLines(old[name]),
  )
  const fields = Object.keys(given)
  if (differing.length === 0) return { fields }
  const of = (values: Values) =>
    Object.fromEntries(differing.map(([name]) => [name, loggedLines(values[name])]))
  return { fields, from: of(old), to: of(given as Values) }
}

const loggedLines = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

function isPlain(name: string, value: unknown) {
  if (name.endsWith('_id') || /password|secret|token/.test(name)) return false
  if (typeof value === 'string') return value.length <= longest && !/[<\n]/.test(value)
  return value === null || value instanceof Date || typeof value === 'boolean' || typeof value === 'number'
}
