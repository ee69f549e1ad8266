import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { generateSigningSecret, signPayload } from '../endpoints/signature.ts'

type IsGenuine = (
  secret: string,
  headers: Record<string, string | undefined>,
  rawBody: string,
  now?: number,
) => boolean

let isGenuine: IsGenuine

// Runs the code that the documentation offers to receivers.
beforeAll(async () => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const sample = /```js\n([\s\S]*?)```/.exec(page)![1]!
  const module = (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as {
    isGenuine: IsGenuine
  }
  isGenuine = module.isGenuine
})

const now = Date.parse('2027-01-01T12:00:00Z')
const secret = generateSigningSecret()
const delivery = { id: 'an-id', timestamp: now / 1000, body: '{"é":"naïve 🙂"}' }
const headersOf = (signature: string, timestamp = delivery.timestamp) => ({
  'webhook-id': delivery.id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})

test('accepts genuine deliveries with the documented sample, also during a rotation', () => {
  expect(isGenuine(secret, headersOf(signPayload([secret], delivery)), delivery.body, now)).toBe(true)
  const both = headersOf(signPayload([generateSigningSecret(), secret], delivery))
  expect(isGenuine(secret, both, delivery.body, now)).toBe(true)
})

test('rejects everything else', () => {
  const signature = signPayload([secret], delivery)
  const refused = [
    isGenuine(generateSigningSecret(), headersOf(signature), delivery.body, now),
    isGenuine(secret, headersOf(signature), `${delivery.body} `, now),
    isGenuine(secret, headersOf(signature, delivery.timestamp + 1), delivery.body, now),
    isGenuine(secret, headersOf(signature), delivery.body, now + 301_000),
    isGenuine(secret, headersOf(signature), delivery.body, now - 301_000),
    isGenuine(secret, headersOf(signature.replace('v1,', 'v2,')), delivery.body, now),
    isGenuine(secret, headersOf('v1,'), delivery.body, now),
    isGenuine(secret, headersOf(''), delivery.body, now),
    isGenuine(secret, {}, delivery.body, now),
  ]
  expect(refused).toEqual(refused.map(() => false))
})

test('signs according to Standard Webhooks', () => {
  const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  expect(signPayload(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], example)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
