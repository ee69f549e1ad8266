import type { Provider, RecordedRequest } from './api-requests.ts'
import type { Account, AccountKeys, PaymentChange, RefundBehaviour } from './core/account.ts'
import {
  endPayment,
  expireCheckouts,
  latestPayment,
  openDispute,
  publish,
  removeCard,
} from './core/payments.ts'
import { changeRefund } from './core/refunds.ts'
import { createSettlements, type NewSettlements } from './core/settlements.ts'
import {
  paymentsOf,
  type RefundStatus,
  type SandboxCard,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxSettlement,
} from './core/store.ts'
import type { CardResult, DeclineCode } from './core/test-cards.ts'
import type { PlannedFailure } from './core/failures.ts'
import type { BillingInvoice, BillingSubscription } from './core/billing-rows.ts'
import { advanceTime } from './stripe/billing/subscriptions.ts'
import type { Delivery, WebhookSettings } from './core/webhooks.ts'

/** Commands of tests to one account of a stand-in. Rows are found by the product's reference of the payment. */
export interface AccountControls {
  /** Credentials and base URL, as an adapter takes them. */
  keys: AccountKeys
  /** The next payment differs from its checkout, for example in its amount. Amounts are integers of the stand-in's unit. */
  changeNextPayment(change: PaymentChange): void
  /** The money of a pending payment arrived. */
  completePayment(reference: string): void
  failPayment(reference: string, code?: DeclineCode): void
  expireCheckout(reference: string): void
  /** Result of later charges of the saved cards of this e-mail address. */
  setSavedCardResult(email: string, result: CardResult): void
  /** Cards that the provider has for this e-mail address, the oldest first. */
  savedCards(email: string): readonly SandboxCard[]
  /** Removes the saved cards of this e-mail address at the provider. */
  removeSavedCards(email: string): void
  /** Moves the test clock of subscriptions: periods end, invoices are collected and retried, pending updates expire. */
  advanceTime(ms: number): void
  /** What becomes of a subscription after the last failed try. */
  setDunningEnd(end: Account['dunning_end']): void
  subscriptions(): readonly BillingSubscription[]
  invoices(): readonly BillingInvoice[]
  settlements(): readonly SandboxSettlement[]
  setRefunds(behaviour: RefundBehaviour): void
  /** Pays out what was not paid out before, a settlement for each currency. Returns their ids. */
  createSettlements(options?: NewSettlements): string[]
  /** Changes a settlement, also to values that no provider should report. */
  changeSettlement(id: string, change: Partial<SandboxSettlement>): void
  /** Changes the latest refund of a payment. */
  changeRefund(reference: string, status: RefundStatus): void
  openDispute(reference: string, reason?: string): string
  closeDispute(id: string, result: 'won' | 'lost'): void
  /** All tries of a reference, the latest first; of all references if left out. */
  payments(reference?: string): readonly SandboxPayment[]
  refunds(): readonly SandboxRefund[]
  /** How many payments succeeded: the money that buyers lost. */
  chargeCount(reference?: string): number
  configureWebhooks(settings: Partial<WebhookSettings>): void
  /** Sends the held webhooks in this order of positions; positions left out are dropped. */
  deliverHeldWebhooks(order?: readonly number[]): void
  resendAllWebhooks(): void
  /** Resolves when no delivery is running or planned. */
  webhooksIdle(): Promise<void>
  webhooks(): readonly Delivery[]
}

/** Commands to all accounts of a provider. */
export interface ProviderControls {
  failNext(failure: PlannedFailure): void
  failAtRandom(share: number, seed?: number): void
  clearFailures(): void
  /** Whether a planned failure still waits for its request. */
  isFailurePlanned(): boolean
  requests(): readonly RecordedRequest[]
  /** Requests that do not follow the provider's documentation. */
  violations(): readonly RecordedRequest[]
}

function requirePayment(account: Account, reference: string): SandboxPayment {
  const payment = latestPayment(account, reference)
  if (!payment) throw new RangeError(`no payment with the reference ${reference}`)
  return payment
}

const isCharge = ({ status }: SandboxPayment) => status === 'succeeded'

export function accountControls(account: Account): AccountControls {
  const payments = (reference?: string) =>
    reference === undefined ? account.store.payments.list() : paymentsOf(account.store, reference)
  return {
    keys: account.keys,
    changeNextPayment: (change) => void (account.next_payment = change),
    completePayment: (reference) => endPayment(account, requirePayment(account, reference), null),
    failPayment: (reference, code = 'card_declined') =>
      endPayment(account, requirePayment(account, reference), code),
    expireCheckout: (reference) => expireCheckouts(account, reference),
    setSavedCardResult: (email, result) => setSavedCardResult(account, email, result),
    savedCards: (email) =>
      account.store.cards.list().filter((card) => card.email === email && !card.is_removed),
    removeSavedCards: (email) => {
      for (const card of account.store.cards.list()) if (card.email === email) removeCard(account, card)
    },
    advanceTime: (ms) => advanceTime(account, ms),
    setDunningEnd: (end) => void (account.dunning_end = end),
    subscriptions: () => account.store.subscriptions.list(),
    invoices: () => account.store.invoices.list(),
    settlements: () => account.store.settlements.list(),
    createSettlements: (options) => createSettlements(account, options),
    changeSettlement: (id, change) => void Object.assign(account.store.settlements.get(id)!, change),
    setRefunds: (behaviour) => void (account.refunds = behaviour),
    changeRefund: (reference, status) => changeLatestRefund(account, reference, status),
    openDispute: (reference, reason = 'general') =>
      openDispute(account, requirePayment(account, reference), reason).id,
    closeDispute: (id, result) => closeDispute(account, id, result),
    payments,
    refunds: () => account.store.refunds.list(),
    chargeCount: (reference) => payments(reference).filter(isCharge).length,
    ...webhookControls(account),
  }
}

const webhookControls = ({ webhooks }: Account) => ({
  configureWebhooks: (settings: Partial<WebhookSettings>) => void Object.assign(webhooks.settings, settings),
  deliverHeldWebhooks: (order?: readonly number[]) => webhooks.deliverHeld(order),
  resendAllWebhooks: () => webhooks.resendAll(),
  webhooksIdle: () => webhooks.idle(),
  webhooks: () => webhooks.deliveries,
})

function setSavedCardResult({ store }: Account, email: string, result: CardResult) {
  for (const card of store.cards.list()) if (card.email === email) card.later_charges = result
}

function changeLatestRefund(account: Account, reference: string, status: RefundStatus) {
  const { id } = requirePayment(account, reference)
  const refund = account.store.refunds.list().findLast(({ payment_id }) => payment_id === id)
  if (!refund) throw new RangeError(`no refund of ${reference}`)
  changeRefund(account, refund, status)
}

function closeDispute(account: Account, id: string, result: 'won' | 'lost') {
  const dispute = account.store.disputes.get(id)
  if (!dispute) throw new RangeError(`no dispute ${id}`)
  dispute.status = result
  publish(account, { kind: 'dispute', dispute })
}

export const providerControls = ({ failures, requests }: Provider): ProviderControls => ({
  failNext: (failure) => failures.add(failure),
  failAtRandom: (share, seed) => failures.atRandom(share, seed),
  clearFailures: () => failures.clear(),
  isFailurePlanned: () => failures.isPlanned,
  requests: () => requests,
  violations: () => requests.filter(({ violation }) => violation !== null),
})
