import type { ConfigReader } from './config.ts'

/** What a school without a paid plan may use. */
export interface FreeLimits {
  students: number
  /** Bytes. */
  storage: number
}

export const readFreeLimits = (read: ConfigReader): FreeLimits => ({
  students: read.number('FREE_STUDENTS', 50, { min: 1, max: 1_000_000 }),
  storage: read.number('FREE_STORAGE_MB', 2_000, { min: 1, max: 1_000_000 }) * 1_000_000,
})
