import type { Static } from 'typebox'
import type { Route, SandboxReply, SandboxRequest } from '#sandbox-providers/core/wire.ts'
import { listReply } from '../lists.ts'
import { failure, missing, ok } from '../replies.ts'
import { billingNow } from './billing-clock.ts'
import { draftInvoice } from './invoices.ts'
import { customerOf, invoiceOf, portalOf, priceOf, subscriptionOf } from './objects.ts'
import { findPrice } from './prices.ts'
import {
  CreateCustomer,
  CreatePortal,
  CreatePreview,
  PayInvoice,
  pendingParameters,
  UpdateSubscription,
} from './requests.ts'
import type { BillingSubscription, PortalSession } from '#sandbox-providers/core/billing-rows.ts'
import {
  cancelNow,
  changeInvoice,
  changeSubscription,
  payInvoice,
  setCancelAtPeriodEnd,
  type SubscriptionChange,
} from './subscriptions.ts'

export const billingRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', body: CreateCustomer, handle: createCustomer },
  { method: 'GET', path: '/v1/customers/:id', handle: retrieveCustomer },
  { method: 'GET', path: '/v1/prices/:id', handle: retrievePrice },
  { method: 'GET', path: '/v1/subscriptions', handle: listSubscriptions },
  { method: 'GET', path: '/v1/subscriptions/:id', handle: retrieveSubscription },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    body: UpdateSubscription,
    check: invalidUpdate,
    handle: updateSubscription,
  },
  { method: 'DELETE', path: '/v1/subscriptions/:id', handle: cancelSubscription },
  { method: 'GET', path: '/v1/invoices', handle: listInvoices },
  { method: 'POST', path: '/v1/invoices/create_preview', body: CreatePreview, handle: preview },
  { method: 'POST', path: '/v1/invoices/:id/pay', body: PayInvoice, handle: pay },
  { method: 'POST', path: '/v1/billing_portal/sessions', body: CreatePortal, handle: createPortal },
]

function createCustomer({ account, body }: SandboxRequest): SandboxReply {
  const { email, name, metadata } = body as Static<typeof CreateCustomer>
  const customer = {
    id: account.wire.newId('customer'),
    email: email ?? '',
    name: name ?? null,
    metadata: metadata ?? {},
    balance: 0,
    card: null,
    created: account.now(),
  }
  account.store.customers.set(customer.id, customer)
  return ok(customerOf(account, customer))
}

function retrieveCustomer({ account, parts }: SandboxRequest): SandboxReply {
  const found = account.store.customers.get(parts[0]!)
  return found ? ok(customerOf(account, found)) : missing('customer', parts[0]!)
}

function retrievePrice({ account, parts }: SandboxRequest): SandboxReply {
  const found = findPrice(parts[0]!)
  return found ? ok(priceOf(account, found)) : missing('price', parts[0]!)
}

/** Without `status` Stripe leaves out canceled ones. */
function listSubscriptions({ account, query }: SandboxRequest): SandboxReply {
  const customer = query.get('customer')
  const isAll = query.get('status') === 'all'
  const rows = account.store.subscriptions
    .list()
    .filter((row) => (customer === null || row.customer === customer) && (isAll || row.status !== 'canceled'))
    .map((row) => subscriptionOf(account, row))
  return listReply('/v1/subscriptions', rows, query)
}

function retrieveSubscription({ account, parts }: SandboxRequest): SandboxReply {
  const found = account.store.subscriptions.get(parts[0]!)
  return found ? ok(subscriptionOf(account, found)) : missing('subscription', parts[0]!)
}

function invalidUpdate(body: Record<string, unknown>): string | null {
  if (body.payment_behavior !== 'pending_if_incomplete') return null
  const other = Object.keys(body).find((name) => !pendingParameters.includes(name))
  return other ? `${other} cannot be combined with payment_behavior=pending_if_incomplete` : null
}

type Items = NonNullable<Static<typeof UpdateSubscription>['items']>

/** The change that a request describes, or a refusal. */
function changeOf(
  { account }: SandboxRequest,
  subscription: BillingSubscription,
  values: Omit<Static<typeof UpdateSubscription>, 'items'> & { items: Items },
): SubscriptionChange | SandboxReply {
  const [item] = values.items
  if (item!.id !== subscription.item_id)
    return failure(400, { message: 'The subscription item is not part of the subscription.', param: 'items' })
  const price = item!.price ?? subscription.price
  if (!findPrice(price))
    return failure(400, { code: 'resource_missing', message: 'No such price', param: 'items[0][price]' })
  return {
    to: { price, quantity: item!.quantity ? Number(item!.quantity) : subscription.quantity },
    proration_behavior: values.proration_behavior ?? 'create_prorations',
    proration_date: values.proration_date ? Number(values.proration_date) * 1000 : billingNow(account),
    waits_for_payment: values.payment_behavior === 'pending_if_incomplete',
  }
}

function updateSubscription(request: SandboxRequest): SandboxReply {
  const { account, parts } = request
  const { items, ...values } = request.body as Static<typeof UpdateSubscription>
  const subscription = account.store.subscriptions.get(parts[0]!)
  if (!subscription) return missing('subscription', parts[0]!)
  if (subscription.status === 'canceled')
    return failure(400, { message: 'A canceled subscription can only update its cancellation_details.' })
  if (values.cancel_at_period_end !== undefined)
    setCancelAtPeriodEnd(account, subscription, values.cancel_at_period_end === 'true')
  if (items) {
    const change = changeOf(request, subscription, { items, ...values })
    if ('status' in change) return change
    changeSubscription(account, subscription, change)
  }
  return ok(subscriptionOf(account, subscription))
}

function cancelSubscription({ account, parts }: SandboxRequest): SandboxReply {
  const subscription = account.store.subscriptions.get(parts[0]!)
  if (!subscription || subscription.status === 'canceled') return missing('subscription', parts[0]!)
  cancelNow(account, subscription)
  return ok(subscriptionOf(account, subscription))
}

function listInvoices({ account, query }: SandboxRequest): SandboxReply {
  const customer = query.get('customer')
  const rows = account.store.invoices
    .list()
    .filter((row) => customer === null || row.customer === customer)
    .map((row) => invoiceOf(account, row))
  return listReply('/v1/invoices', rows, query)
}

/** With `always_invoice` the preview is the invoice of the change alone. */
function preview(request: SandboxRequest): SandboxReply {
  const { account, body } = request
  const values = body as Static<typeof CreatePreview>
  const subscription = account.store.subscriptions.get(values.subscription)
  if (!subscription) return missing('subscription', values.subscription)
  const change = changeOf(request, subscription, values.subscription_details)
  if ('status' in change) return change
  const invoice =
    changeInvoice(account, subscription, change) ??
    draftInvoice(account, subscription, { lines: [], reason: 'subscription_update' })
  return ok(invoiceOf(account, invoice, false))
}

function pay({ account, parts }: SandboxRequest): SandboxReply {
  const invoice = account.store.invoices.get(parts[0]!)
  if (!invoice) return missing('invoice', parts[0]!)
  if (invoice.status !== 'open') return failure(400, { message: `Invoice is already ${invoice.status}` })
  if (payInvoice(account, invoice)) return ok(invoiceOf(account, invoice))
  return failure(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
}

function createPortal({ account, body }: SandboxRequest): SandboxReply {
  const { customer, return_url, flow_data } = body as Static<typeof CreatePortal>
  if (!account.store.customers.has(customer)) return missing('customer', customer)
  const portal: PortalSession = {
    id: account.wire.newId('portal'),
    customer,
    return_url: flow_data?.after_completion?.redirect.return_url ?? return_url ?? '',
    only_card: flow_data !== undefined,
    created: account.now(),
  }
  account.store.portals.set(portal.id, portal)
  return ok(portalOf(account, portal))
}
