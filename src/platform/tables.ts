import type { DB } from './database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'change_log',
  'idempotency_keys',
  'rate_limit_counters',
  'schema_migrations',
  'worker_heartbeats',
] as const satisfies readonly (keyof DB | 'schema_migrations')[]
