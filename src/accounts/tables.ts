import type { DB } from '#platform/database/database-types.ts'

/** Tables that no other domain writes. */
export const tables = [
  'account_schools',
  'account_sessions',
  'accounts',
  'invitations',
  'one_time_tokens',
  'registration_links',
  'school_figures',
  'school_issuers',
  'school_people',
  'sessions',
  'sign_in_links',
  'sign_ins',
  'support_visits',
  'users',
] as const satisfies readonly (keyof DB)[]
