import type { TSchema } from 'typebox'
import type { Account } from './account.ts'
import type { DeclineCode, TestCard } from './test-cards.ts'
import type {
  PaymentMethod,
  SandboxCard,
  SandboxCheckout,
  SandboxDispute,
  SandboxPayment,
  SandboxRefund,
} from './store.ts'

/** A page, or an address to which the browser returns. */
export type PageReply = { html: string } | { location: string }

export type ProviderName = 'paystack' | 'flutterwave' | 'stripe'

export interface SandboxRequest {
  account: Account
  /** The variable parts of the route's path, decoded. */
  parts: readonly string[]
  query: URLSearchParams
  /** Parsed as this provider parses it: JSON or a form. It passed the route's schema. */
  body: Record<string, unknown>
  /** Address of the server without a slash at its end. */
  address: string
}

export interface SandboxReply {
  status: number
  body: object
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the base URL, with `:name` for a variable part. */
  path: string
  /** Form of the body by the provider's documentation. Other bodies are refused and recorded as a violation. */
  body?: TSchema
  /** Rules that a schema cannot express. Returns a problem or null. */
  check?(body: Record<string, unknown>): string | null
  handle(request: SandboxRequest): SandboxReply
}

/** What happened, before it has a provider's form. */
export type SandboxEvent =
  | { kind: 'payment'; payment: SandboxPayment; checkout: SandboxCheckout | null }
  | { kind: 'checkout_expired'; checkout: SandboxCheckout }
  | { kind: 'refund'; refund: SandboxRefund; is_new: boolean }
  | { kind: 'dispute'; dispute: SandboxDispute }
  | { kind: 'card_saved'; checkout: SandboxCheckout }
  | { kind: 'card_removed'; card: SandboxCard }

export type RowKind =
  | 'checkout'
  | 'payment'
  | 'charge'
  | 'card'
  | 'refund'
  | 'dispute'
  | 'settlement'
  | 'customer'
  | 'subscription'
  | 'subscription_item'
  | 'invoice'
  | 'portal'

/** A provider's wire format. */
export interface Wire {
  name: ProviderName
  /** As the pages show it. */
  title: string
  /** Prefix of the API on this server. */
  prefix: string
  routes: readonly Route[]
  /** Parses the body of a request. Throws for one that the provider could not read. */
  readBody(text: string): Record<string, unknown>
  unauthorized(): SandboxReply
  notFound(): SandboxReply
  invalid(problem: string): SandboxReply
  failure(status: 429 | 500): SandboxReply
  /** Whether each try on a page is a payment of its own. */
  tries_are_payments: boolean
  /** Whether settlements list refunds and disputes; otherwise their sums are subtracted. */
  lists_deductions: boolean
  /** Whether a charge without the buyer answers with a page of the bank; otherwise it is declined. */
  confirms_off_session: boolean
  newId(kind: RowKind): string
  fee(amount: number, currency: string): number
  declines: Readonly<Record<DeclineCode, string>>
  cards: readonly TestCard[]
  methods: readonly PaymentMethod[]
  /** What a paid page begins, before its webhooks are sent: a subscription. */
  completeCheckout?(account: Account, checkout: SandboxCheckout, payment: SandboxPayment): void
  /** A page of subscriptions at `/billing/PROVIDER/…`; `form` is what the browser sent. Null for an unknown address. */
  billingPage?(account: Account, parts: readonly string[], form: URLSearchParams | null): PageReply | null
  /** Bodies of the webhooks that the provider sends for this. */
  webhooksFor(account: Account, event: SandboxEvent): object[]
  /** Headers that prove a webhook. */
  sign(body: string, account: Account): Record<string, string>
  /** Address to which the page returns the browser. `payment` is null after a cancellation. */
  returnUrl(checkout: SandboxCheckout, payment: SandboxPayment | null): string
  formatAmount(amount: number, currency: string): string
}
