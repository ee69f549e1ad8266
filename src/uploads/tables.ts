import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['upload_usage', 'uploads'] as const satisfies readonly (keyof DB)[]
