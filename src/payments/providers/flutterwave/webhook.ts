import { Type } from 'typebox'
import { InvalidSignature } from '../provider-error.ts'
import type { ProviderAccount, WebhookEvent } from '../provider.ts'
import { parseWebhook, requireMatch, usableKeys, type WebhookHeaders } from '../webhook-body.ts'

const Id = Type.Union([Type.Integer(), Type.String({ maxLength: 64 })])
const Event = Type.Object({
  event: Type.String({ maxLength: 100 }),
  data: Type.Object({
    id: Id,
    tx_ref: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    status: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
  }),
})

/**
 * `verif-hash` equals the secret hash of the dashboard. It signs nothing: anybody who has seen one webhook can send
 * another body. So an event only names a transaction to verify by the API. An unset hash refuses every webhook.
 */
export function readFlutterwaveWebhook(
  account: ProviderAccount,
  body: Buffer,
  headers: WebhookHeaders,
): WebhookEvent {
  const keys = usableKeys(account.webhook_keys)
  const hash = headers['verif-hash']
  if (!hash) throw new InvalidSignature('missing_header')
  requireMatch([hash], keys)
  const { event, data } = parseWebhook(body, Event)
  const id = String(data.id)
  return {
    dedup_key: `${event}:${id}:${data.status ?? ''}`,
    type: event,
    subject: subjectOf(event, { id, tx_ref: data.tx_ref ?? null }),
  }
}

/** `charge.completed` is also sent for failed attempts. The names of other events are not documented for v3. */
function subjectOf(
  event: string,
  { id, tx_ref }: { id: string; tx_ref: string | null },
): WebhookEvent['subject'] {
  if (event === 'charge.completed')
    return { kind: 'payment', reference: tx_ref, transaction_id: id, provider_reference: null }
  if (event === 'subscription.cancelled') return { kind: 'subscription', provider_subscription_id: id }
  return null
}
