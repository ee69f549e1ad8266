import { createHash } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { InvalidSignature } from '../provider-error.ts'
import type { ProviderAccount, WebhookEvent } from '../provider.ts'
import { hmacHex, parseWebhook, requireMatch, usableKeys, type WebhookHeaders } from '../webhook-body.ts'

const Event = Type.Object({ event: Type.String({ maxLength: 100 }), data: Type.Unknown() })
type Data = Record<string, unknown>

/**
 * Paystack signs the raw body with the API's secret key: no time and no event id, so a replay is only recognised by
 * the key that `dedupKey` builds. During a rotation the account's `webhook_keys` hold the former secret key.
 */
export function readPaystackWebhook(
  account: ProviderAccount,
  body: Buffer,
  headers: WebhookHeaders,
): WebhookEvent {
  const keys = usableKeys([account.secret_key, ...account.webhook_keys])
  const signature = headers['x-paystack-signature']
  if (!signature) throw new InvalidSignature('missing_header')
  requireMatch(
    [signature],
    keys.map((key) => hmacHex('sha512', key, body)),
  )
  const event = parseWebhook(body, Event)
  // `subscription.expiring_cards` has a list.
  const data = isObject(event.data) ? event.data : {}
  return { dedup_key: dedupKey(event, data, body), type: event.event, subject: subjectOf(event.event, data) }
}

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

function dedupKey({ event }: Static<typeof Event>, data: Data, body: Buffer): string {
  const status = text(data.status) ?? ''
  const parts = [
    text(data.id),
    text(data.reference),
    withStatus(text(data.refund_reference), status),
    withStatus(text(data.subscription_code), status),
  ]
  const id = parts.find((part) => part !== null && part.length <= 120)
  return `${event}:${id ?? createHash('sha256').update(body).digest('hex')}`
}

const withStatus = (id: string | null, status: string) => (id === null ? null : `${id}:${status}`)

function subjectOf(event: string, data: Data): WebhookEvent['subject'] {
  if (event === 'charge.success')
    return {
      kind: 'payment',
      reference: text(data.reference),
      transaction_id: text(data.id),
      provider_reference: null,
    }
  if (event.startsWith('charge.dispute.')) return disputeOf(data)
  if (event.startsWith('refund.'))
    return {
      kind: 'refund',
      provider_refund_id: text(data.id),
      transaction_id: null,
      reference: text(data.transaction_reference),
    }
  const subscription = text(data.subscription_code)
  if (event.startsWith('subscription.') && subscription)
    return { kind: 'subscription', provider_subscription_id: subscription }
  return null
}

function disputeOf(data: Data): WebhookEvent['subject'] {
  const id = text(data.id)
  const { transaction } = data
  const transaction_id = isObject(transaction) ? text(transaction.id) : null
  if (!id || !isObject(transaction) || !transaction_id) return null
  return { kind: 'dispute', provider_dispute_id: id, transaction_id, reference: text(transaction.reference) }
}
