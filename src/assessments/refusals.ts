import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  not_your_assessment: [403, 'Only admins and the person who created this assessment can do this.'],
  too_many_assessments: [409, 'A school has at most 10,000 assessments.'],
  content_has_assessment: [409, 'Another assessment belongs to this content.'],
  assessment_incomplete: [409, 'The assessment cannot be published yet. Check the listed problems.'],
  assessment_locked: [403, 'The lesson of this assessment is not open to you.'],
  assessment_not_open: [409, 'This assessment has not opened yet.'],
  assessment_closed: [409, 'This assessment is closed.'],
  no_attempts_left: [409, 'You have no attempts left.'],
  access_code_invalid: [403, 'This access code is not valid. Check it and try again.'],
  attempt_not_graded: [409, 'This attempt is not submitted and graded yet. Try again in a moment.'],
  mark_conflict: [409, 'Another person marked this answer meanwhile. Check the mark and try again.'],
  regrade_running: [409, 'This regrade is being applied or was applied. Check its result.'],
  regrade_not_ready: [409, 'The preview is not ready, or it was discarded. Check it and try again.'],
  rubric_conflict: [409, 'Another person changed this rubric meanwhile. Load it again.'],
  too_many_saved_comments: [409, 'You have saved 500 comments. Delete one first.'],
  attempt_taken_over: [409, 'This attempt was opened in another tab or on another device.'],
})
