import { describe, expect, test } from 'vitest'
import { createFlutterwave } from './flutterwave/flutterwave.ts'
import { createPaystack } from './paystack/paystack.ts'
import { hmacHex } from './webhook-body.ts'

const options = { log: { info: () => {}, warn: () => {} } }
const account = {
  base_url: 'https://api.example.com',
  secret_key: 'sk_test_key',
  webhook_keys: ['hash'],
  mode: 'test' as const,
}
const paystack = createPaystack(account, options)
const flutterwave = createFlutterwave(account, options)

function paystackEvent(event: string, data: unknown) {
  const body = Buffer.from(JSON.stringify({ event, data }))
  const headers = { 'x-paystack-signature': hmacHex('sha512', account.secret_key, body) }
  return paystack.readWebhook(body, headers, new Date())
}
const flutterwaveEvent = (event: object) =>
  flutterwave.readWebhook(Buffer.from(JSON.stringify(event)), { 'verif-hash': 'hash' }, new Date())

describe('dedup keys of Paystack', () => {
  test.each([
    ['charge.success', { id: 5, reference: 'a' }, 'charge.success:5'],
    ['charge.success', { reference: 'a' }, 'charge.success:a'],
    ['refund.processed', { refund_reference: 'r1', status: 'processed' }, 'refund.processed:r1:processed'],
    ['refund.needs-attention', { id: '77', status: 'needs-attention' }, 'refund.needs-attention:77'],
    [
      'subscription.disable',
      { subscription_code: 'SUB_1', status: 'complete' },
      'subscription.disable:SUB_1:complete',
    ],
  ])('%s %j', (event, data, key) => {
    expect(paystackEvent(event, data).dedup_key).toBe(key)
  })

  test('are a hash of the body where no id exists', () => {
    const refund = {
      transaction_reference: 'ord-1-a1',
      refund_reference: null,
      amount: '5000',
      status: 'pending',
    }
    const first = paystackEvent('refund.pending', refund)
    expect(first.dedup_key).toMatch(/^refund\.pending:[0-9a-f]{64}$/)
    expect(paystackEvent('refund.pending', refund).dedup_key).toBe(first.dedup_key)
    expect(paystackEvent('refund.pending', { ...refund, amount: '6000' }).dedup_key).not.toBe(first.dedup_key)
    expect(first.subject).toEqual({
      kind: 'refund',
      provider_refund_id: null,
      transaction_id: null,
      reference: 'ord-1-a1',
    })
  })
  test('exist for a list of expiring cards', () => {
    const event = paystackEvent('subscription.expiring_cards', [{ expiry_date: '12/2026' }])
    expect(event).toMatchObject({ subject: null, dedup_key: expect.stringMatching(/:[0-9a-f]{64}$/) })
  })
  test('stay below 256 characters', () => {
    expect(paystackEvent('charge.success', { id: 'x'.repeat(5000) }).dedup_key.length).toBeLessThan(256)
  })
})

test('a dispute of Paystack names its transaction', () => {
  expect(
    paystackEvent('charge.dispute.create', { id: 9, transaction: { id: 5, reference: 'ord-1' } }).subject,
  ).toEqual({
    kind: 'dispute',
    provider_dispute_id: '9',
    transaction_id: '5',
    reference: 'ord-1',
  })
})

test('an unknown event has no subject', () => {
  expect(paystackEvent('transfer.success', { id: 1 }).subject).toBeNull()
  expect(flutterwaveEvent({ event: 'transfer.completed', data: { id: 1 } }).subject).toBeNull()
})

test('a failed and a successful attempt on one link of Flutterwave are two events', () => {
  const event = (status: string) => flutterwaveEvent({ event: 'charge.completed', data: { id: 7, status } })
  expect(event('failed').dedup_key).not.toBe(event('successful').dedup_key)
})
