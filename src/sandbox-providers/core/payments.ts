import type { Account } from './account.ts'
import type { DeclineCode, TestCard } from './test-cards.ts'
import type { SandboxEvent } from './wire.ts'
import {
  paymentsOf,
  type PaymentMethod,
  type SandboxCard,
  type SandboxCheckout,
  type SandboxPayment,
} from './store.ts'

/** Sends the webhooks of an event. */
export function publish(account: Account, event: SandboxEvent) {
  for (const body of account.wire.webhooksFor(account, event)) account.webhooks.send(body)
}

/** Runs `work` after the time for pending payments and refunds, if they end by themselves. */
export function later(account: Account, work: () => void) {
  if (account.pending_ms === null) return
  const timer = setTimeout(() => {
    account.timers.delete(timer)
    work()
  }, account.pending_ms)
  timer.unref()
  account.timers.add(timer)
}

/** The payment of a checkout, which the buyer has not paid yet. */
export function openPayment(account: Account, checkout: SandboxCheckout): SandboxPayment {
  const { store, wire, keys } = account
  const earlier = checkout.payment_id === null ? undefined : store.payments.get(checkout.payment_id)
  if (earlier && (!wire.tries_are_payments || earlier.status === 'open')) return earlier
  const { amount, currency } = checkout
  const payment: SandboxPayment = {
    id: wire.newId('payment'),
    charge_id: wire.newId('charge'),
    reference: checkout.reference,
    requested_reference: checkout.reference,
    amount,
    requested_amount: amount,
    currency,
    email: checkout.email,
    name: checkout.name,
    description: checkout.description,
    status: 'open',
    decline: null,
    fee: wire.fee(amount, currency),
    method: 'card',
    card: null,
    saves_card: checkout.saves_card,
    checkout_id: checkout.id,
    customer: checkout.customer,
    metadata: checkout.payment_metadata ?? checkout.metadata,
    mode: keys.mode,
    created: account.now(),
    paid: null,
    is_off_session: false,
  }
  store.payments.set(payment.id, payment)
  checkout.payment_id = payment.id
  return payment
}

/** Pays with a card on the page. The challenge, if the card has one, was passed. */
export function payByCard(account: Account, checkout: SandboxCheckout, testCard: TestCard): SandboxPayment {
  const payment = openPayment(account, checkout)
  payment.card = saveCard(account, checkout, testCard)
  payment.method = 'card'
  applyChange(account, payment)
  if (testCard.result) endPayment(account, payment, testCard.result)
  else endPayment(account, payment, null)
  return payment
}

/** Chooses a method that ends later: the payment is pending until the provider learns of the money. */
export function payLater(account: Account, checkout: SandboxCheckout, method: PaymentMethod): SandboxPayment {
  const payment = openPayment(account, checkout)
  Object.assign(payment, { method, status: 'pending', card: null })
  applyChange(account, payment)
  checkout.status = 'complete'
  publish(account, { kind: 'payment', payment, checkout })
  later(account, () => endPayment(account, payment, null))
  return payment
}

function applyChange(account: Account, payment: SandboxPayment) {
  Object.assign(payment, account.next_payment)
  account.next_payment = null
}

/** Saves a card of a customer. */
export function saveCard(
  { store, wire }: Account,
  { customer, email }: Pick<SandboxCheckout, 'customer' | 'email'>,
  testCard: TestCard,
): SandboxCard {
  const card: SandboxCard = {
    token: wire.newId('card'),
    fingerprint: `SIG_${testCard.number.slice(-10)}`,
    brand: testCard.brand,
    first6: testCard.number.slice(0, 6),
    last4: testCard.number.slice(-4),
    exp_month: 9,
    exp_year: 2032,
    customer,
    email,
    later_charges: testCard.later_charges ?? 'pay',
    later_event: testCard.later_event ?? null,
    is_removed: false,
  }
  store.cards.set(card.token, card)
  return card
}

/** Saves a card on a page without a payment. Returns why the bank refused it, or null. */
export function setUpCard(account: Account, checkout: SandboxCheckout, testCard: TestCard): string | null {
  if (testCard.result) return account.wire.declines[testCard.result]
  const card = saveCard(account, checkout, testCard)
  checkout.setup = { card: card.token }
  checkout.status = 'complete'
  publish(account, { kind: 'card_saved', checkout })
  return null
}

/** Removes a saved card, as its owner or the provider does. */
export function removeCard(account: Account, card: SandboxCard) {
  card.is_removed = true
  publish(account, { kind: 'card_removed', card })
}

/** Ends a payment with a decline, or as paid for null. A payment that has ended stays as it is. */
export function endPayment(account: Account, payment: SandboxPayment, code: DeclineCode | null) {
  const { store, wire, now } = account
  if (payment.status === 'succeeded') return
  const decline = code && { code, text: wire.declines[code] }
  Object.assign(payment, {
    status: code ? 'failed' : 'succeeded',
    decline,
    charge_id: wire.newId('charge'),
    paid: code ? null : now(),
  })
  const checkout = payment.checkout_id === null ? null : (store.checkouts.get(payment.checkout_id) ?? null)
  if (checkout && !code) {
    checkout.status = 'complete'
    wire.completeCheckout?.(account, checkout, payment)
  }
  publish(account, { kind: 'payment', payment, checkout })
  if (!code && payment.card?.later_event === 'dispute') openDispute(account, payment, 'fraudulent')
}

export type OffSessionCharge = Pick<
  SandboxPayment,
  'reference' | 'amount' | 'currency' | 'email' | 'metadata' | 'description'
>

/** Charges a saved card without the buyer. */
export function chargeSavedCard(
  account: Account,
  card: SandboxCard,
  charge: OffSessionCharge,
): SandboxPayment {
  const { store, wire, keys } = account
  const payment: SandboxPayment = {
    ...charge,
    id: wire.newId('payment'),
    charge_id: wire.newId('charge'),
    requested_amount: charge.amount,
    requested_reference: charge.reference,
    name: null,
    status: 'pending',
    decline: null,
    fee: wire.fee(charge.amount, charge.currency),
    method: 'card',
    card,
    saves_card: false,
    checkout_id: null,
    customer: card.customer,
    mode: keys.mode,
    created: account.now(),
    paid: null,
    is_off_session: true,
  }
  store.payments.set(payment.id, payment)
  applyChange(account, payment)
  const { later_charges: result } = card
  if (result === 'pay') endPayment(account, payment, null)
  else if (result !== 'authenticate') endPayment(account, payment, result)
  else if (wire.confirms_off_session) payment.status = 'action_required'
  else endPayment(account, payment, 'authentication_required')
  return payment
}

/** Opens a dispute of a payment: the buyer asked the bank for the money. */
export function openDispute(account: Account, payment: SandboxPayment, reason: string) {
  const { store, wire, now } = account
  const dispute = {
    id: wire.newId('dispute'),
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    status: 'open' as const,
    reason,
    evidence: null,
    created: now(),
  }
  store.disputes.set(dispute.id, dispute)
  publish(account, { kind: 'dispute', dispute })
  return dispute
}

/** Expires the open checkouts of a reference. */
export function expireCheckouts(account: Account, reference: string) {
  for (const checkout of account.store.checkouts.list()) {
    if (checkout.reference !== reference || checkout.status !== 'open') continue
    checkout.status = 'expired'
    publish(account, { kind: 'checkout_expired', checkout })
  }
}

/** The latest successful payment of a reference, else the latest try. */
export function latestPayment({ store }: Account, reference: string): SandboxPayment | undefined {
  const payments = paymentsOf(store, reference)
  return payments.find(({ status }) => status === 'succeeded') ?? payments[0]
}
