import { verifyHmac, signHmac } from '#platform/security/tokens.ts'
import type { ExpectedObject, SignedPut } from './storage.ts'

const putLifeSeconds = 3600
const readLifeSeconds = 6 * 3600
/** Links created within this time are equal, so that browsers can use their cache. */
const readStepSeconds = 30 * 60

/** Returns a signed link to upload one object with this type and length within an hour. */
export function signPutLink(
  secret: string,
  key: string,
  { size, content_type }: ExpectedObject,
  now: Date,
): SignedPut {
  const expires = Math.floor(now.getTime() / 1000) + putLifeSeconds
  const query = new URLSearchParams({
    expires: String(expires),
    size: String(size),
    type: content_type,
    signature: signHmac(secret, 'storage put', key, String(expires), String(size), content_type),
  })
  return {
    url: `/storage/${key}?${query}`,
    method: 'PUT',
    headers: { 'content-type': content_type },
    expires_at: new Date(expires * 1000),
  }
}

type Query = Record<string, unknown>

/** Permission of a link for an upload in parts. */
export interface PartsGrant {
  school_id: string
  upload_id: string
}

const partsParts = ({ school_id, upload_id }: PartsGrant, expires: string) =>
  ['storage parts', school_id, upload_id, expires] as const

/** Query of a link for an upload in parts, valid until `expires_at`. */
export function signPartsLink(secret: string, grant: PartsGrant, expires_at: Date) {
  const expires = String(Math.floor(expires_at.getTime() / 1000))
  return new URLSearchParams({
    expires,
    signature: signHmac(secret, ...partsParts(grant, expires)),
  }).toString()
}

/** Expiry of such a link; null if it is invalid or expired. */
export function verifyPartsLink(secret: string, grant: PartsGrant, query: Query, now: Date): Date | null {
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string') return null
  if (!verifyHmac(signature, secret, ...partsParts(grant, expires))) return null
  const until = new Date(Number(expires) * 1000)
  return until > now ? until : null
}

/** Object fixed by a signed upload link; null if it is invalid or expired. */
export function verifyPutLink(secret: string, key: string, query: Query, now: Date): ExpectedObject | null {
  const { expires, size, type, signature } = query
  if (typeof expires !== 'string' || typeof size !== 'string' || typeof type !== 'string') return null
  if (
    typeof signature !== 'string' ||
    !verifyHmac(signature, secret, 'storage put', key, expires, size, type)
  )
    return null
  return Number(expires) * 1000 > now.getTime() ? { size: Number(size), content_type: type } : null
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
  query: Query,
  now: Date,
): ReadGrant | null {
  const { exp, user, session = '', content = '', course = '', sig } = query
  if (typeof exp !== 'string' || typeof user !== 'string' || typeof session !== 'string') return null
  if (typeof content !== 'string' || typeof course !== 'string' || typeof sig !== 'string') return null
  const reader = { user_id: user, session_id: session, content_id: content, course_id: course }
  const grant = { school_id, upload_id, ...reader }
  if (!verifyHmac(sig, secret, ...readParts(grant, exp))) return null
  return Number(exp) * 1000 > now.getTime() ? grant : null
}
