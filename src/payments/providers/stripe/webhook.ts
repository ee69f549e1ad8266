import { Type } from 'typebox'
import { InvalidSignature } from '../provider-error.ts'
import type { ProviderAccount, WebhookEvent } from '../provider.ts'
import { hmacHex, parseWebhook, requireMatch, usableKeys, type WebhookHeaders } from '../webhook-body.ts'
import { subjectOf } from './webhook-subject.ts'

const maxAgeSeconds = 300
/** Stripe's SDK accepts any time in the future, so that one captured signature would never expire. */
const maxFutureSeconds = 60

const Event = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ maxLength: 100 }),
  api_version: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  data: Type.Object({ object: Type.Object({}) }),
})

interface Received {
  headers: WebhookHeaders
  now: Date
}

/** `stripe-signature: t=…,v1=…`: HMAC-SHA256 over `t.body`. Any matching `v1` counts; `v0` is for tests of Stripe's. */
export function readStripeWebhook(
  account: ProviderAccount,
  body: Buffer,
  { headers, now }: Received,
): WebhookEvent & { api_version: string | null } {
  const keys = usableKeys(account.webhook_keys)
  const { timestamp, signatures } = parseHeader(headers['stripe-signature'])
  const expected = keys.map((key) => hmacHex('sha256', key, `${timestamp}.`, body))
  requireMatch(signatures, expected)
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (age > maxAgeSeconds) throw new InvalidSignature('too_old')
  if (age < -maxFutureSeconds) throw new InvalidSignature('in_the_future')
  const event = parseWebhook(body, Event)
  return {
    dedup_key: event.id,
    type: event.type,
    subject: subjectOf(event.type, event.data.object as Record<string, unknown>),
    api_version: event.api_version ?? null,
  }
}

function parseHeader(header: string | undefined) {
  if (!header) throw new InvalidSignature('missing_header')
  const parts = header.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [timestamp, ...more] = valuesOf('t')
  const signatures = valuesOf('v1')
  if (!timestamp || more.length > 0 || !/^[0-9]{1,12}$/.test(timestamp) || signatures.length === 0)
    throw new InvalidSignature('malformed_header')
  return { timestamp, signatures }
}
