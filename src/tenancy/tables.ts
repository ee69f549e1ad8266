import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['audit_log', 'school_hosts', 'schools'] as const satisfies readonly (keyof DB)[]
