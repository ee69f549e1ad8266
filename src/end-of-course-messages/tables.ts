import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = ['course_end_messages', 'course_end_threads'] as const satisfies readonly (keyof DB)[]
