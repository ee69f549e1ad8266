import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'subscription_changes',
  'subscription_periods',
  'subscriptions',
] as const satisfies readonly (keyof DB)[]
