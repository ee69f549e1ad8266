import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#lib/money/money.ts'
import { openProvider } from './open-provider.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'

/** Replies by `METHOD /path`; a function handles the response itself. */
type Reply = object | string | ((response: ServerResponse) => void)
let replies: Record<string, Reply> = {}
let requests: { call: string; text: string; key: unknown; version: unknown }[] = []
const lines: object[] = []
const log = { info: (line: object) => lines.push(line), warn: (line: object) => lines.push(line) }
const secret_key = 'sk_test_canary0123456789'

async function answer(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const call = `${request.method} ${request.url?.split('?')[0]}`
  requests.push({
    call,
    text: Buffer.concat(chunks).toString(),
    key: request.headers['idempotency-key'],
    version: request.headers['stripe-version'],
  })
  const reply =
    replies[call] ??
    ((other: ServerResponse) => other.writeHead(404).end('{"status":false,"message":"Not found"}'))
  if (typeof reply === 'function') return reply(response)
  response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
}

const server = createServer((request, response) => void answer(request, response))
let base_url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  replies = {}
  requests = []
  lines.length = 0
})

const open = (name: ProviderName): Promise<PaymentProvider> =>
  openProvider(name, { base_url, secret_key, webhook_keys: ['hash'], mode: 'test' }, { log, timeoutMs: 300 })
const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end('{}')
const checkout = (currency: string) => ({
  reference: 'ord-1-a1',
  amount: money(750_050, currency),
  description: 'Course',
  email: 'buyer@example.com',
  name: null,
  return_url: 'https://school.example/return',
  cancel_url: 'https://school.example/cancel',
  expires_at: new Date(Date.now() + 3_600_000),
  saves_card: true,
  customer_reference: null,
  metadata: { order: '1' },
})
const attempt = { reference: 'ord-1-a1', provider_reference: null, created_at: new Date() }
const refund = { reference: 'ref-1', transaction_id: '5', amount: money(5000, 'NGN'), reason: 'asked' }

const creations = {
  stripe: 'POST /v1/checkout/sessions',
  paystack: 'POST /transaction/initialize',
  flutterwave: 'POST /payments',
}
const providers = Object.keys(creations) as ProviderName[]

describe.each(providers)('a creation at %s whose answer is lost', (name) => {
  test.each([
    ['500', status(500), 'unreachable'],
    ['429', status(429), 'unreachable'],
    ['a hang', () => {}, 'unreachable'],
    ['a reset', (response: ServerResponse) => void response.destroy(), 'unreachable'],
    [
      'a redirect',
      (response: ServerResponse) => void response.writeHead(307, { location: '/x' }).end(),
      'unreachable',
    ],
    ['invalid JSON', '{"status":', 'unexpected_reply'],
  ] as [string, Reply, string][])('is unknown after %s, and is sent once', async (_fault, reply, kind) => {
    replies[creations[name]] = reply
    const failed = (await open(name)).createCheckout(checkout(name === 'stripe' ? 'USD' : 'NGN'))
    await expect(failed).rejects.toMatchObject({ name: 'ProviderError', kind, isOutcomeUnknown: true })
    expect(requests.map(({ call }) => call)).toEqual([creations[name]])
    expect(JSON.stringify(lines)).not.toMatch(/canary|buyer@/)
  })
})

test.each(providers)('%s refuses an unsupported amount before any request', async (name) => {
  const currency = name === 'stripe' ? 'LYD' : 'JPY'
  await expect((await open(name)).createCheckout(checkout(currency))).rejects.toMatchObject({
    kind: 'rejected',
    code: 'currency_not_supported',
  })
  expect(requests).toEqual([])
})

describe('Stripe', () => {
  test.each([
    ['502 of a proxy', (response: ServerResponse) => void response.writeHead(502).end('{}'), 'unreachable'],
    ['403 of a proxy', (response: ServerResponse) => void response.writeHead(403).end('{}'), 'unreachable'],
    ['200 without an object', {}, 'unexpected_reply'],
  ] as [string, Reply, string][])('never takes a %s for a refund', async (_name, reply, kind) => {
    replies['GET /v1/refunds'] = { object: 'list', data: [], has_more: false, url: '/v1/refunds' }
    replies['POST /v1/refunds'] = reply
    const failed = (await open('stripe')).createRefund({ ...refund, amount: money(5000, 'USD') })
    await expect(failed).rejects.toMatchObject({ kind, isOutcomeUnknown: true })
  })
  test('sends form fields, our idempotency key and one currency', async () => {
    replies[creations.stripe] = {
      object: 'checkout.session',
      id: 'cs_1',
      url: 'https://pay.example/1',
      client_reference_id: 'ord-1-a1',
      expires_at: 1_800_000_000,
    }
    const created = await (await open('stripe')).createCheckout(checkout('USD'))
    expect(created).toMatchObject({ provider_reference: 'cs_1', url: 'https://pay.example/1' })
    const fields = new URLSearchParams(requests[0]!.text)
    expect(fields.get('adaptive_pricing[enabled]')).toBe('false')
    expect(fields.get('line_items[0][price_data][unit_amount]')).toBe('750050')
    expect(requests[0]).toMatchObject({ key: 'checkout:ord-1-a1', version: '2026-10-28.endive' })
  })
})

describe('Paystack', () => {
  const transaction = {
    id: 5,
    domain: 'test',
    status: 'success',
    reference: 'ord-1-a1',
    amount: 40_333,
    requested_amount: 30_050,
    currency: 'NGN',
    fees: 10_283,
    paidAt: '2026-11-23T10:00:00.000Z',
    channel: 'card',
    metadata: 0,
    customer: { customer_code: 'CUS_1' },
    authorization: {
      authorization_code: 'AUTH_1',
      last4: '4081',
      exp_month: '12',
      exp_year: '2030',
      brand: 'visa',
      reusable: true,
      signature: 'SIG_1',
    },
  }
  const verify = 'GET /transaction/verify/ord-1-a1'
  const ok = (data: unknown) => ({ status: true, message: 'ok', data })
  const find = async (data: object) => {
    replies[verify] = ok(data)
    return (await open('paystack')).findPayment(attempt)
  }

  test('counts the requested amount when the buyer bears the fees', async () => {
    expect(await find(transaction)).toMatchObject({
      state: 'paid',
      transaction_id: '5',
      amount: money(30_050, 'NGN'),
      fee: money(0, 'NGN'),
      card: { token: 'AUTH_1', fingerprint: 'SIG_1' },
    })
  })
  test('counts less than the requested amount as it is', async () => {
    expect(await find({ ...transaction, amount: '100' })).toMatchObject({ amount: money(100, 'NGN') })
  })
  test('keeps no card that is not reusable', async () => {
    const authorization = { ...transaction.authorization, reusable: false }
    expect(await find({ ...transaction, authorization })).toMatchObject({ card: null })
  })
  test.each(['abandoned', 'ongoing', 'queued', 'a-new-status'])('%s is pending', async (value) => {
    expect(await find({ ...transaction, status: value })).toEqual({ state: 'pending' })
  })
  test('an amount with decimals is an unexpected reply', async () => {
    await expect(find({ ...transaction, amount: 10.5 })).rejects.toMatchObject({ kind: 'unexpected_reply' })
  })
  test('reads a refund with its amount as text', async () => {
    replies['GET /refund/9'] = ok({
      id: 9,
      status: 'processed',
      amount: '5000',
      currency: 'NGN',
      transaction: 5,
    })
    expect(
      await (await open('paystack')).findRefund({ provider_refund_id: '9', transaction_id: '5' }),
    ).toEqual({
      provider_refund_id: '9',
      state: 'succeeded',
      amount: money(5000, 'NGN'),
    })
  })
  test('a repeated refund finds the first one by its note', async () => {
    const row = {
      id: 9,
      status: 'pending',
      amount: 5000,
      currency: 'NGN',
      merchant_note: 'ref-1',
      transaction: { id: 5 },
    }
    replies['GET /refund'] = ok([row])
    expect(await (await open('paystack')).createRefund(refund)).toMatchObject({ provider_refund_id: '9' })
    expect(requests.map(({ call }) => call)).toEqual(['GET /refund'])
  })
})

describe('Flutterwave', () => {
  const ok = (data: string) => `{"status":"success","message":"ok","data":${data}}`
  const row = (fields: string) =>
    `{"id":7,"tx_ref":"ord-1-a1","amount":7500.50,"currency":"NGN","app_fee":105.0075,"status":"successful","created_at":"2026-11-23T10:00:00.000Z"${fields}}`
  const verify = 'GET /transactions/verify_by_reference'

  test('sends major units as an exact number, and always the currency', async () => {
    replies['POST /payments'] = ok('{"link":"https://pay.example/1"}')
    await (await open('flutterwave')).createCheckout(checkout('NGN'))
    expect(requests[0]!.text).toContain('"amount":7500.50,"currency":"NGN"')
  })
  test('reads an exact amount, and the token of verify', async () => {
    replies[verify] = ok(
      row(
        ',"card":{"first_6digits":"553188","last_4digits":"2950","type":"MASTERCARD","expiry":"09/32","token":"flw-t1nf-1"}',
      ),
    )
    expect(await (await open('flutterwave')).findPayment(attempt)).toMatchObject({
      state: 'paid',
      amount: money(750_050, 'NGN'),
      fee: money(10_500, 'NGN'),
      card: { token: 'flw-t1nf-1', exp_month: 9, exp_year: 2032 },
    })
  })
  test('finds the successful try behind a failed one', async () => {
    replies[verify] = ok(row('').replace('successful', 'failed').replace('"id":7', '"id":6'))
    replies['GET /transactions'] = ok(`[${row('')}]`)
    replies['GET /transactions/7/verify'] = ok(row(''))
    expect(await (await open('flutterwave')).findPayment(attempt)).toMatchObject({
      state: 'paid',
      transaction_id: '7',
    })
  })
  test.each([
    ['completed', 'pending'],
    ['processing', 'pending'],
    ['completed-mpgs', 'succeeded'],
    ['completed-bank-transfer', 'succeeded'],
    ['failed', 'failed'],
  ])('a refund that is %s is %s', async (value, state) => {
    replies['POST /transactions/5/refund'] = ok(
      `{"id":3,"tx_id":5,"amount_refunded":50.00,"status":"${value}"}`,
    )
    expect(await (await open('flutterwave')).createRefund(refund)).toMatchObject({
      state,
      amount: money(5000, 'NGN'),
    })
  })
})
