import type { Static } from 'typebox'
import type { SandboxCheckout } from '#sandbox-providers/core/store.ts'
import type { SandboxReply, SandboxRequest } from '#sandbox-providers/core/wire.ts'
import { expansionOf } from '../expansion.ts'
import { sessionOf } from '../objects.ts'
import { failure, missing, ok } from '../replies.ts'
import { findPrice } from './prices.ts'
import type { CreateSubscriptionSession } from './requests.ts'

const dayMs = 86_400_000

/** A page on which a customer subscribes to a price. */
export function createSubscriptionSession({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof CreateSubscriptionSession>
  const [line] = values.line_items
  const price = findPrice(line!.price)
  if (!price) return failure(400, { code: 'resource_missing', message: 'No such price', param: 'line_items' })
  const customer = account.store.customers.get(values.customer)
  if (!customer) return missing('customer', values.customer)
  const quantity = Number(line!.quantity)
  const checkout: SandboxCheckout = {
    id: account.wire.newId('checkout'),
    reference: values.client_reference_id ?? '',
    amount: price.unit_amount * quantity,
    currency: price.currency,
    email: customer.email,
    name: customer.name,
    description: `${quantity} × ${price.product_name}, each ${price.interval}`,
    return_url: values.success_url,
    cancel_url: values.cancel_url ?? null,
    methods: ['card'],
    saves_card: true,
    customer: customer.id,
    metadata: values.metadata ?? {},
    payment_metadata: {},
    status: 'open',
    created: account.now(),
    expires: values.expires_at ? Number(values.expires_at) * 1000 : account.now() + dayMs,
    payment_id: null,
    challenge: null,
    subscription: { price: price.id, quantity, metadata: values.subscription_data?.metadata ?? {}, id: null },
  }
  account.store.checkouts.set(checkout.id, checkout)
  return ok(sessionOf(account, checkout, expansionOf(new URLSearchParams(), values)))
}
