import type Stripe from 'stripe'
import type { DeclineCode, PaymentFound, SavedCard } from '../provider.ts'
import { readTime } from '../reading-replies.ts'
import { fromStripeAmount } from './amounts.ts'

/** State of a PaymentIntent that was retrieved with `intentExpansion`. */
export function readIntent(intent: Stripe.PaymentIntent): PaymentFound {
  switch (intent.status) {
    case 'succeeded':
      return readPaid(intent)
    case 'canceled':
      return { state: 'failed', code: 'canceled', message: intent.cancellation_reason ?? '' }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      return url ? { state: 'action_required', url } : { state: 'pending' }
    }
    case 'requires_payment_method':
      return readDecline(intent.last_payment_error)
    default:
      return { state: 'pending' }
  }
}

interface StripeFailure {
  code?: string
  decline_code?: string
  message?: string
}

/** A charge that was not tried yet has no error. */
export function readDecline(error: StripeFailure | null): PaymentFound {
  if (!error) return { state: 'pending' }
  return { state: 'failed', code: declineCode(error), message: error.message ?? '' }
}

/** Codes of docs.stripe.com/error-codes and docs.stripe.com/declines/codes. */
function declineCode({ code, decline_code }: StripeFailure): DeclineCode {
  if (decline_code === 'insufficient_funds') return 'insufficient_funds'
  if (code === 'expired_card' || decline_code === 'expired_card') return 'card_expired'
  if (code === 'authentication_required' || decline_code === 'authentication_required')
    return 'authentication_required'
  if (
    decline_code === 'try_again_later' ||
    decline_code === 'processing_error' ||
    code === 'processing_error'
  )
    return 'other'
  return code === 'card_declined' || code === 'incorrect_cvc' ? 'card_declined' : 'other'
}

function readPaid(intent: Stripe.PaymentIntent): PaymentFound {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    state: 'paid',
    transaction_id: intent.id,
    reference: intent.metadata.reference ?? '',
    amount: fromStripeAmount(intent.amount_received, intent.currency),
    fee: charge && readFee(charge),
    mode: intent.livemode ? 'live' : 'test',
    paid_at: readTime(charge?.created ?? intent.created),
    method: charge?.payment_method_details?.type ?? 'unknown',
    card: readCard(intent),
  }
}

/** Null while the balance transaction does not exist yet, or if it is in the currency of the payout account. */
export function readFee({ balance_transaction, currency }: Stripe.Charge) {
  if (typeof balance_transaction !== 'object' || balance_transaction?.currency !== currency) return null
  return fromStripeAmount(balance_transaction.fee, balance_transaction.currency)
}

/** The card, if it was kept for later charges. */
function readCard({ payment_method, customer, setup_future_usage }: Stripe.PaymentIntent): SavedCard | null {
  if (setup_future_usage !== 'off_session' || !customer) return null
  if (typeof payment_method !== 'object' || payment_method === null) return null
  return readSavedCard(payment_method, customer)
}

/** A saved card and its customer; null for another payment method. */
export function readSavedCard(
  { id, card }: Stripe.PaymentMethod,
  customer: { id: string } | string,
): SavedCard | null {
  if (!card) return null
  const { brand, last4, exp_month, exp_year, fingerprint } = card
  return {
    token: id,
    customer_reference: typeof customer === 'string' ? customer : customer.id,
    fingerprint: fingerprint ?? null,
    brand,
    last4,
    exp_month,
    exp_year,
  }
}
