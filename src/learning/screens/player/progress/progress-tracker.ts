import { noSecondRanges, unionRanges, type SecondRanges } from './second-ranges.ts'

/** State of a player at a time update. */
export interface PlaybackTick {
  /** In seconds. */
  position: number
  /** 1 is normal speed. */
  rate: number
  /** Whether the playback counts: not paused, and a video not in a hidden tab. */
  reaches: boolean
}

export interface ProgressTracker {
  tick(tick: PlaybackTick): void
  /** The position was changed by hand: the time between was not played. */
  jump(): void
  /** Returns the whole seconds played since the last call. */
  takeProgress(): SecondRanges
}

/**
 * Players report up to four times per second, slow and background ones once, and busy pages later. A longer step is a
 * jump, in seconds.
 */
const longestStep = 4

/** Counts distinct played seconds. Has no clock and no player. */
export function createProgressTracker(): ProgressTracker {
  let played: SecondRanges = noSecondRanges
  /** End of the current playback; null while nothing plays. */
  let open: number | null = null
  return {
    tick({ position, rate, reaches }) {
      const step = open === null ? 0 : position - open
      if (open !== null && step > 0 && step <= longestStep * Math.max(1, rate))
        played = unionRanges(played, [[open, position]])
      open = reaches ? position : null
    },
    jump() {
      open = null
    },
    takeProgress() {
      const roundedRanges = played.map((range) => wholeSeconds(range, open))
      // The current second is returned when it is complete.
      played = played.flatMap(([from, to]): SecondRanges =>
        to === open ? [[Math.max(from, Math.floor(to)), to]] : [],
      )
      return unionRanges(noSecondRanges, roundedRanges)
    },
  }
}

/** A second counts if at least half of it was played. */
function wholeSeconds([from, to]: SecondRanges[number], open: number | null): [number, number] {
  const first = Math.max(0, Math.ceil(from - 0.5))
  const end = to === open ? Math.floor(to) : Math.floor(to + 0.5)
  return end - first === 1 && to - from < 0.5 ? [first, first] : [first, end]
}
