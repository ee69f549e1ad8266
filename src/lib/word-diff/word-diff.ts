export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** With more edits than this, the whole text counts as replaced. */
const maxEdits = 2_000

/** Words, runs of spaces, line ends and single characters. */
const word = /\n|[^\S\n]+|[\p{L}\p{M}\p{N}_’']+|[^\s\p{L}\p{M}\p{N}_’']/gu

/** Returns what was removed from `before` and added in `after`, in order and in whole words. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [a, b] = [before.match(word) ?? [], after.match(word) ?? []]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const parts = [
    { kind: 'same' as const, text: a.slice(0, start).join('') },
    ...edits(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same' as const, text: a.slice(a.length - end).join('') },
  ]
  return readable(parts)
}

/** Shortest edit script from one list of words to the other. */
function edits(a: string[], b: string[]): DiffPart[] {
  const replacement: DiffPart[] = [
    { kind: 'removed', text: a.join('') },
    { kind: 'added', text: b.join('') },
  ]
  if (a.length === 0 || b.length === 0) return replacement
  const trace = furthest(a, b)
  return trace ? walkBack(a, b, trace) : replacement
}

/** For each number of edits, the furthest position in `a` of each diagonal; undefined beyond the maximum. */
function furthest(a: string[], b: string[]): Int32Array[] | undefined {
  const maxDistance = Math.min(a.length + b.length, maxEdits)
  const reach = new Int32Array(2 * maxDistance + 3)
  const at = (diagonal: number) => diagonal + maxDistance + 1
  const trace: Int32Array[] = []
  for (let edit = 0; edit <= maxDistance; edit++) {
    trace.push(reach.slice(at(-edit - 1), at(edit + 1) + 1))
    for (let diagonal = -edit; diagonal <= edit; diagonal += 2) {
      const down =
        diagonal === -edit || (diagonal !== edit && reach[at(diagonal - 1)]! < reach[at(diagonal + 1)]!)
      let x = down ? reach[at(diagonal + 1)]! : reach[at(diagonal - 1)]! + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      reach[at(diagonal)] = x
      if (x >= a.length && x - diagonal >= b.length) return trace
    }
  }
  return undefined
}

function walkBack(a: string[], b: string[], trace: Int32Array[]): DiffPart[] {
  const parts: DiffPart[] = []
  let [x, y] = [a.length, b.length]
  for (let edit = trace.length - 1; edit >= 0; edit--) {
    const reach = (diagonal: number) => trace[edit]![diagonal + edit + 1]!
    const diagonal = x - y
    const down = diagonal === -edit || (diagonal !== edit && reach(diagonal - 1) < reach(diagonal + 1))
    const from = edit === 0 ? 0 : down ? reach(diagonal + 1) : reach(diagonal - 1)
    const fromY = edit === 0 ? 0 : from - (down ? diagonal + 1 : diagonal - 1)
    while (x > from && y > fromY && a[x - 1] === b[y - 1]) parts.push({ kind: 'same', text: (y--, a[--x]!) })
    if (edit === 0) break
    if (down) parts.push({ kind: 'added', text: b[--y]! })
    else parts.push({ kind: 'removed', text: a[--x]! })
  }
  return parts.toReversed()
}

/** Joins neighbours, removed before added; a space between two changes belongs to both. */
function readable(parts: DiffPart[]): DiffPart[] {
  const shown: DiffPart[] = []
  let [removed, added, spaces] = ['', '', '']
  const flush = () => {
    if (removed) shown.push({ kind: 'removed', text: removed })
    if (added) shown.push({ kind: 'added', text: added })
    removed = added = ''
  }
  const keep = (text: string) => {
    const last = shown.at(-1)
    if (!text) return
    if (last?.kind === 'same') last.text += text
    else shown.push({ kind: 'same', text })
  }
  for (const { kind, text } of parts) {
    if (text === '') continue
    const isChanging = removed !== '' || added !== ''
    if (kind === 'same' && isChanging && /^[^\S\n]+$/.test(text)) {
      spaces += text
      continue
    }
    if (kind === 'same') {
      flush()
      keep(spaces + text)
    } else {
      if (removed) removed += spaces
      if (added) added += spaces
      if (!removed && !added) keep(spaces)
      else if (spaces && !removed) removed = spaces
      else if (spaces && !added) added = spaces
      if (kind === 'removed') removed += text
      else added += text
    }
    spaces = ''
  }
  flush()
  keep(spaces)
  return shown
}
