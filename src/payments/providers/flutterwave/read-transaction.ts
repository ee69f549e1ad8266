import type { Static } from 'typebox'
import { Check } from 'typebox/value'
import { money, subtractMoney } from '#lib/money/money.ts'
import type { DeclineCode, ListedPayment, PaymentFound, ProviderMode, SavedCard } from '../provider.ts'
import { readTime } from '../reading-replies.ts'
import { fromFlutterwaveAmount, fromFlutterwaveFee } from './amounts.ts'
import { Card, type Transaction } from './flutterwave-replies.ts'

export type FlutterwaveTransaction = Static<typeof Transaction>

/** State of a transaction that verify returned. v3 does not say whether it is a test, so the mode is the account's. */
export function readTransaction(transaction: FlutterwaveTransaction, mode: ProviderMode): PaymentFound {
  const message = transaction.processor_response ?? ''
  if (transaction.status === 'failed') return { state: 'failed', code: declineCode(message), message }
  if (transaction.status !== 'successful') return { state: 'pending' }
  return {
    state: 'paid',
    ...readListed(transaction, mode),
    method: transaction.payment_type ?? 'unknown',
    card: readCard(transaction),
  }
}

/** A successful transaction as a row of the list. `charged_amount` may include fees that the buyer bears; `amount` does not. */
export function readListed(transaction: FlutterwaveTransaction, mode: ProviderMode): ListedPayment {
  const { currency, charged_amount, app_fee } = transaction
  const amount = fromFlutterwaveAmount(transaction.amount, currency)
  const charged = charged_amount == null ? amount : fromFlutterwaveFee(charged_amount, currency)
  const surplus = Math.max(0, subtractMoney(charged, amount).minor)
  const fee = app_fee == null ? null : fromFlutterwaveFee(app_fee, currency)
  return {
    transaction_id: String(transaction.id),
    reference: transaction.tx_ref,
    amount,
    fee: fee && money(Math.max(0, fee.minor - surplus), currency),
    mode,
    paid_at: readTime(transaction.created_at),
  }
}

function readCard({ card, customer }: FlutterwaveTransaction): SavedCard | null {
  if (!Check(Card, card) || !card.token) return null
  const [month = '', year = ''] = card.expiry.split('/')
  return {
    token: card.token,
    // A token is tied to the e-mail address that it was created with.
    customer_reference: customer?.email ?? '',
    fingerprint: `${card.first_6digits}-${card.last_4digits}-${card.expiry}`,
    brand: card.type ?? 'card',
    last4: card.last_4digits,
    exp_month: Number(month),
    exp_year: Number(year) + (year.length === 2 ? 2000 : 0),
  }
}

/** Flutterwave describes a decline in words only. */
export function declineCode(response: string): DeclineCode {
  const text = response.toLowerCase()
  if (text.includes('insufficient')) return 'insufficient_funds'
  if (text.includes('expired')) return 'card_expired'
  if (text.includes('otp') || text.includes('pin') || text.includes('authentication'))
    return 'authentication_required'
  if (text.includes('cancel')) return 'canceled'
  if (text.includes('declined') || text.includes('not honor') || text.includes('fraud'))
    return 'card_declined'
  return 'other'
}
