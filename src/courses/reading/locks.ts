const day = 86_400_000

/** What decides when a content opens. */
export interface LockSettings {
  id: string
  is_locked: boolean
  /** The higher of its own and its lesson's. */
  lowest_tier: number | null
  opens_at: Date | null
  opens_after_days: number | null
  /** Another content has to be completed first, and is not. */
  waits: boolean
  completed_at: Date | null
}

/** For one student: everything in the course, or one content, is open now, or opens earlier or later. */
export interface LockException {
  /** null: all contents of the course. */
  content_id: string | null
  of: 'student' | 'group'
  /** null: open now. */
  shift_days: number | null
}

export interface LockReader {
  enable_tiering: boolean
  tier: number | null
  /** null: days are not counted, as in a preview. */
  approved_at: Date | null
  now: Date
  exceptions: readonly LockException[]
}

/** By hand, by tier, by time, by what comes first. */
export type LockReason = 'locked' | 'tier' | 'date' | 'after'

export interface Lock {
  reason: LockReason
  /** When time opens it, whatever else keeps it closed. */
  opens_at: Date | null
  /** Something else has to be completed first. */
  waits: boolean
  /** The tier that it asks for. */
  lowest_tier: number | null
}

/**
 * Why a learner cannot open a content, with everything that keeps it closed; null where it is open. An exception opens
 * what hand, time and order close, never a tier, which is what a student has paid for. What was completed once is not
 * closed again by time or order.
 */
export function findLock(content: LockSettings, reader: LockReader): Lock | null {
  const exception = nearest(content.id, reader.exceptions)
  const isExcepted = exception?.shift_days === null
  const isDone = content.completed_at !== null
  const opening = isExcepted || isDone ? null : opensAt(content, reader, exception?.shift_days ?? 0)
  const opens_at = opening && opening > reader.now ? opening : null
  const waits = content.waits && !isExcepted && !isDone
  const tooLow = reader.enable_tiering && (content.lowest_tier ?? 0) > (reader.tier ?? 0)
  const lowest_tier = tooLow ? content.lowest_tier : null
  const reason = firstOf({
    locked: content.is_locked && !isExcepted,
    tier: tooLow,
    date: opens_at,
    after: waits,
  })
  return reason && { reason, opens_at, waits, lowest_tier }
}

function firstOf(reasons: Record<LockReason, unknown>): LockReason | null {
  const order: LockReason[] = ['locked', 'tier', 'date', 'after']
  return order.find((reason) => reasons[reason]) ?? null
}

/** The later of its date and its days after approval, moved by the student's exception. */
function opensAt(content: LockSettings, { approved_at }: LockReader, shift_days: number): Date | null {
  const { opens_at, opens_after_days } = content
  const dripped = opens_after_days !== null && approved_at !== null
  const times = [
    ...(opens_at ? [opens_at.getTime()] : []),
    ...(dripped ? [approved_at.getTime() + opens_after_days * day] : []),
  ]
  return times.length ? new Date(Math.max(...times) + shift_days * day) : null
}

/** What was said of this content counts before what was said of the course, the student before a group; else the kindest. */
function nearest(content_id: string, exceptions: readonly LockException[]): LockException | null {
  const rank = (exception: LockException) =>
    (exception.content_id === null ? 2 : 0) + (exception.of === 'group' ? 1 : 0)
  const kindness = ({ shift_days }: LockException) => shift_days ?? -Infinity
  let best: LockException | null = null
  for (const exception of exceptions) {
    if (exception.content_id !== null && exception.content_id !== content_id) continue
    const order = best === null ? -1 : rank(exception) - rank(best)
    if (best === null || order < 0 || (order === 0 && kindness(exception) < kindness(best))) best = exception
  }
  return best
}

/** Whether `content_id` may wait for `after`: not for itself, and not for something that waits for it. */
export function createsCycle(
  content_id: string,
  after: string,
  waiting: ReadonlyMap<string, string>,
): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = after; at !== undefined && !seen.has(at); at = waiting.get(at)) {
    if (at === content_id) return true
    seen.add(at)
  }
  return false
}
