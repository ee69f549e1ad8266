import type { SecondRanges } from '../progress/second-ranges.ts'

/** Gaps up to this number of seconds come from rounding, and from steps of a few seconds. */
const roundingSeconds = 2

/** Start of the first part that was not played; null if there is none. */
export function firstMissedSecond(played: SecondRanges, duration: number): number | null {
  let end = 0
  for (const [from, to] of played) {
    if (from - end > roundingSeconds) return end
    end = Math.max(end, to)
  }
  return duration - end > roundingSeconds ? end : null
}
