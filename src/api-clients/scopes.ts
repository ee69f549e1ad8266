/** Areas of the API that a school grants to its programs separately. */
export const scopeAreas = [
  'courses',
  'enrolments',
  'assessments',
  'certificates',
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

/** Areas about the caller: a client needs a person's session for them. */
export const personalAreas: readonly ScopeArea[] = ['account', 'assistant', 'notes']

/** Areas without read routes. */
const unread: readonly ScopeArea[] = ['visits']

/** Every scope: `read` for GET, `write` for all other methods. */
export const scopes = scopeAreas.flatMap((area) =>
  unread.includes(area) ? [`${area}:write`] : [`${area}:read`, `${area}:write`],
)
