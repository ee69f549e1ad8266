import { daysLate, pointsAfterPenalty, roundHalfUp } from '#lib/grades/index.ts'
import type { Revision } from '../revisions/load-revision.ts'

/** What a mark contributes to a total. */
export interface CountedMark {
  /** Null: a person must mark the answer. */
  points: number | null
  /** The question does not count for this attempt. */
  is_dropped: boolean
}

interface Totalled {
  attempt: { submitted_at: Date }
  rules: Pick<Revision, 'settings'>
  /** Points of each slot. */
  paper: readonly { points: number }[]
  /** Last mark of each slot; a survey has none. */
  marks: ReadonlyMap<number, CountedMark>
}

/** Points, maximum, score after the late penalty, and state of a submitted attempt. */
export function totalOf({ attempt, rules, paper, marks }: Totalled) {
  const max_points = paper.reduce(
    (total, { points }, slot) => (marks.get(slot)?.is_dropped ? total : total + points),
    0,
  )
  const points = [...marks.values()].map((mark) => mark.points)
  const pending_count = points.filter((each) => each === null).length
  if (pending_count > 0)
    return { state: 'submitted' as const, points: null, max_points, score: null, pending_count }
  const sum = points.reduce<number>((total, each) => total + (each ?? 0), 0)
  const { due_at, late_percent_per_day, late_floor_percent } = rules.settings
  const counted = pointsAfterPenalty(sum, {
    days: daysLate(due_at === null ? null : new Date(due_at), attempt.submitted_at),
    percent_per_day: late_percent_per_day,
    floor_percent: late_floor_percent,
  })
  const score = max_points > 0 && points.length > 0 ? roundHalfUp((100 * counted) / max_points, 4) : null
  return {
    state: 'marked' as const,
    points: score === null ? null : roundHalfUp(sum, 4),
    max_points,
    score,
    pending_count,
  }
}

/** Whether a score reaches the pass mark. Where nothing can be earned, everybody who submitted passed. */
export const isPassed = (score: number | null, pass_percent: number | null, max_points: number) =>
  pass_percent === null || max_points === 0 || (score !== null && score >= pass_percent)
