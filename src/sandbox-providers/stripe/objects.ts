import type { Account } from '../core/account.ts'
import { disputeFees } from '../core/dispute-fees.ts'
import {
  refundableAmount,
  type SandboxCard,
  type SandboxCheckout,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
} from '../core/store.ts'
import type { Decline } from '../core/test-cards.ts'
import type { Expansion } from './expansion.ts'

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
const idOrNull = (id: string) => (id === '' ? null : id)

/** A Checkout Session. `address` is that of the stand-in. */
export function sessionOf(account: Account, checkout: SandboxCheckout, expansion: Expansion) {
  const payment =
    checkout.payment_id === null ? null : (account.store.payments.get(checkout.payment_id) ?? null)
  const url = `${account.keys.base_url}/checkout/stripe/${checkout.id}`
  return {
    id: checkout.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    amount_subtotal: checkout.amount,
    amount_total: checkout.amount,
    cancel_url: checkout.cancel_url,
    client_reference_id: idOrNull(checkout.reference),
    created: seconds(checkout.created),
    currency: checkout.currency,
    customer: idOrNull(checkout.customer),
    customer_email: checkout.email,
    customer_details: { email: checkout.email, name: checkout.name },
    expires_at: seconds(checkout.expires!),
    livemode: account.keys.mode === 'live',
    metadata: checkout.metadata,
    mode: checkout.setup ? 'setup' : checkout.subscription ? 'subscription' : 'payment',
    setup_intent: setupIntentOf(account, checkout, expansion),
    subscription: checkout.subscription?.id ?? null,
    payment_intent:
      payment && !checkout.subscription
        ? expansion.reference('payment_intent', payment.id, (below) => intentOf(account, payment, below))
        : null,
    payment_status: paymentStatusOf(checkout, payment),
    status: checkout.status,
    success_url: checkout.return_url,
    ui_mode: 'hosted_page',
    url: checkout.status === 'open' ? url : null,
  }
}

const paymentStatusOf = ({ setup }: SandboxCheckout, payment: SandboxPayment | null) => {
  if (setup) return 'no_payment_required'
  return payment?.status === 'succeeded' ? 'paid' : 'unpaid'
}

/** The SetupIntent of a page that saves a card; null for other pages. */
function setupIntentOf(account: Account, checkout: SandboxCheckout, expansion: Expansion) {
  const { setup } = checkout
  if (!setup) return null
  const card = setup.card === null ? null : (account.store.cards.get(setup.card) ?? null)
  const id = checkout.id.replace('cs_', 'seti_')
  return expansion.reference('setup_intent', id, (below) => ({
    id,
    object: 'setup_intent',
    customer: idOrNull(checkout.customer),
    livemode: account.keys.mode === 'live',
    metadata: checkout.metadata,
    payment_method:
      card && below.reference('payment_method', card.token, () => paymentMethodOf(account.keys, card)),
    status: card ? 'succeeded' : 'requires_payment_method',
    usage: 'off_session',
  }))
}

const intentStatuses: Record<SandboxPayment['status'], string> = {
  open: 'requires_payment_method',
  pending: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
  action_required: 'requires_action',
}

export function intentOf(account: Account, payment: SandboxPayment, expansion: Expansion) {
  const { card, decline, status } = payment
  const isTried = status === 'succeeded' || status === 'failed'
  return {
    id: payment.id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_received: status === 'succeeded' ? payment.amount : 0,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    created: seconds(payment.created),
    currency: payment.currency,
    customer: idOrNull(payment.customer),
    description: payment.description,
    last_payment_error: decline && status === 'failed' ? declineOf(decline) : null,
    latest_charge: expansion.reference('latest_charge', isTried ? payment.charge_id : null, (below) =>
      chargeOf(account, payment, below),
    ),
    livemode: payment.mode === 'live',
    metadata: payment.metadata,
    next_action: null,
    payment_method:
      card && status !== 'failed'
        ? expansion.reference('payment_method', card.token, () => paymentMethodOf(payment, card))
        : null,
    setup_future_usage: payment.saves_card ? 'off_session' : null,
    status: intentStatuses[status],
  }
}

/** `code` and `decline_code` of docs.stripe.com/error-codes and docs.stripe.com/declines/codes. */
const declineCodes: Record<Decline['code'], { code: string; decline_code?: string }> = {
  card_declined: { code: 'card_declined', decline_code: 'generic_decline' },
  insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expired_card: { code: 'expired_card' },
  incorrect_cvc: { code: 'incorrect_cvc' },
  fraudulent: { code: 'card_declined', decline_code: 'fraudulent' },
  authentication_required: { code: 'authentication_required', decline_code: 'authentication_required' },
  processing_error: { code: 'processing_error' },
}

export const declineOf = ({ code, text }: Decline) => ({
  type: 'card_error',
  message: text,
  ...declineCodes[code],
})

export function chargeOf(account: Account, payment: SandboxPayment, expansion: Expansion) {
  const { card, status } = payment
  const isPaid = status === 'succeeded'
  const refunded = payment.amount - refundableAmount(account.store, payment)
  return {
    id: payment.charge_id,
    object: 'charge',
    amount: payment.amount,
    amount_captured: isPaid ? payment.amount : 0,
    amount_refunded: refunded,
    balance_transaction: expansion.reference(
      'balance_transaction',
      isPaid && payment.fee !== null ? payment.charge_id.replace('ch_', 'txn_') : null,
      () => balanceTransactionOf(payment),
    ),
    created: seconds(payment.paid ?? payment.created),
    currency: payment.currency,
    customer: idOrNull(payment.customer),
    disputed: account.store.disputes.list().some(({ payment_id }) => payment_id === payment.id),
    failure_code: payment.decline ? declineCodes[payment.decline.code].code : null,
    failure_message: payment.decline?.text ?? null,
    livemode: payment.mode === 'live',
    metadata: payment.metadata,
    paid: isPaid,
    payment_intent: payment.id,
    payment_method: card?.token ?? null,
    payment_method_details: card
      ? { type: 'card', card: { brand: card.brand, last4: card.last4 } }
      : { type: 'customer_balance' },
    refunded: refunded === payment.amount,
    status: isPaid ? 'succeeded' : 'failed',
  }
}

const balanceTransactionOf = ({ charge_id, amount, fee, currency, paid, created }: SandboxPayment) => ({
  id: charge_id.replace('ch_', 'txn_'),
  object: 'balance_transaction',
  amount,
  currency,
  fee: fee ?? 0,
  net: amount - (fee ?? 0),
  created: seconds(paid ?? created),
  type: 'charge',
  source: charge_id,
})

export const paymentMethodOf = ({ mode }: Pick<SandboxPayment, 'mode'>, card: SandboxCard) => ({
  id: card.token,
  object: 'payment_method',
  type: 'card',
  card: {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
  },
  customer: card.is_removed ? null : idOrNull(card.customer),
  metadata: card.metadata ?? {},
  livemode: mode === 'live',
})

export const refundOf = ({ store }: Account, refund: SandboxRefund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  charge: store.payments.get(refund.payment_id)?.charge_id ?? null,
  created: seconds(refund.created),
  currency: refund.currency,
  metadata: refund.metadata,
  payment_intent: refund.payment_id,
  reason: null,
  status: refund.status === 'needs_attention' ? 'requires_action' : refund.status,
})

const day = 24 * 60 * 60

/** Stripe withdraws amount and fee when a dispute opens, and gives the amount back if it is won. */
const balanceTransactionsOf = ({ id, amount, currency, status, created }: SandboxDispute) =>
  (status === 'won' ? ['withdrawn', 'reinstated'] : ['withdrawn']).map((name) => {
    const isWithdrawal = name === 'withdrawn'
    const fee = isWithdrawal ? disputeFees.stripe : 0
    const change = isWithdrawal ? -amount : amount
    return {
      id: `txn_${id}_${name}`,
      object: 'balance_transaction',
      amount: change,
      currency,
      fee,
      net: change - fee,
      created: seconds(created),
      type: 'adjustment',
      source: id,
    }
  })

export const disputeOf = (account: Account, dispute: SandboxDispute, expansion: Expansion) => {
  const payment = account.store.payments.get(dispute.payment_id)
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: balanceTransactionsOf(dispute),
    charge: payment?.charge_id ?? null,
    created: seconds(dispute.created),
    currency: dispute.currency,
    evidence_details: {
      due_by: seconds(dispute.created) + 7 * day,
      has_evidence: dispute.evidence !== null,
      submission_count: dispute.evidence === null ? 0 : 1,
    },
    is_charge_refundable: false,
    livemode: payment?.mode === 'live',
    metadata: {},
    payment_intent: expansion.reference('payment_intent', dispute.payment_id, (below) =>
      payment ? intentOf(account, payment, below) : null,
    ),
    reason: dispute.reason,
    status:
      dispute.status === 'open' ? (dispute.evidence ? 'under_review' : 'needs_response') : dispute.status,
  }
}
