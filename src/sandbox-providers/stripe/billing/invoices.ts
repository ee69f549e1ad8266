import { chargeSavedCard } from '#sandbox-providers/core/payments.ts'
import type { Account } from '#sandbox-providers/core/account.ts'
import type { SandboxCard } from '#sandbox-providers/core/store.ts'
import { eventOf } from '../events.ts'
import { billingNow } from './billing-clock.ts'
import { invoiceOf, subscriptionOf } from './objects.ts'
import { findPrice } from './prices.ts'
import type {
  BillingInvoice,
  BillingSubscription,
  InvoiceLine,
  InvoiceReason,
} from '#sandbox-providers/core/billing-rows.ts'

const dayMs = 86_400_000
/** Days between the tries to collect an invoice. */
const retryDays = 3

export const publishInvoice = (account: Account, type: string, invoice: BillingInvoice) =>
  account.webhooks.send(eventOf(account, `invoice.${type}`, invoiceOf(account, invoice)))

export const publishSubscription = (account: Account, type: string, subscription: BillingSubscription) =>
  account.webhooks.send(
    eventOf(account, `customer.subscription.${type}`, subscriptionOf(account, subscription)),
  )

/** An invoice that is not stored yet. A credit of the customer pays first; a negative total becomes a credit. */
export function draftInvoice(
  account: Account,
  subscription: BillingSubscription,
  { lines, reason }: { lines: readonly InvoiceLine[]; reason: InvoiceReason },
): BillingInvoice {
  const customer = account.store.customers.get(subscription.customer)!
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const left = total + customer.balance
  return {
    id: account.wire.newId('invoice'),
    number: `SBX-${String(account.store.invoices.size + 1).padStart(4, '0')}`,
    customer: customer.id,
    subscription: subscription.id,
    status: 'open',
    reason,
    currency: findPrice(subscription.price)!.currency,
    lines,
    total,
    starting_balance: customer.balance,
    ending_balance: Math.min(0, left),
    amount_due: Math.max(0, left),
    amount_paid: 0,
    attempts: 0,
    next_attempt: null,
    paid_at: null,
    created: billingNow(account),
  }
}

/** Stores an invoice of the subscription. */
export function addInvoice(account: Account, subscription: BillingSubscription, invoice: BillingInvoice) {
  account.store.invoices.set(invoice.id, invoice)
  account.store.customers.get(invoice.customer)!.balance = invoice.ending_balance
  subscription.latest_invoice = invoice.id
  publishInvoice(account, 'created', invoice)
  publishInvoice(account, 'finalized', invoice)
}

/** The card that is charged: the subscription's own, else the customer's. */
export function cardOf(account: Account, subscription: BillingSubscription): SandboxCard | null {
  const token = subscription.card ?? account.store.customers.get(subscription.customer)?.card
  const card = token ? account.store.cards.get(token) : undefined
  return card && !card.is_removed ? card : null
}

/** Charges the card for an open invoice. Returns whether it is paid now. */
export function collect(
  account: Account,
  subscription: BillingSubscription,
  invoice: BillingInvoice,
): boolean {
  if (invoice.status === 'paid') return true
  invoice.attempts += 1
  const card = cardOf(account, subscription)
  if (invoice.amount_due > 0 && !(card && isCharged(account, card, invoice))) {
    invoice.next_attempt = billingNow(account) + retryDays * dayMs
    publishInvoice(account, 'payment_failed', invoice)
    return false
  }
  markPaid(account, invoice)
  return true
}

function isCharged(account: Account, card: SandboxCard, invoice: BillingInvoice) {
  const payment = chargeSavedCard(account, card, {
    reference: '',
    amount: invoice.amount_due,
    currency: invoice.currency,
    email: card.email,
    description: `Invoice ${invoice.number}`,
    metadata: {},
  })
  return payment.status === 'succeeded'
}

export function markPaid(account: Account, invoice: BillingInvoice) {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    next_attempt: null,
    paid_at: billingNow(account),
  })
  publishInvoice(account, 'payment_succeeded', invoice)
  publishInvoice(account, 'paid', invoice)
}

/** Voids an open invoice, and gives back the credit that it used. */
export function voidInvoice(account: Account, invoice: BillingInvoice) {
  if (invoice.status !== 'open') return
  const customer = account.store.customers.get(invoice.customer)!
  customer.balance += invoice.starting_balance - invoice.ending_balance
  Object.assign(invoice, { status: 'void', next_attempt: null })
  publishInvoice(account, 'voided', invoice)
}

/** Open invoices of a subscription, the oldest first. */
export const openInvoices = ({ store }: Account, { id }: BillingSubscription): BillingInvoice[] =>
  store.invoices.list().filter((invoice) => invoice.subscription === id && invoice.status === 'open')
