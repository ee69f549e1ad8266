import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckout, updateBillingCard, verifyMyCardSetup, verifyMyOrder } from '#payments/contract.ts'
import type { Reply } from '#platform/contract/route.ts'
import { startSandboxProviders, type SandboxProviders } from '#sandbox-providers/index.ts'
import { createSellingSchool } from '#testing/builders/payments-builder.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { startOtlpReceiver } from '#testing/fakes/otlp-receiver.ts'
import { rootDomain } from '#testing/builders/school-builder.ts'
import { call, send } from './processes/send.ts'
import { startTwoProcesses } from './processes/start-processes.ts'

const soon = { timeout: 60_000 }
const card = '4242424242424242'

let sandbox: SandboxProviders
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let processes: Awaited<ReturnType<typeof startTwoProcesses>>

/** Starts the product with Stripe's stand-in and with every kind of report enabled. */
beforeAll(async () => {
  sandbox = await startSandboxProviders()
  receiver = await startOtlpReceiver()
  const { stripe } = sandbox
  processes = await startTwoProcesses({
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    STRIPE_ENABLED: 'on',
    STRIPE_SECRET_KEY: stripe.keys.secret_key,
    STRIPE_WEBHOOK_SECRETS: stripe.keys.webhook_keys[0],
    STRIPE_URL: stripe.keys.base_url,
  })
}, 180_000)
afterAll(async () => {
  await sandbox.close()
  await receiver.close()
})

test('report no provider key, card token or card number in logs, errors or traces', async () => {
  const { stripe } = sandbox
  const { school, student, course } = await createSellingSchool('stripe')
  const { origin } = processes
  const caller = { origin, host: school.host, token: student.token }
  stripe.configureWebhooks({ mode: 'hold' })

  // Errors of the provider are logged with their request.
  stripe.failNext({ kind: 'error_500', request: 'POST /v1/checkout', times: 3 })
  expect((await call(caller, createCheckout, { course_id: course.id })).status).toBe(503)
  stripe.clearFailures()
  const started = await call(caller, createCheckout, { course_id: course.id })
  expect(started.status, started.text).toBe(201)
  const { url, order_id } = JSON.parse(started.text) as Reply<typeof createCheckout>
  await payWithCard(url, card)
  const paid = await call(caller, verifyMyOrder, { id: order_id })
  expect(JSON.parse(paid.text)).toMatchObject({ status: 'paid' })

  const setup = JSON.parse((await call(caller, updateBillingCard, {})).text) as Reply<
    typeof updateBillingCard
  >
  await payWithCard(setup.url, card)
  expect((await call(caller, verifyMyCardSetup, { id: setup.setup_id })).status).toBe(200)
  const { token } = stripe.savedCards(student.email).at(-1)!

  // A webhook with a forged signature, and one that contains what it must not.
  const path = '/api/payments/v1/webhooks/stripe'
  const body = { id: 'evt_1', card: { number: card }, key: stripe.keys.secret_key }
  const headers = { 'stripe-signature': `t=1,v1=${stripe.keys.webhook_keys[0]}` }
  expect((await send(origin, { method: 'POST', host: rootDomain, path, headers, body })).status).toBe(401)

  const spans = () => receiver.spans().filter(({ name }) => name === `POST /api${createCheckout.path}`).length
  await expect.poll(spans, soon).toBeGreaterThanOrEqual(2)
  const { all } = await processes.end()
  const traces = receiver.received.map(({ text }) => text).join('\n')
  expect(all).toContain('payment provider')
  const secrets = {
    'secret key': stripe.keys.secret_key,
    'signing secret': stripe.keys.webhook_keys[0]!,
    'card number': card,
    'token of a card': token,
    'address of the payment page': url,
    'e-mail address': student.email,
  }
  const leaks = Object.entries(secrets).filter(([, secret]) => `${all}\n${traces}`.includes(secret))
  expect(leaks.map(([name]) => name)).toEqual([])
}, 180_000)
