import { createHmac } from 'node:crypto'
import type { SandboxCheckout, SandboxPayment } from '../core/store.ts'
import type { TestCard } from '../core/test-cards.ts'
import type { RowKind, SandboxEvent, Wire } from '../core/wire.ts'
import type { Account } from '../core/account.ts'
import { addToQuery, formatMajorUnits, numberedIds } from '../core/formats.ts'
import { disputeOf, refundEventOf, transactionOf } from './objects.ts'
import { refusal } from './replies.ts'
import { routes } from './routes.ts'

const prefixes: Partial<Record<RowKind, string>> = { checkout: 'ac', card: 'AUTH_', customer: 'CUS_' }

const declines: Wire['declines'] = {
  card_declined: 'Declined',
  insufficient_funds: 'Insufficient Funds',
  expired_card: 'Expired Card',
  incorrect_cvc: 'Incorrect CVV',
  fraudulent: 'Transaction not Permitted to Cardholder',
  authentication_required: 'Token Authentication Failed. Incorrect OTP',
  processing_error: 'Timeout',
}

/** Test cards of the documentation. */
const cards: readonly TestCard[] = [
  { number: '4084084084084081', brand: 'visa', label: 'Succeeds' },
  {
    number: '507850785078507812',
    brand: 'verve',
    label: 'Asks for the PIN',
    challenge: [{ kind: 'pin', answer: '1111' }],
  },
  {
    number: '5060666666666666666',
    brand: 'verve',
    label: 'Asks for PIN and password',
    challenge: [
      { kind: 'pin', answer: '1234' },
      { kind: 'otp', answer: '123456' },
    ],
  },
  { number: '4084080000005408', brand: 'visa', label: 'Declined', result: 'card_declined' },
  {
    number: '4084080000670037',
    brand: 'visa',
    label: 'Insufficient funds',
    result: 'insufficient_funds',
  },
  { number: '5060660000000064', brand: 'verve', label: 'Times out', result: 'processing_error' },
]

/** Stand-in for Paystack (paystack.com/docs/api): amounts are subunits. */
export function createPaystack(): Wire {
  return {
    name: 'paystack',
    title: 'Paystack',
    prefix: '/paystack',
    routes,
    readBody: (text) => JSON.parse(text) as Record<string, unknown>,
    unauthorized: () => refusal(401, 'Invalid key', 'invalid_Key'),
    notFound: () => refusal(404, 'Not found', 'not_found'),
    invalid: (problem) =>
      /currency/.test(problem)
        ? refusal(400, 'Currency not supported by merchant', 'unsupported_currency')
        : refusal(400, `Invalid request: ${problem}`, 'invalid_params'),
    failure: (status) => refusal(status, 'Something went wrong', 'server_error'),
    tries_are_payments: false,
    confirms_off_session: true,
    lists_deductions: false,
    newId: numberedIds(prefixes),
    fee: (amount) => Math.ceil((amount * 15) / 1000),
    declines,
    cards,
    methods: ['card', 'bank_transfer', 'mobile_money'],
    webhooksFor,
    sign: (body, { keys }) => ({
      'x-paystack-signature': createHmac('sha512', keys.secret_key).update(body).digest('hex'),
    }),
    returnUrl,
    formatAmount: (amount, currency) => formatMajorUnits(amount / 100, currency),
  }
}

/** Failed and abandoned payments send nothing. */
function webhooksFor(account: Account, event: SandboxEvent): object[] {
  if (event.kind === 'payment')
    return event.payment.status === 'succeeded'
      ? [{ event: 'charge.success', data: transactionOf(event.payment) }]
      : []
  if (event.kind === 'refund') {
    const data = refundEventOf(event.refund, account.store.payments.get(event.refund.payment_id)!)
    return [{ event: `refund.${data.status}`, data }]
  }
  if (event.kind === 'dispute') {
    const name = event.dispute.status === 'open' ? 'create' : 'resolve'
    return [{ event: `charge.dispute.${name}`, data: disputeOf(account, event.dispute) }]
  }
  return []
}

const returnUrl = (checkout: SandboxCheckout, payment: SandboxPayment | null) =>
  payment
    ? addToQuery(checkout.return_url, { trxref: checkout.reference, reference: checkout.reference })
    : (checkout.cancel_url ??
      addToQuery(checkout.return_url, { trxref: checkout.reference, reference: checkout.reference }))
