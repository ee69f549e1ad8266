/** Shares of what a provider records, as the specification sets them. */
export const sampleRates = { traces: 1, replaySession: 0.1, replayOnError: 1 } as const

/** What this page records, decided once when it is opened. */
export interface Sampling {
  traces: boolean
  /** The whole visit is recorded. */
  replaySession: boolean
  /** The last minute is recorded when an error happens. */
  replayOnError: boolean
}

/** Draws by the specified rates; `random` answers 0 to 1, without 1. */
export function drawSampling(random: () => number): Sampling {
  return {
    traces: random() < sampleRates.traces,
    replaySession: random() < sampleRates.replaySession,
    replayOnError: random() < sampleRates.replayOnError,
  }
}
