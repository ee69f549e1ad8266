import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'gradebooks',
  'grade_categories',
  'grade_history',
  'grade_items',
  'grade_totals',
  'grades',
] as const satisfies readonly (keyof DB)[]
