export type DeclineCode =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'fraudulent'
  | 'authentication_required'
  | 'processing_error'

export interface Decline {
  code: DeclineCode
  /** In the provider's words. */
  text: string
}

/** Steps by which the bank asks the buyer to confirm: a PIN, a one-time password, or a page of the bank (3DS). */
export interface ChallengeStep {
  kind: 'pin' | 'otp' | 'bank'
  /** What passes the step; the buttons of the bank's page send `approve` or `reject`. */
  answer: string
}

/** `authenticate`: the bank asks the buyer to confirm. */
export type CardResult = 'pay' | 'authenticate' | DeclineCode

/** What happens after a payment with this card. */
export type LaterEvent = 'dispute' | 'refund_pending' | 'refund_fails_later'

/** A test card of a provider's documentation. */
export interface TestCard {
  number: string
  brand: string
  /** What the page says of the card. */
  label: string
  /** Result of the payment on the page, after the challenge. */
  result?: DeclineCode
  challenge?: readonly ChallengeStep[]
  /** Result of later charges without the buyer; default `pay`. */
  later_charges?: CardResult
  later_event?: LaterEvent
}

export const digitsOf = (text: string): string => text.replaceAll(/[\s-]/g, '')
