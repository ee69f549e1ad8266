/** Earlier and undone values of an edited thing. */
export interface History<Value> {
  past: readonly Value[]
  value: Value
  future: readonly Value[]
  /** What the last change changed: a further change of the same joins it. */
  tag: string | null
}

/** Changes that can be undone. */
const maxChanges = 200

export const historyOf = <Value>(value: Value): History<Value> => ({
  past: [],
  value,
  future: [],
  tag: null,
})

/** Adds a change. Changes with the same tag in a row are undone at once, such as the letters of a text. */
export function changed<Value>(
  { past, value, tag: lastTag }: History<Value>,
  next: Value,
  tag: string | null,
): History<Value> {
  const isSame = tag !== null && tag === lastTag
  return { past: isSame ? past : [...past, value].slice(-maxChanges), value: next, future: [], tag }
}

export function undone<Value>(history: History<Value>): History<Value> {
  const { past, value, future } = history
  const last = past.at(-1)
  if (last === undefined) return history
  return { past: past.slice(0, -1), value: last, future: [value, ...future], tag: null }
}

export function redone<Value>(history: History<Value>): History<Value> {
  const { past, value, future } = history
  const [next, ...rest] = future
  if (next === undefined) return history
  return { past: [...past, value], value: next, future: rest, tag: null }
}
