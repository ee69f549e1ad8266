import type { DB } from '#platform/database/database-types.ts'

/** Tables that only this domain writes. */
export const tables = [
  'account_schools',
  'account_sessions',
  'accounts',
  'invitations',
  'one_time_tokens',
  'registration_links',
  'school_stats',
  'school_oidc_issuers',
  'school_email_index',
  'sessions',
  'oidc_identities',
  'oidc_logins',
  'support_visits',
  'users',
] as const satisfies readonly (keyof DB)[]
