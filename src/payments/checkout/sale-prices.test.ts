import { describe, expect, test } from 'vitest'
import { createCoupon, previewCoupon, updateCoupon } from '#coupons/contract.ts'
import { getCourseDetails, listPublicCourses, updateCourse } from '#courses/contract.ts'
import { getMyEnrolment } from '#learning/contract.ts'
import { createPaymentPlan, getPlanOffer, updatePaymentPlan } from '#payment-plans/contract.ts'
import { createSellingSchool, payOnPage, testPrice } from '#testing/builders/payments-builder.ts'
import { setClock } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { createCheckout, createStripeCheckoutSession, getMyOrder, verifyMyOrder } from '../contract.ts'

useTestPayments()

const hour = 3_600_000
/** A day at the test schools in Lagos, an hour ahead of UTC. */
const dayIn = (days: number) => new Date(Date.now() + (days * 24 + 1) * hour).toISOString().slice(0, 10)
const startOf = (day: string) => new Date(`${day}T00:00:00+01:00`)
const justBefore = (moment: Date) => new Date(moment.getTime() - 1_000)

/** A sale of some days ahead, for visitors. */
const ahead = { sale_starts_on: dayIn(3), sale_ends_on: dayIn(5) }
/** A sale that ends before the sessions of the test users do. */
const today = { sale_starts_on: null, sale_ends_on: dayIn(0) }
const endOfToday = startOf(dayIn(1))

async function createSale(values: Record<string, unknown> = {}) {
  const sale = await createSellingSchool('paystack')
  const admin = await sale.school.admin()
  const { id } = sale.course
  await admin.api(updateCourse, { id, sale_price: 500_000, ...today, ...values })
  const priceOf = async () => {
    const { price, current_sale } = await sale.school.visitor().api(getCourseDetails, { id })
    return current_sale?.price ?? price
  }
  return { ...sale, admin, priceOf }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

const fieldErrors = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error: { errors: { path: string; code: string }[] }) =>
      error.errors.map(({ path, code }) => [path, code]),
  )

describe('a sale of a course', () => {
  test('runs from the first to the last day in the time zone of the school', async () => {
    const { school, course, priceOf } = await createSale(ahead)
    const card = async () => {
      const { data } = await school.visitor().api(listPublicCourses, { school_id: school.school_id })
      return data.find(({ id }) => id === course.id)
    }
    setClock(justBefore(startOf(ahead.sale_starts_on)))
    expect(await priceOf()).toBe(testPrice)
    expect(await card()).toMatchObject({
      current_sale: null,
      price_changes_at: startOf(ahead.sale_starts_on).toISOString(),
    })
    setClock(startOf(ahead.sale_starts_on))
    expect(await priceOf()).toBe(500_000)
    const end = startOf(dayIn(6))
    setClock(justBefore(end))
    expect(await card()).toMatchObject({
      price: testPrice,
      current_sale: { price: 500_000, ends_on: ahead.sale_ends_on },
      price_changes_at: end.toISOString(),
    })
    setClock(end)
    expect(await priceOf()).toBe(testPrice)
    expect(await card()).toMatchObject({ current_sale: null, price_changes_at: null })
  })

  test('is the price that a checkout asks for, and no client can ask for it after its end', async () => {
    const { school, student, course } = await createSale()
    const pay = (amount: number) =>
      student.api(createStripeCheckoutSession, {
        metadata: { course_id: course.id },
        email: student.email,
        success_url: `http://${school.host}:3000/done`,
        cancel_url: `http://${school.host}:3000/`,
        amount,
        currency: 'NGN',
        product_name: course.course_name,
      })
    expect(await codeOf(pay(testPrice))).toBe('amount_mismatch')
    expect(await codeOf(pay(500_000))).toBe('done')
    setClock(endOfToday)
    expect(await codeOf(pay(500_000))).toBe('amount_mismatch')
    expect(await codeOf(pay(testPrice))).toBe('done')
  })

  test('an open order at the sale price is replaced after the end', async () => {
    const { student, course } = await createSale()
    setClock(justBefore(endOfToday))
    const cheap = await student.api(createCheckout, { course_id: course.id })
    setClock(endOfToday)
    const full = await student.api(createCheckout, { course_id: course.id })
    expect(full.order_id).not.toBe(cheap.order_id)
    await payOnPage('paystack', full.url)
    expect(await student.api(verifyMyOrder, { id: full.order_id })).toMatchObject({
      status: 'paid',
      lines: [{ gross: testPrice, net: testPrice }],
    })
  })

  test('a coupon reduces the sale price', async () => {
    const { school, student, admin, course } = await createSale()
    await admin.api(createCoupon, { code: 'HALF', percent_off: 50 })
    const preview = await school.visitor().api(previewCoupon, { course_id: course.id, code: 'HALF' })
    expect(preview).toMatchObject({ price: 500_000, discount: 250_000, total: 250_000 })
    const { order_id, url } = await student.api(createCheckout, { course_id: course.id, coupon_code: 'HALF' })
    await payOnPage('paystack', url)
    expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject({
      status: 'paid',
      total: 250_000,
    })
  })

  test('is not reduced by a coupon that excludes sale prices, until it ends', async () => {
    const { school, student, admin, course } = await createSale()
    const { id } = await admin.api(createCoupon, {
      code: 'FULL',
      percent_off: 50,
      excludes_sale_prices: true,
    })
    const purchase = { course_id: course.id, coupon_code: 'FULL' }
    const preview = () => school.visitor().api(previewCoupon, { course_id: course.id, code: 'FULL' })
    expect(await codeOf(preview())).toBe('coupon_not_with_sale')
    expect(await codeOf(student.api(createCheckout, purchase))).toBe('coupon_not_with_sale')
    const gift = { email: 'friend@example.com', name: 'Friend' }
    expect(await codeOf(student.api(createCheckout, { ...purchase, gift }))).toBe('coupon_not_with_sale')
    expect(await codeOf(student.api(createCheckout, { ...purchase, coupon_code: null }))).toBe('done')
    setClock(endOfToday)
    expect(await preview()).toMatchObject({ total: testPrice / 2 })
    const { order_id } = await student.api(createCheckout, purchase)
    expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({ total: testPrice / 2 })
    expect(await admin.api(updateCoupon, { id, excludes_sale_prices: false })).toMatchObject({
      excludes_sale_prices: false,
    })
  })

  test('that begins ends the use of such a coupon in an open order', async () => {
    const { student, admin, course } = await createSale({ sale_price: null })
    await admin.api(createCoupon, { code: 'FULL', percent_off: 50, excludes_sale_prices: true })
    const purchase = { course_id: course.id, coupon_code: 'FULL' }
    await student.api(createCheckout, purchase)
    await admin.api(updateCourse, { id: course.id, sale_price: 500_000, ...today })
    const preview = student.api(previewCoupon, { course_id: course.id, code: 'FULL' })
    expect(await codeOf(preview)).toBe('coupon_not_with_sale')
    expect(await codeOf(student.api(createCheckout, purchase))).toBe('coupon_not_with_sale')
    const { order_id } = await student.api(createCheckout, { course_id: course.id, coupon_code: null })
    expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({ total: 500_000 })
  })

  test('of one tier leaves the coupon to the tiers without a sale price', async () => {
    const { student, admin, course } = await createSale({
      enable_tiering: true,
      tiering_prices: [400_000, 950_000],
      tiering_maximum: 2,
      sale_tiering_prices: [100_000, null],
    })
    await admin.api(createCoupon, { code: 'FULL', percent_off: 50, excludes_sale_prices: true })
    const buy = (tier: number) =>
      student.api(createCheckout, { course_id: course.id, tier, coupon_code: 'FULL' })
    expect(await codeOf(buy(1))).toBe('coupon_not_with_sale')
    const { order_id } = await buy(2)
    expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({ total: 475_000 })
  })

  test('reduces tiers, and an upgrade costs no more than without the sale', async () => {
    const { student, admin, course } = await createSale({
      enable_tiering: true,
      tiering_prices: [400_000, 950_000],
      tiering_maximum: 2,
      sale_tiering_prices: [100_000, null],
    })
    const enrolment = () => student.api(getMyEnrolment, { course_id: course.id })
    expect((await enrolment()).tier_prices).toEqual([100_000, 950_000])
    const { order_id, url } = await student.api(createCheckout, { course_id: course.id, tier: 1 })
    await payOnPage('paystack', url)
    expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject({ total: 100_000 })
    expect((await enrolment()).tier_prices).toEqual([null, 550_000])
    await admin.api(updateCourse, { id: course.id, sale_tiering_prices: [null, 700_000] })
    expect((await enrolment()).tier_prices).toEqual([null, 300_000])
  })

  test.each([
    ['a sale price that is not lower', { sale_price: testPrice }, 'sale_price', 'not_below_price'],
    ['no day of the calendar', { sale_starts_on: '2027-02-30' }, 'sale_starts_on', 'date_invalid'],
    [
      'a last day before the first',
      { ...ahead, sale_ends_on: dayIn(2) },
      'sale_ends_on',
      'ends_before_start',
    ],
    ['a tier without a price', { sale_tiering_prices: [100] }, 'sale_tiering_prices', 'not_below_price'],
  ])('refuses %s', async (_name, values, path, code) => {
    const { admin, course } = await createSale()
    expect(await fieldErrors(admin.api(updateCourse, { id: course.id, ...values }))).toEqual([[path, code]])
  })

  test('ends when the price falls to it', async () => {
    const { admin, course, priceOf } = await createSale()
    await admin.api(updateCourse, { id: course.id, price: 450_000 })
    expect(await priceOf()).toBe(450_000)
  })
})

describe('a sale of a plan', () => {
  test('sets every payment of those who buy while it runs, and ends by itself', async () => {
    const { school, student, admin, course } = await createSale()
    const { id } = await admin.api(createPaymentPlan, {
      name: 'In three payments',
      kind: 'instalments',
      instalment_count: 3,
      interval: 'month',
      price: 900_000,
      sale_price: 600_000,
      ...today,
      course_ids: [course.id],
      status: 'published',
    })
    const offer = () => school.visitor().api(getPlanOffer, { id })
    expect(await offer()).toMatchObject({
      price: 900_000,
      current_sale: { price: 600_000, instalments: [200_000, 200_000, 200_000] },
      price_changes_at: endOfToday.toISOString(),
    })
    const coupon = { code: 'FULL', percent_off: 50, excludes_sale_prices: true }
    await admin.api(createCoupon, coupon)
    const withCoupon = { plan_id: id, coupon_code: coupon.code }
    expect(await codeOf(student.api(createCheckout, withCoupon))).toBe('coupon_not_with_sale')
    const { order_id, url } = await student.api(createCheckout, { plan_id: id })
    await payOnPage('paystack', url)
    expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject({ total: 200_000 })
    setClock(endOfToday)
    expect(await offer()).toMatchObject({ current_sale: null, price_changes_at: null })
    const other = await school.student()
    const late = await other.api(createCheckout, { plan_id: id })
    await payOnPage('paystack', late.url)
    expect(await other.api(verifyMyOrder, { id: late.order_id })).toMatchObject({ total: 300_000 })
  })

  test('needs a price below that of the plan, and high enough for the provider', async () => {
    const { admin, course } = await createSale()
    const { id } = await admin.api(createPaymentPlan, {
      name: 'Once',
      kind: 'one_time',
      price: 900_000,
      course_ids: [course.id],
    })
    const change = (sale_price: number) => fieldErrors(admin.api(updatePaymentPlan, { id, sale_price }))
    expect(await change(900_000)).toEqual([['sale_price', 'not_below_price']])
    expect(await change(1)).toEqual([['sale_price', 'amount_too_small']])
    expect(await change(800_000)).toEqual([])
  })
})
