import type { ConfigReader } from './config.ts'

/** How long the owners of a closed school may think better of it. */
export interface ClosingConfig {
  graceDays: number
}

export const readClosing = (read: ConfigReader): ClosingConfig => ({
  graceDays: read.number('CLOSING_GRACE_DAYS', 30, { min: 1, max: 365 }),
})
