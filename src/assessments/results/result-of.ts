import { roundHalfUp } from '#lib/grades/index.ts'
import { isPassed } from '../grading/total-of.ts'
import type { Revision } from '../revisions/load-revision.ts'

interface Marked {
  points: number | null
  max_points: number
  score: number | null
}

/** Result of a released attempt. */
export const resultOf = (
  { points, max_points, score }: Marked,
  { settings }: Pick<Revision, 'settings'>,
) => ({
  points: points && roundHalfUp(points),
  max_points,
  score: score && roundHalfUp(score),
  is_passed: settings.pass_percent === null ? null : isPassed(score, settings.pass_percent, max_points),
})
