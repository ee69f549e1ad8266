import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  not_enrolled: [403, 'Only students of this course can do this.'],
  approval_ended: [403, 'Your access to this course has ended.'],
  content_locked: [403, 'This lesson is locked.'],
  tier_too_low: [403, 'This lesson needs a higher tier.'],
  content_not_open_yet: [403, 'This lesson is not open yet.'],
  prerequisite_not_completed: [403, 'Complete another lesson of this course first.'],
  not_watched_enough: [409, 'Play more of this lesson to complete it.'],
  not_read_enough: [409, 'This text must be read, or scrolled to its end, to complete it.'],
  not_submitted: [409, 'Submit this assessment to complete it.'],
  not_passed: [409, 'Pass this assessment to complete it.'],
  direct_registration_disabled: [403, 'Only staff can add students to this course.'],
  course_not_open: [403, 'This course does not accept requests to join.'],
  course_ended: [403, 'This course has ended.'],
  enrolment_removed: [409, 'This student was removed from the course. Add the student again first.'],
  end_date_passed: [409, 'The end date must be in the future.'],
  undo_expired: [409, 'This change can no longer be undone.'],
  tiering_disabled: [409, 'This course has no tiers.'],
  tier_unknown: [422, 'This course does not have this tier.'],
})
