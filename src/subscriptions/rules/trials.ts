import { addDays } from './periods.ts'

/**
 * When to mail that a trial ends: three days before, or one day before the end of a trial of two or three days. Null for a trial of
 * one day, whose first mail says the same.
 */
export function trialMailAt(trial_days: number, ends_at: Date): Date | null {
  if (trial_days < 2) return null
  return addDays(ends_at, trial_days > 3 ? -3 : -1)
}
