/** Durations of a visit in minutes. */
export const visitMinutes = [15, 30, 45, 60] as const
export const writeAccessMinutes = [5, 10, 15] as const
/** In characters, without surrounding spaces. */
export const reasonLengthLimits = { min: 10, max: 500 }
