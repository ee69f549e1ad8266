import type { Static } from 'typebox'
import type { Account } from '../core/account.ts'
import { chargeSavedCard, latestPayment } from '../core/payments.ts'
import { createRefund, finishRefund } from '../core/refunds.ts'
import { refundableAmount, type PaymentMethod, type SandboxCheckout } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { readMajorUnits } from './amounts.ts'
import { listBanks, resolveAccount } from './banks.ts'
import { refundOf, transactionOf } from './objects.ts'
import { refusal, success } from './replies.ts'
import { settlementRoutes } from './settlements.ts'
import { ChargeToken, CreatePayment, CreateRefund, DisableLink, ResolveAccount } from './requests.ts'

const inexactAmount = (body: Record<string, unknown>) => {
  const { amount, currency } = body as Static<typeof ChargeToken>
  return readMajorUnits(amount, currency) === null ? 'amount has too many decimals' : null
}

export const routes: readonly Route[] = [
  { method: 'POST', path: '/payments', body: CreatePayment, check: inexactAmount, handle: createPayment },
  { method: 'POST', path: '/payments/link/disable', body: DisableLink, handle: disableLink },
  { method: 'GET', path: '/transactions/verify_by_reference', handle: verifyByReference },
  { method: 'GET', path: '/transactions/:id/verify', handle: verify },
  { method: 'GET', path: '/transactions', handle: listTransactions },
  {
    method: 'POST',
    path: '/tokenized-charges',
    body: ChargeToken,
    check: inexactAmount,
    handle: chargeToken,
  },
  { method: 'POST', path: '/transactions/:id/refund', body: CreateRefund, handle: refund },
  { method: 'POST', path: '/transactions/:id/resend-hook', handle: resendWebhook },
  { method: 'GET', path: '/refunds/:id', handle: findRefund },
  ...settlementRoutes,
  { method: 'GET', path: '/banks/:country', handle: ({ parts }) => listBanks(parts[0]!) },
  {
    method: 'POST',
    path: '/accounts/resolve',
    body: ResolveAccount,
    handle: ({ body }) => resolveAccount(body),
  },
]

const minute = 60_000

/** Creates a link. v3 documents no idempotency: two requests with one `tx_ref` give two links, and both can be paid. */
function createPayment({ account, body, address }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof CreatePayment>
  const now = account.now()
  const minutes = values.configurations?.session_duration
  const checkout: SandboxCheckout = {
    id: account.wire.newId('checkout'),
    reference: values.tx_ref,
    amount: readMajorUnits(values.amount, values.currency)!,
    currency: values.currency,
    email: values.customer.email,
    name: values.customer.name ?? null,
    description: values.customizations?.title ?? 'Payment',
    return_url: values.redirect_url,
    cancel_url: null,
    methods: methodsOf(values.payment_options),
    saves_card: true,
    customer: customerId(account, values.customer.email),
    metadata: values.meta ?? {},
    status: 'open',
    created: now,
    expires: minutes === undefined ? null : now + minutes * minute,
    payment_id: null,
    challenge: null,
  }
  account.store.checkouts.set(checkout.id, checkout)
  return success('Hosted Link', { link: `${address}/checkout/flutterwave/${checkout.id}` })
}

const customerId = ({ store, wire }: Account, email: string) =>
  store.checkouts.list().find((checkout) => checkout.email === email)?.customer ?? wire.newId('customer')

/** `payment_options` is a list with commas; without it, the account offers everything. */
const methodsOf = (options: string | undefined): PaymentMethod[] =>
  (
    [
      ['card', 'card'],
      ['bank_transfer', 'banktransfer'],
      ['mobile_money', 'mobilemoney'],
    ] as const
  )
    .filter(
      ([, name]) => options === undefined || options.split(/[\s,]+/).some((one) => one.startsWith(name)),
    )
    .map(([method]) => method)

function disableLink({ account, body }: SandboxRequest): SandboxReply {
  const id = (body as Static<typeof DisableLink>).link.split('/').at(-1)!
  const checkout = account.store.checkouts.get(id)
  if (checkout?.status !== 'open') return refusal(400, 'Link is inactive or does not exist')
  checkout.status = 'expired'
  return success('Link disabled', null)
}

const noTransaction = () => refusal(404, 'No transaction was found for this id')

function verify({ account, parts }: SandboxRequest): SandboxReply {
  const payment = account.store.payments.get(parts[0]!)
  if (!payment) return noTransaction()
  return success('Transaction fetched successfully', transactionOf(payment, { withToken: true }))
}

/** A reference with several tries: the stand-in returns the successful one, else the last. */
function verifyByReference({ account, query }: SandboxRequest): SandboxReply {
  const payment = latestPayment(account, query.get('tx_ref') ?? '')
  if (!payment) return noTransaction()
  return success('Transaction fetched successfully', transactionOf(payment, { withToken: true }))
}

const rowsPerPage = 20

function listTransactions({ account, query }: SandboxRequest): SandboxReply {
  const [tx_ref, status, currency] = ['tx_ref', 'status', 'currency'].map((name) => query.get(name))
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? '9999'
  const rows = account.store.payments
    .list()
    .reverse()
    .map((payment) => transactionOf(payment, { withToken: false }))
    .filter((row) => {
      const day = row.created_at.slice(0, 10)
      return day >= from && day <= to && matches(row, { tx_ref, status, currency })
    })
  const page = Number(query.get('page') ?? 1)
  const page_info = {
    total: rows.length,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(rows.length / rowsPerPage)),
  }
  const data = rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return success('Transactions fetched', data, { page_info })
}

const matches = (row: Record<string, unknown>, filters: Record<string, string | null | undefined>) =>
  Object.entries(filters).every(([name, value]) => !value || row[name] === value)

function chargeToken({ account, body }: SandboxRequest): SandboxReply {
  const values = body as Static<typeof ChargeToken>
  const card = account.store.cards.get(values.token)
  // A token is tied to the e-mail address that it was created with.
  if (!card || card.is_removed || card.email !== values.email)
    return refusal(400, 'Invalid token passed for this customer')
  const payment = chargeSavedCard(account, card, {
    reference: values.tx_ref,
    amount: readMajorUnits(values.amount, values.currency)!,
    currency: values.currency,
    email: card.email,
    description: values.narration,
    metadata: {},
  })
  const data = transactionOf(payment, { withToken: false })
  if (payment.status === 'failed') return refusal(400, payment.decline!.text)
  if (payment.status !== 'action_required') return success('Charge successful', data)
  const redirect = `https://ravemodal.flutterwave.example/captcha/verify/${payment.id}`
  return success('Charge initiated', data, { authorization: { mode: 'redirect', redirect } })
}

function refund({ account, parts, body }: SandboxRequest): SandboxReply {
  const { store } = account
  const values = body as Static<typeof CreateRefund>
  const payment = store.payments.get(parts[0]!)
  if (!payment) return noTransaction()
  if (payment.status !== 'succeeded') return refusal(400, 'Transaction has not been completed')
  const amount =
    values.amount === undefined ? payment.amount : readMajorUnits(values.amount, payment.currency)
  if (amount === null || amount > refundableAmount(store, payment))
    return refusal(400, 'Refund amount is more than the amount left to refund')
  const created = createRefund(account, payment, { amount, note: values.comments ?? '', metadata: {} })
  const reply = success('Transaction refund initiated', refundOf(created))
  finishRefund(account, payment, created)
  return reply
}

function findRefund({ account, parts }: SandboxRequest): SandboxReply {
  const found = account.store.refunds.get(parts[0]!)
  return found ? success('Refund fetched', refundOf(found)) : refusal(404, 'Refund not found')
}

function resendWebhook({ account, parts }: SandboxRequest): SandboxReply {
  const payment = account.store.payments.get(parts[0]!)
  if (!payment) return noTransaction()
  const [event] = account.wire.webhooksFor(account, { kind: 'payment', payment, checkout: null })
  if (event) account.webhooks.send(event)
  return success('Hook sent', 'hook sent')
}
