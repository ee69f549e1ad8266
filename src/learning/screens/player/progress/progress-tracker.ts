import { noSecondRanges, unionRanges, type SecondRanges } from './second-ranges.ts'

/** What a player says of itself when its position has moved on. */
export interface PlaybackTick {
  /** In seconds. */
  position: number
  /** 1 is normal speed. */
  rate: number
  /** Whether what plays now reaches somebody: it is not paused, and a film is not in a hidden tab. */
  reaches: boolean
}

export interface ProgressTracker {
  tick(tick: PlaybackTick): void
  /** The position was moved by hand: what lies between was not played. */
  jump(): void
  /** Hands over the whole seconds that were played since the last time. */
  take(): SecondRanges
}

/** Players report four times a second, slow ones and those in the background once. A longer step was a jump. */
const longestStep = 2

/** Counts the distinct seconds that were really played. Knows no clock and no player. */
export function createProgressTracker(): ProgressTracker {
  let played: SecondRanges = noSecondRanges
  /** Where the stretch that plays now has come to; null while nothing plays. */
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
    take() {
      const roundedRanges = played.map((range) => wholeSeconds(range, open))
      // The second that plays now is handed over when it is over.
      played = played.flatMap(([from, to]): SecondRanges =>
        to === open ? [[Math.max(from, Math.floor(to)), to]] : [],
      )
      return unionRanges(noSecondRanges, roundedRanges)
    },
  }
}

/** A second counts when at least half of it was played. */
function wholeSeconds([from, to]: SecondRanges[number], open: number | null): [number, number] {
  const first = Math.max(0, Math.ceil(from - 0.5))
  const end = to === open ? Math.floor(to) : Math.floor(to + 0.5)
  return end - first === 1 && to - from < 0.5 ? [first, first] : [first, end]
}
