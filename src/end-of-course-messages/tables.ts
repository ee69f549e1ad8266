import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'end_of_course_messages',
  'end_of_course_threads',
] as const satisfies readonly (keyof DB)[]
