import { createHmac, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { v7 } from 'uuid'

/** A new id: UUIDv7, so that keys made later sort later. */
export const newId = () => v7()

/** The id of a request. Nothing sorts by it, so it costs a tenth of `newId`. */
export const newRequestId = () => randomUUID()

/** 256 random bits, URL-safe. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => hash('sha256', token, 'buffer')

/** HMAC-SHA-256 over the parts, base64url; the parts are kept apart by their lengths. */
export function signHmac(secret: string, ...parts: string[]) {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
  return mac.digest('base64url')
}

/** Compares in constant time. */
export function verifyHmac(signature: string, secret: string, ...parts: string[]) {
  return timingSafeEqualText(signature, signHmac(secret, ...parts))
}

export function timingSafeEqualText(given: string, expected: string) {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
