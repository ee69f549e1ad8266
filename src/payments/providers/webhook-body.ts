import { createHmac } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { timingSafeEqualText } from '#platform/security/tokens.ts'
import { InvalidSignature, InvalidWebhookBody } from './provider-error.ts'

export type WebhookHeaders = Readonly<Record<string, string | undefined>>

/** Hex HMAC of the raw bytes. */
export const hmacHex = (
  algorithm: 'sha256' | 'sha512',
  key: string,
  ...parts: (string | Buffer)[]
): string => {
  const hmac = createHmac(algorithm, key)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/** Keys that verify anything at all. Throws `InvalidSignature` if none is set: an empty key must not accept everything. */
export function usableKeys(keys: readonly string[]): string[] {
  const usable = keys.filter((key) => key !== '')
  if (usable.length === 0) throw new InvalidSignature('no_key')
  return usable
}

/** Throws `InvalidSignature` unless one of the given signatures is one of the expected. Compares all in constant time. */
export function requireMatch(given: readonly string[], expected: readonly string[]) {
  const matches = given.flatMap((one) => expected.map((other) => timingSafeEqualText(one, other)))
  if (!matches.includes(true)) throw new InvalidSignature('mismatch')
}

/** Parses a body whose signature was checked. Throws `InvalidWebhookBody`. */
export function parseWebhook<Schema extends TSchema>(body: Buffer, schema: Schema): Static<Schema> {
  let event: unknown
  try {
    event = JSON.parse(body.toString('utf8'))
  } catch {
    throw new InvalidWebhookBody('not JSON')
  }
  if (!Check(schema, event)) throw new InvalidWebhookBody('not an event')
  return event
}
