import { expect, test } from 'vitest'
import { createCoupon, updateCoupon } from '#coupons/contract.ts'
import { testPrice } from '#testing/builders/payments-builder.ts'
import { createTestPdf, createTestUpload } from '#testing/builders/files.ts'
import { publishPlan } from '#testing/builders/plans/published-plans.ts'
import { createTransferSchool } from '#testing/builders/billing/bank-transfers.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  approveBankTransfer,
  createCheckout,
  createStripeCheckoutSession,
  listBankTransfers,
  startBankTransfer,
  submitTransferProof,
} from '../contract.ts'

const payments = useTestPayments()

/** A school that takes transfers, and what a call of its student is refused with. */
async function createTransferSale() {
  const sale = await createTransferSchool()
  const codeOf = (purchase: Parameters<typeof sale.student.api<typeof startBankTransfer>>[1]) =>
    sale.student.api(startBankTransfer, purchase).then(
      () => 'started',
      (error: unknown) => (error as { code: string }).code,
    )
  return { ...sale, codeOf }
}

test.each([
  ['free', { price: 0 }, 'course_is_free'],
  ['coming soon', { is_coming_soon: true }, 'course_coming_soon'],
  ['over', { course_end_date: new Date(Date.now() - 60_000) }, 'course_ended'],
  ['closed for registration', { disable_direct_registration: true }, 'direct_registration_disabled'],
])('a course that is %s is not sold', async (_name, values, code) => {
  const { school, codeOf } = await createTransferSale()
  const { id } = await school.course({ price: testPrice, ...values })
  expect(await codeOf({ course_id: id })).toBe(code)
})

test('what the student has, waits for or cannot choose is not sold', async () => {
  const { school, student, admin, course, codeOf } = await createTransferSale()
  const waiting = await school.course({ price: testPrice, course_is_public: false })
  await school.enrol(student, waiting, { status: 'pending', approved_at: null })
  expect(await codeOf({ course_id: waiting.id })).toBe('course_not_open')
  const owned = await school.course({ price: testPrice })
  await school.enrol(student, owned)
  expect(await codeOf({ course_id: owned.id })).toBe('already_enrolled')
  expect(await codeOf({ course_id: course.id, tier: 1 })).toBe('tiering_disabled')
  const prices = JSON.stringify([testPrice, testPrice * 2, testPrice * 3])
  const tiers = { enable_tiering: true, tiering_maximum: 3, tiering_prices: prices }
  const tiered = await school.course({ price: testPrice, ...tiers })
  expect(await codeOf({ course_id: tiered.id, tier: 4 })).toBe('tier_unknown')
  const plan_id = await publishPlan(
    { school },
    { name: 'Monthly', price: testPrice, course_ids: [course.id] },
  )
  expect(await codeOf({ plan_id })).toBe('bank_transfer_not_for_plan')

  const held = await school.course({ price: testPrice, approve_student_on_payment: false })
  const { order_id } = await student.api(startBankTransfer, { course_id: held.id })
  const [transfer] = (await admin.api(listBankTransfers, { order_id })).data
  await admin.api(approveBankTransfer, { id: transfer!.id, amount: testPrice })
  expect(await codeOf({ course_id: held.id })).toBe('already_paid')
  const paid_on = new Date().toISOString().slice(0, 10)
  const late = { upload_id: order_id, amount: testPrice, paid_on, sender_name: 'Ada Obi' }
  await expect(student.api(submitTransferProof, { id: order_id, ...late })).rejects.toMatchObject({
    code: 'transfer_decided',
  })
})

test('a coupon is refused with its reason', async () => {
  const { school, student, admin, course, codeOf } = await createTransferSale()
  const other = await school.course({ price: testPrice })
  const add = (code: string, values: object = {}) =>
    admin.api(createCoupon, { code, percent_off: 20, ...values })
  await add('PAST', { ends_on: '2020-01-01' })
  await add('LATER', { starts_on: '2099-01-01' })
  await add('OTHER', { course_ids: [other.id] })
  const { id } = await add('PAUSED')
  await admin.api(updateCoupon, { id, is_paused: true })
  await add('ONCE', { once_per_person: true })
  await add('FEW', { max_uses: 1 })
  const buyer = await school.student()
  await buyer.api(createCheckout, { course_id: course.id, coupon_code: 'FEW' })
  await student.api(createCheckout, { course_id: other.id, coupon_code: 'ONCE' })
  const reasons = {
    NOTHING: 'coupon_unknown',
    PAST: 'coupon_expired',
    LATER: 'coupon_not_started',
    OTHER: 'coupon_not_for_course',
    PAUSED: 'coupon_paused',
    FEW: 'coupon_used_up',
    ONCE: 'coupon_already_used',
  }
  for (const [coupon_code, code] of Object.entries(reasons))
    expect(await codeOf({ course_id: course.id, coupon_code }), coupon_code).toBe(code)
  const reduced = await school.course({ price: testPrice, sale_price: testPrice / 2 })
  await add('FULL', { excludes_sale_prices: true })
  expect(await codeOf({ course_id: reduced.id, coupon_code: 'FULL' })).toBe('coupon_not_with_sale')
})

test('a proof in review keeps its order from another way to pay, and a repeated start shows it', async () => {
  const { school, student, course, codeOf } = await createTransferSale()
  const { order_id } = await student.api(startBankTransfer, { course_id: course.id })
  const file = { host: school.host, purpose: 'payment_proof', file_name: 'proof.pdf' } as const
  const { upload_id } = await createTestUpload(student, createTestPdf(), file)
  const paid_on = new Date().toISOString().slice(0, 10)
  const proof = { upload_id, amount: testPrice, paid_on, sender_name: 'Ada Obi' }
  await student.api(submitTransferProof, { id: order_id, ...proof })
  const session = student.api(createStripeCheckoutSession, {
    metadata: { course_id: course.id },
    email: student.email,
    success_url: `http://${school.host}:3000/done`,
    cancel_url: `http://${school.host}:3000/`,
    amount: testPrice,
    currency: 'NGN',
    product_name: course.course_name,
  })
  await expect(session).rejects.toMatchObject({ code: 'transfer_in_review' })
  expect(await codeOf({ course_id: course.id })).toBe('started')
})

test('an open payment page that its provider does not close comes first', async () => {
  const { student, course, codeOf } = await createTransferSale()
  await student.api(createCheckout, { course_id: course.id })
  payments.sandbox.paystack.failNext({ kind: 'error_500', times: 20 })
  expect(await codeOf({ course_id: course.id })).toBe('payment_provider_unavailable')
  payments.reset()
})
