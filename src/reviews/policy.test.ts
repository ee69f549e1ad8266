import { expect, test } from 'vitest'
import { mayReview, publicReviewerName, type Learner } from './policy.ts'

const learner = (given: Partial<Learner>): Learner => ({
  status: 'approved',
  completed_at: null,
  percentage: 0,
  has_reviewed: false,
  ...given,
})

test.each<[Partial<Learner> | null, string | true]>([
  [null, 'not_enrolled'],
  [{ status: 'removed', percentage: 100 }, 'not_enrolled'],
  [{ status: 'pending', percentage: 100 }, 'not_enrolled'],
  [{ percentage: 29 }, 'review_not_allowed_yet'],
  [{ percentage: 30 }, true],
  [{ completed_at: new Date() }, true],
  [{ status: 'expired', percentage: 50 }, true],
  [{ status: 'unapproved', percentage: 50 }, true],
  [{ has_reviewed: true }, true],
])('%j', (given, expected) => {
  const verdict = mayReview(given && learner(given))
  expect(verdict.allowed || verdict.code).toBe(expected)
})

test.each([
  ['Ada Obi', 'Ada O.'],
  ['Ada', 'Ada'],
  ['  Jean-Luc de la Tour ', 'Jean-Luc T.'],
  ['明 李', '明 李.'],
  ['Zoë ß', 'Zoë SS.'],
  ['', ''],
])('shows %j as %j', (name, shown) => expect(publicReviewerName(name)).toBe(shown))
