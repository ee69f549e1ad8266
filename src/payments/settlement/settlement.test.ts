import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { getMyEnrolment } from '#learning/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  postWebhook,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { payLater } from '#testing/fakes/sandbox-buyer.ts'
import { setClock } from '#testing/builders/school-builder.ts'
import { startSecondProcess } from '#testing/builders/second-process.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { getMyOrder, getOrder, verifyMyOrder } from '../contract.ts'

const payments = useTestPayments()

const providers = ['paystack', 'flutterwave', 'stripe'] as const

/** A verified sale: one payment, one journal, one entitlement and one receipt. */
async function expectOneSale({ school, student, course }: SellingSchool) {
  const books = await readBooks(school, student)
  expect(books.orders).toMatchObject([{ status: 'paid', paid_amount: testPrice, total: testPrice }])
  expect(books.payments).toMatchObject([{ amount: testPrice, applied_amount: testPrice, mode: 'test' }])
  expect(books.journals.filter(({ kind }) => kind === 'sale')).toHaveLength(1)
  expect(books.entitlements).toMatchObject([{ course_id: course.id, revoked_at: null }])
  expect(books.receipts).toHaveLength(1)
  expect(Object.values(books.balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  expect((await student.api(getMyEnrolment, { course_id: course.id })).status).toBe('approved')
  return books
}

describe.each(providers)('a payment at %s', (provider) => {
  test('opens the course when the webhook arrives before the buyer', async () => {
    const sale = await createSellingSchool(provider)
    const { url, order_id } = await startCheckout(sale)
    await payOnPage(provider, url)
    await payments.sandbox[provider].webhooksIdle()
    expect(payments.sandbox[provider].webhooks().at(-1)?.status).toBe(200)
    await runPaymentJobs(sale.school)
    await expectOneSale(sale)
    const order = await sale.student.api(verifyMyOrder, { id: order_id })
    expect(order).toMatchObject({
      status: 'paid',
      is_test: true,
      lines: [{ courses: [{ enrolment_status: 'approved' }] }],
    })
    await expectOneSale(sale)
  })

  test('opens the course when the buyer returns before the webhook', async () => {
    const sale = await createSellingSchool(provider)
    payments.sandbox[provider].configureWebhooks({ mode: 'hold' })
    const { url, order_id } = await startCheckout(sale)
    const { location } = await payOnPage(provider, url)
    expect(new URL(location!).pathname).toBe('/payments/return')
    expect(new URL(location!).searchParams.get('order')).toBe(order_id)
    expect((await sale.student.api(getMyOrder, { id: order_id })).is_awaiting_provider).toBe(true)
    expect((await sale.student.api(verifyMyOrder, { id: order_id })).status).toBe('paid')
    await expectOneSale(sale)
    payments.sandbox[provider].deliverHeldWebhooks()
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(sale.school)
    const { events } = await expectOneSale(sale)
    expect(events.every(({ state }) => state !== 'received')).toBe(true)
  })

  test('opens the course without redirect and webhook within 15 minutes', async () => {
    const sale = await createSellingSchool(provider)
    payments.sandbox[provider].configureWebhooks({ mode: 'drop' })
    const { url } = await startCheckout(sale)
    await payOnPage(provider, url)
    setClock(new Date(Date.now() + 14 * 60_000))
    await runPaymentJobs(sale.school)
    const { events } = await expectOneSale(sale)
    expect(events).toEqual([])
  })

  test('counts once when return and webhooks come together, many times', async () => {
    const sale = await createSellingSchool(provider)
    payments.sandbox[provider].configureWebhooks({ copies: 10 })
    const { url, order_id } = await startCheckout(sale)
    await payOnPage(provider, url)
    await Promise.all([
      ...Array.from({ length: 10 }, () => sale.student.api(verifyMyOrder, { id: order_id })),
      payments.sandbox[provider].webhooksIdle(),
    ])
    await Promise.all([runPaymentJobs(sale.school), runPaymentJobs(sale.school)])
    const { events } = await expectOneSale(sale)
    const keys = events.map(({ dedup_key }) => dedup_key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('the same webhook, 100 times over two processes, is stored once and takes effect once', async () => {
  const sale = await createSellingSchool('paystack')
  const { paystack } = payments.sandbox
  paystack.configureWebhooks({ mode: 'drop' })
  const { url } = await startCheckout(sale)
  await payOnPage('paystack', url)
  const { body } = paystack.webhooks().at(-1)!
  const other = await startSecondProcess()
  try {
    const apps = Array.from({ length: 100 }, (_, index) => (index % 2 ? other : sale.school.app))
    const answers = await Promise.all(apps.map((app) => postWebhook('paystack', body, { app })))
    expect(new Set(answers)).toEqual(new Set([200]))
  } finally {
    await other.close()
  }
  await runPaymentJobs(sale.school)
  const { events } = await expectOneSale(sale)
  expect(events).toMatchObject([{ event_type: 'charge.success', state: 'processed' }])
})

test('a webhook with another id about the same payment changes nothing', async () => {
  const sale = await createSellingSchool('stripe')
  const { url } = await startCheckout(sale)
  await payOnPage('stripe', url)
  await payments.sandbox.stripe.webhooksIdle()
  await runPaymentJobs(sale.school)
  const before = await expectOneSale(sale)
  const event = JSON.parse(payments.sandbox.stripe.webhooks().at(-1)!.body) as object
  expect(await postWebhook('stripe', JSON.stringify({ ...event, id: 'evt_again' }))).toBe(200)
  await runPaymentJobs(sale.school)
  const { events } = await expectOneSale(sale)
  expect(events).toHaveLength(before.events.length + 1)
})

describe('a redirect proves nothing', () => {
  test('when the payment failed or is still pending', async () => {
    const sale = await createSellingSchool('flutterwave')
    const { url, order_id } = await startCheckout(sale)
    await payLater(url, 'bank_transfer')
    expect(await sale.student.api(verifyMyOrder, { id: order_id })).toMatchObject({
      status: 'awaiting_payment',
      is_awaiting_provider: true,
      lines: [{ courses: [{ enrolment_status: null }] }],
    })
    const [attempt] = (await readBooks(sale.school, sale.student)).attempts
    payments.sandbox.flutterwave.failPayment(attempt!.reference)
    const order = await sale.student.api(verifyMyOrder, { id: order_id })
    expect(order).toMatchObject({
      status: 'awaiting_payment',
      lines: [{ courses: [{ enrolment_status: null }] }],
    })
    await refusesContents(sale)
  })

  test('when a part of the price is missing', async () => {
    const sale = await createSellingSchool('paystack')
    const { url, order_id } = await startCheckout(sale)
    payments.sandbox.paystack.changeNextPayment({ amount: testPrice - 1 })
    await payOnPage('paystack', url)
    const order = await sale.student.api(verifyMyOrder, { id: order_id })
    expect(order).toMatchObject({ status: 'partially_paid', paid_amount: testPrice - 1 })
    await refusesContents(sale)
  })

  test('when a part is missing, until one more payment brings it', async () => {
    const sale = await createSellingSchool('paystack')
    const { url, order_id } = await startCheckout(sale)
    payments.sandbox.paystack.changeNextPayment({ amount: testPrice - 50_000 })
    await payOnPage('paystack', url)
    await sale.student.api(verifyMyOrder, { id: order_id })
    await refusesContents(sale)
    const rest = await startCheckout(sale)
    expect(rest.order_id).toBe(order_id)
    await payOnPage('paystack', rest.url)
    expect((await sale.student.api(verifyMyOrder, { id: order_id })).status).toBe('paid')
    const { balances, payments: paid } = await readBooks(sale.school, sale.student)
    expect(paid.map(({ amount }) => amount)).toEqual([testPrice - 50_000, 50_000])
    expect(balances.buyer_deposits).toBe(0)
  })

  test.each([
    ['currency', { currency: 'GHS' }],
    ['mode', { mode: 'live' as const }],
  ])('when the payment has another %s: it waits for staff', async (reason, change) => {
    const sale = await createSellingSchool('paystack')
    const admin = await sale.school.admin()
    const { url, order_id } = await startCheckout(sale)
    payments.sandbox.paystack.changeNextPayment(change)
    await payOnPage('paystack', url)
    await sale.student.api(verifyMyOrder, { id: order_id })
    await refusesContents(sale)
    expect(await admin.api(getOrder, { id: order_id })).toMatchObject({
      status: 'awaiting_payment',
      attention: ['payment_quarantined'],
      attempts: [{ state: 'quarantined', failure_code: reason }],
      payments: [{ quarantine_reason: reason }],
    })
    const { journals, entitlements } = await readBooks(sale.school, sale.student)
    expect([...journals, ...entitlements]).toEqual([])
  })
})

/** The student does not get into the course. */
async function refusesContents({ student, course }: SellingSchool) {
  await expect(student.api(getCourseContents, { id: course.id })).rejects.toMatchObject({
    code: 'not_approved',
  })
}

test('two paid attempts of one order: one opens the course, the other is refunded', async () => {
  const sale = await createSellingSchool('paystack')
  const { paystack } = payments.sandbox
  paystack.configureWebhooks({ mode: 'drop' })
  const first = await startCheckout(sale)
  // The first page is about to end, so that the student gets another one.
  setClock(new Date(Date.now() + 59 * 60_000))
  const second = await startCheckout(sale)
  expect(second).toMatchObject({ order_id: first.order_id })
  expect(second.url).not.toBe(first.url)
  await payOnPage('paystack', first.url)
  await payOnPage('paystack', second.url)
  await runPaymentJobs(sale.school)
  await runPaymentJobs(sale.school)
  const books = await readBooks(sale.school, sale.student)
  expect(books.orders).toMatchObject([{ status: 'paid', paid_amount: testPrice }])
  expect(books.payments.map(({ applied_amount }) => applied_amount).toSorted((a, b) => a - b)).toEqual([
    0,
    testPrice,
  ])
  expect(books.refunds).toMatchObject([{ kind: 'duplicate', amount: testPrice, state: 'succeeded' }])
  expect(books.entitlements).toHaveLength(1)
  expect(books.receipts).toHaveLength(1)
  expect(books.balances.buyer_deposits).toBe(0)
})

test('an overpayment opens the course, and the surplus is refunded', async () => {
  const sale = await createSellingSchool('flutterwave')
  const { url, order_id } = await startCheckout(sale)
  payments.sandbox.flutterwave.changeNextPayment({ amount: testPrice + 5_000 })
  await payOnPage('flutterwave', url)
  expect((await sale.student.api(verifyMyOrder, { id: order_id })).status).toBe('paid')
  await runPaymentJobs(sale.school)
  await runPaymentJobs(sale.school)
  const { refunds, balances } = await readBooks(sale.school, sale.student)
  expect(refunds).toMatchObject([{ kind: 'overpayment', amount: 5_000, state: 'succeeded' }])
  expect(balances.buyer_deposits).toBe(0)
})

test('an abandoned checkout expires, and a late payment of it still counts', async () => {
  const sale = await createSellingSchool('paystack')
  payments.sandbox.paystack.configureWebhooks({ mode: 'drop' })
  const { url, order_id } = await startCheckout(sale)
  const start = Date.now()
  setClock(new Date(start + 2 * 3_600_000))
  await runPaymentJobs(sale.school)
  expect(await sale.student.api(getMyOrder, { id: order_id })).toMatchObject({ is_awaiting_provider: false })
  expect((await readBooks(sale.school, sale.student)).attempts).toMatchObject([{ state: 'expired' }])
  await payOnPage('paystack', url)
  setClock(new Date(start + 5 * 3_600_000))
  await runPaymentJobs(sale.school)
  await expectOneSale(sale)
})

test('an outage of the provider for three hours loses no payment', async () => {
  const sale = await createSellingSchool('flutterwave')
  const { flutterwave } = payments.sandbox
  flutterwave.configureWebhooks({ mode: 'drop' })
  const { url } = await startCheckout(sale)
  await payOnPage('flutterwave', url)
  const start = Date.now()
  flutterwave.failNext({ kind: 'error_500', times: 1_000 })
  for (const hours of [0.1, 1, 2, 3]) {
    setClock(new Date(start + hours * 3_600_000))
    await runPaymentJobs(sale.school)
  }
  expect((await readBooks(sale.school, sale.student)).payments).toEqual([])
  flutterwave.clearFailures()
  setClock(new Date(start + 4.1 * 3_600_000))
  await runPaymentJobs(sale.school)
  await expectOneSale(sale)
})

test('entries of the ledger cannot be changed or deleted', async () => {
  const sale = await createSellingSchool('paystack')
  const { url, order_id } = await startCheckout(sale)
  await payOnPage('paystack', url)
  await sale.student.api(verifyMyOrder, { id: order_id })
  await expectOneSale(sale)
  const { school } = sale
  const refused = { code: '42501' }
  await expect(
    school.transact(({ tx, school_id }) =>
      tx.updateTable('ledger_journals').set({ currency: 'USD' }).where('school_id', '=', school_id).execute(),
    ),
  ).rejects.toMatchObject(refused)
  await expect(
    school.transact(({ tx, school_id }) =>
      tx.deleteFrom('ledger_journals').where('school_id', '=', school_id).execute(),
    ),
  ).rejects.toMatchObject(refused)
})
