import type { AssessmentSettings } from '../shapes.ts'
import type { Allowance } from './attempt-state.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Maximum number of attempts of a student where the assessment does not limit them. */
export const maxAttemptsOfStudent = 1_000

/** Attempts that a student may start; null: as many as the student likes. */
export const maxAttempts = (
  { max_attempts }: Pick<AssessmentSettings, 'max_attempts'>,
  { extra_attempts }: Pick<Allowance, 'extra_attempts'>,
) => max_attempts && max_attempts + extra_attempts

interface StartFacts {
  opens_at: Date | null
  closes_at: Date | null
  /** Null: as many as the student likes. */
  max_attempts: number | null
  used_attempts: number
}

/** Whether a student with access may start another attempt at `now`. */
export function mayStart(
  { opens_at, closes_at, max_attempts, used_attempts }: StartFacts,
  now: Date,
): Verdict {
  if (opens_at && now < opens_at) return refuse('assessment_not_open')
  if (closes_at && now >= closes_at) return refuse('assessment_closed')
  if (used_attempts >= (max_attempts ?? maxAttemptsOfStudent)) return refuse('no_attempts_left')
  return allow
}

/** Codes are compared without regard to case and spaces at the ends: students type them from a board. */
export const isAccessCode = (expected: string, entered: string) =>
  expected === '' || fold(expected) === fold(entered)

const fold = (code: string) => code.normalize('NFC').trim().toLowerCase()
