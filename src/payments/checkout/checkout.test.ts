import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { createTestSchool, setClock } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { createStripeCheckoutSession, getPaymentMethods, refundOrder, verifyMyOrder } from '../contract.ts'

const payments = useTestPayments()

/** Starts the payment by the specified call. */
const startStripeSession = ({ school, course, student }: Omit<SellingSchool, 'provider'>) =>
  student.api(createStripeCheckoutSession, {
    metadata: { course_id: course.id },
    email: student.email,
    success_url: `http://${school.host}:3000/done`,
    cancel_url: `http://${school.host}:3000/`,
    amount: course.price || testPrice,
    currency: 'NGN',
    product_name: course.course_name,
  })

const codeOf = (started: Promise<unknown>) =>
  started.then(
    () => 'started',
    (error: { code: string }) => error.code,
  )

/** Refusal codes of both ways to start the payment. */
const refusalsOf = async (sale: Omit<SellingSchool, 'provider'>) => [
  await codeOf(startCheckout(sale)),
  await codeOf(startStripeSession(sale)),
]

const countRequests = () =>
  payments.sandbox.paystack.requests().length +
  payments.sandbox.flutterwave.requests().length +
  payments.sandbox.stripe.requests().length

describe('the provider of a checkout', () => {
  const cases = (['paystack', 'flutterwave'] as const).flatMap((primary) =>
    [true, false].flatMap((isStripeEnabled) =>
      ['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'UGX', 'JPY'].map((currency) => {
        const isAfrican = ['NGN', 'GHS', 'KES', 'ZAR'].includes(currency)
        const other = isStripeEnabled ? 'stripe' : 'flutterwave'
        return [currency, primary, isStripeEnabled, isAfrican ? primary : other] as const
      }),
    ),
  )
  test.each(cases)(
    '%s with %s as primary and Stripe %s is %s',
    async (currency, primary, isStripeEnabled, name) => {
      payments.configure({ primary, isStripeEnabled })
      const { visitor } = await createTestSchool({ currency_code: currency })
      expect(await visitor().api(getPaymentMethods, {})).toEqual({
        bank_transfer: false,
        bank_transfer_for_plans: false,
        currency,
        provider: name,
        is_test: true,
        tax: null,
      })
    },
  )

  test('stays with the attempt when the primary provider changes', async () => {
    const sale = await createSellingSchool('paystack')
    const admin = await sale.school.admin()
    const { url, order_id, provider } = await startCheckout(sale)
    expect(provider).toBe('paystack')
    await payOnPage('paystack', url)
    payments.configure({ primary: 'flutterwave' })
    const before = payments.sandbox.flutterwave.requests().length
    expect((await sale.student.api(verifyMyOrder, { id: order_id })).status).toBe('paid')
    await admin.api(refundOrder, { id: order_id })
    await runPaymentJobs(sale.school)
    await runPaymentJobs(sale.school)
    const { refunds } = await readBooks(sale.school, sale.student)
    expect(refunds).toMatchObject([{ provider: 'paystack', state: 'succeeded' }])
    expect(payments.sandbox.flutterwave.requests()).toHaveLength(before)
  })

  test('is missing without keys, and nothing can be bought', async () => {
    payments.configure({ accounts: {} })
    const { school, course, student } = await createSellingSchool('paystack')
    expect(await school.visitor().api(getPaymentMethods, {})).toMatchObject({
      provider: null,
      is_test: false,
    })
    expect(await refusalsOf({ school, student, course })).toEqual([
      'payments_unavailable',
      'payments_unavailable',
    ])
  })
})

describe('createStripeCheckoutSession', () => {
  const bodyOf = ({ school, course, student }: SellingSchool) => ({
    metadata: { course_id: course.id },
    email: student.email,
    success_url: `http://${school.host}:3000/done`,
    cancel_url: `http://${school.host}:3000/`,
    amount: testPrice as unknown,
    currency: 'NGN' as unknown,
    product_name: course.course_name,
  })
  const send = (sale: SellingSchool, body: object) =>
    sale.student.request({
      method: 'POST',
      url: '/api/users/api/v1/stripe/create-checkout-session',
      body,
    })

  test('returns the payment page for the price of the course', async () => {
    const sale = await createSellingSchool('paystack')
    const { email, ...body } = bodyOf(sale)
    const started = await sale.student.api(createStripeCheckoutSession, {
      ...body,
      email,
      amount: testPrice,
      currency: 'ngn',
    })
    expect(started.provider).toBe('paystack')
    const { location } = await payOnPage('paystack', started.url)
    expect(location).toMatch(new RegExp(`^http://${sale.school.host}:3000/done\\?`))
    expect((await sale.student.api(verifyMyOrder, { id: started.order_id })).status).toBe('paid')
  })

  test.each([
    ['amount 0', { amount: 0 }],
    ['a negative amount', { amount: -5 }],
    ['a fraction of a minor unit', { amount: 10.5 }],
    ['a number beyond the safe integers', { amount: 1e21 }],
    ['an amount as text', { amount: '10' }],
    ['no number', { amount: Number.NaN }],
    ['another amount', { amount: testPrice - 1 }],
    ['another currency', { currency: 'XXX' }],
    ['a currency with a space', { currency: 'usd ' }],
    ['no currency', { currency: undefined }],
    ['an invalid address', { email: 'nobody' }],
    ['a foreign return address', { success_url: 'https://evil.test/done' }],
    ['a foreign address after a cancellation', { cancel_url: 'https://evil.test/' }],
    ['an address that only begins like the school', { success_url: 'http://lyceum.test.evil.test:3000/' }],
    ['an address with a user', { success_url: 'http://a:b@lyceum.test:3000/' }],
    ['an address of the root host', { success_url: 'http://lyceum.test:3000/' }],
    ['a script', { success_url: 'javascript:alert(1)' }],
    ['unknown metadata', { metadata: { plan: '1' } }],
    ['further metadata', { metadata: { course_id: newId(), plan_id: newId() } }],
  ])('refuses %s without a call to the provider', async (_name, change) => {
    const sale = await createSellingSchool('paystack')
    const before = countRequests()
    const answer = await send(sale, { ...bodyOf(sale), ...change })
    expect(answer.status).toBe(422)
    expect(countRequests()).toBe(before)
    expect((await readBooks(sale.school, sale.student)).orders).toEqual([])
  })

  test('names a different price in the refusal', async () => {
    const sale = await createSellingSchool('paystack')
    expect((await send(sale, { ...bodyOf(sale), amount: testPrice + 1 })).json.code).toBe('amount_mismatch')
    expect((await send(sale, { ...bodyOf(sale), currency: 'USD' })).json.code).toBe('amount_mismatch')
  })

  test('does not find a course of another school', async () => {
    const [sale, other] = [await createSellingSchool('paystack'), await createSellingSchool('paystack')]
    const answer = await send(sale, { ...bodyOf(sale), metadata: { course_id: other.course.id } })
    expect(answer.status).toBe(404)
    expect((await send(sale, { ...bodyOf(sale), metadata: { course_id: newId() } })).status).toBe(404)
  })

  test('refuses visitors and staff', async () => {
    const sale = await createSellingSchool('paystack')
    const visitor = await send({ ...sale, student: sale.school.visitor() as never }, bodyOf(sale))
    expect(visitor.status).toBe(401)
    const admin = await send({ ...sale, student: (await sale.school.admin()) as never }, bodyOf(sale))
    expect(admin.status).toBe(403)
  })
})

describe('a course that is not for sale', () => {
  test.each([
    ['free', { price: 0 }, 'course_is_free'],
    ['private', { course_is_public: false }, 'not_found'],
    ['coming soon', { is_coming_soon: true }, 'course_coming_soon'],
    ['over', { course_end_date: new Date(Date.now() - 60_000) }, 'course_ended'],
    ['closed for registration', { disable_direct_registration: true }, 'direct_registration_disabled'],
  ])('%s', async (_name, values, code) => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({ price: testPrice, ...values })
    expect(await refusalsOf({ school, student, course })).toEqual([code, code])
  })

  test('a private course in which the student waits already', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({ price: testPrice, course_is_public: false })
    await school.enrol(student, course, { status: 'pending', approved_at: null })
    expect(await refusalsOf({ school, student, course })).toEqual(['course_not_open', 'course_not_open'])
  })

  test('open or paid already', async () => {
    const sale = await createSellingSchool('paystack', { approves: false })
    const { url, order_id } = await startCheckout(sale)
    await payOnPage('paystack', url)
    await sale.student.api(verifyMyOrder, { id: order_id })
    expect(await refusalsOf(sale)).toEqual(['already_paid', 'already_paid'])
    const course = await sale.school.course({ price: testPrice })
    await sale.school.enrol(sale.student, course)
    expect(await refusalsOf({ ...sale, course })).toEqual(['already_enrolled', 'already_enrolled'])
  })

  test('below the minimum of the provider', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({ price: 100 })
    expect(await refusalsOf({ school, student, course })).toEqual([
      'amount_not_supported',
      'amount_not_supported',
    ])
  })
})

test('is refused while the provider fails, and while another call creates the page', async () => {
  const sale = await createSellingSchool('paystack')
  const failure = { kind: 'error_500', request: 'POST /transaction', times: 1 } as const
  payments.sandbox.paystack.failNext(failure)
  await expect(startStripeSession(sale)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  await sale.school.transact(({ tx, school_id }) =>
    tx.updateTable('payment_attempts').set({ state: 'created' }).where('school_id', '=', school_id).execute(),
  )
  expect(await refusalsOf(sale)).toEqual(['checkout_in_progress', 'checkout_in_progress'])
})

describe('a repeated checkout', () => {
  test('returns the open page, and a changed price cancels the order', async () => {
    const sale = await createSellingSchool('paystack')
    const first = await startCheckout(sale)
    expect(await startCheckout(sale)).toEqual(first)
    await sale.school.transact(({ tx, school_id }) =>
      tx
        .updateTable('courses')
        .set({ price: testPrice + 1 })
        .where('school_id', '=', school_id)
        .where('id', '=', sale.course.id)
        .execute(),
    )
    const second = await startCheckout(sale)
    expect(second.order_id).not.toBe(first.order_id)
    const { orders } = await readBooks(sale.school, sale.student)
    expect(orders.map(({ status, total }) => [status, total])).toEqual([
      ['canceled', testPrice],
      ['awaiting_payment', testPrice + 1],
    ])
    // A buyer who was on the first page already pays the price of that moment.
    await payOnPage('paystack', first.url)
    const paid = await sale.student.api(verifyMyOrder, { id: first.order_id })
    expect(paid).toMatchObject({
      status: 'paid',
      total: testPrice,
      lines: [{ courses: [{ enrolment_status: 'approved' }] }],
    })
  })

  test('made twice at once has one order and one charge', async () => {
    const sale = await createSellingSchool('paystack')
    const started = await Promise.allSettled([1, 2, 3].map(() => startCheckout(sale)))
    const open = started.filter((one) => one.status === 'fulfilled')
    expect(open.length).toBeGreaterThan(0)
    const refused = started.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    )
    expect(refused.every((code) => code === 'checkout_in_progress')).toBe(true)
    const { orders, attempts } = await readBooks(sale.school, sale.student)
    expect([orders.length, attempts.length]).toEqual([1, 1])
  })
})

describe.each(['paystack', 'flutterwave', 'stripe'] as const)(
  'when %s fails while the page is created',
  (provider) => {
    const path = { paystack: 'POST /transaction', flutterwave: 'POST /payments', stripe: 'POST /v1/checkout' }
    const kinds = [
      'error_500',
      'error_429',
      'reset',
      'reset_after',
      'error_500_after',
      'invalid_json_after',
    ] as const
    test.each(kinds)('%s: the student is asked to try again, and pays once', async (kind) => {
      const sale = await createSellingSchool(provider)
      const stand = payments.sandbox[provider]
      stand.configureWebhooks({ mode: 'drop' })
      // The SDK of Stripe repeats a request once.
      stand.failNext({ kind, request: path[provider], times: provider === 'stripe' ? 2 : 1 })
      const started = await startCheckout(sale).then(
        () => 'started',
        (error: { status: number; code: string }) => `${error.status} ${error.code}`,
      )
      stand.clearFailures()
      // The repetition may hide the failure.
      const allowed = ['503 payment_provider_unavailable', ...(provider === 'stripe' ? ['started'] : [])]
      expect(allowed).toContain(started)
      const [order] = (await readBooks(sale.school, sale.student)).orders
      expect(order?.status).toBe('awaiting_payment')
      setClock(new Date(Date.now() + 60_000))
      const { url, order_id } = await startCheckout(sale)
      expect(order_id).toBe(order?.id)
      await payOnPage(provider, url)
      expect((await sale.student.api(verifyMyOrder, { id: order_id })).status).toBe('paid')
      await runPaymentJobs(sale.school)
      const { attempts, payments: paid, refunds } = await readBooks(sale.school, sale.student)
      expect([paid.length, refunds.length]).toEqual([1, 0])
      const charges = attempts.map(({ reference }) => stand.chargeCount(reference))
      expect(charges.reduce((sum, count) => sum + count, 0)).toBe(1)
    })
  },
)
