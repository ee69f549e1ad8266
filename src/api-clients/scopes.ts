/** What the API is about, as a school divides it among its programs. */
export const scopeAreas = [
  'courses',
  'enrolments',
  'feedback',
  'people',
  'school',
  'uploads',
  'webhooks',
  'visits',
  'account',
  'notes',
  'assistant',
] as const
export type ScopeArea = (typeof scopeAreas)[number]

/** Areas about the one who calls: a client enters them with a person's session only. */
export const personalAreas: readonly ScopeArea[] = ['account', 'assistant', 'notes']

/** Areas that nobody has anything to read in. */
const unread: readonly ScopeArea[] = ['visits']

/** Every scope there is: `read` for GET, `write` for all else. */
export const scopes = scopeAreas.flatMap((area) =>
  unread.includes(area) ? [`${area}:write`] : [`${area}:read`, `${area}:write`],
)
