import type { SandboxCard, SandboxPayment, SandboxRefund } from '../core/store.ts'
import { toMajorUnits } from './amounts.ts'

const time = (milliseconds: number) => new Date(milliseconds).toISOString()

const statuses: Record<SandboxPayment['status'], string> = {
  open: 'pending',
  pending: 'pending',
  succeeded: 'successful',
  failed: 'failed',
  action_required: 'pending',
}

/** A transaction as verify has it. The token of the card is in verify only (`withToken`). */
export function transactionOf(payment: SandboxPayment, { withToken }: { withToken: boolean }) {
  const { card, decline, customer } = payment
  const amount = toMajorUnits(payment.amount)
  return {
    id: Number(payment.id),
    tx_ref: payment.reference,
    flw_ref: `FLW-SANDBOX-${payment.id}`,
    device_fingerprint: 'N/A',
    amount,
    currency: payment.currency,
    charged_amount: amount,
    app_fee: toMajorUnits(payment.fee ?? 0),
    merchant_fee: 0,
    processor_response: decline?.text ?? (payment.status === 'succeeded' ? 'Approved' : 'Pending'),
    auth_model: payment.is_off_session ? 'noauth' : 'PIN',
    ip: '127.0.0.1',
    narration: payment.description,
    status: statuses[payment.status],
    payment_type: payment.method === 'mobile_money' ? 'mobilemoney' : payment.method,
    created_at: time(payment.created),
    account_id: 1,
    customer: {
      id: Number(customer),
      name: payment.name ?? 'Anonymous customer',
      phone_number: null,
      email: payment.email,
      created_at: time(payment.created),
    },
    ...(card && { card: cardOf(card, withToken && payment.status === 'succeeded') }),
    meta: payment.metadata,
    amount_settled: toMajorUnits(payment.amount - (payment.fee ?? 0)),
  }
}

function cardOf(card: SandboxCard, withToken: boolean) {
  return {
    first_6digits: card.first6,
    last_4digits: card.last4,
    issuer: 'SANDBOX BANK',
    country: 'NG',
    type: card.brand.toUpperCase(),
    expiry: `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`,
    ...(withToken && { token: card.token }),
  }
}

/** Successful refunds name the channel that paid them out; a bare `completed` says that one was started. */
const refundStatuses: Record<SandboxRefund['status'], string> = {
  pending: 'completed',
  succeeded: 'completed-mpgs',
  failed: 'failed',
  needs_attention: 'completed',
}

export const refundOf = (refund: SandboxRefund) => ({
  id: Number(refund.id),
  account_id: 1,
  tx_id: Number(refund.payment_id),
  flw_ref: `FLW-SANDBOX-${refund.payment_id}`,
  wallet_id: 1,
  amount_refunded: toMajorUnits(refund.amount),
  status: refundStatuses[refund.status],
  destination: 'payment_source',
  comments: refund.note,
  meta: { source: 'availablebalance' },
  created_at: time(refund.created),
})
