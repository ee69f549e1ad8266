/** Minimum similarity of two questions that count as the same. */
export const isSimilar = 0.6

/** Share of common terms of two questions, 0 to 1. */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [new Set(one), new Set(other)]
  const shared = [...a].filter((root) => b.has(root)).length
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
