import { expect, test } from 'vitest'
import { createCoupon, listCoupons, previewCoupon, updateCoupon } from '#coupons/contract.ts'
import { payOnPage, testPrice } from '#testing/builders/payments-builder.ts'
import { createTransferSchool } from '#testing/builders/billing/bank-transfers.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import {
  createCheckout,
  getMyOrder,
  getPurchaseQuote,
  refundOrder,
  startBankTransfer,
  verifyMyOrder,
} from '../contract.ts'

useTestPayments()

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'allowed',
    (error: unknown) => (error as { code: string }).code,
  )

/** A school with a second course, which takes card payments and transfers. */
async function createShop() {
  const sale = await createTransferSchool()
  return { ...sale, other: await sale.school.course({ price: testPrice }) }
}

test('a coupon for a first purchase is for people who have not paid for anything yet', async () => {
  const { school, admin, student, course, other } = await createShop()
  await admin.api(createCoupon, { code: 'HELLO', percent_off: 50, audience: 'first_purchase' })
  const item = { course_id: course.id, code: 'HELLO' }
  expect(await school.visitor().api(previewCoupon, item)).toMatchObject({ total: testPrice / 2 })
  const { url, order_id: id } = await student.api(createCheckout, {
    course_id: course.id,
    coupon_code: 'HELLO',
  })
  await payOnPage('paystack', url)
  expect(await student.api(verifyMyOrder, { id })).toMatchObject({ status: 'paid', total: testPrice / 2 })

  await admin.api(createCoupon, { code: 'AGAIN', percent_off: 50, audience: 'first_purchase' })
  const second = { course_id: other.id, coupon_code: 'AGAIN' }
  expect(await codeOf(student.api(createCheckout, second))).toBe('coupon_not_for_person')
  expect(await codeOf(student.api(startBankTransfer, second))).toBe('coupon_not_for_person')
  expect(await codeOf(student.api(previewCoupon, { course_id: other.id, code: 'AGAIN' }))).toBe(
    'coupon_not_for_person',
  )
  expect(await student.api(getPurchaseQuote, second)).toMatchObject({
    total: testPrice,
    coupon_refusal: 'coupon_not_for_person',
  })
  // Also after the purchase was given back.
  await admin.api(refundOrder, { id })
  expect(await codeOf(student.api(createCheckout, second))).toBe('coupon_not_for_person')
  expect(await codeOf((await school.student()).api(createCheckout, second))).toBe('allowed')
})

test('a coupon for students is for those who are or were in one of its courses', async () => {
  const { school, admin, student, course, other } = await createShop()
  const values = { code: 'ALUMNI', amount_off: 100_000, audience: 'students' } as const
  const coupon = await admin.api(createCoupon, { ...values, student_course_ids: [other.id] })
  expect(coupon).toMatchObject({ audience: 'students', student_courses: [{ id: other.id }] })
  const purchase = { course_id: course.id, coupon_code: 'ALUMNI' }
  expect(await codeOf(student.api(createCheckout, purchase))).toBe('coupon_not_for_person')
  expect(await codeOf(school.visitor().api(previewCoupon, { course_id: course.id, code: 'ALUMNI' }))).toBe(
    'coupon_not_for_person',
  )
  await school.enrol(student, other, { status: 'pending', approved_at: null })
  expect(await codeOf(student.api(createCheckout, purchase))).toBe('coupon_not_for_person')
  const former = await school.student()
  await school.enrol(former, other, { student_approval_end_date: new Date(Date.now() - 1_000) })
  const { order_id: id } = await former.api(createCheckout, purchase)
  expect(await former.api(getMyOrder, { id })).toMatchObject({ total: testPrice - 100_000 })

  await admin.api(updateCoupon, { id: coupon.id, audience: 'everybody' })
  expect((await admin.api(listCoupons, {})).data[0]).toMatchObject({
    audience: 'everybody',
    student_courses: [],
  })
  expect(await codeOf(student.api(createCheckout, purchase))).toBe('allowed')
})

test('a coupon for students names courses of the school', async () => {
  const { admin } = await createShop()
  const foreign = await (await createTestSchool()).course({ price: testPrice })
  const values = { code: 'ALUMNI', percent_off: 10, audience: 'students' } as const
  expect(await codeOf(admin.api(createCoupon, values))).toBe('invalid_input')
  expect(await codeOf(admin.api(createCoupon, { ...values, student_course_ids: [foreign.id] }))).toBe(
    'invalid_input',
  )
  const { id } = await admin.api(createCoupon, { code: 'ALL', percent_off: 10 })
  expect(await codeOf(admin.api(updateCoupon, { id, audience: 'students' }))).toBe('invalid_input')
})
