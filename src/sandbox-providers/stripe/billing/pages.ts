import type { Account } from '#sandbox-providers/core/account.ts'
import { findCard } from '#sandbox-providers/core/checkout-page.ts'
import { cardButton, documentMarkup, escapeHtml } from '#sandbox-providers/core/page-markup.ts'
import { saveCard } from '#sandbox-providers/core/payments.ts'
import type { PageReply } from '#sandbox-providers/core/wire.ts'
import { eventOf } from '../events.ts'
import { cardOf } from './invoices.ts'
import { customerOf } from './objects.ts'
import type {
  BillingInvoice,
  BillingSubscription,
  PortalSession,
} from '#sandbox-providers/core/billing-rows.ts'
import { payInvoice, setCancelAtPeriodEnd } from './subscriptions.ts'

/** `portal/ID` is the customer portal, `invoice/ID` the page of an invoice. */
export function billingPage(
  account: Account,
  [kind, id = '']: readonly string[],
  form: URLSearchParams | null,
): PageReply | null {
  const portal = kind === 'portal' ? account.store.portals.get(id) : undefined
  const invoice = kind === 'invoice' ? account.store.invoices.get(id) : undefined
  if (portal) return form ? submitPortal(account, portal, form) : showPortal(account, portal)
  if (invoice) return form ? submitInvoice(account, invoice, form) : showInvoice(account, invoice)
  return null
}

const page = (title: string, main: string): PageReply => ({
  html: documentMarkup(`Sandbox: ${title}`, 'Stripe', `<h1>${escapeHtml(title)}</h1>${main}`),
})

const alertOf = (problem?: string) => (problem ? `<p role="alert">${escapeHtml(problem)}</p>` : '')

const buttonForm = (action: string, label: string) =>
  `<form method="post"><button name="action" value="${action}">${label}</button></form>`

const cardsSection = ({ wire }: Account, title: string) =>
  `<section><h2>${title}</h2><p class="hint">Choose a test card. Real cards are refused.</p>
<form method="post" class="cards">${wire.cards.map(cardButton).join('')}</form></section>`

const liveSubscription = ({ store }: Account, customer: string): BillingSubscription | undefined =>
  store.subscriptions.list().findLast((one) => one.customer === customer && one.status !== 'canceled')

const openInvoicesOf = ({ store }: Account, customer: string) =>
  store.invoices.list().filter((one) => one.customer === customer && one.status === 'open')

function showPortal(account: Account, portal: PortalSession, problem?: string): PageReply {
  const subscription = liveSubscription(account, portal.customer)
  const back = `<p><a href="${escapeHtml(portal.return_url)}">Return to the product</a></p>`
  const cards = cardsSection(account, 'Change the card')
  if (portal.only_card) return page('Update your card', alertOf(problem) + cards + back)
  return page(
    'Your subscription',
    alertOf(problem) + (subscription ? subscriptionSection(account, subscription) : '') + cards + back,
  )
}

function subscriptionSection(account: Account, subscription: BillingSubscription) {
  const card = cardOf(account, subscription)
  const { cancel_at_period_end, status, quantity } = subscription
  const open = openInvoicesOf(account, subscription.customer).map((invoice) =>
    buttonForm(`pay ${invoice.id}`, `Pay ${formatTotal(account, invoice)}`),
  )
  return `<section><dl><dt>Status</dt><dd>${status}</dd><dt>Quantity</dt><dd>${quantity}</dd>
<dt>Card</dt><dd>${card ? `${card.brand} ${card.last4}` : 'none'}</dd></dl></section><section>${open.join('')}
${cancel_at_period_end ? buttonForm('resume', 'Do not cancel') : buttonForm('cancel', 'Cancel at the end of the period')}</section>`
}

function submitPortal(account: Account, portal: PortalSession, form: URLSearchParams): PageReply {
  const subscription = liveSubscription(account, portal.customer)
  const [action, id] = (form.get('action') ?? '').split(' ')
  if (subscription && (action === 'cancel' || action === 'resume')) {
    setCancelAtPeriodEnd(account, subscription, action === 'cancel')
    return showPortal(account, portal)
  }
  const invoice = action === 'pay' ? account.store.invoices.get(id ?? '') : undefined
  if (invoice?.customer === portal.customer && invoice.status === 'open')
    return showPortal(account, portal, payInvoice(account, invoice) ? undefined : 'Your card was declined.')
  const problem = changeCard(account, portal.customer, form)
  if (problem) return showPortal(account, portal, problem)
  return portal.only_card ? { location: portal.return_url } : showPortal(account, portal)
}

/** Saves the chosen card for all later invoices. Returns what is invalid, or null. */
function changeCard(account: Account, customer_id: string, form: URLSearchParams): string | null {
  const testCard = findCard(account, form)
  if (typeof testCard === 'string') return testCard
  if (testCard.result) return `${account.wire.declines[testCard.result]}. Try another card.`
  const customer = account.store.customers.get(customer_id)!
  const card = saveCard(account, { customer: customer.id, email: customer.email }, testCard)
  customer.card = card.token
  const subscription = liveSubscription(account, customer_id)
  if (subscription) subscription.card = card.token
  account.webhooks.send(eventOf(account, 'customer.updated', customerOf(account, customer)))
  return null
}

const formatTotal = ({ wire }: Account, { amount_due, currency }: BillingInvoice) =>
  escapeHtml(wire.formatAmount(amount_due, currency))

function showInvoice(account: Account, invoice: BillingInvoice, problem?: string): PageReply {
  const lines = invoice.lines
    .map(
      ({ description, amount }) =>
        `<dt>${escapeHtml(description)}</dt><dd>${escapeHtml(account.wire.formatAmount(amount, invoice.currency))}</dd>`,
    )
    .join('')
  const details = `<section><dl>${lines}<dt>To pay</dt><dd>${formatTotal(account, invoice)}</dd>
<dt>Status</dt><dd>${invoice.status}</dd></dl></section>`
  const pay =
    invoice.status === 'open'
      ? `<section>${buttonForm('pay', `Pay ${formatTotal(account, invoice)}`)}</section>${cardsSection(account, 'Pay with another card')}`
      : ''
  return page(`Invoice ${invoice.number}`, alertOf(problem) + details + pay)
}

function submitInvoice(account: Account, invoice: BillingInvoice, form: URLSearchParams): PageReply {
  if (invoice.status !== 'open') return showInvoice(account, invoice)
  if (form.get('action') !== 'pay') {
    const problem = changeCard(account, invoice.customer, form)
    if (problem) return showInvoice(account, invoice, problem)
  }
  return showInvoice(account, invoice, payInvoice(account, invoice) ? undefined : 'Your card was declined.')
}
