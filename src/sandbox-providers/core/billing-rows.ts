/** Rows of Stripe Billing. Times are milliseconds since 1970, amounts are in Stripe's unit. */
export interface BillingCustomer {
  id: string
  email: string
  name: string | null
  metadata: Record<string, unknown>
  /** Negative: a credit that pays the next invoices. */
  balance: number
  /** Token of the default card. */
  card: string | null
  created: number
}

export type SubscriptionStatus = 'active' | 'past_due' | 'unpaid' | 'canceled'

export interface BillingSubscription {
  id: string
  item_id: string
  customer: string
  price: string
  quantity: number
  status: SubscriptionStatus
  metadata: Record<string, unknown>
  /** Token of its own card, which goes before the customer's. */
  card: string | null
  /** Start of the first period: the later ones begin on the same day of the month. */
  anchor: number
  /** Number of periods since the anchor. */
  periods: number
  period_start: number
  period_end: number
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  latest_invoice: string | null
  /** A change that waits for its payment. */
  pending: PendingUpdate | null
  /** Prorations that the next invoice contains. */
  pending_lines: readonly InvoiceLine[]
  created: number
}

export interface PendingUpdate extends SubscriptionItems {
  invoice: string
  proration_date: number
  expires: number
}

/** What a subscription consists of: one price and its quantity. */
export interface SubscriptionItems {
  price: string
  quantity: number
}

export interface InvoiceLine extends SubscriptionItems {
  amount: number
  description: string
  is_proration: boolean
  start: number
  end: number
}

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

export interface BillingInvoice {
  id: string
  number: string
  customer: string
  subscription: string
  status: 'open' | 'paid' | 'void'
  reason: InvoiceReason
  currency: string
  lines: readonly InvoiceLine[]
  total: number
  starting_balance: number
  ending_balance: number
  amount_due: number
  amount_paid: number
  attempts: number
  /** When the card is charged again; null for never. */
  next_attempt: number | null
  paid_at: number | null
  created: number
}

export interface PortalSession {
  id: string
  customer: string
  return_url: string
  /** The page changes the card only. */
  only_card: boolean
  created: number
}
