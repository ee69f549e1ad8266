import { daysLate, pointsAfterPenalty, roundHalfUp } from '#lib/grades/index.ts'
import type { Revision } from '../revisions/load-revision.ts'

interface Totalled {
  attempt: { submitted_at: Date; max_points: number }
  rules: Pick<Revision, 'settings'>
  /** Of each slot; null: a person must mark it. */
  points: readonly (number | null)[]
}

/** Points, score after the late penalty, and state of a submitted attempt. */
export function totalOf({ attempt, rules, points }: Totalled) {
  const pending_count = points.filter((each) => each === null).length
  if (pending_count > 0) return { state: 'submitted' as const, points: null, score: null, pending_count }
  const sum = points.reduce<number>((total, each) => total + (each ?? 0), 0)
  const { due_at, late_percent_per_day, late_floor_percent } = rules.settings
  const counted = pointsAfterPenalty(sum, {
    days: daysLate(due_at === null ? null : new Date(due_at), attempt.submitted_at),
    percent_per_day: late_percent_per_day,
    floor_percent: late_floor_percent,
  })
  const { max_points } = attempt
  const score = max_points > 0 && points.length > 0 ? roundHalfUp((100 * counted) / max_points, 4) : null
  return {
    state: 'marked' as const,
    points: score === null ? null : roundHalfUp(sum, 4),
    score,
    pending_count,
  }
}

/** Whether a score reaches the pass mark. Where nothing can be earned, everybody who submitted passed. */
export const isPassed = (score: number | null, pass_percent: number | null, max_points: number) =>
  pass_percent === null || max_points === 0 || (score !== null && score >= pass_percent)
