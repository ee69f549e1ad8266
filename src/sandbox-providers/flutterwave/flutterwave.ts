import type { Account } from '../core/account.ts'
import { addToQuery, formatMajorUnits, numberedIds } from '../core/formats.ts'
import type { SandboxCheckout, SandboxPayment } from '../core/store.ts'
import type { TestCard } from '../core/test-cards.ts'
import type { RowKind, SandboxEvent, Wire } from '../core/wire.ts'
import { toMajorUnits } from './amounts.ts'
import { transactionOf } from './objects.ts'
import { refusal } from './replies.ts'
import { routes } from './routes.ts'

const prefixes: Partial<Record<RowKind, string>> = { checkout: 'link', card: 'flw-t1nf-' }

const pinAndPassword = [
  { kind: 'pin', answer: '3310' },
  { kind: 'otp', answer: '12345' },
] as const

/** The documented test cards. Each asks for the PIN 3310 and the password 12345 unless the bank has its own page. */
const cards: readonly TestCard[] = [
  {
    number: '5531886652142950',
    brand: 'mastercard',
    label: 'Succeeds with PIN and password',
    challenge: pinAndPassword,
  },
  {
    number: '5438898014560229',
    brand: 'mastercard',
    label: 'Asks on a page of the bank (3DS)',
    challenge: [{ kind: 'bank', answer: 'approve' }],
  },
  {
    number: '5258585922666506',
    brand: 'mastercard',
    label: 'Insufficient funds',
    result: 'insufficient_funds',
  },
  {
    number: '5143010522339965',
    brand: 'mastercard',
    label: 'Declined (do not honour)',
    result: 'card_declined',
  },
  { number: '5590131743294314', brand: 'mastercard', label: 'Declined as fraudulent', result: 'fraudulent' },
  { number: '5399834697894723', brand: 'mastercard', label: 'Wrong PIN', result: 'authentication_required' },
]

/** Stand-in for Flutterwave v3. Rows hold hundredths of the major unit; the wire has major units. */
export function createFlutterwave(): Wire {
  return {
    name: 'flutterwave',
    title: 'Flutterwave',
    prefix: '/flutterwave/v3',
    routes,
    readBody: (text) => JSON.parse(text) as Record<string, unknown>,
    unauthorized: () => refusal(401, 'Invalid authorization key'),
    notFound: () => refusal(404, 'Not found'),
    invalid: (problem) => refusal(400, `Invalid request: ${problem}`),
    failure: (status) => refusal(status, 'An error occurred'),
    tries_are_payments: true,
    confirms_off_session: true,
    lists_deductions: false,
    newId: numberedIds(prefixes),
    fee: (amount) => Math.round((amount * 14) / 1000),
    declines: {
      card_declined: 'Do Not Honour. Declined by the bank',
      insufficient_funds: 'Insufficient Funds',
      expired_card: 'Expired card',
      incorrect_cvc: 'Declined. Incorrect CVV',
      fraudulent: 'Suspected fraud',
      authentication_required: 'Incorrect PIN or OTP',
      processing_error: 'System error',
    },
    cards,
    methods: ['card', 'bank_transfer', 'mobile_money'],
    webhooksFor,
    sign: (_body, { keys }) => ({ 'verif-hash': keys.webhook_keys[0] ?? '' }),
    returnUrl,
    formatAmount: (amount, currency) => formatMajorUnits(toMajorUnits(amount), currency),
  }
}

const eventTypes = {
  card: 'CARD_TRANSACTION',
  bank_transfer: 'BANK_TRANSFER_TRANSACTION',
  mobile_money: 'MOBILEMONEY_TRANSACTION',
}

/** Failed attempts send `charge.completed` as well. v3 documents no webhook of refunds and disputes. */
function webhooksFor(_account: Account, event: SandboxEvent): object[] {
  if (event.kind !== 'payment') return []
  const { payment } = event
  if (payment.status !== 'succeeded' && payment.status !== 'failed') return []
  const { meta, ...data } = transactionOf(payment, { withToken: false })
  return [{ event: 'charge.completed', data, meta_data: meta, 'event.type': eventTypes[payment.method] }]
}

const returnStatuses: Record<SandboxPayment['status'], string> = {
  open: 'cancelled',
  pending: 'pending',
  succeeded: 'successful',
  failed: 'failed',
  action_required: 'pending',
}

/** A buyer who cancels returns without the id of a transaction. */
const returnUrl = (checkout: SandboxCheckout, payment: SandboxPayment | null) =>
  addToQuery(checkout.return_url, {
    status: payment ? returnStatuses[payment.status] : 'cancelled',
    tx_ref: checkout.reference,
    ...(payment && { transaction_id: payment.id }),
  })
