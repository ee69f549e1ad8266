import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createSellingSchool,
  payOnPage,
  postWebhook,
  readBooks,
  runPaymentJobs,
  signWebhook,
  startCheckout,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { captureLog } from '#testing/harness/harness.ts'
import { getTestApp, rootDomain } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { encryptAccountKeys } from '../provider-accounts/account-keys.ts'
import { listPaymentEvents, replayPaymentEvent, verifyMyOrder } from '../contract.ts'
import { jobs } from '../jobs.ts'
import { maxEventTries, pauseAfterTry } from './handle-event.ts'

const handleJob = jobs.find(({ name }) => name === 'handlePaymentEvent')!

const payments = useTestPayments()

/** A paid checkout whose webhook was not sent, and its body. */
async function paidWithoutWebhook(provider: 'paystack' | 'flutterwave' | 'stripe' = 'paystack') {
  const sale = await createSellingSchool(provider)
  payments.sandbox[provider].configureWebhooks({ mode: 'drop' })
  const started = await startCheckout(sale)
  await payOnPage(provider, started.url)
  const { body } = payments.sandbox[provider].webhooks().at(-1)!
  return { ...sale, ...started, body }
}

const eventsOf = async ({
  school,
  student,
}: Pick<Awaited<ReturnType<typeof paidWithoutWebhook>>, 'school' | 'student'>) =>
  (await readBooks(school, student)).events

describe('a webhook', () => {
  test.each(['paystack', 'flutterwave', 'stripe'] as const)(
    'of %s without a valid signature is refused',
    async (provider) => {
      const paid = await paidWithoutWebhook(provider)
      const headers = await signWebhook(provider, paid.body)
      const [name, value] = Object.entries(headers)[0]!
      const last = value.at(-1) === '0' ? '1' : '0'
      expect(await postWebhook(provider, paid.body, { headers: {} })).toBe(401)
      expect(await postWebhook(provider, paid.body, { headers: { [name]: value.slice(0, -1) + last } })).toBe(
        401,
      )
      expect(await eventsOf(paid)).toEqual([])
    },
  )

  test.each(['paystack', 'stripe'] as const)('of %s with one other byte is refused', async (provider) => {
    const paid = await paidWithoutWebhook(provider)
    const headers = await signWebhook(provider, paid.body)
    const changed = JSON.stringify(JSON.parse(paid.body), null, 1)
    expect(await postWebhook(provider, changed, { headers })).toBe(401)
    expect(await eventsOf(paid)).toEqual([])
  })

  test('of Stripe that is too old or of the future is refused', async () => {
    const paid = await paidWithoutWebhook('stripe')
    for (const seconds of [-301, 61]) {
      const headers = await signWebhook('stripe', paid.body, Date.now() + seconds * 1000)
      expect(await postWebhook('stripe', paid.body, { headers })).toBe(401)
    }
    expect(await eventsOf(paid)).toEqual([])
  })

  test('forged under the right hash of Flutterwave leads to a question, and to nothing else', async () => {
    const sale = await createSellingSchool('flutterwave')
    await startCheckout(sale)
    const [attempt] = (await readBooks(sale.school, sale.student)).attempts
    const data = { id: 1, tx_ref: attempt!.reference, status: 'successful', amount: 7_500, currency: 'NGN' }
    const before = payments.sandbox.flutterwave.requests().length
    expect(await postWebhook('flutterwave', JSON.stringify({ event: 'charge.completed', data }))).toBe(200)
    await runPaymentJobs(sale.school)
    const requests = payments.sandbox.flutterwave.requests().slice(before)
    expect(requests.some(({ path }) => path.includes('verify'))).toBe(true)
    const { payments: paid, entitlements, events } = await readBooks(sale.school, sale.student)
    expect([...paid, ...entitlements]).toEqual([])
    expect(events).toMatchObject([{ state: 'processed' }])
  })

  test('above 1 MB is refused with 413, and one that is not JSON with 400', async () => {
    const large = JSON.stringify({ event: 'charge.success', data: { text: 'x'.repeat(1024 * 1024) } })
    expect(await postWebhook('paystack', large)).toBe(413)
    for (const provider of ['paystack', 'flutterwave', 'stripe'] as const)
      expect(await postWebhook(provider, 'not json')).toBe(400)
    expect(await postWebhook('paypal' as 'paystack', '{}', { headers: {} })).toBe(404)
  })

  test('of an unknown type is stored as ignored', async () => {
    const paid = await paidWithoutWebhook('paystack')
    const event = JSON.parse(paid.body) as object
    const host = paid.school.host
    expect(
      await postWebhook('paystack', JSON.stringify({ ...event, event: 'charge.unheard' }), { host }),
    ).toBe(200)
    expect(await eventsOf(paid)).toMatchObject([{ event_type: 'charge.unheard', state: 'ignored' }])
  })

  test('of a school’s own account is accepted at its host, and reaches no other school', async () => {
    const [own, other] = [await paidWithoutWebhook(), await paidWithoutWebhook()]
    const secret_key = `sk_test_${randomBytes(8).toString('hex')}`
    await own.school.transact(async ({ tx, school_id, config }) => {
      const id = own.course.id
      await tx
        .insertInto('payment_accounts')
        .values({
          school_id,
          id,
          provider: 'paystack',
          mode: 'test',
          encrypted_keys: encryptAccountKeys(
            config,
            { school_id, id },
            { secret_key, webhook_keys: [secret_key] },
          ),
          key_suffix: secret_key.slice(-4),
        })
        .execute()
    })
    const { accounts } = (await getTestApp()).services.config.payments
    const sign = async (body: string) => {
      const platform = accounts.paystack
      payments.configure({ accounts: { ...accounts, paystack: { ...platform!, secret_key } } })
      const headers = await signWebhook('paystack', body)
      payments.configure({ accounts })
      return headers
    }
    const { host } = own.school
    expect(await postWebhook('paystack', own.body, { host, headers: await sign(own.body) })).toBe(200)
    expect(await eventsOf(own)).toMatchObject([{ state: 'received' }])
    expect(await postWebhook('paystack', other.body, { host, headers: await sign(other.body) })).toBe(200)
    expect(await eventsOf(other)).toEqual([])
    expect(await eventsOf(own)).toMatchObject([{ state: 'received' }, { state: 'ignored', attempt_id: null }])
    expect(await postWebhook('paystack', own.body, { host: rootDomain, headers: await sign(own.body) })).toBe(
      401,
    )
  })
})

describe('a webhook whose handling fails', () => {
  test('is tried again, then waits for staff, who replay it', async () => {
    const paid = await paidWithoutWebhook('paystack')
    const admin = await paid.school.admin()
    payments.sandbox.paystack.failNext({ kind: 'error_500', times: 1_000 })
    expect(await postWebhook('paystack', paid.body)).toBe(200)
    const [waiting] = (await admin.api(listPaymentEvents, {})).data
    await expect(admin.api(replayPaymentEvent, { id: waiting!.id })).rejects.toMatchObject({
      code: 'payment_event_not_failed',
    })
    for (let tries = 1; tries <= maxEventTries; tries++) {
      await runJob(paid.school, handleJob, { event_id: waiting!.id })
      const [event] = (await admin.api(listPaymentEvents, {})).data
      expect(event).toMatchObject({
        tries,
        state: tries < maxEventTries ? 'received' : 'failed',
        last_error: 'paystack findPayment: unreachable',
      })
    }
    const { data } = await admin.api(listPaymentEvents, { state: 'failed' })
    expect(data).toMatchObject([
      { provider: 'paystack', event_type: 'charge.success', order_id: paid.order_id },
    ])
    payments.sandbox.paystack.clearFailures()
    await admin.api(replayPaymentEvent, { id: data[0]!.id })
    await runPaymentJobs(paid.school)
    expect((await admin.api(listPaymentEvents, {})).data).toMatchObject([{ state: 'processed', tries: 1 }])
    expect((await readBooks(paid.school, paid.student)).orders).toMatchObject([{ status: 'paid' }])
  })

  test('pauses longer after each try, about a day in all', () => {
    const pauses = Array.from({ length: maxEventTries - 1 }, (_, index) => pauseAfterTry(index + 1))
    expect(pauses.slice(0, 4)).toEqual([10_000, 60_000, 360_000, 2_160_000])
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000).toBeGreaterThan(24)
  })
})

test('keys, tokens and card numbers appear in no log line and no answer', async () => {
  const lines = captureLog()
  const { school, student, order_id } = await paidWithoutWebhook('flutterwave')
  payments.sandbox.flutterwave.failNext({ kind: 'invalid_json_after' })
  await student.api(verifyMyOrder, { id: order_id })
  expect((await student.api(verifyMyOrder, { id: order_id })).status).toBe('paid')
  const admin = await school.admin()
  const answer = await admin.request({ method: 'GET', url: `/api/payments/v1/orders/${order_id}` })
  expect(answer.json).toMatchObject({ total: testPrice })
  const { secret_key, webhook_keys } = payments.sandbox.flutterwave.keys
  const stand = payments.sandbox.flutterwave.payments()[0]!
  const secrets = [secret_key, ...webhook_keys, stand.card!.token, '5531886652142950', student.email]
  const written = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThan(3)
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  expect(secrets.slice(0, -1).filter((secret) => answer.text.includes(secret))).toEqual([])
})
