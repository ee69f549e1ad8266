/** Inserts `added` into `ids` at position `at`, or at the end. */
export function insertAt(ids: string[], added: string[], at = ids.length): string[] {
  const rest = ids.filter((id) => !added.includes(id))
  const position = Math.min(at, rest.length)
  return [...rest.slice(0, position), ...added, ...rest.slice(position)]
}

/** Whether both contain the same ids in any order; neither may contain duplicates. */
export function hasSameMembers(a: string[], b: string[]) {
  const members = new Set(a)
  return a.length === b.length && b.every((id) => members.has(id))
}
