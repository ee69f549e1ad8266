import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = ['mail_outbox', 'external_mail_counts'] as const satisfies readonly (keyof DB)[]
