const maxDepth = 100
/** Relative difference of numbers that is taken as an error of rounding, as in 0.1 + 0.2. */
const roundingError = 1e-9

/** Whether two JSON texts mean the same value; the order of an object's keys does not count. */
export function isSameJson(actual: string, expected: string): boolean {
  const [a, b] = [parse(actual), parse(expected)]
  return a && b ? isSame(a.value, b.value, 0) : actual.trim() === expected.trim()
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

function isSame(a: unknown, b: unknown, depth: number): boolean {
  if (a === b) return true
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= roundingError * Math.max(Math.abs(a), Math.abs(b))
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || depth >= maxDepth) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && isSame(value, right.get(name), depth + 1))
  )
}
