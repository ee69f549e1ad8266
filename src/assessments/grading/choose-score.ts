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
