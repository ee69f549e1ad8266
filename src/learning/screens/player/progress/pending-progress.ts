import { noSecondRanges, unionRanges, type SecondRanges } from './second-ranges.ts'

/** A student's progress in one content that is not sent yet. */
export interface PendingProgress {
  content_id: string
  course_id: string
  watched: SecondRanges
  position_seconds: number | null
  /** When the player was at the position, RFC 3339. */
  position_at: string | null
  opened: boolean
  /** Last manual mark as completed or not. */
  completed: boolean | null
}

export type ProgressChange = Pick<PendingProgress, 'content_id' | 'course_id'> & Partial<PendingProgress>

const nothing = {
  watched: noSecondRanges,
  position_seconds: null,
  position_at: null,
  opened: false,
  completed: null,
}

export const pendingFrom = (change: ProgressChange): PendingProgress => ({ ...nothing, ...change })

/** Merges both; `later` overrides single values. */
export function mergeProgress(earlier: PendingProgress, later: PendingProgress): PendingProgress {
  const newer = (later.position_at ?? '') >= (earlier.position_at ?? '') ? later : earlier
  return {
    ...later,
    watched: unionRanges(earlier.watched, later.watched),
    position_seconds: newer.position_seconds,
    position_at: newer.position_at,
    opened: earlier.opened || later.opened,
    completed: later.completed ?? earlier.completed,
  }
}

/** Maximum number of ranges per call. */
const mostRanges = 200

/** The calls that send all of it: several only after much seeking while offline. */
export function progressCalls({ content_id, course_id, watched, ...rest }: PendingProgress) {
  const { position_seconds, position_at, opened, completed } = rest
  const batches = [watched.slice(0, mostRanges)]
  for (let from = mostRanges; from < watched.length; from += mostRanges)
    batches.push(watched.slice(from, from + mostRanges))
  return batches.map((batch) => ({
    content_id,
    course_id,
    ...(batch.length > 0 && { watched: batch.map(([from, to]) => [from, to]) }),
    ...(position_seconds !== null && { position_seconds }),
    ...(position_at !== null && { position_at }),
    ...(opened && { opened }),
    ...(completed !== null && { completed }),
  }))
}
