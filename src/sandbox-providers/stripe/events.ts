import type { Account } from '../core/account.ts'
import type { SandboxDispute, SandboxRefund } from '../core/store.ts'
import type { SandboxEvent } from '../core/wire.ts'
import { none } from './expansion.ts'
import { disputeOf, intentOf, paymentMethodOf, refundOf, sessionOf } from './objects.ts'

/** The API version of the replies. */
const apiVersion = '2026-10-28.endive'

let lastEvent = Date.now() * 1000

/** An event with its object. */
export const eventOf = (account: Account, type: string, object: object) => ({
  id: `evt_${++lastEvent}`,
  object: 'event',
  api_version: apiVersion,
  created: Math.floor(account.now() / 1000),
  data: { object },
  livemode: account.keys.mode === 'live',
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})

/** Events that Stripe sends, in its order: the payment, then the session. */
export function webhooksFor(account: Account, event: SandboxEvent): object[] {
  switch (event.kind) {
    case 'payment':
      return paymentEvents(account, event)
    case 'checkout_expired':
      return [eventOf(account, 'checkout.session.expired', sessionOf(account, event.checkout, none))]
    case 'refund':
      return refundEvents(account, event.refund, event.is_new)
    case 'dispute':
      return disputeEvents(account, event.dispute)
    case 'card_saved':
      return [eventOf(account, 'checkout.session.completed', sessionOf(account, event.checkout, none))]
    case 'card_removed':
      return [eventOf(account, 'payment_method.detached', paymentMethodOf(account.keys, event.card))]
  }
}

function paymentEvents(account: Account, { payment, checkout }: Extract<SandboxEvent, { kind: 'payment' }>) {
  const { status } = payment
  const events: object[] = []
  if (status === 'succeeded' || status === 'failed') {
    const type = status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
    events.push(eventOf(account, type, intentOf(account, payment, none)))
  }
  const sessionType = sessionEventType(status, payment.method !== 'card')
  if (checkout && sessionType) events.push(eventOf(account, sessionType, sessionOf(account, checkout, none)))
  return events
}

/** A delayed method completes the session first, and is paid or fails later. A declined card leaves the session open. */
function sessionEventType(status: string, isDelayed: boolean): string | null {
  if (status === 'pending') return 'checkout.session.completed'
  if (status === 'succeeded')
    return isDelayed ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed'
  return status === 'failed' && isDelayed ? 'checkout.session.async_payment_failed' : null
}

function refundEvents(account: Account, refund: SandboxRefund, isNew: boolean) {
  const object = refundOf(account, refund)
  if (isNew) return [eventOf(account, 'refund.created', object)]
  const updated = eventOf(account, 'refund.updated', object)
  return refund.status === 'failed' ? [updated, eventOf(account, 'refund.failed', object)] : [updated]
}

function disputeEvents(account: Account, dispute: SandboxDispute) {
  const object = disputeOf(account, dispute, none)
  const types = {
    open: ['created', 'funds_withdrawn'],
    won: ['closed', 'funds_reinstated'],
    lost: ['closed'],
  }[dispute.status]
  return types.map((type) => eventOf(account, `charge.dispute.${type}`, object))
}
