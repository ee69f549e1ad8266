import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Per cent of the course that a student must complete to review it. */
const enough = 30

export interface Learner {
  status: string
  completed_at: Date | null
  percentage: number
  has_reviewed: boolean
}

/**
 * Students who were approved and completed enough may review, also after access has ended. An existing review can
 * always be changed, even if contents were added since.
 */
export function mayReview(learner: Learner | null): Verdict {
  if (!learner || learner.status === 'removed' || learner.status === 'pending') return refuse('not_enrolled')
  const hasLearnedEnough = learner.completed_at !== null || learner.percentage >= enough
  return hasLearnedEnough || learner.has_reviewed ? allow : refuse('review_not_allowed_yet')
}

/** Name of a student on a public page. */
export function publicReviewerName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  const last = rest.at(-1)
  const [initial] = last ? new Intl.Segmenter().segment(last) : []
  return initial ? `${first} ${initial.segment.toUpperCase()}.` : first
}
