import { verifyHmac, signHmac } from '#platform/security/tokens.ts'

interface SentLink {
  query: Record<string, unknown>
  now: Date
}

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
export function verifyPartsLink(secret: string, grant: PartsGrant, { query, now }: SentLink): Date | null {
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string') return null
  if (!verifyHmac(signature, secret, ...partsParts(grant, expires))) return null
  const until = new Date(Number(expires) * 1000)
  return until > now ? until : null
}
