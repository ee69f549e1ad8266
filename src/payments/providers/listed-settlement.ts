import type { Money } from '#lib/money/money.ts'

/** What a provider paid out, or will pay out, to the bank account of the owner of an account. */
export interface ListedSettlement {
  /** The provider's id. */
  settlement_id: string
  status: 'pending' | 'paid' | 'failed'
  /** When the bank account has the money, or is expected to. */
  paid_at: Date
  /** Null where only the entries say it (Stripe). */
  gross: Money | null
  fees: Money | null
  /** Refunds and chargebacks that are subtracted without being listed (Paystack, Flutterwave); never negative. */
  deductions: Money
  /** What the bank account gets; negative if money was taken from it. */
  net: Money
  /** False where the provider does not say what is in it (manual payouts of Stripe). */
  has_entries: boolean
  /** Its movements, page by page. */
  entries(): AsyncIterable<SettlementEntry[]>
}

/** A movement of money in a settlement. */
export interface SettlementEntry {
  /** Unique within the settlement. */
  entry_id: string
  /** `other` is no payment of a buyer: a fee of the account, a transfer. */
  kind: 'payment' | 'refund' | 'dispute' | 'other'
  /** The provider's id of the payment, refund or dispute, as the other methods report it. */
  transaction_id: string
  /** Our reference of the payment; empty if it has none. */
  reference: string
  /** Negative for money that was taken. */
  gross: Money
  fee: Money
  net: Money
}

/** Bounds for lists that a faulty server would never end. */
export const maxSettlementPages = 100
export const maxEntryPages = 500
