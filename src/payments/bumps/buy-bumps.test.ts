import { describe, expect, test } from 'vitest'
import { becomeAffiliate } from '#affiliates/contract.ts'
import { createCoupon, getCoupon } from '#coupons/contract.ts'
import { getCourseContents, updateCourse } from '#courses/contract.ts'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  bumpCoursePrice,
  bumpPrice,
  buyWith,
  createBumpSale,
  priceOfBoth,
  type BumpSale,
} from '#testing/builders/billing/bump-builder.ts'
import { createTransferSchool } from '#testing/builders/billing/bank-transfers.ts'
import { payOnPage, readBooks, runPaymentJobs, testPrice } from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import {
  approveBankTransfer,
  createBumpOffer,
  createCheckout,
  createStripeCheckoutSession,
  deleteBumpOffer,
  getMyOrder,
  getOrder,
  getPurchaseQuote,
  listBankTransfers,
  listBumpOffers,
  listOrders,
  refundOrder,
  startBankTransfer,
  updateBumpOffer,
  updateTaxSettings,
  verifyMyOrder,
} from '../contract.ts'

useTestPayments()

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

const mayRead = (student: TestUser, { id }: { id: string }) =>
  student.api(getCourseContents, { id }).then(
    () => true,
    () => false,
  )

/** Which of both courses the student may open. */
const openCourses = async ({ course, extra }: BumpSale, student: TestUser) => [
  await mayRead(student, course),
  await mayRead(student, extra),
]

const checkout = ({ course }: Pick<BumpSale, 'course'>, student: TestUser, input: object = {}) =>
  student.api(createCheckout, { course_id: course.id, ...input })

describe('a purchase with an added course', () => {
  test('has a line of its own, opens both after the payment, and one refund closes one', async () => {
    const sale = await createBumpSale()
    const { school, student, admin, bumps, bump, course, extra } = sale
    const { url, order_id } = await checkout(sale, student, { bumps })
    expect(await openCourses(sale, student)).toEqual([false, false])
    await payOnPage('paystack', url)
    const order = await student.api(verifyMyOrder, { id: order_id })
    expect(order).toMatchObject({ status: 'paid', total: priceOfBoth })
    expect(order.lines).toMatchObject([
      { course_id: course.id, bump_id: null, gross: testPrice },
      { course_id: extra.id, bump_id: bump.id, gross: bumpPrice, title: extra.course_name },
    ])
    expect(await openCourses(sale, student)).toEqual([true, true])
    const { receipts, balances, entitlements } = await readBooks(school, student)
    expect(entitlements.map(({ line_id }) => line_id).toSorted()).toEqual(
      order.lines.map(({ id }) => id).toSorted(),
    )
    expect(receipts[0]!.text).toContain(`${extra.course_name}: ₦2,500`)
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
    expect((await admin.api(listOrders, { course_id: extra.id })).data).toMatchObject([{ id: order_id }])

    await admin.api(refundOrder, { id: order_id, lines: [{ line_id: order.lines[1]!.id }] })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await openCourses(sale, student)).toEqual([true, false])
    expect(await admin.api(getOrder, { id: order_id })).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: bumpPrice,
    })
    expect((await admin.api(listBumpOffers, {})).data).toMatchObject([
      { accepted_count: 1, revenue: [{ currency: 'NGN', amount: 0 }] },
    ])
  })

  test('keeps the added course when the first line is refunded', async () => {
    const sale = await createBumpSale()
    const { school, student, admin, bumps } = sale
    const order = await buyWith(sale, student, { bumps })
    await admin.api(refundOrder, { id: order.id, lines: [{ line_id: order.lines[0]!.id }] })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await openCourses(sale, student)).toEqual([false, true])
  })

  test('shows both courses in the list of orders and its file', async () => {
    const sale = await createBumpSale()
    await buyWith(sale, sale.student, { bumps: sale.bumps })
    const { text } = await sale.admin.request({
      method: 'GET',
      url: '/api/payments/v1/orders',
      headers: { accept: 'text/csv' },
    })
    expect(text).toContain(sale.course.course_name)
    expect(text).toContain(sale.extra.course_name)
  })

  test('of a plan that is paid once', async () => {
    const sale = await createBumpSale()
    const { admin, student, course, extra } = sale
    const { id: plan_id } = await admin.api(createPaymentPlan, {
      name: 'Bundle',
      kind: 'one_time',
      price: testPrice,
      course_ids: [course.id],
      status: 'published',
    })
    const bump = await admin.api(createBumpOffer, { plan_id, bump_course_id: extra.id, price: bumpPrice })
    const bumps = [{ id: bump.id, price: bumpPrice }]
    const { url, order_id } = await student.api(createCheckout, { plan_id, bumps })
    // An open order of the same plan and courses is continued.
    expect(await student.api(createCheckout, { plan_id })).toMatchObject({ order_id, url })
    await payOnPage('paystack', url)
    expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject({
      total: priceOfBoth,
      lines: [{ kind: 'plan' }, { kind: 'course', course_id: extra.id }],
    })
    expect(await openCourses(sale, student)).toEqual([true, true])
  })

  test('is quoted and charged with tax on each line', async () => {
    const sale = await createBumpSale()
    const { admin, student, course, bump, bumps } = sale
    const rates = [{ name: 'VAT', basis_points: 750 }]
    await admin.api(updateTaxSettings, {
      mode: 'exclusive',
      rates,
      reverse_charge_text: null,
      withholding: null,
    })
    const quote = await student.api(getPurchaseQuote, { course_id: course.id, bump_ids: bump.id })
    const tax = priceOfBoth * 0.075
    expect(quote).toMatchObject({ total: priceOfBoth + tax, taxes: [{ name: 'VAT', amount: tax }] })
    const order = await buyWith(sale, student, { bumps })
    expect(order).toMatchObject({ total: quote.total, taxes: quote.taxes })
    expect(order.lines.map(({ net }) => net)).toEqual([testPrice * 1.075, bumpPrice * 1.075])
  })

  test('pays commissions for each line, and the link reduces the item alone', async () => {
    const sale = await createBumpSale()
    const { school, admin, student, course, extra, bump, bumps } = sale
    const rates = {
      enable_affiliates: true,
      affiliates_percentage_off: 10,
      default_affiliate_commission: 20,
    }
    await admin.api(updateCourse, { id: course.id, ...rates })
    const { code } = await (await school.student()).api(becomeAffiliate, {})
    const first = await checkout(sale, student, { bumps, affiliate_code: code })
    await admin.api(updateCourse, { id: extra.id, ...rates })
    const quoted = { course_id: course.id, affiliate_code: code, bump_ids: bump.id }
    const total = testPrice * 0.9 + bumpPrice
    expect((await student.api(getPurchaseQuote, quoted)).total).toBe(total)
    const order = await buyWith(sale, student, { bumps, affiliate_code: code })
    expect(order.id).not.toBe(first.order_id)
    expect(order.total).toBe(total)
    const { balances } = await readBooks(school, student)
    expect(balances.affiliate_payable).toBe(-total * 0.2)
  })
})

describe('a coupon', () => {
  const quoteOf = async (sale: BumpSale, coupon_code: string, isAdded = true) => {
    const { course, student, bump } = sale
    const quoted = { course_id: course.id, coupon_code, ...(isAdded && { bump_ids: bump.id }) }
    const { lines, coupon_refusal } = await student.api(getPurchaseQuote, quoted)
    return coupon_refusal ?? lines.map(({ discount }) => discount)
  }

  test('reduces the lines that it covers', async () => {
    const sale = await createBumpSale()
    const { admin, student, bumps, extra, course } = sale
    const add = (code: string, values: object) => admin.api(createCoupon, { code, ...values })
    const all = await add('ALL', { percent_off: 20 })
    await add('EXTRA', { percent_off: 50, course_ids: [extra.id] })
    await add('ITEM', { percent_off: 50, course_ids: [course.id] })
    await add('AMOUNT', { amount_off: testPrice + 100_000 })
    await add('FULL', { percent_off: 20, excludes_sale_prices: true })
    expect(await quoteOf(sale, 'ALL')).toEqual([testPrice * 0.2, bumpPrice * 0.2])
    expect(await quoteOf(sale, 'EXTRA')).toEqual([0, bumpPrice / 2])
    expect(await quoteOf(sale, 'EXTRA', false)).toBe('coupon_not_for_course')
    expect(await quoteOf(sale, 'ITEM')).toEqual([testPrice / 2, 0])
    expect(await quoteOf(sale, 'AMOUNT')).toEqual([testPrice, 100_000])
    expect(await quoteOf(sale, 'FULL')).toEqual([testPrice * 0.2, 0])
    expect(await quoteOf(sale, 'NOTHING')).toBe('coupon_unknown')
    expect(await codeOf(checkout(sale, student, { coupon_code: 'EXTRA' }))).toBe('coupon_not_for_course')

    const { order_id } = await checkout(sale, student, { bumps, coupon_code: 'EXTRA' })
    expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({
      total: testPrice + bumpPrice / 2,
      lines: [{ discount: 0 }, { discount: bumpPrice / 2 }],
    })
    // The same choice keeps coupon and courses.
    expect((await checkout(sale, student)).order_id).toBe(order_id)
    const order = await buyWith(sale, student, { bumps, coupon_code: 'ALL' })
    expect(order).toMatchObject({ total: priceOfBoth * 0.8, coupon_code: 'ALL' })
    expect(await admin.api(getCoupon, { id: all.id })).toMatchObject({ used_count: 1, held_count: 0 })
    expect(await quoteOf(sale, 'ALL')).toBe('coupon_already_used')
  })

  test('of the whole price opens both courses without a payment', async () => {
    const sale = await createBumpSale()
    const { admin, student, bumps } = sale
    await admin.api(createCoupon, { code: 'FREE', percent_off: 100 })
    const { order_id } = await checkout(sale, student, { bumps, coupon_code: 'FREE' })
    expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({ status: 'paid', total: 0 })
    expect(await openCourses(sale, student)).toEqual([true, true])
    expect((await admin.api(listBumpOffers, {})).data).toMatchObject([{ accepted_count: 1, revenue: [] }])
  })
})

describe('an open order', () => {
  test('is continued with the same added courses only', async () => {
    const sale = await createBumpSale()
    const { student, bumps } = sale
    const both = await checkout(sale, student, { bumps })
    expect(await checkout(sale, student, { bumps })).toEqual(both)
    expect(await checkout(sale, student)).toEqual(both)
    const single = await checkout(sale, student, { bumps: [] })
    expect(single.order_id).not.toBe(both.order_id)
    expect((await student.api(getMyOrder, { id: both.order_id })).status).toBe('canceled')
    expect(await checkout(sale, student)).toEqual(single)
    expect((await student.api(getMyOrder, { id: single.order_id })).total).toBe(testPrice)
  })

  test('to which a course was added is not the order of this course', async () => {
    const sale = await createBumpSale()
    const { student, bumps, extra } = sale
    const both = await checkout(sale, student, { bumps })
    const alone = await student.api(createCheckout, { course_id: extra.id })
    expect(alone.order_id).not.toBe(both.order_id)
    const orders = [both, alone].map(({ order_id }) => student.api(getMyOrder, { id: order_id }))
    expect((await Promise.all(orders)).map(({ status, total }) => [status, total])).toEqual([
      ['awaiting_payment', priceOfBoth],
      ['awaiting_payment', bumpCoursePrice],
    ])
  })

  test('that was replaced and is paid too gives back what the buyer has already', async () => {
    const sale = await createBumpSale()
    const { school, student, bumps, extra } = sale
    const alone = await student.api(createCheckout, { course_id: extra.id })
    const both = await checkout(sale, student, { bumps })
    await payOnPage('paystack', alone.url)
    await student.api(verifyMyOrder, { id: alone.order_id })
    await payOnPage('paystack', both.url)
    await student.api(verifyMyOrder, { id: both.order_id })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await student.api(getMyOrder, { id: both.order_id })).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: bumpPrice,
      lines: [{ refunded_amount: 0 }, { refunded_amount: bumpPrice }],
    })
    expect(await openCourses(sale, student)).toEqual([true, true])
    const { balances } = await readBooks(school, student)
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })

  test('bought at once many times is one order with both lines', async () => {
    const sale = await createBumpSale()
    const { school, student, bumps } = sale
    const started = await Promise.allSettled([1, 2, 3].map(() => checkout(sale, student, { bumps })))
    expect(started.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { orders, attempts } = await readBooks(school, student)
    expect([orders.length, attempts.length, orders[0]!.total]).toEqual([1, 1, priceOfBoth])
  })
})

describe('nothing is charged', () => {
  test('for an offer that ended or has another price', async () => {
    const sale = await createBumpSale()
    const { school, admin, student, bump, bumps } = sale
    await admin.api(updateBumpOffer, { id: bump.id, price: bumpPrice - 1 })
    expect(await codeOf(checkout(sale, student, { bumps }))).toBe('amount_mismatch')
    await admin.api(updateBumpOffer, { id: bump.id, price: bumpPrice })
    const open = await checkout(sale, student, { bumps })
    await admin.api(updateBumpOffer, { id: bump.id, price: bumpPrice + 1 })
    // The open order has the former price: it is not continued without a new choice.
    expect(await codeOf(checkout(sale, student))).toBe('amount_mismatch')
    await admin.api(deleteBumpOffer, { id: bump.id })
    expect(await codeOf(checkout(sale, student))).toBe('bump_unavailable')
    expect(await codeOf(checkout(sale, student, { bumps }))).toBe('bump_unavailable')
    expect((await checkout(sale, student, { bumps: [] })).order_id).not.toBe(open.order_id)
    expect((await readBooks(school, student)).payments).toEqual([])
  })

  test('for a course that the buyer has already', async () => {
    const sale = await createBumpSale()
    const { school, student, course, extra, bumps } = sale
    await school.enrol(student, extra)
    expect((await student.api(getPurchaseQuote, { course_id: course.id })).bumps).toEqual([])
    expect(await codeOf(checkout(sale, student, { bumps }))).toBe('bump_unavailable')
  })

  test('for gifts, seats and the specified call, and for invalid choices', async () => {
    const sale = await createBumpSale()
    const { school, admin, student, bumps, course } = sale
    await admin.api(updateCourse, { id: course.id, seats_offered: true })
    const gift = { email: 'ada@example.test', name: 'Ada' }
    expect(await codeOf(checkout(sale, student, { bumps, gift }))).toBe('invalid_input')
    expect(await codeOf(checkout(sale, student, { bumps, seats: 2 }))).toBe('invalid_input')
    expect(await codeOf(checkout(sale, student, { bumps: [], seats: 2 }))).toBe('done')
    const foreign = (await createBumpSale()).bumps
    const invalid: [unknown, string][] = [
      [[...bumps, ...bumps], 'invalid_input'],
      [[1, 2, 3, 4].map(() => ({ id: newId(), price: 1 })), 'invalid_input'],
      [[{ ...bumps[0], price: -bumpPrice }], 'invalid_input'],
      [[{ ...bumps[0], price: 1.5 }], 'invalid_input'],
      [[{ id: course.id, price: testPrice }], 'bump_unavailable'],
      [foreign, 'bump_unavailable'],
    ]
    for (const [chosen, code] of invalid)
      expect(await codeOf(checkout(sale, student, { bumps: chosen }))).toBe(code)
    await checkout(sale, student, { bumps })
    const { order_id } = await student.api(createStripeCheckoutSession, {
      metadata: { course_id: course.id },
      email: student.email,
      success_url: `http://${school.host}:3000/done`,
      cancel_url: `http://${school.host}:3000/`,
      amount: testPrice,
      currency: 'NGN',
      product_name: course.course_name,
    })
    expect((await student.api(getMyOrder, { id: order_id })).lines).toHaveLength(1)
  })
})

test('a bank transfer pays both courses, and one that changed is refused', async () => {
  const { school, student, admin, course } = await createTransferSchool()
  const extra = await school.course({ price: bumpCoursePrice, approve_student_on_payment: true })
  const input = { course_id: course.id, bump_course_id: extra.id, price: bumpPrice }
  const bump = await admin.api(createBumpOffer, input)
  const start = (price: number, id = bump.id) =>
    student.api(startBankTransfer, { course_id: course.id, bumps: [{ id, price }] })
  expect(await codeOf(start(bumpPrice - 1))).toBe('amount_mismatch')
  expect(await codeOf(start(bumpPrice, newId()))).toBe('bump_unavailable')
  const { order_id } = await start(bumpPrice)
  const [transfer] = (await admin.api(listBankTransfers, { order_id })).data
  await admin.api(approveBankTransfer, { id: transfer!.id, amount: priceOfBoth })
  expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({
    status: 'paid',
    total: priceOfBoth,
    lines: [{ course_id: course.id }, { course_id: extra.id, bump_id: bump.id }],
  })
  expect(await mayRead(student, extra)).toBe(true)
})

test('an order that is partly paid keeps its added courses and price', async () => {
  const { school, student, admin, course } = await createTransferSchool()
  const extra = await school.course({ price: bumpCoursePrice })
  const bump = await admin.api(createBumpOffer, {
    course_id: course.id,
    bump_course_id: extra.id,
    price: bumpPrice,
  })
  const bumps = [{ id: bump.id, price: bumpPrice }]
  const { order_id } = await student.api(startBankTransfer, { course_id: course.id, bumps })
  const [transfer] = (await admin.api(listBankTransfers, { order_id })).data
  await admin.api(approveBankTransfer, { id: transfer!.id, amount: 100_000 })
  await admin.api(deleteBumpOffer, { id: bump.id })
  expect((await student.api(startBankTransfer, { course_id: course.id })).order_id).toBe(order_id)
  const other = await student.api(startBankTransfer, { course_id: course.id, bumps: [] })
  expect(other.order_id).not.toBe(order_id)
})
