import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['school_billing', 'school_invoices'] as const satisfies readonly (keyof DB)[]
