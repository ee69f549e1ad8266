import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_events',
  'webhook_secrets',
] as const satisfies readonly (keyof DB)[]
