import { verifyHmac, signHmac } from '#platform/security/tokens.ts'
import type { ExpectedObject, SignedPut } from './storage.ts'

const putLifeSeconds = 3600

type KeyedObject = ExpectedObject & { key: string }

/** Returns a signed link to upload one object with this key, type and length within an hour. */
export function signPutLink(secret: string, { key, size, content_type }: KeyedObject, now: Date): SignedPut {
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

interface PutLink {
  key: string
  query: Record<string, unknown>
}

/** Object fixed by a signed upload link; null if it is invalid or expired. */
export function verifyPutLink(secret: string, { key, query }: PutLink, now: Date): ExpectedObject | null {
  const { expires, size, type, signature } = query
  if (typeof expires !== 'string' || typeof size !== 'string' || typeof type !== 'string') return null
  if (
    typeof signature !== 'string' ||
    !verifyHmac(signature, secret, 'storage put', key, expires, size, type)
  )
    return null
  return Number(expires) * 1000 > now.getTime() ? { size: Number(size), content_type: type } : null
}
