/** What the API is about, as a school divides it among its programs. */
export const areas = [
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
export type Area = (typeof areas)[number]

/** Areas about the one who calls: a client enters them with a person's session only. */
export const personal: readonly Area[] = ['account', 'assistant', 'notes']

/** Areas that nobody has anything to read in. */
const unread: readonly Area[] = ['visits']

/** Every scope there is: `read` for GET, `write` for all else. */
export const scopes = areas.flatMap((area) =>
  unread.includes(area) ? [`${area}:write`] : [`${area}:read`, `${area}:write`],
)
