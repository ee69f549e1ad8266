import type { Account } from '../core/account.ts'
import type { SandboxCard, SandboxDispute, SandboxPayment, SandboxRefund } from '../core/store.ts'

const time = (milliseconds: number) => new Date(milliseconds).toISOString()

const statuses: Record<SandboxPayment['status'], string> = {
  open: 'abandoned',
  pending: 'ongoing',
  succeeded: 'success',
  failed: 'failed',
  action_required: 'ongoing',
}

export const authorizationOf = (card: SandboxCard, reusable: boolean) => ({
  authorization_code: card.token,
  bin: card.first6,
  last4: card.last4,
  // Text with two digits, and brands with a space at the end, as in the documented samples.
  exp_month: String(card.exp_month).padStart(2, '0'),
  exp_year: String(card.exp_year),
  channel: 'card',
  card_type: `${card.brand} `,
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: card.brand,
  reusable,
  signature: card.fingerprint,
  account_name: null,
})

export const customerOf = (code: string, { email, name }: Pick<SandboxPayment, 'email' | 'name'>) => ({
  id: Number(code.replaceAll(/\D/g, '')),
  first_name: name,
  last_name: null,
  email,
  customer_code: code,
  phone: null,
  metadata: null,
  risk_action: 'default',
  international_format_phone: null,
})

/** Documented properties of a transaction that have no value here. */
const emptyFields = {
  message: null,
  receipt_number: null,
  log: null,
  fees_split: null,
  fees_breakdown: null,
  split: {},
  subaccount: {},
  plan: null,
  plan_object: {},
  order_id: null,
  source: null,
  connect: null,
  pos_transaction_data: null,
}

/** A transaction as verify, the list and `charge.success` have it. */
export function transactionOf(payment: SandboxPayment) {
  const { card } = payment
  const paid = payment.paid === null ? null : time(payment.paid)
  return {
    ...emptyFields,
    id: Number(payment.id),
    domain: payment.mode,
    status: statuses[payment.status],
    reference: payment.reference,
    amount: payment.amount,
    gateway_response: gatewayResponse(payment),
    paid_at: paid,
    created_at: time(payment.created),
    channel: payment.method,
    currency: payment.currency,
    ip_address: '127.0.0.1',
    // Metadata that nobody sent is an empty text.
    metadata: Object.keys(payment.metadata).length > 0 ? payment.metadata : '',
    fees: paid ? payment.fee : null,
    customer: customerOf(payment.customer, payment),
    // Other methods than cards have an empty object.
    authorization: card ? authorizationOf(card, payment.status === 'succeeded') : {},
    paidAt: paid,
    createdAt: time(payment.created),
    transaction_date: time(payment.created),
    requested_amount: payment.requested_amount,
  }
}

function gatewayResponse({ status, decline }: SandboxPayment) {
  if (status === 'succeeded') return 'Successful'
  if (decline) return decline.text
  return status === 'open' ? 'The transaction was not completed' : 'Pending'
}

const refundStatuses: Record<SandboxRefund['status'], string> = {
  pending: 'pending',
  succeeded: 'processed',
  failed: 'failed',
  needs_attention: 'needs-attention',
}

export const refundOf = (refund: SandboxRefund) => ({
  id: Number(refund.id),
  integration: 100_043,
  domain: 'test',
  transaction: Number(refund.payment_id),
  dispute: null,
  amount: refund.amount,
  currency: refund.currency,
  channel: null,
  status: refundStatuses[refund.status],
  merchant_note: refund.note,
  customer_note: refund.metadata.customer_note ?? null,
  refunded_at: refund.status === 'succeeded' ? time(refund.created) : null,
  createdAt: time(refund.created),
})

/** Data of a refund's webhook: the amount is text, and neither refund nor transaction has an id. */
export const refundEventOf = (refund: SandboxRefund, payment: SandboxPayment) => ({
  status: refundStatuses[refund.status],
  transaction_reference: payment.reference,
  refund_reference: `TRF_${refund.id}`,
  amount: String(refund.amount),
  currency: refund.currency,
  processor: 'instant-transfer',
  customer: { first_name: payment.name, last_name: null, email: payment.email },
  integration: 100_043,
  domain: payment.mode,
})

const day = 24 * 60 * 60 * 1000

export function disputeOf({ store }: Account, dispute: SandboxDispute) {
  const payment = store.payments.get(dispute.payment_id)!
  const isOpen = dispute.status === 'open'
  return {
    id: Number(dispute.id),
    refund_amount: dispute.amount,
    currency: dispute.currency,
    status: isOpen ? 'awaiting-merchant-feedback' : 'resolved',
    resolution: isOpen ? null : dispute.status === 'won' ? 'declined' : 'merchant-accepted',
    domain: payment.mode,
    transaction: transactionOf(payment),
    transaction_reference: null,
    category: dispute.reason,
    customer: customerOf(payment.customer, payment),
    dueAt: time(dispute.created + 3 * day),
    resolvedAt: null,
    evidence: null,
    note: null,
    created_at: time(dispute.created),
    updated_at: time(dispute.created),
  }
}
