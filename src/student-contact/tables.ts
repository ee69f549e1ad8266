import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['staff_notes', 'student_messages'] as const satisfies readonly (keyof DB)[]
