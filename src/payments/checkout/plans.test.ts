import { describe, expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import { getMyEnrolment } from '#learning/contract.ts'
import {
  createPaymentPlan,
  deletePaymentPlan,
  getPaymentPlan,
  updatePaymentPlan,
} from '#payment-plans/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  startCheckout,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { createCheckout, createStripeCheckoutSession, verifyMyOrder } from '../contract.ts'

useTestPayments()

type PlanValues = Partial<Input<typeof createPaymentPlan>>

/** A school that sells a plan of two courses through Paystack. */
async function planSale(values: PlanValues = {}, { approves = true } = {}) {
  const sale = await createSellingSchool('paystack', { approves })
  const admin = await sale.school.admin()
  const other = await sale.school.course({ price: testPrice, approve_student_on_payment: approves })
  const course_ids = [sale.course.id, other.id]
  const plan = await admin.api(createPaymentPlan, {
    name: 'Both courses',
    kind: 'one_time',
    price: 1_000_000,
    course_ids,
    status: 'published',
    ...values,
  })
  const start = (coupon_code?: string) =>
    sale.student.api(createCheckout, { plan_id: plan.id, ...(coupon_code && { coupon_code }) })
  /** Pays the plan on its page, and returns the order. */
  async function pay() {
    const { url, order_id } = await start()
    await payOnPage('paystack', url)
    return sale.student.api(verifyMyOrder, { id: order_id })
  }
  const statuses = () =>
    Promise.all(
      course_ids.map(async (course_id) => (await sale.student.api(getMyEnrolment, { course_id })).status),
    )
  return { ...sale, admin, plan, course_ids, start, pay, statuses }
}

const instalments: PlanValues = {
  kind: 'instalments',
  price: 10_000_00,
  instalment_count: 3,
  interval: 'month',
}
const subscription: PlanValues = { kind: 'subscription', price: 490_000, interval: 'month' }
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'started',
    (error: { code: string }) => error.code,
  )

describe('a plan that is paid at once', () => {
  test('opens all its courses, and counts its buyer', async () => {
    const { pay, statuses, school, student, admin, plan } = await planSale()
    const order = await pay()
    expect(order).toMatchObject({
      status: 'paid',
      total: 1_000_000,
      lines: [{ kind: 'plan', plan_id: plan.id, title: 'Both courses' }],
    })
    expect(await statuses()).toEqual(['approved', 'approved'])
    const books = await readBooks(school, student)
    expect([books.payments.length, books.entitlements.length, books.receipts.length]).toEqual([1, 2, 1])
    expect(books.journals.filter(({ kind }) => kind === 'sale')).toHaveLength(1)
    expect(await admin.api(getPaymentPlan, { id: plan.id })).toMatchObject({ buyer_count: 1 })
    expect(await admin.api(deletePaymentPlan, { id: plan.id })).toEqual({ outcome: 'archived' })
    expect(await admin.api(getPaymentPlan, { id: plan.id })).toMatchObject({ status: 'archived' })
  })

  test('waits for staff where the courses do not approve on payment', async () => {
    const { pay, statuses } = await planSale({}, { approves: false })
    await pay()
    expect(await statuses()).toEqual(['pending', 'pending'])
  })

  test('is bought once, and not by a student who has all its courses', async () => {
    const { pay, start } = await planSale()
    await pay()
    expect(await codeOf(start())).toBe('already_paid')
  })

  test('keeps the price that the buyer saw when staff change it later', async () => {
    const { start, student, school, admin, plan } = await planSale()
    const { url, order_id } = await start()
    await admin.api(updatePaymentPlan, { id: plan.id, price: 2_000_000 })
    await payOnPage('paystack', url)
    expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject({
      status: 'paid',
      total: 1_000_000,
    })
    expect(await codeOf(start())).toBe('already_paid')
    expect((await readBooks(school, student)).refunds).toEqual([])
  })

  test('costs less with a coupon for everything, and not with one for chosen courses', async () => {
    const { start, admin, school, student, course_ids } = await planSale()
    await admin.api(createCoupon, { code: 'TENTH', percent_off: 10 })
    await admin.api(createCoupon, { code: 'COURSE', percent_off: 10, course_ids })
    expect(await codeOf(start('COURSE'))).toBe('coupon_not_for_course')
    await start('TENTH')
    expect((await readBooks(school, student)).orders).toMatchObject([{ total: 900_000 }])
  })
})

describe('a coupon of chosen plans', () => {
  test('reduces them and nothing else', async () => {
    const { start, admin, school, student, plan, course } = await planSale()
    await admin.api(createCoupon, { code: 'PLAN', percent_off: 10, plan_ids: [plan.id] })
    const alone = student.api(createCheckout, { course_id: course.id, coupon_code: 'PLAN' })
    expect(await codeOf(alone)).toBe('coupon_not_for_course')
    await start('PLAN')
    expect((await readBooks(school, student)).orders).toMatchObject([{ total: 900_000 }])
  })

  test('makes the first months of a subscription free, without a payment', async () => {
    const { start, statuses, admin, school, student, plan } = await planSale({
      ...subscription,
      trial_days: 0,
    })
    await admin.api(createCoupon, { code: 'THREE', free_months: 3, plan_ids: [plan.id] })
    expect(await start('THREE')).toMatchObject({ provider: null })
    expect(await statuses()).toEqual(['approved', 'approved'])
    const { orders, payments: paid } = await readBooks(school, student)
    expect(orders).toMatchObject([{ total: 0, status: 'paid' }])
    expect(paid).toEqual([])
    const [terms] = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('subscriptions').where('school_id', '=', school_id).select('terms').execute(),
    )
    // The first period is the discount of the order.
    expect(terms).toMatchObject({ terms: { free_months: 2 } })
  })

  test('has no free months for instalments', async () => {
    const { start, admin } = await planSale(instalments)
    await admin.api(createCoupon, { code: 'THREE', free_months: 3 })
    expect(await codeOf(start('THREE'))).toBe('coupon_not_for_course')
  })
})

describe('instalments', () => {
  test('take the first one now and save the card', async () => {
    const { pay, statuses, school, student, plan } = await planSale(instalments)
    expect(plan.instalments).toEqual([333_334, 333_333, 333_333])
    expect(await pay()).toMatchObject({ status: 'paid', total: 333_334 })
    expect(await statuses()).toEqual(['approved', 'approved'])
    const { entitlements } = await readBooks(school, student)
    expect(entitlements.map(({ reason }) => reason)).toEqual(['paid', 'paid'])
  })

  test('start again with the new amounts when staff changed an unpaid plan', async () => {
    const { start, admin, plan, school, student } = await planSale(instalments)
    const first = await start()
    expect(await start()).toEqual(first)
    await admin.api(updatePaymentPlan, { id: plan.id, interval: 'week' })
    expect((await start()).order_id).not.toBe(first.order_id)
    const { orders } = await readBooks(school, student)
    expect(orders.map(({ status }) => status)).toEqual(['canceled', 'awaiting_payment'])
  })

  test('give a coupon to the first payment only', async () => {
    const { start, admin, school, student } = await planSale(instalments)
    await admin.api(createCoupon, { code: 'HALF', percent_off: 50 })
    await start('HALF')
    expect((await readBooks(school, student)).orders).toMatchObject([{ total: 166_667 }])
  })
})

describe('a subscription', () => {
  test('takes the first period now', async () => {
    const { pay, statuses } = await planSale(subscription)
    expect(await pay()).toMatchObject({ status: 'paid', total: 490_000 })
    expect(await statuses()).toEqual(['approved', 'approved'])
  })

  test('with a free trial opens its courses without a payment, once for each person', async () => {
    const { start, statuses, school, student, admin } = await planSale({ ...subscription, trial_days: 7 })
    await admin.api(createCoupon, { code: 'HALF', percent_off: 50 })
    expect(await codeOf(start('HALF'))).toBe('coupon_not_for_course')
    expect(await start()).toMatchObject({ provider: null })
    expect(await statuses()).toEqual(['approved', 'approved'])
    const before = await readBooks(school, student)
    expect(before.payments).toEqual([])
    expect(before.entitlements.map(({ reason }) => reason)).toEqual(['trial', 'trial'])
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('entitlements')
        .set({ revoked_at: new Date(), revocation_reason: 'ended' })
        .where('school_id', '=', school_id)
        .execute(),
    )
    expect(await start()).toMatchObject({ provider: 'paystack' })
    expect((await readBooks(school, student)).orders.at(-1)).toMatchObject({ total: 490_000 })
  })
})

describe('a plan that is not for sale', () => {
  test.each(['draft', 'archived'] as const)('because it is a %s', async (status) => {
    const { start, admin, plan } = await planSale()
    await admin.api(updatePaymentPlan, { id: plan.id, status })
    expect(await codeOf(start())).toBe('not_found')
  })

  test('because it does not exist, belongs to another school, or is named beside a course', async () => {
    const { student, plan, course } = await planSale()
    const foreign = await planSale()
    for (const plan_id of [newId(), foreign.plan.id])
      expect(await codeOf(student.api(createCheckout, { plan_id }))).toBe('not_found')
    for (const body of [{}, { plan_id: plan.id, course_id: course.id }])
      expect(await codeOf(student.api(createCheckout, body))).toBe('invalid_input')
  })
})

test('the specified call compares the amount with the first payment of the plan', async () => {
  const { student, school, plan } = await planSale(instalments)
  const call = (amount: number) =>
    student.api(createStripeCheckoutSession, {
      metadata: { plan_id: plan.id },
      email: student.email,
      success_url: `http://${school.host}:3000/done`,
      cancel_url: `http://${school.host}:3000/`,
      amount,
      currency: 'NGN',
      product_name: plan.name,
    })
  expect(await codeOf(call(plan.price))).toBe('amount_mismatch')
  expect(await call(plan.instalments[0]!)).toMatchObject({ provider: 'paystack' })
})

test('a course that a plan opened cannot be bought again', async () => {
  const { pay, student, course } = await planSale()
  await pay()
  expect(await codeOf(startCheckout({ student, course }))).toBe('already_enrolled')
})
