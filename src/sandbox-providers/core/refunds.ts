import type { Account } from './account.ts'
import { later, publish } from './payments.ts'
import type { RefundStatus, SandboxPayment, SandboxRefund } from './store.ts'

type NewRefund = Pick<SandboxRefund, 'amount' | 'note' | 'metadata'>

/**
 * Creates a refund, which is pending. `finishRefund` ends it after the reply was built, because every provider answers
 * before it has moved the money.
 */
export function createRefund(account: Account, payment: SandboxPayment, values: NewRefund): SandboxRefund {
  const refund: SandboxRefund = {
    ...values,
    id: account.wire.newId('refund'),
    payment_id: payment.id,
    currency: payment.currency,
    status: 'pending',
    created: account.now(),
  }
  account.store.refunds.set(refund.id, refund)
  publish(account, { kind: 'refund', refund, is_new: true })
  return refund
}

/** Ends a new refund as the test card or the account's behaviour says. */
export function finishRefund(account: Account, payment: SandboxPayment, refund: SandboxRefund) {
  const event = payment.card?.later_event
  if (account.refunds === 'fail') changeRefund(account, refund, 'failed')
  else if (account.refunds === 'stay_pending' || event === 'refund_pending')
    later(account, () => changeRefund(account, refund, 'succeeded'))
  else {
    changeRefund(account, refund, 'succeeded')
    if (event === 'refund_fails_later') later(account, () => changeRefund(account, refund, 'failed'))
  }
}

/** Changes the status of a refund, and sends its webhook. */
export function changeRefund(account: Account, refund: SandboxRefund, status: RefundStatus) {
  if (refund.status === status) return
  refund.status = status
  publish(account, { kind: 'refund', refund, is_new: false })
}
