import type { Static } from 'typebox'
import { Check } from 'typebox/value'
import { compareMoney, money, subtractMoney, type Money } from '#lib/money/money.ts'
import type { DeclineCode, ListedPayment, PaymentFound, SavedCard } from '../provider.ts'
import { readTime } from '../reading-replies.ts'
import { fromPaystackAmount } from './amounts.ts'
import { Authorization, type Transaction } from './paystack-replies.ts'

export type PaystackTransaction = Static<typeof Transaction>

/**
 * State of a transaction. `abandoned` is also the status of a page that the buyer has not finished yet, so it is pending;
 * `reversed` was paid and given back.
 */
export function readTransaction(transaction: PaystackTransaction): PaymentFound {
  const message = transaction.gateway_response ?? ''
  switch (transaction.status) {
    case 'success':
      return {
        state: 'paid',
        ...readListed(transaction),
        method: transaction.channel ?? 'unknown',
        card: readCard(transaction),
      }
    case 'failed':
      return { state: 'failed', code: declineCode(message), message }
    case 'reversed':
      return { state: 'failed', code: 'other', message: 'reversed' }
    default:
      return { state: 'pending' }
  }
}

/** A successful transaction as a row of the list. */
export function readListed(transaction: PaystackTransaction): ListedPayment {
  return {
    transaction_id: String(transaction.id),
    reference: transaction.reference,
    ...readAmounts(transaction),
    mode: transaction.domain,
    paid_at: readTime(transaction.paid_at ?? transaction.paidAt),
  }
}

/**
 * A buyer who bears the fees pays more than was requested: then the requested amount is the payment, and the surplus
 * covers part of the fees. A payment below the requested amount counts as it is.
 */
function readAmounts({ amount, requested_amount, fees, currency }: PaystackTransaction) {
  const charged = fromPaystackAmount(amount, currency)
  const requested = requested_amount == null ? charged : fromPaystackAmount(requested_amount, currency)
  const paid = compareMoney(charged, requested) > 0 ? requested : charged
  const fee =
    fees == null ? null : feeWithout(fromPaystackAmount(fees, currency), subtractMoney(charged, paid))
  return { amount: paid, fee }
}

const feeWithout = (fee: Money, surplus: Money) =>
  money(Math.max(0, subtractMoney(fee, surplus).minor), fee.currency)

function readCard({ authorization, customer }: PaystackTransaction): SavedCard | null {
  if (!Check(Authorization, authorization) || !authorization.reusable) return null
  return {
    token: authorization.authorization_code,
    customer_reference: customer?.customer_code ?? '',
    fingerprint: authorization.signature ?? null,
    brand: (authorization.brand ?? authorization.card_type ?? 'card').trim(),
    last4: authorization.last4,
    exp_month: Number(authorization.exp_month),
    exp_year: Number(authorization.exp_year),
  }
}

/** Paystack describes a decline in words only. */
export function declineCode(gatewayResponse: string): DeclineCode {
  const text = gatewayResponse.toLowerCase()
  if (text.includes('insufficient')) return 'insufficient_funds'
  if (text.includes('expired')) return 'card_expired'
  if (text.includes('authentication') || text.includes('otp')) return 'authentication_required'
  if (text.includes('cancel')) return 'canceled'
  if (text.includes('declined') || text.includes('not honor') || text.includes('not permitted'))
    return 'card_declined'
  return 'other'
}
