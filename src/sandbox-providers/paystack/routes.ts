import type { Static } from 'typebox'
import type { Account } from '../core/account.ts'
import { chargeSavedCard, openPayment } from '../core/payments.ts'
import { createRefund, finishRefund } from '../core/refunds.ts'
import { paymentsOf, refundableAmount, type PaymentMethod, type SandboxCheckout } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { banks, resolveAccount } from './banks.ts'
import { authorizationOf, customerOf, disputeOf, refundOf, transactionOf } from './objects.ts'
import { page } from './pages.ts'
import { refusal, success } from './replies.ts'
import { settlementRoutes } from './settlements.ts'
import {
  ChargeAuthorization,
  CreateRefund,
  DeactivateAuthorization,
  DisputeEvidence,
  InitializeTransaction,
  minimumAmounts,
} from './requests.ts'

/** A refusal of amounts below the provider's minimum; null for others. */
function belowMinimum({
  amount,
  currency = 'NGN',
}: Pick<Static<typeof ChargeAuthorization>, 'amount' | 'currency'>) {
  const minimum = minimumAmounts[currency] ?? 1
  return amount < minimum ? refusal(400, `Amount must be at least ${minimum}`, 'invalid_params') : null
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/transaction/initialize',
    body: InitializeTransaction,
    handle: initialize,
  },
  { method: 'GET', path: '/transaction/verify/:reference', handle: verify },
  { method: 'GET', path: '/transaction', handle: listTransactions },
  {
    method: 'POST',
    path: '/transaction/charge_authorization',
    body: ChargeAuthorization,
    handle: chargeAuthorization,
  },
  { method: 'GET', path: '/customer/:code', handle: findCustomer },
  {
    method: 'POST',
    path: '/customer/authorization/deactivate',
    body: DeactivateAuthorization,
    handle: deactivate,
  },
  { method: 'POST', path: '/refund', body: CreateRefund, handle: refund },
  { method: 'GET', path: '/refund', handle: listRefunds },
  { method: 'GET', path: '/refund/:id', handle: findRefund },
  { method: 'GET', path: '/dispute/:id', handle: findDispute },
  { method: 'POST', path: '/dispute/:id/evidence', body: DisputeEvidence, handle: addEvidence },
  ...settlementRoutes,
  { method: 'GET', path: '/balance', handle: () => success('Balances retrieved', []) },
  { method: 'GET', path: '/bank', handle: ({ query }) => banks(query) },
  { method: 'GET', path: '/bank/resolve', handle: ({ query }) => resolveAccount(query) },
]

const duplicate = () => refusal(400, 'Duplicate Transaction Reference', 'duplicate_reference')
const isTaken = ({ store }: Account, reference: string) => paymentsOf(store, reference).length > 0

/** The customer of an e-mail address, who is the same in every transaction. */
const customerCode = ({ store, wire }: Account, email: string) =>
  store.checkouts.list().find((checkout) => checkout.email === email)?.customer ?? wire.newId('customer')

const methodsOf = (channels: readonly string[] | undefined): PaymentMethod[] =>
  (['card', 'bank_transfer', 'mobile_money'] as const).filter(
    (method) => channels === undefined || channels.includes(method),
  )

function initialize({ account, body, address }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof InitializeTransaction>
  const reference = values.reference ?? account.wire.newId('checkout')
  const tooLittle = belowMinimum(values)
  if (tooLittle) return tooLittle
  if (isTaken(account, reference)) return duplicate()
  const metadata = values.metadata ?? {}
  const checkout: SandboxCheckout = {
    id: account.wire.newId('checkout'),
    reference,
    amount: values.amount,
    currency: values.currency ?? 'NGN',
    email: values.email,
    name: null,
    description: 'Payment',
    return_url: values.callback_url ?? `${address}/`,
    cancel_url: typeof metadata.cancel_action === 'string' ? metadata.cancel_action : null,
    methods: methodsOf(values.channels),
    saves_card: true,
    customer: customerCode(account, values.email),
    metadata,
    status: 'open',
    created: account.now(),
    expires: null,
    payment_id: null,
    challenge: null,
  }
  account.store.checkouts.set(checkout.id, checkout)
  // The transaction exists from now on, and reads as abandoned.
  openPayment(account, checkout)
  return success('Authorization URL created', {
    authorization_url: `${address}/checkout/paystack/${checkout.id}`,
    access_code: checkout.id,
    reference,
  })
}

function verify({ account, parts }: SandboxRequest): SandboxReply {
  const [payment] = paymentsOf(account.store, parts[0]!)
  if (!payment) return refusal(404, 'Transaction reference not found.', 'transaction_not_found')
  return success('Verification successful', transactionOf(payment))
}

function listTransactions({ account, query }: SandboxRequest): SandboxReply {
  const from = Date.parse(query.get('from') ?? '') || 0
  const to = Date.parse(query.get('to') ?? '') || Infinity
  const status = query.get('status')
  const rows = account.store.payments
    .list()
    .reverse()
    .filter(({ created }) => created >= from && created <= to)
    .map((payment) => transactionOf(payment))
    .filter((row) => !status || row.status === status)
  return page('Transactions retrieved', rows, query)
}

function chargeAuthorization({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof ChargeAuthorization>
  const card = account.store.cards.get(values.authorization_code)
  if (!card || card.is_removed || card.email !== values.email)
    return refusal(400, 'Invalid authorization code', 'invalid_params')
  const reference = values.reference ?? account.wire.newId('checkout')
  const tooLittle = belowMinimum(values)
  if (tooLittle) return tooLittle
  if (isTaken(account, reference)) return duplicate()
  const payment = chargeSavedCard(account, card, {
    reference,
    amount: values.amount,
    currency: values.currency ?? 'NGN',
    email: card.email,
    description: 'Payment',
    metadata: values.metadata ? (JSON.parse(values.metadata) as Record<string, unknown>) : {},
  })
  if (payment.status === 'action_required')
    return success('Please, redirect your customer to the authorization url provided', {
      authorization_url: `https://checkout.paystack.example/${reference}`,
      reference,
      access_code: reference,
      paused: true,
    })
  return success('Charge attempted', transactionOf(payment))
}

function findCustomer({ account, parts }: SandboxRequest): SandboxReply {
  const [code] = parts
  const { store } = account
  const checkout = store.checkouts.list().find(({ customer, email }) => customer === code || email === code)
  if (!checkout) return refusal(404, 'Customer not found', 'customer_not_found')
  const cards = store.cards
    .list()
    .filter(({ customer, is_removed }) => customer === checkout.customer && !is_removed)
  const authorizations = cards.map((card) => authorizationOf(card, true))
  return success('Customer retrieved', { ...customerOf(checkout.customer, checkout), authorizations })
}

function deactivate({ account, body }: SandboxRequest): SandboxReply {
  const card = account.store.cards.get((body as Static<typeof DeactivateAuthorization>).authorization_code)
  if (!card || card.is_removed) return refusal(404, 'Authorization not found', 'authorization_not_found')
  card.is_removed = true
  return { status: 200, body: { status: true, message: 'Authorization has been deactivated' } }
}

function refund({ account, body }: SandboxRequest): SandboxReply {
  const { store } = account
  const values = body as Static<typeof CreateRefund>
  const id = values.transaction
  const payment = store.payments.get(id) ?? paymentsOf(store, id)[0]
  if (!payment) return refusal(404, 'Transaction not found', 'transaction_not_found')
  if (payment.status !== 'succeeded') return refusal(400, 'Transaction has not been paid', 'invalid_params')
  const amount = values.amount ?? payment.amount
  if (amount > refundableAmount(store, payment))
    return refusal(400, 'Refund amount cannot be more than the transaction amount', 'invalid_params')
  if (values.currency !== undefined && values.currency !== payment.currency)
    return refusal(400, 'Currency differs from the transaction', 'invalid_params')
  const created = createRefund(account, payment, {
    amount,
    note: values.merchant_note ?? '',
    metadata: { customer_note: values.customer_note ?? null },
  })
  const reply = success('Refund has been queued for processing', {
    ...refundOf(created),
    transaction: transactionOf(payment),
  })
  finishRefund(account, payment, created)
  return reply
}

function listRefunds({ account, query }: SandboxRequest): SandboxReply {
  const id = query.get('transaction')
  const rows = account.store.refunds
    .list()
    .reverse()
    .filter(({ payment_id }) => !id || payment_id === id)
  return page('Refunds retrieved', rows.map(refundOf), query)
}

function findRefund({ account, parts }: SandboxRequest): SandboxReply {
  const found = account.store.refunds.get(parts[0]!)
  return found ? success('Refund retrieved', refundOf(found)) : refusal(404, 'Refund not found', 'not_found')
}

function findDispute({ account, parts }: SandboxRequest): SandboxReply {
  const found = account.store.disputes.get(parts[0]!)
  if (!found) return refusal(404, 'Dispute not found', 'not_found')
  return success('Dispute retrieved', disputeOf(account, found))
}

function addEvidence({ account, parts, body }: SandboxRequest): SandboxReply {
  const found = account.store.disputes.get(parts[0]!)
  if (!found) return refusal(404, 'Dispute not found', 'not_found')
  if (found.status !== 'open') return refusal(400, 'Dispute is already resolved', 'invalid_params')
  found.evidence = body
  return success('Evidence created', { ...body, dispute: Number(found.id), id: Number(found.id) + 1 })
}
