/** Share of the points of a part of an answer; null if a person or the sandbox for code must mark it. */
export interface GradedPart {
  id: string
  fraction: number | null
}

/** How a number was read, for the form and the review. */
export interface NumberReading {
  /** Possible values in plain decimal notation; two if the text is ambiguous, none if it is no number. */
  values: string[]
  unit: string
}

export interface Grading {
  /** From 0 to 1; null if a person or the sandbox for code must mark the answer. */
  fraction: number | null
  /** Empty for types without parts. */
  parts: GradedPart[]
  reading?: NumberReading
}

/** A grading without parts. */
export const whole = (fraction: number | null): Grading => ({
  fraction: fraction === null ? null : clamp(fraction),
  parts: [],
})

/** The number within 0 and 1. */
export const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction))

/** The value of an id, or undefined: names such as `constructor` are valid ids too. */
export const valueOf = <T>(values: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(values, id) ? values[id] : undefined
