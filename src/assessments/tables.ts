import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'accommodations',
  'answer_log',
  'assessment_exceptions',
  'assessment_items',
  'assessment_revisions',
  'assessments',
  'attempt_answers',
  'attempt_papers',
  'attempts',
  'mark_steps',
  'regrade_rows',
  'regrades',
  'rubrics',
  'saved_comments',
] as const satisfies readonly (keyof DB)[]
