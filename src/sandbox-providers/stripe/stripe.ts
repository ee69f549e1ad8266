import { createHmac } from 'node:crypto'
import { formatMajorUnits, numberedIds } from '../core/formats.ts'
import type { SandboxCheckout, SandboxPayment } from '../core/store.ts'
import type { TestCard } from '../core/test-cards.ts'
import type { RowKind, Wire } from '../core/wire.ts'
import { billingPage } from './billing/pages.ts'
import { beginSubscription } from './billing/subscriptions.ts'
import { webhooksFor } from './events.ts'
import { decodeForm } from './form.ts'
import { failure } from './replies.ts'
import { routes } from './routes.ts'

const prefixes: Record<RowKind, string> = {
  checkout: 'cs_test_',
  payment: 'pi_',
  charge: 'ch_',
  card: 'pm_',
  refund: 're_',
  dispute: 'dp_',
  settlement: 'po_',
  customer: 'cus_',
  subscription: 'sub_',
  subscription_item: 'si_',
  invoice: 'in_',
  portal: 'bps_',
}

const declines: Wire['declines'] = {
  card_declined: 'Your card was declined',
  insufficient_funds: 'Your card has insufficient funds',
  expired_card: 'Your card has expired',
  incorrect_cvc: 'Your card’s security code is incorrect',
  fraudulent: 'Your card was declined as fraudulent',
  authentication_required: 'Your bank could not confirm the payment',
  processing_error: 'An error occurred while processing your card',
}

/** Test cards of docs.stripe.com/testing. */
const cards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', label: 'Succeeds' },
  {
    number: '4000002760003184',
    brand: 'visa',
    label: 'Asks on a page of the bank (3DS), for every payment',
    challenge: [{ kind: 'bank', answer: 'approve' }],
    later_charges: 'authenticate',
  },
  { number: '4000000000000002', brand: 'visa', label: 'Declined', result: 'card_declined' },
  { number: '4000000000009995', brand: 'visa', label: 'Insufficient funds', result: 'insufficient_funds' },
  { number: '4000000000000069', brand: 'visa', label: 'Expired', result: 'expired_card' },
  { number: '4000000000000127', brand: 'visa', label: 'Incorrect security code', result: 'incorrect_cvc' },
  {
    number: '4000000000000341',
    brand: 'visa',
    label: 'Succeeds now, later payments fail',
    later_charges: 'card_declined',
  },
  { number: '4000000000000259', brand: 'visa', label: 'Succeeds, then disputed', later_event: 'dispute' },
  {
    number: '4000000000007726',
    brand: 'visa',
    label: 'Succeeds, refunds stay pending',
    later_event: 'refund_pending',
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    label: 'Succeeds, refunds fail later',
    later_event: 'refund_fails_later',
  },
]

/** Currencies whose amounts Stripe takes without decimals, and with three. All others have two, also UGX and ISK. */
const zeroDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

const majorUnits = (amount: number, currency: string) => {
  if (zeroDecimals.has(currency)) return amount
  return amount / (threeDecimals.has(currency) ? 1000 : 100)
}

/** Stand-in for Stripe, with the API version 2026-10-28.endive. Rows hold Stripe's own units. */
export function createStripe(): Wire {
  return {
    name: 'stripe',
    title: 'Stripe',
    // The SDK takes host and port, but no path.
    prefix: '',
    routes,
    readBody: decodeForm,
    unauthorized: () => failure(401, { message: 'Invalid API Key provided' }),
    notFound: () => failure(404, { message: 'Unrecognized request URL' }),
    invalid: (problem) =>
      failure(400, {
        message: `Invalid request: ${problem}`,
        ...(problem.startsWith('currency') && { param: 'currency' }),
      }),
    failure: (status) => failure(status, { type: 'api_error', message: 'An error occurred' }),
    tries_are_payments: false,
    confirms_off_session: false,
    lists_deductions: true,
    newId: numberedIds(prefixes),
    fee: (amount) => Math.round((amount * 29) / 1000),
    declines,
    cards,
    methods: ['card', 'bank_transfer'],
    webhooksFor,
    completeCheckout: beginSubscription,
    billingPage,
    sign(body, { keys, now }) {
      const time = Math.floor(now() / 1000)
      const signatures = keys.webhook_keys.map(
        (key) => `v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`,
      )
      return { 'stripe-signature': [`t=${time}`, ...signatures].join(',') }
    },
    returnUrl,
    formatAmount: (amount, currency) =>
      formatMajorUnits(majorUnits(amount, currency), currency.toUpperCase()),
  }
}

const returnUrl = (checkout: SandboxCheckout, payment: SandboxPayment | null) =>
  payment || checkout.setup?.card
    ? checkout.return_url.replace('{CHECKOUT_SESSION_ID}', checkout.id)
    : (checkout.cancel_url ?? checkout.return_url)
