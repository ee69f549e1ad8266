import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = ['student_reviews'] as const satisfies readonly (keyof DB)[]
