/** In minutes. */
export const visitLengths = [15, 30, 45, 60] as const
export const raiseLengths = [5, 10, 15] as const
/** In characters, spaces around them not counted. */
export const reasonLengths = { least: 10, most: 500 }
