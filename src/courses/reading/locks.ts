const day = 86_400_000

/** Settings that decide when a content opens. */
export interface LockSettings {
  id: string
  is_locked: boolean
  /** The higher tier of content and lesson. */
  lowest_tier: number | null
  opens_at: Date | null
  opens_after_days: number | null
  /** A prerequisite is not fulfilled. */
  has_open_prerequisite: boolean
  completed_at: Date | null
}

/** Exception for one student: the course or a content is open now, or opens earlier or later. */
export interface LockException {
  /** null: all contents of the course. */
  content_id: string | null
  subject: 'student' | 'group'
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

/** Locked by staff, by tier, by date, or by a prerequisite. */
export type LockReason = 'locked' | 'tier' | 'date' | 'after'

export interface Lock {
  reason: LockReason
  /** When the date opens it, apart from other locks. */
  opens_at: Date | null
  /** A prerequisite must be fulfilled. */
  has_open_prerequisite: boolean
  /** Required tier. */
  lowest_tier: number | null
}

/**
 * Returns why a learner cannot open a content, with all locks; null if it is open. An exception opens locks by
 * staff, date and prerequisite, never by tier, which is paid for. Completed content is not locked again by date
 * or prerequisite.
 */
export function findLock(content: LockSettings, reader: LockReader): Lock | null {
  const exception = nearest(content.id, reader.exceptions)
  const isExcepted = exception?.shift_days === null
  const isDone = content.completed_at !== null
  const opening = isExcepted || isDone ? null : opensAt(content, reader, exception?.shift_days ?? 0)
  const opens_at = opening && opening > reader.now ? opening : null
  const has_open_prerequisite = content.has_open_prerequisite && !isExcepted && !isDone
  const tooLow = reader.enable_tiering && (content.lowest_tier ?? 0) > (reader.tier ?? 0)
  const lowest_tier = tooLow ? content.lowest_tier : null
  const reason = firstOf({
    locked: content.is_locked && !isExcepted,
    tier: tooLow,
    date: opens_at,
    after: has_open_prerequisite,
  })
  return reason && { reason, opens_at, has_open_prerequisite, lowest_tier }
}

/** Whether a prerequisite opens what waits for it: it is completed or, if a score is required, has that score. */
export const fulfils = (
  prerequisite: { completed_at: Date | null; score: number | null },
  required_score: number | null,
): boolean =>
  required_score === null
    ? prerequisite.completed_at !== null
    : prerequisite.score !== null && prerequisite.score >= required_score

function firstOf(reasons: Record<LockReason, unknown>): LockReason | null {
  const order: LockReason[] = ['locked', 'tier', 'date', 'after']
  return order.find((reason) => reasons[reason]) ?? null
}

/** The later of date and days after approval, moved by the student's exception. */
function opensAt(content: LockSettings, { approved_at }: LockReader, shift_days: number): Date | null {
  const { opens_at, opens_after_days } = content
  const dripped = opens_after_days !== null && approved_at !== null
  const times = [
    ...(opens_at ? [opens_at.getTime()] : []),
    ...(dripped ? [approved_at.getTime() + opens_after_days * day] : []),
  ]
  return times.length ? new Date(Math.max(...times) + shift_days * day) : null
}

/**
 * An exception for the content overrides one for the course, a student's overrides a group's; else the most
 * favourable.
 */
function nearest(content_id: string, exceptions: readonly LockException[]): LockException | null {
  const rank = (exception: LockException) =>
    (exception.content_id === null ? 2 : 0) + (exception.subject === 'group' ? 1 : 0)
  const kindness = ({ shift_days }: LockException) => shift_days ?? -Infinity
  let best: LockException | null = null
  for (const exception of exceptions) {
    if (exception.content_id !== null && exception.content_id !== content_id) continue
    const order = best === null ? -1 : rank(exception) - rank(best)
    if (best === null || order < 0 || (order === 0 && kindness(exception) < kindness(best))) best = exception
  }
  return best
}

/** Whether `after` as a prerequisite of `content_id` would create a cycle. */
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
