import type { ProviderName, Wire } from './wire.ts'
import { createStore, type SandboxPayment, type Store } from './store.ts'
import { WebhookSender } from './webhooks.ts'

/** Credentials and address of one account, as an adapter takes them. */
export interface AccountKeys {
  base_url: string
  secret_key: string
  webhook_keys: readonly string[]
  mode: 'test' | 'live'
}

/** What refunds do: end at once, wait for `changeRefund`, or fail. */
export type RefundBehaviour = 'succeed' | 'stay_pending' | 'fail'

/** Values of the next payment that differ from its checkout. */
export type PaymentChange = Partial<
  Pick<SandboxPayment, 'amount' | 'currency' | 'reference' | 'mode' | 'fee'>
>

/** One account at one provider, with its own state. */
export interface Account {
  provider: ProviderName
  keys: AccountKeys
  wire: Wire
  store: Store
  webhooks: WebhookSender
  refunds: RefundBehaviour
  /** Milliseconds until a pending payment or refund ends by itself; null waits for a command. */
  pending_ms: number | null
  next_payment: PaymentChange | null
  /** Replies by idempotency key, with the request that they answer. */
  idempotent_replies: Map<string, { request: string; status: number; body: object }>
  timers: Set<NodeJS.Timeout>
  /** How far the test clock of subscriptions is ahead. */
  clock_offset_ms: number
  /** What becomes of a subscription whose invoice is not paid after the last try. */
  dunning_end: 'cancel' | 'unpaid'
  now(): number
}

export interface AccountOptions {
  keys: AccountKeys
  wire: Wire
  now(): number
}

export function createAccount({ keys, wire, now }: AccountOptions): Account {
  const account: Account = {
    provider: wire.name,
    keys,
    wire,
    store: createStore(),
    webhooks: new WebhookSender((body) => wire.sign(body, account)),
    refunds: 'succeed',
    pending_ms: null,
    next_payment: null,
    idempotent_replies: new Map(),
    timers: new Set(),
    clock_offset_ms: 0,
    dunning_end: 'cancel',
    now,
  }
  return account
}

export async function closeAccount({ timers, webhooks }: Account) {
  for (const timer of timers) clearTimeout(timer)
  await webhooks.close()
}
