/** Sample rates of the specification. */
export const sampleRates = { traces: 1, replaySession: 0.1, replayOnError: 1 } as const

/** What this page records, decided once when it opens. */
export interface Sampling {
  traces: boolean
  /** The whole visit is recorded. */
  replaySession: boolean
  /** The last minute is recorded when an error happens. */
  replayOnError: boolean
}

/** Samples by the specified rates; `random` returns 0 (included) to 1 (excluded). */
export function drawSampling(random: () => number): Sampling {
  return {
    traces: random() < sampleRates.traces,
    replaySession: random() < sampleRates.replaySession,
    replayOnError: random() < sampleRates.replayOnError,
  }
}
