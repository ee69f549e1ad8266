import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'consents',
  'legal_acceptances',
  'legal_drafts',
  'legal_versions',
] as const satisfies readonly (keyof DB)[]
