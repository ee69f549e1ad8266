import { expect, test } from 'vitest'
import { createCoupon, previewCoupon } from '#coupons/contract.ts'
import { getMyEnrolment, setStudentTier } from '#learning/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
} from '#testing/builders/payments-builder.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { createCheckout, createStripeCheckoutSession, refundOrder, verifyMyOrder } from '../contract.ts'

useTestPayments()

const prices = [400_000, 950_000, 1_600_000] as const

/** A school that sells a course with three tiers. */
async function createTieredSale() {
  const { school, student } = await createSellingSchool('paystack')
  const course = await school.course({
    price: prices[0],
    enable_tiering: true,
    tiering_maximum: 3,
    tiering_prices: JSON.stringify(prices),
  })
  return { school, student, course, admin: await school.admin() }
}

type TieredSale = Awaited<ReturnType<typeof createTieredSale>>

async function buy({ course }: Pick<TieredSale, 'course'>, student: TestUser, tier?: number) {
  const started = await student.api(createCheckout, { course_id: course.id, ...(tier && { tier }) })
  await payOnPage('paystack', started.url)
  return student.api(verifyMyOrder, { id: started.order_id })
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('a student buys a tier at its price, and is in that tier after the payment', async () => {
  const sale = await createTieredSale()
  const { student, course } = sale
  const before = await student.api(getMyEnrolment, { course_id: course.id })
  expect(before).toMatchObject({ status: null, tier: null, tier_prices: prices })
  const order = await buy(sale, student, 2)
  expect(order).toMatchObject({ status: 'paid', total: prices[1], lines: [{ tier: 2, gross: prices[1] }] })
  const after = await student.api(getMyEnrolment, { course_id: course.id })
  expect(after).toMatchObject({ status: 'approved', tier: 2, has_access: true })
  expect(after.tier_prices).toEqual([null, null, prices[2] - prices[1]])
})

test('without a choice the lowest tier is bought', async () => {
  const sale = await createTieredSale()
  expect(await buy(sale, sale.student)).toMatchObject({ total: prices[0], lines: [{ tier: 1 }] })
})

test('the specified checkout asks for the tier of its metadata, and refuses another amount', async () => {
  const { school, student, course } = await createTieredSale()
  const start = (tier: number, amount: number, course_id = course.id) =>
    student.api(createStripeCheckoutSession, {
      metadata: { course_id, tier },
      email: student.email,
      success_url: `http://${school.host}:3000/done`,
      cancel_url: `http://${school.host}:3000/`,
      amount,
      currency: 'NGN',
      product_name: course.course_name,
    })
  const plain = await school.course({ price: prices[0] })
  expect(await codeOf(start(1, prices[0], plain.id))).toBe('tiering_disabled')
  expect(await codeOf(start(4, prices[0]))).toBe('tier_unknown')
  expect(await codeOf(start(3, prices[0]))).toBe('amount_mismatch')
  const { url, order_id } = await start(3, prices[2])
  await payOnPage('paystack', url)
  expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject({ total: prices[2] })
  expect(await student.api(getMyEnrolment, { course_id: course.id })).toMatchObject({ tier: 3 })
})

test('a student upgrades by paying the difference; refunds set the tier back and close the course last', async () => {
  const sale = await createTieredSale()
  const { school, student, course, admin } = sale
  const enrolment = () => student.api(getMyEnrolment, { course_id: course.id })
  const first = await buy(sale, student, 1)
  const upgrade = await buy(sale, student, 3)
  expect(upgrade).toMatchObject({ status: 'paid', total: prices[2] - prices[0], lines: [{ tier: 3 }] })
  expect(await enrolment()).toMatchObject({ status: 'approved', tier: 3 })
  expect((await readBooks(school, student)).refunds).toEqual([])
  const refund = async (id: string) => {
    await admin.api(refundOrder, { id })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
  }
  await refund(upgrade.id)
  expect(await enrolment()).toMatchObject({ status: 'approved', tier: 1, has_access: true })
  await refund(first.id)
  expect(await enrolment()).toMatchObject({ status: 'unapproved', has_access: false })
  // Bought again, the former tier does not come back.
  await buy(sale, student, 2)
  expect(await enrolment()).toMatchObject({ status: 'approved', tier: 2 })
})

test('a second payment of a tier that was bought meanwhile is given back', async () => {
  const sale = await createTieredSale()
  const { school, student, course, admin } = sale
  const open = await student.api(createCheckout, { course_id: course.id, tier: 2 })
  await buy(sale, student, 3)
  await payOnPage('paystack', open.url)
  await student.api(verifyMyOrder, { id: open.order_id })
  const { refunds } = await readBooks(school, student)
  expect(refunds).toMatchObject([{ kind: 'duplicate', amount: prices[1] }])
  expect(await student.api(getMyEnrolment, { course_id: course.id })).toMatchObject({ tier: 3 })
  expect(await codeOf(admin.api(refundOrder, { id: open.order_id }))).toBe('order_not_refundable')
})

test('a tier that cannot be bought is refused', async () => {
  const sale = await createTieredSale()
  const { school, student, course, admin } = sale
  const start = (course_id: string, tier: number) => student.api(createCheckout, { course_id, tier })
  const plain = await school.course({ price: prices[0] })
  expect(await codeOf(start(plain.id, 1))).toBe('tiering_disabled')
  expect(await codeOf(start(course.id, 4))).toBe('tier_unknown')
  await buy(sale, student, 2)
  expect(await codeOf(start(course.id, 1))).toBe('already_enrolled')
  expect(await codeOf(start(course.id, 2))).toBe('already_enrolled')
  // Staff gave the highest tier: nothing is left to buy.
  await admin.api(setStudentTier, { student_id: student.id, course_id: course.id, tier: 3 })
  expect(await codeOf(start(course.id, 3))).toBe('already_enrolled')
})

test('a coupon reduces the price of the chosen tier, and the difference of an upgrade', async () => {
  const sale = await createTieredSale()
  const { student, course, admin } = sale
  await admin.api(createCoupon, { code: 'HALF', percent_off: 50, once_per_person: false })
  const preview = (tier: number) => student.api(previewCoupon, { course_id: course.id, code: 'HALF', tier })
  expect(await preview(2)).toMatchObject({ price: prices[1], total: prices[1] / 2 })
  await buy(sale, student, 1)
  expect(await preview(2)).toMatchObject({ price: prices[1] - prices[0] })
  const input = { course_id: course.id, tier: 2, coupon_code: 'HALF' }
  const { order_id } = await student.api(createCheckout, input)
  const order = await student.api(verifyMyOrder, { id: order_id })
  expect(order).toMatchObject({ total: (prices[1] - prices[0]) / 2, coupon_code: 'HALF' })
})
