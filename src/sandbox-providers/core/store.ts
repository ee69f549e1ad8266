import type { BillingCustomer, BillingInvoice, BillingSubscription, PortalSession } from './billing-rows.ts'
import type { CardResult, ChallengeStep, Decline, LaterEvent, TestCard } from './test-cards.ts'

/** A hosted page on which a buyer pays. Amounts of all rows are integers in the unit that the stand-in chose. */
export interface SandboxCheckout {
  id: string
  reference: string
  amount: number
  currency: string
  email: string
  name: string | null
  description: string
  return_url: string
  cancel_url: string | null
  methods: readonly PaymentMethod[]
  saves_card: boolean
  customer: string
  metadata: Record<string, unknown>
  /** The page saves a card without a payment; `card` is its token afterwards. */
  setup?: { card: string | null }
  /** Metadata of the payment, where a checkout and its payment have their own. */
  payment_metadata?: Record<string, unknown>
  status: 'open' | 'complete' | 'expired'
  /** Milliseconds since 1970, as all times of rows. */
  created: number
  expires: number | null
  /** The last try of the buyer. */
  payment_id: string | null
  /** A card that waits for the buyer's confirmation. */
  challenge: { card: TestCard; steps: readonly ChallengeStep[] } | null
  /** What the page subscribes to; its id is null until it is paid. */
  subscription?: { price: string; quantity: number; metadata: Record<string, unknown>; id: string | null }
}

export type PaymentMethod = 'card' | 'bank_transfer' | 'mobile_money'
/** `open`: the buyer has not tried yet, or may try again. */
export type PaymentStatus = 'open' | 'pending' | 'succeeded' | 'failed' | 'action_required'

export interface SandboxPayment {
  id: string
  /** Id of the successful or last charge, where a payment and its charges are different objects. */
  charge_id: string
  reference: string
  /** The reference of the request, by which the payment is found even if a test changed `reference`. */
  requested_reference: string
  amount: number
  requested_amount: number
  currency: string
  email: string
  name: string | null
  description: string
  status: PaymentStatus
  decline: Decline | null
  /** Null while the provider does not know it. */
  fee: number | null
  method: PaymentMethod
  card: SandboxCard | null
  /** Whether the buyer agreed that the card is charged again. */
  saves_card: boolean
  checkout_id: string | null
  customer: string
  metadata: Record<string, unknown>
  mode: 'test' | 'live'
  created: number
  paid: number | null
  is_off_session: boolean
}

export interface SandboxCard {
  token: string
  fingerprint: string
  brand: string
  first6: string
  last4: string
  exp_month: number
  exp_year: number
  customer: string
  email: string
  /** Result of charges without the buyer. */
  later_charges: CardResult
  later_event: LaterEvent | null
  is_removed: boolean
  /** What the shop stored at the card. */
  metadata?: Record<string, string>
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'needs_attention'

export interface SandboxRefund {
  id: string
  payment_id: string
  amount: number
  currency: string
  status: RefundStatus
  note: string
  metadata: Record<string, unknown>
  created: number
}

export interface SandboxDispute {
  id: string
  payment_id: string
  amount: number
  currency: string
  status: 'open' | 'won' | 'lost'
  reason: string
  /** What the merchant sent. */
  evidence: Record<string, unknown> | null
  created: number
}

/** What the provider paid out to the bank account. Negative amounts were taken from it. */
export interface SandboxSettlement {
  id: string
  currency: string
  entries: readonly SandboxSettlementEntry[]
  /** Refunds and chargebacks that are subtracted without being listed. */
  refunded: number
  disputed: number
  status: 'pending' | 'paid' | 'failed'
  /** What the bank account gets, if it is not what the entries add up to. */
  net?: number
  /** When the bank account has the money. */
  paid: number
  created: number
}

export interface SandboxSettlementEntry {
  id: string
  kind: 'payment' | 'refund' | 'dispute'
  /** Id of the payment, refund or dispute. */
  source_id: string
  amount: number
  fee: number
  created: number
}

const maxRows = 20_000

/** Rows by id. Drops the oldest row beyond the bound. */
export class Rows<Row> extends Map<string, Row> {
  override set(id: string, row: Row) {
    if (this.size >= maxRows && !this.has(id)) this.delete(this.keys().next().value!)
    return super.set(id, row)
  }
  list(): Row[] {
    return [...this.values()]
  }
}

export type Store = ReturnType<typeof createStore>

/** The state of one account: in memory, with a bound for each kind of row. */
export const createStore = () => ({
  checkouts: new Rows<SandboxCheckout>(),
  payments: new Rows<SandboxPayment>(),
  cards: new Rows<SandboxCard>(),
  refunds: new Rows<SandboxRefund>(),
  disputes: new Rows<SandboxDispute>(),
  settlements: new Rows<SandboxSettlement>(),
  customers: new Rows<BillingCustomer>(),
  subscriptions: new Rows<BillingSubscription>(),
  invoices: new Rows<BillingInvoice>(),
  portals: new Rows<PortalSession>(),
})

/** Payments of this reference, the latest first. */
export const paymentsOf = ({ payments }: Store, reference: string): SandboxPayment[] =>
  payments
    .list()
    .filter((payment) => payment.requested_reference === reference)
    .reverse()

export const refundsOf = ({ refunds }: Store, payment_id: string): SandboxRefund[] =>
  refunds.list().filter((refund) => refund.payment_id === payment_id)

/** What is left to refund of a payment: failed refunds count for nothing. */
export const refundableAmount = (store: Store, { id, amount }: SandboxPayment): number =>
  refundsOf(store, id)
    .filter(({ status }) => status !== 'failed')
    .reduce((remaining, refund) => remaining - refund.amount, amount)
