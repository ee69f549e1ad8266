import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'assistant_preferences',
  'assistant_corrections',
  'assistant_course_settings',
  'assistant_questions',
  'assistant_recommendations',
  'assistant_settings',
  'assistant_usage',
] as const satisfies readonly (keyof DB)[]
