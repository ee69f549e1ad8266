import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Share of the course, in per cent, after which a student can judge it. */
const enough = 30

export interface Learner {
  status: string
  completed_at: Date | null
  percentage: number
  has_reviewed: boolean
}

/**
 * Who was approved once and has seen enough may say what it was like, also after the access has ended. Who has said
 * something may always change it: contents that were added since take no right away.
 */
export function mayReview(learner: Learner | null): Verdict {
  if (!learner || learner.status === 'removed' || learner.status === 'pending') return refuse('not_enrolled')
  const hasLearnedEnough = learner.completed_at !== null || learner.percentage >= enough
  return hasLearnedEnough || learner.has_reviewed ? allow : refuse('review_not_allowed_yet')
}

/** How a student is called on a page that everybody reads. */
export function publicReviewerName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  const last = rest.at(-1)
  const [initial] = last ? new Intl.Segmenter().segment(last) : []
  return initial ? `${first} ${initial.segment.toUpperCase()}.` : first
}
