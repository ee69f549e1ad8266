import { describe, expect, test } from 'vitest'
import { getCourseContents, updateCourse } from '#courses/contract.ts'
import {
  createSellingSchool,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import { createTestPdf, createTestUpload, requestUploadLink } from '#testing/builders/files.ts'
import { resetClock, setClock } from '#testing/builders/school-builder.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import {
  createTransferSchool,
  testBankAccount,
  testTransferSettings,
} from '#testing/builders/billing/bank-transfers.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  approveBankTransfer,
  declineBankTransfer,
  dismissOrderAttention,
  getBalances,
  getMyBankTransfer,
  getMyOrder,
  getOrder,
  getPaymentMethods,
  listBankTransfers,
  listOrders,
  refundOrder,
  resolveRefund,
  startBankTransfer,
  submitTransferProof,
  updateBankTransferSettings,
} from '../contract.ts'

useTestPayments()

const dayMs = 86_400_000

/** A school that takes transfers, and a student who buys its course by one. */
async function startTransfer(plan_name?: string) {
  const sale = await createTransferSchool(plan_name ? { plan_name } : {})
  const { order_id } = await sale.student.api(startBankTransfer, { course_id: sale.course.id })
  const [transfer] = (await sale.admin.api(listBankTransfers, { order_id })).data
  return { ...sale, order_id, id: transfer!.id }
}
type Started = Awaited<ReturnType<typeof startTransfer>>

const upload = ({ school }: Started, person: TestUser) =>
  createTestUpload(person, createTestPdf(), {
    host: school.host,
    purpose: 'payment_proof',
    file_name: 'proof.pdf',
  }).then((file) => file.upload_id)

const transferPage = (order_id: string) =>
  expect.stringMatching(`/payments/transfer.order=${order_id}$`) as unknown

const today = () => new Date().toISOString().slice(0, 10)
const proof = { amount: testPrice, paid_on: today(), sender_name: 'Ada Obi' }

const submit = async (started: Started) =>
  started.student.api(submitTransferProof, {
    id: started.order_id,
    upload_id: await upload(started, started.student),
    ...proof,
  })

const mayRead = ({ student, course }: Started) =>
  student.api(getCourseContents, { id: course.id }).then(
    () => true,
    () => false,
  )

const transferMails = ({ school }: Started) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'bank_transfer')
      .orderBy('created_at')
      .select(['subject', 'text'])
      .execute(),
  )

describe('a bank transfer', () => {
  test('is offered only with an account in the currency of the school', async () => {
    const { school, course, student } = await createSellingSchool()
    const admin = await school.admin()
    expect(await student.api(getPaymentMethods, {})).toMatchObject({ bank_transfer: false })
    const buy = () => student.api(startBankTransfer, { course_id: course.id })
    await expect(buy()).rejects.toMatchObject({ code: 'bank_transfer_unavailable' })
    await expect(
      admin.api(updateBankTransferSettings, { ...testTransferSettings, accounts: [] }),
    ).rejects.toMatchObject({
      code: 'transfer_account_missing',
    })
    await admin.api(updateBankTransferSettings, {
      ...testTransferSettings,
      accounts: [{ ...testBankAccount, currency: 'USD' }],
    })
    await expect(buy()).rejects.toMatchObject({ code: 'bank_transfer_unavailable' })
    await admin.api(updateBankTransferSettings, testTransferSettings)
    expect(await student.api(getPaymentMethods, {})).toMatchObject({ bank_transfer: true })
    expect(await buy()).toMatchObject({ url: expect.stringContaining('/payments/transfer?order=') })
  })

  test('shows and mails account, amount and reference, and one order waits', async () => {
    const started = await startTransfer()
    const { student, course, order_id } = started
    expect((await student.api(startBankTransfer, { course_id: course.id })).order_id).toBe(order_id)
    const shown = await student.api(getMyBankTransfer, { id: order_id })
    expect(shown).toMatchObject({
      state: 'waiting',
      amount: testPrice,
      open_amount: testPrice,
      accounts: [testBankAccount],
    })
    expect(shown.reference).toBe(order_id.slice(-8).toUpperCase())
    const mails = await transferMails(started)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(testBankAccount.account_number)
    expect(mails[0]!.text).toContain(shown.reference)
    expect(await mayRead(started)).toBe(false)
  })

  test('opens the course when staff approve its proof, and the books balance', async () => {
    const started = await startTransfer('commission')
    const { school, student, admin, order_id, id } = started
    await submit(started)
    expect(await admin.api(getOrder, { id: order_id })).toMatchObject({ attention: ['transfer_submitted'] })
    const queue = await admin.api(listBankTransfers, { state: 'submitted' })
    expect(queue.data).toMatchObject([
      { id, proof: { amount: testPrice, sender_name: 'Ada Obi', file_name: 'proof.pdf' } },
    ])
    expect(await admin.api(approveBankTransfer, { id, amount: testPrice })).toMatchObject({
      status: 'paid',
      attention: [],
      payments: [{ provider: 'bank_transfer', amount: testPrice, fee: 0 }],
    })
    expect(await mayRead(started)).toBe(true)
    const books = await readBooks(school, student)
    expect(books.receipts).toHaveLength(1)
    expect(books.balances).toEqual({ provider_clearing: testPrice, school_payable: -testPrice })
    // The money is at the school: the platform owes nothing.
    expect(await admin.api(getBalances, {})).toEqual({
      accounts: [
        {
          provider: 'bank_transfer',
          is_platform: false,
          currency: 'NGN',
          received: testPrice,
          disputed: 0,
        },
      ],
      owed: [],
    })
  })

  test('is paid once when ten members of staff approve at once', async () => {
    const started = await startTransfer()
    const { school, student, admin, id } = started
    await submit(started)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => admin.api(approveBankTransfer, { id, amount: testPrice })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 9 }, () => 'transfer_decided'))
    const { payments: paid, entitlements, receipts } = await readBooks(school, student)
    expect([paid.length, entitlements.length, receipts.length]).toEqual([1, 1, 1])
  })

  test('that is one unit short opens nothing, and the rest can be transferred', async () => {
    const started = await startTransfer()
    const { student, admin, course, order_id, id } = started
    await submit(started)
    expect(await admin.api(approveBankTransfer, { id, amount: testPrice - 1 })).toMatchObject({
      status: 'partially_paid',
    })
    expect(await mayRead(started)).toBe(false)
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ open_amount: 1 })
    expect((await student.api(startBankTransfer, { course_id: course.id })).order_id).toBe(order_id)
    const rest = await student.api(getMyBankTransfer, { id: order_id })
    expect(rest).toMatchObject({ state: 'waiting', amount: 1 })
    expect(await admin.api(approveBankTransfer, { id: rest.id, amount: 1 })).toMatchObject({ status: 'paid' })
    expect(await mayRead(started)).toBe(true)
  })

  test('that is too high is recorded as an overpayment, which staff pay back', async () => {
    const started = await startTransfer()
    const { school, student, admin, id, order_id } = started
    const paid = await admin.api(approveBankTransfer, { id, amount: testPrice + 500 })
    expect(paid).toMatchObject({ status: 'paid', refunds: [{ kind: 'overpayment', amount: 500 }] })
    await runPaymentJobs(school)
    expect(await admin.api(getOrder, { id: order_id })).toMatchObject({
      attention: ['refund_needs_attention'],
      refunds: [{ state: 'needs_attention' }],
    })
    const refund_id = paid.refunds[0]!.id
    await expect(admin.api(resolveRefund, { id: refund_id, action: 'retry' })).rejects.toMatchObject({
      code: 'refund_not_waiting',
    })
    expect(await admin.api(resolveRefund, { id: refund_id, action: 'paid_back' })).toMatchObject({
      attention: [],
      refunds: [{ state: 'succeeded' }],
    })
    const { balances } = await readBooks(school, student)
    expect(balances).toMatchObject({ provider_clearing: testPrice, buyer_deposits: 0 })
  })

  test('is refunded by hand: access ends when staff record it, and the ledger returns to zero', async () => {
    const started = await startTransfer()
    const { school, student, admin, id, order_id } = started
    await admin.api(approveBankTransfer, { id, amount: testPrice })
    const { refunds } = await admin.api(refundOrder, { id: order_id })
    await runPaymentJobs(school)
    expect(await mayRead(started)).toBe(true)
    await admin.api(resolveRefund, { id: refunds[0]!.id, action: 'paid_back' })
    expect(await mayRead(started)).toBe(false)
    expect(await admin.api(getOrder, { id: order_id })).toMatchObject({ status: 'refunded' })
    const { balances } = await readBooks(school, student)
    expect(Object.values(balances).every((sum) => sum === 0)).toBe(true)
  })

  test('that is declined shows the reason, and takes another proof', async () => {
    const started = await startTransfer()
    const { student, admin, id, order_id } = started
    await expect(admin.api(declineBankTransfer, { id, reason: 'No proof' })).rejects.toMatchObject({
      code: 'transfer_decided',
    })
    await submit(started)
    expect(await admin.api(declineBankTransfer, { id, reason: 'The photo is too dark' })).toMatchObject({
      attention: [],
    })
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({
      state: 'declined',
      decline_reason: 'The photo is too dark',
    })
    expect((await transferMails(started)).at(-1)!.text).toContain('The photo is too dark')
    expect(await submit(started)).toMatchObject({ state: 'submitted', decline_reason: null })
  })

  test('expires after its days, and staff can still approve it', async () => {
    const started = await startTransfer()
    const { school, student, admin, id, order_id } = started
    setClock(new Date(Date.now() + 6 * dayMs))
    await runPaymentJobs(school)
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ state: 'waiting' })
    setClock(new Date(Date.now() + 8 * dayMs))
    await runPaymentJobs(school)
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ state: 'expired' })
    expect(await student.api(getMyOrder, { id: order_id })).toMatchObject({ is_awaiting_transfer: false })
    expect(await transferMails(started)).toHaveLength(2)
    await expect(submit(started)).rejects.toMatchObject({ code: 'transfer_expired' })
    expect(await admin.api(approveBankTransfer, { id, amount: testPrice })).toMatchObject({ status: 'paid' })
    expect(await mayRead(started)).toBe(true)
  })

  test('with a proof waits for staff after its days, and blocks a card payment meanwhile', async () => {
    const started = await startTransfer()
    const { school, student, order_id } = started
    await submit(started)
    setClock(new Date(Date.now() + 9 * dayMs))
    await runPaymentJobs(school)
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ state: 'submitted' })
    resetClock()
    expect(await startCheckout(started)).toMatchObject({
      order_id,
      provider: null,
      url: transferPage(order_id),
    })
  })

  test('with a proof stays the only order of a course whose price changes', async () => {
    const started = await startTransfer()
    const { school, student, admin, course, order_id, id } = started
    await submit(started)
    await admin.api(updateCourse, { id: course.id, price: testPrice * 2 })
    const inReview = { order_id, url: transferPage(order_id) }
    expect(await startCheckout(started)).toMatchObject(inReview)
    const purchase = { course_id: course.id, coupon_code: 'ANY' }
    expect((await student.api(startBankTransfer, purchase)).order_id).toBe(order_id)
    expect((await readBooks(school, student)).orders).toHaveLength(1)
    await admin.api(declineBankTransfer, { id, reason: 'No money arrived' })
    expect((await startCheckout(started)).order_id).not.toBe(order_id)
  })

  test('with a proof stays in the queue until staff decide', async () => {
    const started = await startTransfer()
    const { admin, order_id, id } = started
    await submit(started)
    await expect(admin.api(dismissOrderAttention, { id: order_id })).rejects.toMatchObject({
      code: 'transfer_undecided',
    })
    const queue = async () => (await admin.api(listOrders, { needs_attention: true })).data
    expect(await queue()).toMatchObject([{ id: order_id }])
    await admin.api(approveBankTransfer, { id, amount: testPrice })
    expect(await queue()).toEqual([])
    expect(await admin.api(dismissOrderAttention, { id: order_id })).toMatchObject({ attention: [] })
  })

  test('gives way to a card payment, and the other way round', async () => {
    const started = await startTransfer()
    const { student, course, order_id } = started
    expect((await startCheckout(started)).order_id).toBe(order_id)
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ state: 'expired' })
    expect((await student.api(startBankTransfer, { course_id: course.id })).order_id).toBe(order_id)
    expect(await student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ state: 'waiting' })
  })
})

describe('a proof', () => {
  test('of another person, order or purpose is refused', async () => {
    const started = await startTransfer()
    const { school, order_id } = started
    const other = await school.student()
    const send = (person: TestUser, upload_id: string) =>
      person.api(submitTransferProof, { id: order_id, upload_id, ...proof })
    const foreign = await upload(started, other)
    await expect(send(started.student, foreign)).rejects.toMatchObject({ status: 422 })
    await expect(send(other, foreign)).rejects.toMatchObject({ status: 404 })
    const { student: outsider } = await createSellingSchool()
    await expect(send(outsider, foreign)).rejects.toMatchObject({ status: 404 })
    await expect(
      requestUploadLink(other, Buffer.alloc(0), { purpose: 'payment_proof' }),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('with an impossible amount or day is refused', async () => {
    const started = await startTransfer()
    const upload_id = await upload(started, started.student)
    const send = (changes: Partial<typeof proof>) =>
      started.student.api(submitTransferProof, { id: started.order_id, upload_id, ...proof, ...changes })
    const impossible = [
      { amount: 0 },
      { amount: -5 },
      { amount: 10.5 },
      { amount: 1e21 },
      { paid_on: '2026-02-31' },
    ]
    for (const changes of [
      ...impossible,
      { paid_on: '2999-01-01' },
      { paid_on: '1999-01-01' },
      { sender_name: '' },
    ])
      await expect(send(changes)).rejects.toMatchObject({ status: 422 })
  })

  test('is not read, approved or declined by students', async () => {
    const { student, id } = await startTransfer()
    await expect(student.api(approveBankTransfer, { id, amount: testPrice })).rejects.toMatchObject({
      status: 403,
    })
    await expect(student.api(declineBankTransfer, { id, reason: 'no' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(student.api(listBankTransfers, {})).rejects.toMatchObject({ status: 403 })
  })

  test('of another school is unknown', async () => {
    const { id, order_id } = await startTransfer()
    const other = await startTransfer()
    await expect(other.admin.api(approveBankTransfer, { id, amount: testPrice })).rejects.toMatchObject({
      status: 404,
    })
    await expect(other.student.api(getMyBankTransfer, { id: order_id })).rejects.toMatchObject({
      status: 404,
    })
  })
})
