import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { getMyEnrolment } from '#learning/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { getMyOrder, getOrder, refundOrder, resolveRefund, verifyMyOrder } from '../contract.ts'

const payments = useTestPayments()

type Provider = SellingSchool['provider']

/** A course that a student has bought, and an admin. */
async function sell(
  provider: Provider = 'paystack',
  details: Parameters<typeof createSellingSchool>[1] = {},
) {
  const sale = await createSellingSchool(provider, details)
  const { url, order_id } = await startCheckout(sale)
  await payOnPage(provider, url)
  const order = await sale.student.api(verifyMyOrder, { id: order_id })
  expect(order.status).toBe('paid')
  const { attempts } = await readBooks(sale.school, sale.student)
  return {
    ...sale,
    order_id,
    line_id: order.lines[0]!.id,
    reference: attempts[0]!.reference,
    admin: await sale.school.admin(),
  }
}
type Sold = Awaited<ReturnType<typeof sell>>

const mayRead = ({ student, course }: Sold) =>
  student.api(getCourseContents, { id: course.id }).then(
    () => true,
    () => false,
  )

/** What the ledger says after everything was given back: only the provider's fee is left, which the school bears. */
function expectOnlyFees(balances: Record<string, number>) {
  const fees = -(balances.provider_clearing ?? 0)
  expect(fees).toBeGreaterThanOrEqual(0)
  expect(balances.school_payable ?? 0).toBe(fees)
  expect(balances.platform_revenue ?? 0).toBe(0)
}

describe.each(['paystack', 'flutterwave', 'stripe'] as const)('a full refund at %s', (provider) => {
  test('ends access when the provider has confirmed it, not when it is requested', async () => {
    const sold = await sell(provider)
    payments.sandbox[provider].setRefunds('stay_pending')
    expect(await mayRead(sold)).toBe(true)
    const requested = await sold.admin.api(refundOrder, { id: sold.order_id, reason: 'Moved abroad' })
    expect(requested).toMatchObject({
      status: 'paid',
      refundable_amount: 0,
      refunds: [{ state: 'requested', reason: 'Moved abroad', requested_by: { id: sold.admin.id } }],
    })
    await runPaymentJobs(sold.school)
    expect(await mayRead(sold)).toBe(true)
    expect((await sold.admin.api(getOrder, { id: sold.order_id })).refunds).toMatchObject([
      { state: 'pending' },
    ])
    payments.sandbox[provider].changeRefund(sold.reference, 'succeeded')
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(sold.school)
    expect(await mayRead(sold)).toBe(false)
    expect(await sold.student.api(getMyOrder, { id: sold.order_id })).toMatchObject({
      status: 'refunded',
      refunded_amount: testPrice,
      lines: [{ courses: [{ enrolment_status: 'unapproved' }] }],
    })
    const { balances, entitlements } = await readBooks(sold.school, sold.student)
    expectOnlyFees(balances)
    expect(entitlements).toMatchObject([{ reason: 'paid', revocation_reason: 'refunded' }])
  })

  test('that fails after it succeeded gives access and postings back', async () => {
    const sold = await sell(provider)
    const before = await readBooks(sold.school, sold.student)
    await sold.admin.api(refundOrder, { id: sold.order_id })
    await runPaymentJobs(sold.school)
    await runPaymentJobs(sold.school)
    expect(await mayRead(sold)).toBe(false)
    payments.sandbox[provider].changeRefund(sold.reference, 'failed')
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(sold.school)
    await runPaymentJobs(sold.school)
    expect(await mayRead(sold)).toBe(true)
    expect(await sold.admin.api(getOrder, { id: sold.order_id })).toMatchObject({
      status: 'paid',
      refunded_amount: 0,
      refundable_amount: testPrice,
      attention: ['refund_failed'],
    })
    const after = await readBooks(sold.school, sold.student)
    expect(after.balances).toEqual(before.balances)
  })
})

test('a partial refund keeps access, unless staff end it', async () => {
  const sold = await sell()
  const { admin, order_id, line_id } = sold
  await admin.api(refundOrder, { id: order_id, lines: [{ line_id, amount: 50_000 }] })
  await runPaymentJobs(sold.school)
  await runPaymentJobs(sold.school)
  expect(await admin.api(getOrder, { id: order_id })).toMatchObject({
    status: 'partially_refunded',
    refunded_amount: 50_000,
    refundable_amount: testPrice - 50_000,
  })
  expect(await mayRead(sold)).toBe(true)
  await admin.api(refundOrder, { id: order_id, lines: [{ line_id, amount: 1_000 }], ends_access: true })
  await runPaymentJobs(sold.school)
  await runPaymentJobs(sold.school)
  expect(await mayRead(sold)).toBe(false)
})

test('of 20 refunds of 60 % at once, one succeeds', async () => {
  const { admin, order_id, line_id, school, student } = await sell()
  const body = { id: order_id, lines: [{ line_id, amount: testPrice * 0.6 }] }
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => admin.api(refundOrder, body)))
  const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []))
  expect(refusals).toHaveLength(19)
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 409, code: 'refund_above_remainder' })
  expect((await readBooks(school, student)).refunds).toHaveLength(1)
})

test('refuses more than is left, unknown lines and unpaid orders', async () => {
  const { admin, order_id, line_id, school } = await sell()
  await expect(
    admin.api(refundOrder, { id: order_id, lines: [{ line_id, amount: testPrice + 1 }] }),
  ).rejects.toMatchObject({ code: 'refund_above_remainder' })
  await expect(
    admin.api(refundOrder, { id: order_id, lines: [{ line_id: order_id }] }),
  ).rejects.toMatchObject({ status: 404 })
  const student = await school.student()
  const course = await school.course({ price: testPrice })
  const open = await startCheckout({ student, course })
  await expect(admin.api(refundOrder, { id: open.order_id })).rejects.toMatchObject({
    code: 'order_not_refundable',
  })
})

test('a part of the price is refunded as a whole', async () => {
  const sale = await createSellingSchool('paystack')
  const admin = await sale.school.admin()
  const { url, order_id } = await startCheckout(sale)
  payments.sandbox.paystack.changeNextPayment({ amount: 500_000 })
  await payOnPage('paystack', url)
  await sale.student.api(verifyMyOrder, { id: order_id })
  expect((await admin.api(getOrder, { id: order_id })).refundable_amount).toBe(500_000)
  await admin.api(refundOrder, { id: order_id })
  await runPaymentJobs(sale.school)
  await runPaymentJobs(sale.school)
  expect(await admin.api(getOrder, { id: order_id })).toMatchObject({
    status: 'refunded',
    refunded_amount: 500_000,
  })
  const { balances, refunds } = await readBooks(sale.school, sale.student)
  expect(refunds).toMatchObject([{ amount: 500_000, state: 'succeeded' }])
  expect(balances.buyer_deposits).toBe(0)
})

test('a refund that the provider refuses releases the amount', async () => {
  const sold = await sell('flutterwave')
  payments.sandbox.flutterwave.setRefunds('fail')
  await sold.admin.api(refundOrder, { id: sold.order_id })
  await runPaymentJobs(sold.school)
  await runPaymentJobs(sold.school)
  expect(await sold.admin.api(getOrder, { id: sold.order_id })).toMatchObject({
    status: 'paid',
    refundable_amount: testPrice,
    attention: ['refund_failed'],
    refunds: [{ state: 'failed' }],
  })
  expect(await mayRead(sold)).toBe(true)
})

describe('a refund whose answer was lost', () => {
  test.each(['paystack', 'stripe'] as const)('is sent again to %s, and refunds once', async (provider) => {
    const sold = await sell(provider)
    const path = provider === 'stripe' ? 'POST /v1/refunds' : 'POST /refund'
    payments.sandbox[provider].failNext({ kind: 'error_500_after', request: path })
    await sold.admin.api(refundOrder, { id: sold.order_id })
    await runPaymentJobs(sold.school).catch(() => {})
    await runPaymentJobs(sold.school)
    await runPaymentJobs(sold.school)
    expect((await readBooks(sold.school, sold.student)).refunds).toMatchObject([{ state: 'succeeded' }])
    const ofSale = payments.sandbox[provider].refunds().filter(({ amount }) => amount > 0)
    const paymentId = payments.sandbox[provider].payments(sold.reference)[0]!.id
    expect(ofSale.filter(({ payment_id }) => payment_id === paymentId)).toHaveLength(1)
  })

  test('waits for staff at Flutterwave, who follow the one that they found', async () => {
    const sold = await sell('flutterwave')
    const { flutterwave } = payments.sandbox
    flutterwave.failNext({ kind: 'error_500_after', request: 'POST /transactions' })
    await sold.admin.api(refundOrder, { id: sold.order_id })
    await runPaymentJobs(sold.school)
    await runPaymentJobs(sold.school)
    const waiting = await sold.admin.api(getOrder, { id: sold.order_id })
    expect(waiting).toMatchObject({
      attention: ['refund_needs_attention'],
      refunds: [{ state: 'needs_attention' }],
    })
    expect(flutterwave.refunds().at(-1)).toMatchObject({ amount: testPrice })
    const { id } = waiting.refunds[0]!
    await expect(sold.admin.api(resolveRefund, { id, action: 'follow' })).rejects.toMatchObject({
      status: 422,
    })
    const provider_refund_id = flutterwave.refunds().at(-1)!.id
    const followed = await sold.admin.api(resolveRefund, { id, action: 'follow', provider_refund_id })
    expect(followed).toMatchObject({ attention: [], refunds: [{ state: 'pending' }] })
    await runPaymentJobs(sold.school)
    expect(await sold.admin.api(getOrder, { id: sold.order_id })).toMatchObject({ status: 'refunded' })
    await expect(sold.admin.api(resolveRefund, { id, action: 'retry' })).rejects.toMatchObject({
      code: 'refund_not_waiting',
    })
  })
})

describe('a course whose students staff approve', () => {
  test('waits for staff after the payment, and a refund closes it', async () => {
    const sold = await sell('paystack', { approves: false })
    const { student, course, order_id, admin } = sold
    expect((await student.api(getMyEnrolment, { course_id: course.id })).status).toBe('pending')
    await admin.api(refundOrder, { id: order_id })
    await runPaymentJobs(sold.school)
    await runPaymentJobs(sold.school)
    expect((await student.api(getMyEnrolment, { course_id: course.id })).status).toBe('unapproved')
  })
})
