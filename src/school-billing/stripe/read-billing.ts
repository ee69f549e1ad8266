import type Stripe from 'stripe'
import { fromStripeAmount, type StripeClient } from '#payments/index.ts'
import { isLive, type SubscriptionStatus } from '../policy.ts'

/** What Stripe says of a customer. */
export interface BillingAnswer {
  subscription: Stripe.Subscription | null
  /** Live subscriptions besides it, which a school must not have. */
  duplicates: readonly Stripe.Subscription[]
  /** The newest ones. */
  invoices: readonly Stripe.Invoice[]
}

const maxInvoices = 24

/** Asks for all subscriptions, so that events in any order lead to the same answer. */
export async function readBilling(stripe: StripeClient, customer: string): Promise<BillingAnswer> {
  const [subscriptions, invoices] = await Promise.all([
    stripe.run('listSubscriptions', (sdk) => sdk.subscriptions.list({ customer, status: 'all', limit: 100 })),
    stripe.run('listInvoices', (sdk) => sdk.invoices.list({ customer, limit: maxInvoices })),
  ])
  const oldestFirst = subscriptions.data.toSorted((a, b) => a.created - b.created || a.id.localeCompare(b.id))
  const [live, ...duplicates] = oldestFirst.filter(({ status }) => isLive(status))
  return { subscription: live ?? oldestFirst.at(-1) ?? null, duplicates, invoices: invoices.data }
}

const time = (seconds: number) => new Date(seconds * 1000)

/** Columns of `school_billing` that repeat a subscription. */
export function subscriptionColumns(subscription: Stripe.Subscription) {
  const item = subscription.items.data[0]!
  const { unit_amount, currency } = fromUnits(item.price)
  const pending = subscription.pending_update
  const pendingItem = pending?.subscription_items?.[0]
  return {
    subscription_id: subscription.id,
    status: subscription.status as SubscriptionStatus,
    price_id: item.price.id,
    billing_interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    quantity: item.quantity ?? 1,
    unit_amount,
    currency,
    period_start: time(item.current_period_start),
    period_end: time(item.current_period_end),
    cancel_at_period_end: subscription.cancel_at_period_end,
    pending_quantity: pendingItem?.quantity ?? null,
    pending_price_id: pendingItem?.price.id ?? null,
    pending_expires_at: pending && pendingItem ? time(pending.expires_at) : null,
  }
}

const fromUnits = ({ unit_amount, currency }: Stripe.Price) => {
  const { minor, currency: code } = fromStripeAmount(unit_amount ?? 0, currency)
  return { unit_amount: minor, currency: code }
}

/** Price of one seat. */
export const readPrice = fromUnits

/** A row of `school_invoices` without its school. */
export function invoiceColumns(invoice: Stripe.Invoice) {
  const total = fromStripeAmount(invoice.total, invoice.currency)
  return {
    invoice_id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? 'draft',
    currency: total.currency,
    total: total.minor,
    amount_due: fromStripeAmount(invoice.amount_due, invoice.currency).minor,
    invoice_url: invoice.hosted_invoice_url ?? null,
    pdf_url: invoice.invoice_pdf ?? null,
    created_at: time(invoice.created),
  }
}
