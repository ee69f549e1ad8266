import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'content_progress',
  'enrolment_decisions',
  'enrolment_events',
  'enrolments',
] as const satisfies readonly (keyof DB)[]
