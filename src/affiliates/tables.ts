import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'affiliate_clicks',
  'affiliate_commissions',
  'affiliate_payouts',
  'affiliate_settings',
  'affiliates',
  'bank_details',
] as const satisfies readonly (keyof DB)[]
