import type { Account } from '#sandbox-providers/core/account.ts'
import type { SandboxCheckout, SandboxPayment } from '#sandbox-providers/core/store.ts'
import { billingNow } from './billing-clock.ts'
import {
  addInvoice,
  collect,
  draftInvoice,
  markPaid,
  openInvoices,
  publishSubscription,
  voidInvoice,
} from './invoices.ts'
import { periodLine, periodStart, prorationLines } from './periods.ts'
import { findPrice } from './prices.ts'
import type {
  BillingInvoice,
  BillingSubscription,
  InvoiceLine,
  SubscriptionItems,
} from '#sandbox-providers/core/billing-rows.ts'

const hourMs = 3_600_000
/** Stripe waits this long for the payment of a pending update. */
const pendingMs = 23 * hourMs
/** Tries to collect an invoice before the subscription ends. */
const maxAttempts = 4

/** Creates the subscription of a session whose first invoice was paid on the page. */
export function beginSubscription(account: Account, checkout: SandboxCheckout, payment: SandboxPayment) {
  const ordered = checkout.subscription
  if (!ordered || ordered.id) return
  const now = billingNow(account)
  const end = periodStart(now, findPrice(ordered.price)!.interval, 1)
  const subscription: BillingSubscription = {
    id: account.wire.newId('subscription'),
    item_id: account.wire.newId('subscription_item'),
    customer: checkout.customer,
    price: ordered.price,
    quantity: ordered.quantity,
    status: 'active',
    metadata: ordered.metadata,
    card: payment.card?.token ?? null,
    anchor: now,
    periods: 1,
    period_start: now,
    period_end: end,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: null,
    pending: null,
    pending_lines: [],
    created: now,
  }
  ordered.id = subscription.id
  account.store.subscriptions.set(subscription.id, subscription)
  publishSubscription(account, 'created', subscription)
  const lines = [periodLine(ordered, { start: now, end })]
  const invoice = draftInvoice(account, subscription, { lines, reason: 'subscription_create' })
  addInvoice(account, subscription, invoice)
  invoice.attempts = 1
  markPaid(account, invoice)
  publishSubscription(account, 'updated', subscription)
}

export interface SubscriptionChange {
  to: SubscriptionItems
  proration_behavior: 'always_invoice' | 'create_prorations' | 'none'
  proration_date: number
  /** A change that cannot be paid waits; otherwise it takes effect, and the subscription is past due. */
  waits_for_payment: boolean
}

/** The invoice that a change leads to at once; null if it leads to none. */
export function changeInvoice(
  account: Account,
  subscription: BillingSubscription,
  change: SubscriptionChange,
): BillingInvoice | null {
  const lines = changeLines(subscription, change)
  if (lines.length === 0 || change.proration_behavior !== 'always_invoice') return null
  return draftInvoice(account, subscription, { lines, reason: 'subscription_update' })
}

function changeLines(
  subscription: BillingSubscription,
  { to, proration_behavior, proration_date }: SubscriptionChange,
): InvoiceLine[] {
  const isSame = to.price === subscription.price && to.quantity === subscription.quantity
  if (isSame || proration_behavior === 'none') return []
  const period = { start: subscription.period_start, end: subscription.period_end }
  return prorationLines({ from: subscription, to, period, at: proration_date })
}

/** Changes price or quantity. A newer change replaces a pending one. */
export function changeSubscription(
  account: Account,
  subscription: BillingSubscription,
  change: SubscriptionChange,
) {
  dropPending(account, subscription)
  const invoice = changeInvoice(account, subscription, change)
  if (invoice) {
    addInvoice(account, subscription, invoice)
    if (!collect(account, subscription, invoice)) {
      if (change.waits_for_payment) return waitForPayment(account, subscription, { change, invoice })
      subscription.status = 'past_due'
    }
  } else if (change.proration_behavior === 'create_prorations')
    subscription.pending_lines = [...subscription.pending_lines, ...changeLines(subscription, change)]
  applyChange(subscription, change.to, change.proration_date)
  publishSubscription(account, 'updated', subscription)
}

function waitForPayment(
  account: Account,
  subscription: BillingSubscription,
  { change, invoice }: { change: SubscriptionChange; invoice: BillingInvoice },
) {
  // Stripe does not try a pending update again by itself.
  invoice.next_attempt = null
  const expires = billingNow(account) + pendingMs
  const { to, proration_date } = change
  subscription.pending = { ...to, invoice: invoice.id, proration_date, expires }
  publishSubscription(account, 'updated', subscription)
}

function applyChange(subscription: BillingSubscription, to: SubscriptionItems, at: number) {
  const interval = findPrice(to.price)!.interval
  if (findPrice(subscription.price)!.interval !== interval)
    Object.assign(subscription, {
      anchor: at,
      periods: 1,
      period_start: at,
      period_end: periodStart(at, interval, 1),
    })
  Object.assign(subscription, { price: to.price, quantity: to.quantity })
}

function dropPending(account: Account, subscription: BillingSubscription) {
  const { pending } = subscription
  if (!pending) return false
  subscription.pending = null
  voidInvoice(account, account.store.invoices.get(pending.invoice)!)
  return true
}

/** Tries an open invoice again, for example after the card was changed. Returns whether it is paid now. */
export function payInvoice(account: Account, invoice: BillingInvoice): boolean {
  const subscription = account.store.subscriptions.get(invoice.subscription)!
  if (!collect(account, subscription, invoice)) return false
  const { pending } = subscription
  if (pending?.invoice === invoice.id) {
    applyChange(subscription, pending, pending.proration_date)
    subscription.pending = null
    publishSubscription(account, 'pending_update_applied', subscription)
  }
  const isBehind = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (isBehind && openInvoices(account, subscription).length === 0) subscription.status = 'active'
  publishSubscription(account, 'updated', subscription)
  return true
}

export function cancelNow(account: Account, subscription: BillingSubscription) {
  if (subscription.status === 'canceled') return
  dropPending(account, subscription)
  for (const invoice of openInvoices(account, subscription)) voidInvoice(account, invoice)
  const now = billingNow(account)
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
  })
  publishSubscription(account, 'deleted', subscription)
}

export function setCancelAtPeriodEnd(account: Account, subscription: BillingSubscription, cancels: boolean) {
  subscription.cancel_at_period_end = cancels
  subscription.canceled_at = cancels ? billingNow(account) : null
  publishSubscription(account, 'updated', subscription)
}

/** Ends the period: the subscription is canceled, or a new period begins and its invoice is collected. */
function endPeriod(account: Account, subscription: BillingSubscription) {
  if (subscription.cancel_at_period_end) return cancelNow(account, subscription)
  const { anchor, price, period_end } = subscription
  const periods = subscription.periods + 1
  const next = periodStart(anchor, findPrice(price)!.interval, periods)
  Object.assign(subscription, { periods, period_start: period_end, period_end: next })
  const lines = [...subscription.pending_lines, periodLine(subscription, { start: period_end, end: next })]
  subscription.pending_lines = []
  const invoice = draftInvoice(account, subscription, { lines, reason: 'subscription_cycle' })
  addInvoice(account, subscription, invoice)
  if (!collect(account, subscription, invoice)) subscription.status = 'past_due'
  publishSubscription(account, 'updated', subscription)
}

/** The last try failed: the subscription ends as the account's settings say. */
function endDunning(account: Account, subscription: BillingSubscription) {
  if (account.dunning_end === 'cancel') return cancelNow(account, subscription)
  for (const invoice of openInvoices(account, subscription)) invoice.next_attempt = null
  subscription.status = 'unpaid'
  publishSubscription(account, 'updated', subscription)
}

interface DueWork {
  at: number
  run(): void
}

function dueWork(account: Account): DueWork[] {
  const live = account.store.subscriptions.list().filter(({ status }) => status !== 'canceled')
  return live.flatMap((subscription) => [
    ...(subscription.status === 'unpaid'
      ? []
      : [{ at: subscription.period_end, run: () => endPeriod(account, subscription) }]),
    ...(subscription.pending
      ? [{ at: subscription.pending.expires, run: () => expirePending(account, subscription) }]
      : []),
    ...openInvoices(account, subscription).flatMap((invoice) =>
      invoice.next_attempt === null
        ? []
        : [{ at: invoice.next_attempt, run: () => retryInvoice(account, subscription, invoice) }],
    ),
  ])
}

function expirePending(account: Account, subscription: BillingSubscription) {
  if (dropPending(account, subscription)) publishSubscription(account, 'pending_update_expired', subscription)
}

function retryInvoice(account: Account, subscription: BillingSubscription, invoice: BillingInvoice) {
  if (!payInvoice(account, invoice) && invoice.attempts >= maxAttempts) endDunning(account, subscription)
}

/** Moves the test clock, and does everything that becomes due, in its order. */
export function advanceTime(account: Account, ms: number) {
  const end = billingNow(account) + ms
  for (;;) {
    const [next] = dueWork(account).toSorted((a, b) => a.at - b.at)
    if (!next || next.at > end) break
    account.clock_offset_ms += Math.max(0, next.at - billingNow(account))
    next.run()
  }
  account.clock_offset_ms += end - billingNow(account)
}
