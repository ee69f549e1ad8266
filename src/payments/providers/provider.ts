import type { Money } from '#lib/money/money.ts'
import type { ListedSettlement } from './listed-settlement.ts'

export type { ListedSettlement, SettlementEntry } from './listed-settlement.ts'
export {
  InvalidSignature,
  InvalidWebhookBody,
  ProviderError,
  type ProviderErrorKind,
  type RejectionCode,
  type SignatureProblem,
} from './provider-error.ts'

export type ProviderName = 'stripe' | 'paystack' | 'flutterwave'
export type ProviderMode = 'test' | 'live'

/** Credentials of one account at a provider. Never logged, never part of an error. */
export interface ProviderAccount {
  /** Base URL of the API; the provider's own, or a stand-in. */
  base_url: string
  secret_key: string
  /** Keys that verify webhooks: Stripe's endpoint secrets, Paystack's secret keys, Flutterwave's secret hashes. During a rotation two. */
  webhook_keys: readonly string[]
  mode: ProviderMode
}

export interface CheckoutRequest {
  /** Our reference of the attempt: `[a-z0-9-]`, at most 100 characters. Repeating a call with it charges once. */
  reference: string
  amount: Money
  /** What the buyer reads on the hosted page. */
  description: string
  email: string
  name: string | null
  /** Where the provider returns the browser to. The return proves nothing. */
  return_url: string
  cancel_url: string
  expires_at: Date
  /** Whether to keep the card for later charges. */
  saves_card: boolean
  /** Customer at the provider from an earlier payment; null creates one if the card is saved. */
  customer_reference: string | null
  /** Opaque ids, for a search at the provider. */
  metadata: Readonly<Record<string, string>>
}

export interface Checkout {
  /** Address of the hosted page. */
  url: string
  /** The provider's id of the session or link. */
  provider_reference: string
  expires_at: Date
}

/** How the provider identifies an attempt. */
export interface AttemptReferences {
  reference: string
  /** When the attempt was created: bounds the search at a provider that has no search by reference (Stripe). */
  created_at: Date
  /** Null while an answer to the creation is unknown. */
  provider_reference: string | null
}

export interface SavedCard {
  /** What later charges need; encrypted at rest, never in an answer of the API. */
  token: string
  customer_reference: string
  /** The same card has the same fingerprint. */
  fingerprint: string | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/** What the provider's API says of an attempt. */
export type PaymentFound =
  | { state: 'not_found' }
  /** The buyer may still pay. */
  | { state: 'pending' }
  | { state: 'failed'; code: DeclineCode; message: string }
  | { state: 'expired' }
  /** The bank asks the buyer to confirm an off-session charge at this address. */
  | { state: 'action_required'; url: string }
  | PaidPayment

export interface PaidPayment {
  state: 'paid'
  /** The provider's id of the money movement, unique at the provider. */
  transaction_id: string
  reference: string
  amount: Money
  /** Null while the provider does not know it. */
  fee: Money | null
  mode: ProviderMode
  paid_at: Date
  /** Card, mobile_money, bank_transfer, ussd … in the provider's words. */
  method: string
  card: SavedCard | null
}

/**
 * `insufficient_funds` and `other` may succeed later with the same card. The others need another card or the buyer
 * (`isHardDecline`).
 */
export type DeclineCode =
  | 'insufficient_funds'
  | 'card_declined'
  | 'card_expired'
  | 'authentication_required'
  | 'canceled'
  | 'other'

/** Whether charging the same card again without the buyer does not help. */
export const isHardDecline = (code: DeclineCode): boolean => code !== 'insufficient_funds' && code !== 'other'

export interface SavedCardCharge {
  reference: string
  amount: Money
  description: string
  email: string
  card: Pick<SavedCard, 'token' | 'customer_reference'>
  metadata: Readonly<Record<string, string>>
}

/** A page on which a person saves a card without a payment. */
export type CardSetupRequest = Pick<
  CheckoutRequest,
  'reference' | 'email' | 'return_url' | 'cancel_url' | 'expires_at' | 'customer_reference' | 'metadata'
> & { currency: string }

/** What the provider's API says of a card setup. */
export type CardSetupFound =
  | { state: 'pending' | 'expired' | 'not_found' }
  | { state: 'saved'; mode: ProviderMode; reference: string; card: SavedCard }

/** Result of an off-session charge. */
export interface ChargeResult {
  /** The provider's id of the charge: store it as `provider_reference` of the attempt. */
  provider_reference: string | null
  payment: PaymentFound
}

export interface RefundRequest {
  /** Our reference of the refund. Repeating a call with it refunds once where the provider allows. */
  reference: string
  transaction_id: string
  amount: Money
  reason: string
}

export interface RefundFound {
  provider_refund_id: string
  state: 'pending' | 'succeeded' | 'failed' | 'needs_attention'
  amount: Money
}

/** A webhook that passed the signature check. It says what to look at again, never what is true. */
export interface WebhookEvent {
  /** Unique per event, or built from its content where the provider sends no id. At most 255 characters. */
  dedup_key: string
  /** The provider's name of the event: `charge.success`. */
  type: string
  /** What the event is about; null for a type that nothing handles. */
  subject:
    | {
        kind: 'payment'
        reference: string | null
        transaction_id: string | null
        provider_reference: string | null
      }
    /** `reference` is that of the refunded attempt: Paystack names neither refund nor transaction by id. */
    | {
        kind: 'refund'
        provider_refund_id: string | null
        transaction_id: string | null
        reference: string | null
      }
    /** `reference` is that of the disputed attempt; Stripe does not send it. */
    | {
        kind: 'dispute'
        provider_dispute_id: string
        transaction_id: string
        reference: string | null
      }
    | { kind: 'subscription'; provider_subscription_id: string }
    /** The card of this token was removed or replaced. `reference` is that of the attempt or card setup that saved it. */
    | { kind: 'card'; token: string; reference: string | null }
    | null
}

export type WebhookSubject = NonNullable<WebhookEvent['subject']>

export interface DisputeFound {
  provider_dispute_id: string
  transaction_id: string
  /** Our reference of the disputed payment. */
  reference: string | null
  state: 'open' | 'won' | 'lost'
  amount: Money
  reason: string
  /** When evidence is due. */
  due_at: Date | null
  /** What the provider charges for the dispute; null where it does not say. */
  fee: Money | null
}

/** What a school says about a disputed payment. */
export interface DisputeEvidence {
  provider_dispute_id: string
  customer_name: string
  customer_email: string
  /** Empty if unknown; only Paystack asks for it. */
  customer_phone: string
  /** What was sold. */
  product: string
  /** When the course was opened. */
  service_date: Date | null
  /** What the buyer did in the course. */
  activity: string
  /** Text of the staff, with the receipt if they attach it. */
  text: string
}

/** One row of the provider's list of successful payments, for reconciliation. */
export type ListedPayment = Omit<PaidPayment, 'state' | 'card' | 'method'> & {
  /** What was given back; absent where the list does not say. */
  refunded?: Money
}

export interface Bank {
  code: string
  name: string
}

export interface BankAccount {
  bank_code: string
  /** Text, because leading zeros count. */
  account_number: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
}

/**
 * One provider with one account. Methods throw `ProviderError` only: `unreachable` (time-out, reset, 5xx, 429 – the result of a
 * call that changes something is then unknown), `rejected` (the provider refuses the request; its text is in the log, not
 * in the message), `unexpected_reply` (the answer does not fit its documented form; the result is unknown too).
 */
export interface PaymentProvider {
  name: ProviderName
  /** A harmless call that needs the secret key. Throws `rejected` with `credentials_invalid` for a wrong one. */
  checkKeys(): Promise<void>
  /** Whether a second `createRefund` with the same reference refunds once. */
  canRepeatRefunds: boolean
  createCheckout(request: CheckoutRequest): Promise<Checkout>
  /** Ends the hosted page; one that has ended already is no error. */
  closeCheckout(attempt: AttemptReferences): Promise<void>
  findPayment(attempt: AttemptReferences): Promise<PaymentFound>
  /** A decline is a result (`failed`), no error. An error with an unknown outcome: ask `findPayment` first. */
  chargeSavedCard(charge: SavedCardCharge): Promise<ChargeResult>
  removeSavedCard(card: Pick<SavedCard, 'token' | 'customer_reference'>): Promise<void>
  /** Null where a card is saved by a payment only (Paystack, Flutterwave). */
  cardSetup: null | {
    create(request: CardSetupRequest): Promise<Checkout>
    find(setup: AttemptReferences): Promise<CardSetupFound>
  }
  /** Null where a saved card cannot be looked up (Paystack, Flutterwave: their webhooks name no card). */
  cardLookup: null | {
    /** The card as it is now; null after its removal at the provider. */
    find(token: string): Promise<SavedCard | null>
    /** Stores the reference at the card, so that later webhooks about the card lead to its school. */
    label(token: string, reference: string): Promise<void>
  }
  createRefund(request: RefundRequest): Promise<RefundFound>
  findRefund(refund: { provider_refund_id: string; transaction_id: string }): Promise<RefundFound>
  /** Flutterwave v3 documents no disputes: its adapter throws `rejected` with `not_supported`. */
  findDispute(dispute: { provider_dispute_id: string }): Promise<DisputeFound>
  /** Sends the school's side of a dispute for good. Flutterwave has no such call: `rejected` with `not_supported`. */
  submitEvidence(evidence: DisputeEvidence): Promise<void>
  /** Payments that succeeded in the period, page by page, in the provider's order. */
  listPayments(period: { from: Date; to: Date }): AsyncIterable<ListedPayment>
  /**
   * Settlements of this account since a day, in the provider's order, and some older ones. A list that repeats itself or does not end
   * is an `unexpected_reply`.
   */
  listSettlements(since: Date): AsyncIterable<ListedSettlement>
  /**
   * Reads the raw bytes, and never the parsed body before the check. Names of headers are in lower case. Throws
   * `InvalidSignature` (answer 401) or `InvalidWebhookBody` (answer 400).
   */
  readWebhook(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): WebhookEvent
  /** Null where the provider has no list (Stripe). */
  banks: null | {
    list(country: string): Promise<Bank[]>
    /** Name of the account's holder; null if the bank has no such account. */
    resolve(account: BankAccount): Promise<{ account_name: string } | null>
  }
}
