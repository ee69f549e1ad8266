import { verifyHmac, signHmac } from '#platform/security/tokens.ts'

const readLifeSeconds = 6 * 3600
/** Links created within this time are equal, so that browsers can use their cache. */
const readStepSeconds = 30 * 60

interface SentLink {
  query: Record<string, unknown>
  now: Date
}

/** Permission of a private link: file and reader. */
export interface ReadGrant {
  school_id: string
  upload_id: string
  user_id: string
  /** Session of the reader, which the link ends with. Empty for programs and jobs. */
  session_id: string
  /** Content and course that show the file; empty if it belongs to no content. */
  content_id: string
  course_id: string
}

const readParts = (grant: ReadGrant, exp: string) =>
  [
    'media read',
    grant.school_id,
    grant.upload_id,
    exp,
    grant.user_id,
    grant.session_id,
    grant.content_id,
    grant.course_id,
  ] as const

/** Query of a private link, valid for five and a half to six hours. */
export function signReadLink(secret: string, grant: ReadGrant, now: Date): string {
  const latest = Math.floor(now.getTime() / 1000) + readLifeSeconds
  const exp = String(latest - (latest % readStepSeconds))
  const query = new URLSearchParams({ exp, user: grant.user_id })
  if (grant.session_id) query.set('session', grant.session_id)
  if (grant.content_id) query.set('content', grant.content_id)
  if (grant.course_id) query.set('course', grant.course_id)
  query.set('sig', signHmac(secret, ...readParts(grant, exp)))
  return query.toString()
}

/** Permission of a private link at this school; null if it is invalid, expired or for another file. */
export function verifyReadLink(
  secret: string,
  { school_id, upload_id }: Pick<ReadGrant, 'school_id' | 'upload_id'>,
  { query, now }: SentLink,
): ReadGrant | null {
  const { exp, user, session = '', content = '', course = '', sig } = query
  if (typeof exp !== 'string' || typeof user !== 'string' || typeof session !== 'string') return null
  if (typeof content !== 'string' || typeof course !== 'string' || typeof sig !== 'string') return null
  const reader = { user_id: user, session_id: session, content_id: content, course_id: course }
  const grant = { school_id, upload_id, ...reader }
  if (!verifyHmac(sig, secret, ...readParts(grant, exp))) return null
  return Number(exp) * 1000 > now.getTime() ? grant : null
}
