import type Stripe from 'stripe'
import type { Account } from '#sandbox-providers/core/account.ts'
import { billingNow } from './billing-clock.ts'
import { findPrice, type SandboxPrice } from './prices.ts'
import type {
  BillingCustomer,
  BillingInvoice,
  BillingSubscription,
  InvoiceLine,
  PortalSession,
} from '#sandbox-providers/core/billing-rows.ts'

/** A part of an object of the SDK: a name or type that the SDK does not have is an error of the compiler. */
type Part<T> = T extends readonly (infer Item)[]
  ? Part<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Part<T[Name]> }
    : T

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
const secondsOrNull = (milliseconds: number | null) => milliseconds && seconds(milliseconds)
const listOf = <Row>(url: string, data: Row[]) => ({ object: 'list' as const, data, has_more: false, url })

export const priceOf = (
  account: Account,
  { id, currency, interval, unit_amount, product_name }: SandboxPrice,
) =>
  ({
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 1_700_000_000,
    currency,
    livemode: account.keys.mode === 'live',
    lookup_key: null,
    metadata: {},
    nickname: product_name,
    product: `prod_sandbox_${product_name.toLowerCase()}`,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount,
  }) satisfies Part<Stripe.Price>

export const customerOf = (account: Account, customer: BillingCustomer) =>
  ({
    id: customer.id,
    object: 'customer',
    balance: customer.balance,
    created: seconds(customer.created),
    currency: null,
    delinquent: account.store.invoices
      .list()
      .some((invoice) => invoice.customer === customer.id && invoice.status === 'open'),
    email: customer.email,
    invoice_settings: { default_payment_method: customer.card },
    livemode: account.keys.mode === 'live',
    metadata: customer.metadata as Record<string, string>,
    name: customer.name,
  }) satisfies Part<Stripe.Customer>

const itemOf = (account: Account, subscription: BillingSubscription) => ({
  id: subscription.item_id,
  object: 'subscription_item' as const,
  created: seconds(subscription.created),
  current_period_end: seconds(subscription.period_end),
  current_period_start: seconds(subscription.period_start),
  metadata: {},
  price: priceOf(account, findPrice(subscription.price)!),
  quantity: subscription.quantity,
  subscription: subscription.id,
})

const pendingUpdateOf = (account: Account, { pending, item_id, id }: BillingSubscription) =>
  pending && {
    billing_cycle_anchor: null,
    expires_at: seconds(pending.expires),
    subscription_items: [
      {
        id: item_id,
        object: 'subscription_item' as const,
        price: priceOf(account, findPrice(pending.price)!),
        quantity: pending.quantity,
        subscription: id,
      },
    ],
    trial_end: null,
    trial_from_plan: null,
  }

export function subscriptionOf(account: Account, subscription: BillingSubscription) {
  const { status } = subscription
  const price = findPrice(subscription.price)!
  return {
    id: subscription.id,
    object: 'subscription',
    billing_cycle_anchor: seconds(subscription.anchor),
    cancel_at: subscription.cancel_at_period_end ? seconds(subscription.period_end) : null,
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: secondsOrNull(subscription.canceled_at),
    collection_method: 'charge_automatically',
    created: seconds(subscription.created),
    currency: price.currency,
    customer: subscription.customer,
    default_payment_method: subscription.card,
    ended_at: secondsOrNull(subscription.ended_at),
    items: listOf(`/v1/subscription_items?subscription=${subscription.id}`, [itemOf(account, subscription)]),
    latest_invoice: subscription.latest_invoice,
    livemode: account.keys.mode === 'live',
    metadata: subscription.metadata as Record<string, string>,
    pending_update: pendingUpdateOf(account, subscription),
    start_date: seconds(subscription.created),
    status,
  } satisfies Part<Stripe.Subscription>
}

const linesOf = (account: Account, invoice: BillingInvoice) =>
  invoice.lines.map((line, index) =>
    lineOf(account, invoice, { ...line, id: `il_${invoice.id.slice(3)}${index}` }),
  )

const lineOf = (account: Account, invoice: BillingInvoice, line: InvoiceLine & { id: string }) => ({
  id: line.id,
  object: 'line_item' as const,
  amount: line.amount,
  currency: invoice.currency,
  description: line.description,
  invoice: invoice.id,
  livemode: account.keys.mode === 'live',
  metadata: {},
  parent: {
    type: 'subscription_item_details' as const,
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.is_proration,
      proration_details: null,
      subscription: invoice.subscription,
      subscription_item: account.store.subscriptions.get(invoice.subscription)!.item_id,
    },
  },
  period: { start: seconds(line.start), end: seconds(line.end) },
  pricing: {
    type: 'price_details' as const,
    price_details: {
      price: line.price,
      product: `prod_sandbox_${findPrice(line.price)!.product_name.toLowerCase()}`,
    },
    unit_amount_decimal: null,
  },
  quantity: line.quantity,
  subtotal: line.amount,
})

const transitionsOf = ({ created, paid_at }: BillingInvoice) => ({
  finalized_at: seconds(created),
  marked_uncollectible_at: null,
  paid_at: secondsOrNull(paid_at),
  voided_at: null,
})

/** Unless `isStored` it is a preview, which has no number and no address. */
export function invoiceOf(account: Account, invoice: BillingInvoice, isStored = true) {
  const address = `${account.keys.base_url}/billing/stripe/invoice/${invoice.id}`
  const { subscription } = invoice
  return {
    id: isStored ? invoice.id : `upcoming_${invoice.id}`,
    object: 'invoice',
    amount_due: invoice.amount_due,
    amount_paid: invoice.amount_paid,
    amount_remaining: invoice.amount_due - invoice.amount_paid,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: invoice.status === 'open',
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: seconds(isStored ? invoice.created : billingNow(account)),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_email: account.store.customers.get(invoice.customer)?.email ?? null,
    ending_balance: invoice.ending_balance,
    hosted_invoice_url: isStored ? address : null,
    invoice_pdf: isStored ? `${address}?pdf` : null,
    lines: listOf(`/v1/invoices/${invoice.id}/lines`, linesOf(account, invoice)),
    livemode: account.keys.mode === 'live',
    metadata: {},
    next_payment_attempt: secondsOrNull(invoice.next_attempt),
    number: isStored ? invoice.number : null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: {}, subscription },
    },
    starting_balance: invoice.starting_balance,
    status: isStored ? invoice.status : 'draft',
    status_transitions: transitionsOf(invoice),
    subtotal: invoice.total,
    total: invoice.total,
  } satisfies Part<Stripe.Invoice>
}

export const portalOf = (account: Account, portal: PortalSession) =>
  ({
    id: portal.id,
    object: 'billing_portal.session',
    created: seconds(portal.created),
    customer: portal.customer,
    flow: portal.only_card
      ? {
          type: 'payment_method_update',
          after_completion: { type: 'portal_homepage' },
          subscription_cancel: null,
          subscription_update: null,
          subscription_update_confirm: null,
        }
      : null,
    livemode: account.keys.mode === 'live',
    locale: null,
    return_url: portal.return_url,
    url: `${account.keys.base_url}/billing/stripe/portal/${portal.id}`,
  }) satisfies Part<Stripe.BillingPortal.Session>
