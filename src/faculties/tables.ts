import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = ['departments', 'faculties', 'faculty_members'] as const satisfies readonly (keyof DB)[]
