import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'usage_daily_counts',
  'usage_events',
  'visits',
] as const satisfies readonly (keyof DB)[]
