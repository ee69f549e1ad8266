import { describe, expect, test } from 'vitest'
import { createFlutterwave } from './flutterwave/flutterwave.ts'
import vectors from './fixtures/signature-vectors.json' with { type: 'json' }
import { createPaystack } from './paystack/paystack.ts'
import type { PaymentProvider, ProviderAccount } from './provider.ts'

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

describe('Paystack', () => {
  const { keys, signatures } = vectors.paystack
  const body = Buffer.from(vectors.paystack.body)
  const header = (signature: string) => ({ 'x-paystack-signature': signature })
  const provider = createPaystack(account({ secret_key: keys.current }), withOptions)

  test('accepts a signature of openssl', () => {
    expect(read(provider, body, header(signatures.current))).toEqual({
      dedup_key: 'charge.success:302961',
      type: 'charge.success',
      subject: {
        kind: 'payment',
        reference: 'ord-1-a1',
        transaction_id: '302961',
        provider_reference: null,
      },
    })
  })
  test.each([
    ['a flipped byte', flipByte(body), header(signatures.current), 'mismatch'],
    // The official sample hashes re-serialised JSON; `\/` in the body becomes `/`.
    ['re-serialised JSON', reserialised(body), header(signatures.current), 'mismatch'],
    ['another secret', body, header(signatures.other), 'mismatch'],
    ['no header', body, {}, 'missing_header'],
    ['half a signature', body, header(signatures.current.slice(0, 64)), 'mismatch'],
  ] as [string, Buffer, Record<string, string>, string][])('refuses %s', (_name, bytes, headers, reason) => {
    expect(read(provider, bytes, headers)).toBe(reason)
  })
  test('accepts the current and the former key during a rotation', () => {
    const rotating = createPaystack(
      account({ secret_key: keys.current, webhook_keys: [keys.former] }),
      withOptions,
    )
    for (const signature of [signatures.current, signatures.former])
      expect(read(rotating, body, header(signature))).toMatchObject({ type: 'charge.success' })
  })
})

describe('Flutterwave', () => {
  const hash = 'a-secret-hash'
  const event = { event: 'charge.completed', data: { id: 7, tx_ref: 'ord-1-a1', status: 'successful' } }
  const body = Buffer.from(JSON.stringify(event))
  const provider = createFlutterwave(account({ webhook_keys: [hash] }), withOptions)

  test('accepts the hash, and names the transaction to verify', () => {
    expect(read(provider, body, { 'verif-hash': hash })).toEqual({
      dedup_key: 'charge.completed:7:successful',
      type: 'charge.completed',
      subject: { kind: 'payment', reference: 'ord-1-a1', transaction_id: '7', provider_reference: null },
    })
  })
  test.each([
    ['another hash', { 'verif-hash': 'another-hash1' }, 'mismatch'],
    ['a shorter hash', { 'verif-hash': hash.slice(1) }, 'mismatch'],
    ['no header', {}, 'missing_header'],
  ] as [string, Record<string, string>, string][])('refuses %s', (_name, headers, reason) => {
    expect(read(provider, body, headers)).toBe(reason)
  })
  test.each([[[]], [['']]])('refuses everything while the hash is unset: %j', (webhook_keys) => {
    const unset = createFlutterwave(account({ webhook_keys }), withOptions)
    for (const headers of [{ 'verif-hash': '' }, { 'verif-hash': hash }, {}])
      expect(read(unset, body, headers as Record<string, string>)).toBe('no_key')
  })
  test('accepts both hashes during a rotation', () => {
    const rotating = createFlutterwave(account({ webhook_keys: [hash, 'former-hash'] }), withOptions)
    for (const value of [hash, 'former-hash'])
      expect(read(rotating, body, { 'verif-hash': value })).toMatchObject({ type: 'charge.completed' })
  })
  test.each(['{', '[]', 'null', '{"event":"charge.completed"}', '{"event":1,"data":{}}'])(
    'refuses the body %s',
    (text) => {
      expect(read(provider, Buffer.from(text), { 'verif-hash': hash })).toBe('InvalidWebhookBody')
    },
  )
})
