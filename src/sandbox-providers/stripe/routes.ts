import type { Static } from 'typebox'
import { chargeSavedCard, removeCard } from '../core/payments.ts'
import { createRefund, finishRefund } from '../core/refunds.ts'
import { refundableAmount } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { expansionOf, none } from './expansion.ts'
import { listReply } from './lists.ts'
import { chargeOf, declineOf, disputeOf, intentOf, paymentMethodOf, refundOf } from './objects.ts'
import { failure, missing, ok, tooSmall } from './replies.ts'
import {
  CreateIntent,
  CreateRefund,
  invalidAmount,
  isTooSmall,
  NoParameters,
  UpdatePaymentMethod,
  UpdateDispute,
} from './requests.ts'
import { payoutRoutes } from './payouts.ts'
import { billingRoutes } from './billing/routes.ts'
import { sessionRoutes } from './sessions.ts'

export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...billingRoutes,
  ...payoutRoutes,
  {
    method: 'POST',
    path: '/v1/payment_intents',
    body: CreateIntent,
    check(body) {
      const { amount, currency } = body as Static<typeof CreateIntent>
      return invalidAmount(Number(amount), currency)
    },
    handle: createIntent,
  },
  { method: 'GET', path: '/v1/payment_intents', handle: listIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', handle: retrieveIntent },
  { method: 'GET', path: '/v1/charges', handle: listCharges },
  { method: 'GET', path: '/v1/payment_methods', handle: listPaymentMethods },
  { method: 'GET', path: '/v1/payment_methods/:id', handle: retrievePaymentMethod },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    body: UpdatePaymentMethod,
    handle: updatePaymentMethod,
  },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', body: NoParameters, handle: detach },
  { method: 'POST', path: '/v1/refunds', body: CreateRefund, handle: refund },
  { method: 'GET', path: '/v1/refunds', handle: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', handle: retrieveRefund },
  { method: 'GET', path: '/v1/disputes/:id', handle: retrieveDispute },
  { method: 'POST', path: '/v1/disputes/:id', body: UpdateDispute, handle: updateDispute },
  { method: 'GET', path: '/v1/balance', handle: retrieveBalance },
]

/** Charges a saved card off session. A decline answers 402, and the intent stays. */
function createIntent({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof CreateIntent>
  if (isTooSmall(Number(values.amount), values.currency)) return tooSmall()
  const card = account.store.cards.get(values.payment_method)
  if (!card || card.is_removed)
    return failure(400, {
      code: 'resource_missing',
      message: 'No such PaymentMethod',
      param: 'payment_method',
    })
  if (card.customer !== values.customer)
    return failure(400, { message: 'The payment method does not belong to the customer.', param: 'customer' })
  const metadata = values.metadata ?? {}
  const payment = chargeSavedCard(account, card, {
    reference: metadata.reference ?? '',
    amount: Number(values.amount),
    currency: values.currency,
    email: card.email,
    description: values.description ?? '',
    metadata,
  })
  if (!payment.decline) return ok(intentOf(account, payment, expansionOf(new URLSearchParams(), values)))
  return failure(402, {
    ...declineOf(payment.decline),
    charge: payment.charge_id,
    payment_intent: intentOf(account, payment, none),
  })
}

function listIntents({ account, query }: SandboxRequest): SandboxReply {
  const expansion = expansionOf(query).below('data')
  const rows = account.store.payments.list().map((payment) => intentOf(account, payment, expansion))
  return listReply('/v1/payment_intents', rows, query)
}

function retrieveIntent({ account, parts, query }: SandboxRequest): SandboxReply {
  const payment = account.store.payments.get(parts[0]!)
  return payment ? ok(intentOf(account, payment, expansionOf(query))) : missing('payment_intent', parts[0]!)
}

function listCharges({ account, query }: SandboxRequest): SandboxReply {
  const expansion = expansionOf(query).below('data')
  const rows = account.store.payments
    .list()
    .filter(({ status }) => status === 'succeeded' || status === 'failed')
    .map((payment) => chargeOf(account, payment, expansion))
  // Charges are listed by their own time, which is later than that of their payment.
  return listReply(
    '/v1/charges',
    rows.toSorted((a, b) => a.created - b.created),
    query,
  )
}

function listPaymentMethods({ account, query }: SandboxRequest): SandboxReply {
  const customer = query.get('customer')
  if (!customer) return failure(400, { message: 'Missing required param: customer.', param: 'customer' })
  const data = account.store.cards
    .list()
    .filter((card) => card.customer === customer && !card.is_removed)
    .map((card) => paymentMethodOf(account.keys, card))
  return ok({ object: 'list', data, has_more: false, url: '/v1/payment_methods' })
}

function detach({ account, parts }: SandboxRequest): SandboxReply {
  const card = account.store.cards.get(parts[0]!)
  if (!card) return missing('PaymentMethod', parts[0]!)
  if (card.is_removed)
    return failure(400, { message: 'The payment method you provided is not attached to a customer.' })
  removeCard(account, card)
  return ok(paymentMethodOf(account.keys, card))
}

function retrievePaymentMethod({ account, parts }: SandboxRequest): SandboxReply {
  const card = account.store.cards.get(parts[0]!)
  return card ? ok(paymentMethodOf(account.keys, card)) : missing('PaymentMethod', parts[0]!)
}

/** Stripe changes attached payment methods only. */
function updatePaymentMethod({ account, parts, body }: SandboxRequest): SandboxReply {
  const card = account.store.cards.get(parts[0]!)
  if (!card) return missing('PaymentMethod', parts[0]!)
  if (card.is_removed)
    return failure(400, { message: 'The payment method you provided is not attached to a customer.' })
  card.metadata = { ...card.metadata, ...(body as Static<typeof UpdatePaymentMethod>).metadata }
  return ok(paymentMethodOf(account.keys, card))
}

function refund({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof CreateRefund>
  const payment = account.store.payments.get(values.payment_intent)
  if (!payment) return missing('payment_intent', values.payment_intent)
  if (payment.status !== 'succeeded')
    return failure(400, { message: 'This PaymentIntent does not have a successful charge to refund.' })
  const amount = values.amount ? Number(values.amount) : payment.amount
  if (amount > refundableAmount(account.store, payment))
    return failure(400, { message: 'Refund amount is greater than unrefunded amount', param: 'amount' })
  const created = createRefund(account, payment, { amount, note: '', metadata: values.metadata ?? {} })
  finishRefund(account, payment, created)
  return ok(refundOf(account, created))
}

function listRefunds({ account, query }: SandboxRequest): SandboxReply {
  const payment = query.get('payment_intent')
  const rows = account.store.refunds
    .list()
    .filter(({ payment_id }) => payment === null || payment_id === payment)
    .map((found) => refundOf(account, found))
  return listReply('/v1/refunds', rows, query)
}

function retrieveRefund({ account, parts }: SandboxRequest): SandboxReply {
  const found = account.store.refunds.get(parts[0]!)
  return found ? ok(refundOf(account, found)) : missing('refund', parts[0]!)
}

function retrieveDispute({ account, parts, query }: SandboxRequest): SandboxReply {
  const found = account.store.disputes.get(parts[0]!)
  return found ? ok(disputeOf(account, found, expansionOf(query))) : missing('dispute', parts[0]!)
}

/** Stores evidence. Submitted evidence cannot be changed, and a closed dispute takes none. */
function updateDispute({ account, parts, body }: SandboxRequest): SandboxReply {
  const found = account.store.disputes.get(parts[0]!)
  if (!found) return missing('dispute', parts[0]!)
  const { evidence, submit } = body as Static<typeof UpdateDispute>
  if (found.status !== 'open' || found.evidence)
    return failure(400, { message: 'This dispute is already submitted or closed.' })
  if (submit === 'true') found.evidence = evidence
  return ok(disputeOf(account, found, none))
}

function retrieveBalance({ account }: SandboxRequest): SandboxReply {
  const livemode = account.keys.mode === 'live'
  return ok({ object: 'balance', available: [], pending: [], livemode })
}
