import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['departments', 'faculties', 'faculty_members'] as const satisfies readonly (keyof DB)[]
