import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'invoice_counters',
  'invoice_settings',
  'invoices',
] as const satisfies readonly (keyof DB)[]
