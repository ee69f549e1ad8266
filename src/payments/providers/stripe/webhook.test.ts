import { describe, expect, test } from 'vitest'
import vectors from '../fixtures/signature-vectors.json' with { type: 'json' }
import type { PaymentProvider, ProviderAccount } from '../provider.ts'
import { hmacHex } from '../webhook-body.ts'
import { createStripe } from './stripe.ts'
import { subjectOf } from './webhook-subject.ts'

const silent = { info: () => {}, warn: () => {} }
const account = (values: Partial<ProviderAccount>): ProviderAccount => ({
  base_url: 'https://api.example.com',
  secret_key: 'sk_test_none',
  webhook_keys: [],
  mode: 'test',
  ...values,
})
const withOptions = { log: silent }
const flipByte = (body: Buffer) => {
  const flipped = Buffer.from(body)
  flipped[20]! ^= 1
  return flipped
}
const reserialised = (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))

/** The event, or the reason of the refusal. */
function read(provider: PaymentProvider, body: Buffer, headers: Record<string, string>, now = new Date()) {
  try {
    return provider.readWebhook(body, headers, now)
  } catch (error) {
    return (error as { reason?: string; name: string }).reason ?? (error as Error).name
  }
}

describe('Stripe', () => {
  const { timestamp, keys, signatures } = vectors.stripe
  const body = Buffer.from(vectors.stripe.body)
  const at = (seconds: number) => new Date((timestamp + seconds) * 1000)
  const provider = createStripe(account({ webhook_keys: [keys.current] }), withOptions)
  const header = (...parts: string[]) => ({ 'stripe-signature': [`t=${timestamp}`, ...parts].join(',') })
  const valid = header(`v1=${signatures.current}`)

  test('accepts a signature of openssl', () => {
    expect(read(provider, body, valid, at(5))).toMatchObject({
      dedup_key: 'evt_1Test',
      type: 'checkout.session.completed',
      subject: {
        kind: 'payment',
        reference: 'ord-1-a1',
        transaction_id: 'pi_1Test',
        provider_reference: 'cs_test_a1',
      },
    })
  })

  test.each([
    ['a flipped byte', flipByte(body), valid, 0, 'mismatch'],
    ['re-serialised JSON', reserialised(body), valid, 0, 'mismatch'],
    ['another secret', body, header(`v1=${signatures.other}`), 0, 'mismatch'],
    ['no header', body, {}, 0, 'missing_header'],
    ['v0 only', body, header(`v0=${signatures.current}`), 0, 'malformed_header'],
    ['no time', body, { 'stripe-signature': `v1=${signatures.current}` }, 0, 'malformed_header'],
    [
      'another time',
      body,
      { 'stripe-signature': `t=${timestamp + 1},v1=${signatures.current}` },
      0,
      'mismatch',
    ],
    [
      'two times',
      body,
      { 'stripe-signature': `t=${timestamp},t=${timestamp + 1},v1=${signatures.current}` },
      0,
      'malformed_header',
    ],
    ['a time 301 s ago', body, valid, 301, 'too_old'],
    ['a time 61 s ahead', body, valid, -61, 'in_the_future'],
    ['an upper-case signature', body, header(`v1=${signatures.current.toUpperCase()}`), 0, 'mismatch'],
    ['an empty signature', body, header('v1='), 0, 'mismatch'],
  ] as [string, Buffer, Record<string, string>, number, string][])('refuses %s', (...row) => {
    const [, bytes, headers, seconds, reason] = row
    expect(read(provider, bytes, headers, at(seconds))).toBe(reason)
  })

  test.each([300, 0, -60])('accepts an age of %d s', (seconds) => {
    expect(read(provider, body, valid, at(seconds))).toMatchObject({ dedup_key: 'evt_1Test' })
  })
  test('accepts two v1 of which one is right', () => {
    const headers = header(`v1=${signatures.other}`, `v1=${signatures.current}`)
    expect(read(provider, body, headers, at(0))).toMatchObject({ dedup_key: 'evt_1Test' })
  })
  test('accepts the current and the former key during a rotation', () => {
    const rotating = createStripe(account({ webhook_keys: [keys.current, keys.former] }), withOptions)
    for (const signature of [signatures.current, signatures.former])
      expect(read(rotating, body, header(`v1=${signature}`), at(0))).toMatchObject({ dedup_key: 'evt_1Test' })
    expect(read(rotating, body, header(`v1=${signatures.other}`), at(0))).toBe('mismatch')
  })
  test.each([[[]], [['']]])('refuses everything with the keys %j', (webhook_keys) => {
    expect(read(createStripe(account({ webhook_keys }), withOptions), body, valid, at(0))).toBe('no_key')
  })
  test('logs another API version of the endpoint', () => {
    const warnings: object[] = []
    const log = { info: () => {}, warn: (line: object) => warnings.push(line) }
    const strict = createStripe(account({ webhook_keys: [keys.current] }), { log })
    read(strict, body, valid, at(0))
    expect(warnings).toEqual([])
    const old = Buffer.from(vectors.stripe.body.replace('2026-10-28.endive', '2024-06-20'))
    const signature = hmacHex('sha256', keys.current, `${timestamp}.`, old)
    read(strict, old, header(`v1=${signature}`), at(0))
    expect(warnings).toEqual([expect.objectContaining({ api_version: '2024-06-20' })])
  })
})

test('a payout has no subject', () => {
  expect(subjectOf('payout.paid', { id: 'po_1' })).toBeNull()
})

test.each([
  [
    'payment_intent.succeeded',
    { id: 'pi_1', metadata: { reference: 'r' } },
    { kind: 'payment', reference: 'r', transaction_id: 'pi_1', provider_reference: null },
  ],
  [
    'refund.updated',
    { id: 're_1', payment_intent: 'pi_1', metadata: { reference: 'x' } },
    { kind: 'refund', provider_refund_id: 're_1', transaction_id: 'pi_1', reference: null },
  ],
  [
    'charge.dispute.closed',
    { id: 'dp_1', payment_intent: { id: 'pi_1' } },
    { kind: 'dispute', provider_dispute_id: 'dp_1', transaction_id: 'pi_1', reference: null },
  ],
  [
    'invoice.paid',
    { id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } },
    { kind: 'subscription', provider_subscription_id: 'sub_1' },
  ],
  ['invoice.paid', { id: 'in_1', parent: null }, null],
  [
    'checkout.session.completed',
    { id: 'cs_1', subscription: 'sub_1' },
    { kind: 'subscription', provider_subscription_id: 'sub_1' },
  ],
  [
    'customer.subscription.deleted',
    { id: 'sub_1' },
    { kind: 'subscription', provider_subscription_id: 'sub_1' },
  ],
  ['payment_method.detached', { id: 'pm_1' }, { kind: 'card', token: 'pm_1', reference: null }],
])('the Stripe event %s of %j', (type, object, subject) => {
  expect(subjectOf(type, object)).toEqual(subject)
})
