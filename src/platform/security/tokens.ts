import { createHmac, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { v7 } from 'uuid'

/** Returns a new id: UUIDv7, so that later ids sort later. */
export const newId = () => v7()

/** Returns the id of a request. Not sorted, so it costs a tenth of `newId`. */
export const newRequestId = () => randomUUID()

/** Returns 256 random bits, URL-safe. Store only its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

/** SHA-256 of a token, under which it is stored. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')

/** HMAC-SHA-256 of the parts, base64url; lengths separate the parts. */
export function signHmac(secret: string, ...parts: string[]) {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
  return mac.digest('base64url')
}

/** Verifies a signature of `signHmac` in constant time. */
export function verifyHmac(signature: string, secret: string, ...parts: string[]) {
  return timingSafeEqualText(signature, signHmac(secret, ...parts))
}

/** Compares two texts in a time that depends only on their lengths. */
export function timingSafeEqualText(given: string, expected: string) {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
