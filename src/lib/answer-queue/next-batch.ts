import type { QueuedSave } from './queued-save.ts'

/**
 * Most slots of one request: those of the longest attempt, since after the deadline the server takes one request from each
 * holder.
 */
export const maxBatchSlots = 200
/** Most bytes of the answers in one request, below the limit of the server; a single answer is always sent. */
export const maxBatchBytes = 1_500_000

/** Saves of one holder, at most one for each slot. */
export interface Batch {
  holder: number
  saves: QueuedSave[]
}

/**
 * Returns the saves of the oldest holder that still waits: of each slot the newest, the earlier ones being outdated by
 * it. Null if nothing waits.
 */
export function nextBatch(waiting: readonly QueuedSave[]): Batch | null {
  if (waiting.length === 0) return null
  const holder = Math.min(...waiting.map((save) => save.holder))
  const newest = new Map<number, QueuedSave>()
  for (const save of waiting) {
    if (save.holder !== holder) continue
    const other = newest.get(save.slot)
    if (!other || other.seq < save.seq) newest.set(save.slot, save)
  }
  const bySeq = [...newest.values()].toSorted((one, other) => one.seq - other.seq)
  return { holder, saves: withinLimits(bySeq) }
}

function withinLimits(saves: QueuedSave[]) {
  let bytes = 0
  const end = saves.findIndex(({ answer }, at) => {
    bytes += new TextEncoder().encode(JSON.stringify(answer)).length
    return at > 0 && (at >= maxBatchSlots || bytes > maxBatchBytes)
  })
  return end === -1 ? saves : saves.slice(0, end)
}

/** Returns the waiting saves that a settled one of the batch settles: itself and the earlier ones of its slot. */
export function settledBy(
  waiting: readonly QueuedSave[],
  { holder, saves }: Batch,
  settled: readonly number[],
) {
  const lastSeq = new Map<number, number>()
  for (const save of saves) if (settled.includes(save.seq)) lastSeq.set(save.slot, save.seq)
  return waiting.filter((save) => save.holder === holder && save.seq <= (lastSeq.get(save.slot) ?? -1))
}
