import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'course_group_members',
  'course_groups',
  'lock_exceptions',
] as const satisfies readonly (keyof DB)[]
