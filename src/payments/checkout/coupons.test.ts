import { describe, expect, test } from 'vitest'
import { createCoupon, deleteCoupon, getCoupon, previewCoupon, updateCoupon } from '#coupons/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { setClock, type TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  createCheckout,
  getOrder,
  listMyOrders,
  listOrders,
  refundOrder,
  verifyMyOrder,
} from '../contract.ts'

const payments = useTestPayments()

type Values = Partial<Input<typeof createCoupon>>

/** A school with a course and a coupon of 20 % unless `values` say otherwise. */
async function createSale(values: Values = {}) {
  const sale = await createSellingSchool('paystack', { plan_name: 'commission' })
  const admin = await sale.school.admin()
  const value = values.amount_off === undefined ? { percent_off: 20 } : {}
  const coupon = await admin.api(createCoupon, { code: 'SAVE', ...value, ...values })
  const readCoupon = () => admin.api(getCoupon, { id: coupon.id })
  return { ...sale, admin, coupon, readCoupon }
}

const buy = (
  { course }: Pick<SellingSchool, 'course'>,
  student: TestUser,
  coupon_code: string | null | undefined = 'SAVE',
) => student.api(createCheckout, { course_id: course.id, ...(coupon_code !== undefined && { coupon_code }) })

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

/** As `codeOf`, and repeats a call that the server is too busy for, as browsers do. */
async function codeWhenFree(run: () => Promise<unknown>) {
  let code = await codeOf(run())
  while (code === 'busy') code = await codeOf(run())
  return code
}

const hour = 3_600_000

describe('a checkout with a coupon', () => {
  test('asks the provider for the reduced price, and counts the use when it is paid', async () => {
    const sale = await createSale({ code: 'save', percent_off: 20 })
    const { school, student } = sale
    const { url, order_id } = await buy(sale, student, ' Save ')
    expect(await sale.readCoupon()).toMatchObject({ held_count: 1, used_count: 0 })
    await payOnPage('paystack', url)
    await student.api(verifyMyOrder, { id: order_id })
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, used_count: 1 })
    const books = await readBooks(school, student)
    const net = testPrice * 0.8
    expect(books.orders).toMatchObject([{ total: net, paid_amount: net, status: 'paid', attention: [] }])
    expect(books.payments).toMatchObject([{ amount: net, applied_amount: net }])
    expect(books.entitlements).toHaveLength(1)
    expect(books.balances.platform_revenue).toBe(-net * 0.05)
    expect(Object.values(books.balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })

  test('shows its code and discount on the order, the receipt and the list of staff', async () => {
    const sale = await createSale()
    const { school, student, admin, course } = sale
    const { url, order_id } = await buy(sale, student)
    await payOnPage('paystack', url)
    const discount = testPrice * 0.2
    const line = { title: course.course_name, gross: testPrice, discount, net: testPrice - discount }
    const priced = { coupon_code: 'SAVE', total: testPrice - discount, lines: [line] }
    expect(await student.api(verifyMyOrder, { id: order_id })).toMatchObject(priced)
    expect((await student.api(listMyOrders, {})).data).toMatchObject([priced])
    expect(await admin.api(getOrder, { id: order_id })).toMatchObject(priced)
    expect((await admin.api(listOrders, {})).data).toMatchObject([priced])
    const [receipt] = (await readBooks(school, student)).receipts
    expect(receipt!.text).toContain(`${course.course_name}: ₦7,500`)
    expect(receipt!.text).toContain('Coupon SAVE: -₦1,500')
    expect(receipt!.text).toContain('Total: ₦6,000')
  })

  test('of the whole price opens the course at once, without the provider', async () => {
    const sale = await createSale({ percent_off: 100 })
    payments.configure({ accounts: {} })
    const before = payments.sandbox.paystack.requests().length
    const { school, student } = sale
    const started = await buy(sale, student)
    expect(started).toMatchObject({ provider: null, expires_at: null })
    expect(started.url).toMatch(new RegExp(`/payments/return\\?order=${started.order_id}$`))
    expect(payments.sandbox.paystack.requests()).toHaveLength(before)
    const order = await student.api(verifyMyOrder, { id: started.order_id })
    expect(order).toMatchObject({
      status: 'paid',
      total: 0,
      lines: [{ courses: [{ enrolment_status: 'approved' }] }],
    })
    const books = await readBooks(school, student)
    expect([books.attempts, books.payments, books.journals]).toEqual([[], [], []])
    expect(books.receipts).toHaveLength(1)
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, used_count: 1 })
    await expect(buy(sale, student)).rejects.toMatchObject({ code: 'already_enrolled' })
    const refund = sale.admin.api(refundOrder, { id: started.order_id })
    await expect(refund).rejects.toMatchObject({ code: 'order_not_refundable' })
  })

  test('is refused with the reason, and leaves no order', async () => {
    const sale = await createSale()
    const { school, admin, student } = sale
    const other = await school.course({ price: testPrice })
    const add = (code: string, values: Values) =>
      admin.api(createCoupon, { code, percent_off: 20, ...values })
    await add('PAST', { ends_on: '2020-01-01' })
    await add('LATER', { starts_on: '2099-01-01' })
    await add('OTHER', { course_ids: [other.id] })
    const { id } = await add('PAUSED', {})
    await admin.api(updateCoupon, { id, is_paused: true })
    const reasons = {
      NOTHING: 'coupon_unknown',
      PAST: 'coupon_expired',
      LATER: 'coupon_not_started',
      OTHER: 'coupon_not_for_course',
      PAUSED: 'coupon_paused',
    }
    for (const [code, reason] of Object.entries(reasons)) {
      expect(await codeOf(buy(sale, student, code))).toBe(reason)
      expect(await codeOf(student.api(previewCoupon, { course_id: sale.course.id, code }))).toBe(reason)
    }
    expect((await readBooks(school, student)).orders).toEqual([])
  })

  test('is refused after the last use, and after the own use', async () => {
    const sale = await createSale({ max_uses: 1 })
    const { school, student, admin, coupon } = sale
    const { order_id, url } = await buy(sale, student)
    const late = await school.student()
    expect(await codeOf(buy(sale, late))).toBe('coupon_used_up')
    const refused = late.api(previewCoupon, { course_id: sale.course.id, code: 'SAVE' })
    expect(await codeOf(refused)).toBe('coupon_used_up')
    await expect(admin.api(deleteCoupon, { id: coupon.id })).rejects.toMatchObject({ code: 'coupon_in_use' })
    await admin.api(updateCoupon, { id: coupon.id, max_uses: 5 })
    const course = await school.course({ price: testPrice })
    expect(await codeOf(buy({ course }, student))).toBe('coupon_already_used')
    await payOnPage('paystack', url)
    await student.api(verifyMyOrder, { id: order_id })
    expect(await codeOf(buy({ course }, student))).toBe('coupon_already_used')
    const preview = student.api(previewCoupon, { course_id: course.id, code: 'SAVE' })
    expect(await codeOf(preview)).toBe('coupon_already_used')
    await admin.api(updateCoupon, { id: coupon.id, once_per_person: false })
    expect(await codeOf(buy({ course }, student))).toBe('done')
  })
})

describe('an open order', () => {
  test('keeps its coupon unless the buyer takes it away', async () => {
    const sale = await createSale({ max_uses: 1 })
    const { school, student } = sale
    const first = await buy(sale, student)
    expect(await buy(sale, student)).toEqual(first)
    expect(await buy(sale, student, undefined)).toEqual(first)
    const preview = { course_id: sale.course.id, code: 'SAVE' }
    expect(await student.api(previewCoupon, preview)).toMatchObject({ total: testPrice * 0.8 })
    const full = await buy(sale, student, null)
    expect(full.order_id).not.toBe(first.order_id)
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, state: 'active' })
    const again = await buy(sale, student)
    const { orders } = await readBooks(school, student)
    expect(orders.map(({ id, status, total }) => [id, status, total])).toEqual([
      [first.order_id, 'canceled', testPrice * 0.8],
      [full.order_id, 'canceled', testPrice],
      [again.order_id, 'awaiting_payment', testPrice * 0.8],
    ])
    expect(await sale.readCoupon()).toMatchObject({ held_count: 1, used_count: 0 })
  })

  test('gives its use back when the payment page expires, and takes it again', async () => {
    const sale = await createSale({ max_uses: 1 })
    const { school, student } = sale
    const first = await buy(sale, student)
    setClock(new Date(Date.now() + 3 * hour))
    await runPaymentJobs(school)
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, state: 'active' })
    const again = await buy(sale, student, undefined)
    expect(again.order_id).toBe(first.order_id)
    expect(await sale.readCoupon()).toMatchObject({ held_count: 1, state: 'used_up' })
  })

  test('gives its use back when the provider refuses the amount', async () => {
    const sale = await createSale({ amount_off: testPrice - 1 })
    expect(await codeOf(buy(sale, sale.student))).toBe('amount_not_supported')
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, used_count: 0 })
  })

  test('that is paid after its use was released is honoured and marked for staff', async () => {
    const sale = await createSale({ max_uses: 1 })
    const { school, student, admin } = sale
    const late = await buy(sale, student)
    setClock(new Date(Date.now() + 3 * hour))
    await runPaymentJobs(school)
    const other = await school.student()
    const last = await buy(sale, other)
    await payOnPage('paystack', last.url)
    await other.api(verifyMyOrder, { id: last.order_id })
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, used_count: 1 })
    await payOnPage('paystack', late.url)
    expect((await student.api(verifyMyOrder, { id: late.order_id })).status).toBe('paid')
    expect(await admin.api(getOrder, { id: late.order_id })).toMatchObject({ attention: ['late_coupon'] })
    expect(await admin.api(getOrder, { id: last.order_id })).toMatchObject({ attention: [] })
    expect(await sale.readCoupon()).toMatchObject({ held_count: 0, used_count: 2 })
    expect((await readBooks(school, student)).refunds).toEqual([])
  })
})

describe('parallel checkouts', () => {
  const countCodes = (codes: string[]) =>
    Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, list]) => [code, list.length]))

  test('of 200 students get exactly the 10 uses of a coupon', async () => {
    const sale = await createSale({ max_uses: 10 })
    const students: TestUser[] = []
    for (let index = 0; index < 200; index++) students.push(await sale.school.student())
    const codes = await Promise.all(students.map((student) => codeWhenFree(() => buy(sale, student))))
    expect(countCodes(codes)).toEqual({ done: 10, coupon_used_up: 190 })
    expect(await sale.readCoupon()).toMatchObject({ held_count: 10, used_count: 0 })
    const { orders } = await readBooks(sale.school, sale.student)
    expect(orders.map(({ total }) => total)).toEqual(Array.from({ length: 10 }, () => testPrice * 0.8))
  }, 120_000)

  test('of one student in 20 courses use a coupon once', async () => {
    const sale = await createSale()
    const courses = []
    for (let index = 0; index < 20; index++) courses.push(await sale.school.course({ price: testPrice }))
    const codes = await Promise.all(courses.map((course) => codeOf(buy({ course }, sale.student))))
    expect(countCodes(codes)).toEqual({ done: 1, coupon_already_used: 19 })
    expect(await sale.readCoupon()).toMatchObject({ held_count: 1, used_count: 0 })
  })

  test('of one student in one course hold one use', async () => {
    const sale = await createSale()
    await Promise.all(Array.from({ length: 20 }, () => codeOf(buy(sale, sale.student))))
    expect(await sale.readCoupon()).toMatchObject({ held_count: 1, used_count: 0 })
    expect((await readBooks(sale.school, sale.student)).orders).toHaveLength(1)
  })
})
