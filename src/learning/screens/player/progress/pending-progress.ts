import { noSecondRanges, unionRanges, type SecondRanges } from './second-ranges.ts'

/** A student's progress in one content that is not sent yet. */
export interface PendingProgress {
  content_id: string
  course_id: string
  watched: SecondRanges
  /** When it was on the screen, in seconds since 1970 by the server's clock. */
  visible: SecondRanges
  /** The part of the text that was seen. */
  read_percentage: number | null
  /** Length of the recording as found at its end. */
  media_seconds: number | null
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
  visible: noSecondRanges,
  read_percentage: null,
  media_seconds: null,
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
    visible: unionRanges(earlier.visible, later.visible),
    read_percentage: largest(earlier.read_percentage, later.read_percentage),
    media_seconds: later.media_seconds ?? earlier.media_seconds,
    position_seconds: newer.position_seconds,
    position_at: newer.position_at,
    opened: earlier.opened || later.opened,
    completed: later.completed ?? earlier.completed,
  }
}

const largest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))

/** Maximum number of ranges per call. */
const maxRanges = 200

/** The calls that send all of it: several only after much seeking while offline. */
export function progressCalls({ content_id, course_id, watched, visible, ...rest }: PendingProgress) {
  const { position_seconds, position_at, opened, completed, read_percentage, media_seconds } = rest
  const calls = Math.max(1, Math.ceil(Math.max(watched.length, visible.length) / maxRanges))
  return Array.from({ length: calls }, (_call, index) => ({
    content_id,
    course_id,
    ...rangesOfCall('watched', watched, index),
    ...rangesOfCall('visible', visible, index),
    ...(position_seconds !== null && { position_seconds }),
    ...(position_at !== null && { position_at }),
    ...(read_percentage !== null && { read_percentage }),
    // What completes the content comes with the last ranges.
    ...(index === calls - 1 && {
      ...(media_seconds !== null && { media_seconds }),
      ...(opened && { opened }),
      ...(completed !== null && { completed }),
    }),
  }))
}

function rangesOfCall<Name extends 'watched' | 'visible'>(name: Name, ranges: SecondRanges, index: number) {
  const batch = ranges.slice(index * maxRanges, (index + 1) * maxRanges).map(([from, to]) => [from, to])
  return (batch.length > 0 ? { [name]: batch } : {}) as Partial<Record<Name, number[][]>>
}
