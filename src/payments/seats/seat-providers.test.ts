import { describe, expect, test } from 'vitest'
import { getMyEnrolment } from '#learning/contract.ts'
import { readBooks, runPaymentJobs } from '#testing/builders/payments-builder.ts'
import {
  buyForOthers,
  codeIn,
  createSeatSale,
  giftFor,
  mailsTo,
  readSeats,
} from '#testing/builders/plans/seats-builder.ts'
import { createTestPdf, createTestUpload } from '#testing/builders/files.ts'
import { createTransferSchool } from '#testing/builders/billing/bank-transfers.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  approveBankTransfer,
  createCheckout,
  getMySeats,
  getOrder,
  getSeatOffer,
  listBankTransfers,
  listMyOrders,
  redeemSeatCode,
  refundOrder,
  startBankTransfer,
  submitTransferProof,
  updateSeatLink,
} from '../contract.ts'

const payments = useTestPayments()

const price = 200_000

describe.each(['paystack', 'flutterwave', 'stripe'] as const)('through %s', (provider) => {
  test('a group buys seats, takes one, and gets the money of the free ones back', async () => {
    const sale = await createSeatSale({ seats: 3 }, provider)
    const { school, buyer, order, course, admin } = sale
    const { currency, lines } = order
    expect(order).toMatchObject({ status: 'paid', total: 3 * price, paid_amount: 3 * price })
    const { attempts } = await readBooks(school, buyer)
    expect(attempts).toMatchObject([{ provider, amount: 3 * price, currency, state: 'succeeded' }])
    const { join_link } = await buyer.api(updateSeatLink, { id: order.id, max_uses: 1 })
    const student = await school.student()
    await student.api(redeemSeatCode, { code: codeIn(join_link?.url) })
    expect(await student.api(getMyEnrolment, { course_id: course.id })).toMatchObject({ has_access: true })
    await admin.api(refundOrder, { id: order.id, lines: [{ line_id: lines[0]!.id, seats: 2 }] })
    await runPaymentJobs(school)
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(school)
    expect(await admin.api(getOrder, { id: order.id })).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 2 * price,
    })
    expect(await readSeats(sale)).toMatchObject({ free: 0, refunded_quantity: 2, closed: null })
    expect(await student.api(getMyEnrolment, { course_id: course.id })).toMatchObject({ has_access: true })
  })

  test('a gift is paid, mailed once and redeemed', async () => {
    const sale = await createSeatSale(giftFor('ada@people.test'), provider)
    const { school, course } = sale
    expect(sale.order).toMatchObject({ status: 'paid', total: price, lines: [{ purpose: 'gift' }] })
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(school)
    expect(await mailsTo(school, 'ada@people.test')).toHaveLength(1)
    const recipient = await school.student()
    await recipient.api(redeemSeatCode, { code: codeIn((await readSeats(sale)).seats[0]!.url) })
    expect(await recipient.api(getMyEnrolment, { course_id: course.id })).toMatchObject({ has_access: true })
  })
})

describe('seats whose transfer is being checked', () => {
  /** A company that has sent the proof of its transfer for five seats. */
  async function createReview() {
    const { school, student, admin } = await createTransferSchool()
    const course = await school.course({ price, seats_offered: true })
    const { order_id } = await student.api(startBankTransfer, { course_id: course.id, seats: 5 })
    const file = { host: school.host, purpose: 'payment_proof', file_name: 'proof.pdf' } as const
    const { upload_id } = await createTestUpload(student, createTestPdf(), file)
    const paid_on = new Date().toISOString().slice(0, 10)
    const proof = { upload_id, amount: 5 * price, paid_on, sender_name: 'Ada Obi' }
    await student.api(submitTransferProof, { id: order_id, ...proof })
    return { school, student, admin, course, order_id }
  }

  test.each([5, 3])('do not keep the group from buying %i more', async (seats) => {
    const { student, admin, course, order_id } = await createReview()
    const offer = await student.api(getSeatOffer, { id: course.id })
    expect(offer.in_review).toEqual([{ order_id, quantity: 5 }])
    const more = await buyForOthers({ student, course }, { seats })
    expect(more).toMatchObject({ status: 'paid', total: seats * price })
    expect(more.id).not.toBe(order_id)
    const [transfer] = (await admin.api(listBankTransfers, { order_id })).data
    await admin.api(approveBankTransfer, { id: transfer!.id, amount: 5 * price })
    expect(await student.api(getMySeats, { id: order_id })).toMatchObject({ is_paid: true, free: 5 })
    expect(await student.api(getMySeats, { id: more.id })).toMatchObject({ is_paid: true, free: seats })
    expect((await student.api(getSeatOffer, { id: course.id })).in_review).toEqual([])
  })

  test('are bought once more by a second transfer, which is continued and not repeated', async () => {
    const { student, course, order_id } = await createReview()
    const start = () => student.api(startBankTransfer, { course_id: course.id, seats: 5 })
    const second = await start()
    expect(second.order_id).not.toBe(order_id)
    expect(await start()).toEqual(second)
    expect((await student.api(listMyOrders, {})).data.map(({ id }) => id)).toEqual([
      second.order_id,
      order_id,
    ])
  })

  test('are not paid again by the button that continues their payment', async () => {
    const { student, order_id } = await createReview()
    const url = expect.stringContaining(`/payments/transfer?order=${order_id}`) as unknown
    expect(await student.api(createCheckout, { order_id })).toMatchObject({ order_id, provider: null, url })
    expect(await student.api(startBankTransfer, { order_id })).toMatchObject({ order_id })
    expect((await student.api(listMyOrders, {})).data).toHaveLength(1)
  })

  test('do not block a gift, and the same gift is not bought twice while its proof is checked', async () => {
    const { school, student, course } = await createReview()
    const gift = giftFor('ben@people.test')
    const { order_id } = await student.api(startBankTransfer, { course_id: course.id, ...gift })
    const file = { host: school.host, purpose: 'payment_proof', file_name: 'gift.pdf' } as const
    const { upload_id } = await createTestUpload(student, createTestPdf(), file)
    const paid_on = new Date().toISOString().slice(0, 10)
    await student.api(submitTransferProof, {
      id: order_id,
      upload_id,
      amount: price,
      paid_on,
      sender_name: 'A',
    })
    expect(await student.api(createCheckout, { course_id: course.id, ...gift })).toMatchObject({ order_id })
  })
})

test('a transfer without a proof is replaced by seats of another number', async () => {
  const { school, student } = await createTransferSchool()
  const course = await school.course({ price, seats_offered: true })
  const first = await student.api(startBankTransfer, { course_id: course.id, seats: 5 })
  const second = await student.api(startBankTransfer, { course_id: course.id, seats: 6 })
  const { data } = await student.api(listMyOrders, {})
  expect(data.map(({ id, status }) => [id, status])).toEqual([
    [second.order_id, 'awaiting_payment'],
    [first.order_id, 'canceled'],
  ])
})
