import { randomInt } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { postWebhook } from '#testing/builders/payments-builder.ts'
import { createTestSchool, getTestApp, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { captureLog, measureStatements } from '#testing/harness/harness.ts'
import { maxForgedPerMinute } from './webhook-senders.ts'

useTestPayments()
let school: TestSchool
beforeAll(async () => {
  school = await createTestSchool()
})

const newAddress = () => `198.18.${randomInt(256)}.${randomInt(256)}`
const forged = { 'x-paystack-signature': '0'.repeat(128) }
const event = JSON.stringify({ event: 'charge.unheard', data: { reference: 'none' } })
const largeEvent = JSON.stringify({
  event: 'charge.unheard',
  data: { reference: 'none', text: 'x'.repeat(defaultBodyLimitBytes) },
})

async function forge(remoteAddress: string, count: number, body = event) {
  const statuses: number[] = []
  for (let n = 0; n < count; n++)
    statuses.push(await postWebhook('paystack', body, { host: school.host, headers: forged, remoteAddress }))
  return [...new Set(statuses)]
}

const send = (remoteAddress: string, body = event) =>
  postWebhook('paystack', body, { host: school.host, remoteAddress })

test('forged webhooks of one school read its keys from the database once', async () => {
  const statementsOf = async (count: number) =>
    (await measureStatements(() => forge(newAddress(), count))).statements
  // Until caches have dropped the new school once.
  await expect.poll(() => statementsOf(1), { timeout: 5_000 }).toEqual([])
  expect(await statementsOf(5)).toEqual([])
})

test('webhooks without a signature or of an unknown provider are refused before their body is read', async () => {
  const options = { host: school.host, headers: {}, remoteAddress: newAddress() }
  const tooLarge = 'x'.repeat(2 * 1024 * 1024)
  const { statements } = await measureStatements(async () => {
    expect(await postWebhook('paystack', tooLarge, options)).toBe(401)
    expect(await postWebhook('paypal' as 'paystack', tooLarge, options)).toBe(404)
  })
  expect(statements).toEqual([])
})

test('a network that forges webhooks is refused for a minute, and others are not', async () => {
  const [attacker, provider] = [newAddress(), newAddress()]
  expect(await forge(attacker, maxForgedPerMinute)).toEqual([401])
  expect(await forge(attacker, 1)).toEqual([429])
  expect(await send(attacker)).toBe(429)
  expect(await send(provider)).toBe(200)
  const later = Date.now() + 61_000
  setClock(() => new Date(later))
  expect(await forge(attacker, 1)).toEqual([401])
})

test('a network that sent a valid webhook is never refused, but for large bodies', async () => {
  const provider = newAddress()
  expect(await send(provider)).toBe(200)
  expect(await forge(provider, 2 * maxForgedPerMinute)).toEqual([401])
  expect(await send(provider)).toBe(200)
  expect(await send(provider, largeEvent)).toBe(429)
})

test('accepted webhooks do not count', async () => {
  const provider = newAddress()
  // In small groups: more at once would wait for connections to the database.
  for (let sent = 0; sent <= maxForgedPerMinute; sent += 4) {
    const statuses = await Promise.all(Array.from({ length: 4 }, () => send(provider)))
    expect(statuses).toEqual([200, 200, 200, 200])
  }
  expect(await send(provider, largeEvent)).toBe(200)
})

test('large bodies are read while memory can be reserved', async () => {
  const { bodyBudget } = (await getTestApp()).services
  const provider = newAddress()
  const releases = Array.from({ length: 8 }, () => bodyBudget.reserve(provider, 1024 * 1024)!)
  expect(await send(provider, largeEvent)).toBe(503)
  expect(await send(provider)).toBe(200)
  for (const release of releases) release()
  expect(await send(provider, largeEvent)).toBe(200)
})

test('logs the forged webhooks of a network once a minute, with their number', async () => {
  const lines = captureLog()
  const attacker = newAddress()
  const refusals = () =>
    lines
      .filter(({ msg }) => msg === 'webhook of a provider refused')
      .map(({ reason, count }) => ({ reason, count }))
  await forge(attacker, 10)
  expect(refusals()).toEqual([{ reason: 'mismatch', count: 1 }])
  const later = Date.now() + 61_000
  setClock(() => new Date(later))
  await forge(attacker, 10)
  expect(refusals().slice(1)).toEqual([{ reason: 'mismatch', count: 10 }])
})
