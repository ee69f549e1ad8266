import { daysLate } from '#lib/grades/index.ts'
import type { AssessmentSettings } from '../shapes.ts'

/**
 * The score that counts of the submitted attempts of a student, in their order: 0 to 100, or null while the attempts that
 * count are not marked.
 */
export function chooseScore(
  attempts: readonly { score: number | null }[],
  score_from: AssessmentSettings['score_from'],
): number | null {
  if (score_from === 'last') return attempts.at(-1)?.score ?? null
  const scores = attempts.flatMap(({ score }) => score ?? [])
  if (scores.length === 0) return null
  if (score_from === 'best') return Math.max(...scores)
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

interface TimedAttempt {
  score: number | null
  submitted_at: Date | null
}

/** Whether an attempt that counts was submitted after the due time. */
export function isCountedLate(
  attempts: readonly TimedAttempt[],
  { score_from, due_at }: Pick<AssessmentSettings, 'score_from' | 'due_at'>,
): boolean {
  if (due_at === null) return false
  const due = new Date(due_at)
  return countedAttempts(attempts, score_from).some(
    ({ submitted_at }) => submitted_at !== null && daysLate(due, submitted_at) > 0,
  )
}

function countedAttempts(
  attempts: readonly TimedAttempt[],
  score_from: AssessmentSettings['score_from'],
): readonly TimedAttempt[] {
  if (score_from === 'last') return attempts.slice(-1)
  if (score_from === 'average') return attempts.filter(({ score }) => score !== null)
  const best = chooseScore(attempts, 'best')
  return attempts.filter(({ score }) => score !== null && score === best).slice(0, 1)
}
