import { Type, type Static } from 'typebox'
import type { Account } from '../core/account.ts'
import { publish } from '../core/payments.ts'
import type { SandboxCheckout } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { expansionOf, none } from './expansion.ts'
import { listReply } from './lists.ts'
import { sessionOf } from './objects.ts'
import { failure, missing, ok, tooSmall } from './replies.ts'
import { CreateSubscriptionSession } from './billing/requests.ts'
import { createSubscriptionSession } from './billing/subscription-session.ts'
import { CreateSession, CreateSetupSession, invalidAmount, isTooSmall, NoParameters } from './requests.ts'

export const sessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    body: Type.Union([CreateSession, CreateSetupSession, CreateSubscriptionSession]),
    check: invalidSession,
    handle: createOfMode,
  },
  { method: 'GET', path: '/v1/checkout/sessions', handle: list },
  { method: 'GET', path: '/v1/checkout/sessions/:id', handle: retrieve },
  { method: 'POST', path: '/v1/checkout/sessions/:id/expire', body: NoParameters, handle: expire },
]

/** Sum of the lines, which have one currency. */
function totalOf({ line_items }: Static<typeof CreateSession>) {
  const { currency } = line_items[0]!.price_data
  const amount = line_items.reduce(
    (sum, { quantity, price_data }) => sum + Number(quantity) * Number(price_data.unit_amount),
    0,
  )
  return {
    amount,
    currency,
    hasOneCurrency: line_items.every((line) => line.price_data.currency === currency),
  }
}

function invalidTotal(body: Record<string, unknown>): string | null {
  const values = body as Static<typeof CreateSession>
  const { amount, currency, hasOneCurrency } = totalOf(values)
  if (!hasOneCurrency) return 'line_items have several currencies'
  return invalidCustomer(body) ?? invalidAmount(amount, currency)
}

const invalidCustomer = ({ customer, customer_email, customer_creation }: Record<string, unknown>) =>
  customer && (customer_email || customer_creation)
    ? 'customer excludes customer_email and customer_creation'
    : null

const minute = 60_000

function create({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof CreateSession>
  const total = totalOf(values)
  if (isTooSmall(total.amount, total.currency)) return tooSmall()
  const expires = expiryOf(account, values)
  if (expires === null) return invalidExpiry()
  const customer = customerOf(account, values)
  if (customer === null)
    return failure(400, { code: 'resource_missing', message: 'No such customer', param: 'customer' })
  const checkout = checkoutOf(account, values, { customer, expires })
  account.store.checkouts.set(checkout.id, checkout)
  return ok(sessionOf(account, checkout, expansionOf(new URLSearchParams(), values)))
}

/** Null for a time that Stripe refuses. Stripe counts in whole seconds. */
function expiryOf(account: Account, { expires_at }: { expires_at?: string }) {
  const now = account.now()
  const expires = expires_at ? Number(expires_at) * 1000 : now + 24 * 60 * minute
  return expires < now + 30 * minute - 1000 || expires > now + 24 * 60 * minute ? null : expires
}

const invalidExpiry = () =>
  failure(400, {
    message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
    param: 'expires_at',
  })

function createSetup({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof CreateSetupSession>
  const expires = expiryOf(account, values)
  if (expires === null) return invalidExpiry()
  const { customer: given } = values
  const earlier = account.store.checkouts.list().find(({ customer }) => customer !== '' && customer === given)
  if (given && !earlier)
    return failure(400, { code: 'resource_missing', message: 'No such customer', param: 'customer' })
  const checkout: SandboxCheckout = {
    id: account.wire.newId('checkout'),
    reference: values.client_reference_id ?? '',
    amount: 0,
    currency: values.currency,
    email: values.customer_email ?? earlier?.email ?? 'buyer@example.com',
    name: null,
    description: 'Save a card for later payments',
    return_url: values.success_url,
    cancel_url: values.cancel_url ?? null,
    methods: ['card'],
    saves_card: true,
    customer: given ?? account.wire.newId('customer'),
    metadata: values.metadata ?? {},
    setup: { card: null },
    status: 'open',
    created: account.now(),
    expires,
    payment_id: null,
    challenge: null,
  }
  account.store.checkouts.set(checkout.id, checkout)
  return ok(sessionOf(account, checkout, none))
}

/** The customer of a session: the given one, a new one, none (empty), or null for an unknown one. */
function customerOf({ store, wire }: Account, values: Static<typeof CreateSession>): string | null {
  const { customer, customer_creation, payment_intent_data } = values
  if (customer)
    return store.checkouts.list().some((checkout) => checkout.customer === customer) ? customer : null
  return customer_creation === 'always' || payment_intent_data?.setup_future_usage
    ? wire.newId('customer')
    : ''
}

function checkoutOf(
  account: Account,
  values: Static<typeof CreateSession>,
  { customer, expires }: { customer: string; expires: number },
): SandboxCheckout {
  const { amount, currency } = totalOf(values)
  const saves_card = values.payment_intent_data?.setup_future_usage === 'off_session'
  const earlier = account.store.checkouts
    .list()
    .find((one) => one.customer !== '' && one.customer === customer)
  return {
    id: account.wire.newId('checkout'),
    reference: values.client_reference_id ?? '',
    amount,
    currency,
    email: values.customer_email ?? earlier?.email ?? 'buyer@example.com',
    name: null,
    description: values.line_items.map(({ price_data }) => price_data.product_data.name).join(', '),
    return_url: values.success_url,
    cancel_url: values.cancel_url ?? null,
    methods: saves_card ? ['card'] : ['card', 'bank_transfer'],
    saves_card,
    customer,
    metadata: values.metadata ?? {},
    payment_metadata: values.payment_intent_data?.metadata ?? {},
    status: 'open',
    created: account.now(),
    expires,
    payment_id: null,
    challenge: null,
  }
}

function list({ account, query }: SandboxRequest): SandboxReply {
  const expansion = expansionOf(query).below('data')
  const rows = account.store.checkouts.list().map((checkout) => sessionOf(account, checkout, expansion))
  return listReply('/v1/checkout/sessions', rows, query)
}

function retrieve({ account, parts, query }: SandboxRequest): SandboxReply {
  const checkout = account.store.checkouts.get(parts[0]!)
  return checkout
    ? ok(sessionOf(account, checkout, expansionOf(query)))
    : missing('checkout.session', parts[0]!)
}

function expire({ account, parts }: SandboxRequest): SandboxReply {
  const checkout = account.store.checkouts.get(parts[0]!)
  if (!checkout) return missing('checkout.session', parts[0]!)
  if (checkout.status !== 'open')
    return failure(400, { message: `Only Checkout Sessions with a status in ["open"] can be expired.` })
  checkout.status = 'expired'
  publish(account, { kind: 'checkout_expired', checkout })
  return ok(sessionOf(account, checkout, none))
}

function invalidSession(body: Record<string, unknown>): string | null {
  if (body.mode === 'subscription') return null
  return body.mode === 'setup' ? invalidCustomer(body) : invalidTotal(body)
}

function createOfMode(request: SandboxRequest): SandboxReply {
  if (request.body.mode === 'subscription') return createSubscriptionSession(request)
  return request.body.mode === 'setup' ? createSetup(request) : create(request)
}
