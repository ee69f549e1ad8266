import type { SentRequest } from './documented-requests.ts'

type Body = Record<string, unknown>

const session = (values: Body = {}, price: Body = {}): Body => ({
  mode: 'payment',
  line_items: [
    {
      quantity: '1',
      price_data: { currency: 'usd', unit_amount: '4900', product_data: { name: 'Course' }, ...price },
    },
  ],
  success_url: 'https://school.example/return',
  ...values,
})
const initialize = (values: Body = {}): Body => ({
  email: 'ada@example.com',
  amount: 750_050,
  currency: 'NGN',
  reference: 'ord-1-a1',
  ...values,
})
const payment = (values: Body = {}): Body => ({
  tx_ref: 'ord-1-a1',
  amount: 7500.5,
  currency: 'NGN',
  redirect_url: 'https://school.example/return',
  customer: { email: 'ada@example.com' },
  ...values,
})

/** Bodies that follow the documentation, by call. */
export const validRequests = {
  stripe: ['/v1/checkout/sessions', session()],
  paystack: ['/transaction/initialize', initialize()],
  flutterwave: ['/payments', payment()],
} as const

type Invalid = [provider: SentRequest['provider'], problem: string, path: string, body: Body]

/** Requests that no provider takes. Each differs from a valid one in one point. */
export const invalidRequests: readonly Invalid[] = [
  [
    'stripe',
    'a parameter that was removed',
    '/v1/checkout/sessions',
    session({ payment_method_types: ['card'] }),
  ],
  [
    'stripe',
    'a misspelt amount',
    '/v1/checkout/sessions',
    session({}, { unit_amount: undefined, unitamount: '4900' }),
  ],
  ['stripe', 'an amount in words', '/v1/checkout/sessions', session({}, { unit_amount: 'many' })],
  ['stripe', 'a quantity of the session', '/v1/checkout/sessions', session({ quantity: '1' })],
  ['paystack', 'an amount with decimals', '/transaction/initialize', initialize({ amount: 10.5 })],
  [
    'paystack',
    'a currency that Paystack does not charge',
    '/transaction/initialize',
    initialize({ currency: 'EUR' }),
  ],
  ['paystack', 'no email address', '/transaction/initialize', initialize({ email: undefined })],
  ['flutterwave', 'no currency', '/payments', payment({ currency: undefined })],
  ['flutterwave', 'no email address', '/payments', payment({ customer: { name: 'Ada' } })],
  ['flutterwave', 'a field of v4', '/payments', payment({ reference: 'ord-1-a1' })],
]
