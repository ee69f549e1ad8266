import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { listInvoices } from '#invoices/contract.ts'
import { localDay } from '#lib/dates/local-day.ts'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { createTransferSchool } from '#testing/builders/billing/bank-transfers.ts'
import { publishPlan } from '#testing/builders/plans/published-plans.ts'
import { createTestPdf, createTestUpload } from '#testing/builders/files.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { listMySubscriptions } from '#subscriptions/contract.ts'
import {
  createCheckout,
  createManualOrder,
  endGivenAccess,
  getBalances,
  getMyOrder,
  getOrder,
  listBankTransfers,
  listRevenue,
  recordManualPayment,
  refundOrder,
  resolveRefund,
  startBankTransfer,
  submitTransferProof,
  updateTaxSettings,
  verifyMyOrder,
} from '../contract.ts'

const payments = useTestPayments()

const dayMs = 86_400_000
const today = () => new Date().toISOString().slice(0, 10)
const cash = () => ({ method: 'cash', paid_on: today() }) as const

/** A school that sells a course on the commission plan, with an admin. */
async function createOffice(details: Parameters<typeof createSellingSchool>[1] = {}) {
  const sale = await createSellingSchool('paystack', details)
  const admin = await sale.school.admin()
  const codeOf = (order: Partial<Parameters<typeof admin.api<typeof createManualOrder>>[1]>) =>
    admin.api(createManualOrder, { student_id: sale.student.id, payment: cash(), ...order }).then(
      () => 'recorded',
      (error: unknown) => (error as { code: string }).code,
    )
  return { ...sale, admin, codeOf }
}

const mayLearn = ({
  student,
  course,
}: Pick<Awaited<ReturnType<typeof createOffice>>, 'student' | 'course'>) =>
  student.api(getCourseContents, { id: course.id }).then(
    () => true,
    (error: unknown) => {
      if ((error as { status: number }).status === 401) throw error
      return false
    },
  )

describe('a recorded sale', () => {
  test('opens the course at once, with receipt, invoice and revenue, and without a share of the platform', async () => {
    const sale = await createOffice({ plan_name: 'commission', approves: false })
    const { school, course, student, admin } = sale
    const payment = { ...cash(), reference: ' R-17 ' }
    const recorded = { student_id: student.id, course_id: course.id, note: 'At the desk', payment }
    const order = await admin.api(createManualOrder, recorded)
    expect(order).toMatchObject({
      status: 'paid',
      total: testPrice,
      paid_amount: testPrice,
      is_test: false,
      buyer: { id: student.id },
      payments: [{ provider: 'manual', method: 'cash', amount: testPrice, fee: 0 }],
      manual_entries: [
        { method: 'cash', reference: 'R-17', note: 'At the desk', recorded_by: { id: admin.id } },
      ],
    })
    expect(order.manual_entries[0]!.payment_id).toBe(order.payments[0]!.id)
    expect(await mayLearn(sale)).toBe(true)
    const books = await readBooks(school, student)
    expect(books.receipts).toHaveLength(1)
    expect(books.entitlements).toMatchObject([{ reason: 'paid', ends_at: null }])
    expect(books.balances).toEqual({ provider_clearing: testPrice, school_payable: -testPrice })
    expect((await admin.api(listInvoices, {})).data).toMatchObject([{ total: testPrice }])
    const from = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
    const revenue = await admin.api(listRevenue, { by: 'course', from, to: today() })
    expect(revenue.data).toMatchObject([{ sales: testPrice, net: testPrice }])
    expect(await admin.api(getBalances, {})).toMatchObject({
      accounts: [{ provider: 'manual', is_platform: false, received: testPrice }],
      owed: [],
    })
    expect(await student.api(getMyOrder, { id: order.id })).toMatchObject({ status: 'paid' })
  })

  test('has the agreed price with tax, and a part leaves it partly paid until the rest is recorded', async () => {
    const sale = await createOffice()
    const { course, student, admin } = sale
    const rates = [{ name: 'VAT', basis_points: 1_000 }]
    await admin.api(updateTaxSettings, {
      mode: 'exclusive',
      rates,
      reverse_charge_text: null,
      withholding: null,
    })
    const recorded = { student_id: student.id, course_id: course.id, price: 500_000 }
    const order = await admin.api(createManualOrder, {
      ...recorded,
      payment: { ...cash(), amount: 200_000 },
    })
    expect(order).toMatchObject({
      status: 'partially_paid',
      total: 550_000,
      lines: [{ gross: testPrice, discount: testPrice - 500_000 }],
    })
    expect(await mayLearn(sale)).toBe(false)
    const rest = { ...cash(), method: 'card_terminal', amount: 400_000 } as const
    const paid = await admin.api(recordManualPayment, { id: order.id, ...rest })
    // What is above the price is given back by hand.
    expect(paid).toMatchObject({
      status: 'paid',
      refunds: [{ provider: 'manual', kind: 'overpayment', amount: 50_000 }],
    })
    expect(await mayLearn(sale)).toBe(true)
  })

  test('is refunded by hand, which closes the course', async () => {
    const sale = await createOffice()
    const { school, course, student, admin } = sale
    const { id } = await admin.api(createManualOrder, {
      student_id: student.id,
      course_id: course.id,
      payment: cash(),
    })
    await admin.api(refundOrder, { id })
    await runPaymentJobs(school)
    const waiting = await admin.api(getOrder, { id })
    expect(waiting.refunds).toMatchObject([{ state: 'needs_attention', provider: 'manual' }])
    await admin.api(resolveRefund, { id: waiting.refunds[0]!.id, action: 'paid_back' })
    expect(await admin.api(getOrder, { id })).toMatchObject({ status: 'refunded' })
    expect(await mayLearn(sale)).toBe(false)
    const { balances } = await readBooks(school, student)
    expect(Object.values(balances).every((balance) => balance === 0)).toBe(true)
  })

  test('may be a tier or a plan that is paid once, and refuses what cannot be sold', async () => {
    const { school, course, student, admin, codeOf } = await createOffice()
    const prices = JSON.stringify([testPrice, testPrice * 2])
    const tiered = await school.course({
      price: testPrice,
      enable_tiering: true,
      tiering_maximum: 2,
      tiering_prices: prices,
    })
    const sold = { student_id: student.id, course_id: tiered.id, payment: cash() }
    await admin.api(createManualOrder, { ...sold, tier: 1 })
    const upgrade = await admin.api(createManualOrder, { ...sold, tier: 2 })
    expect(upgrade).toMatchObject({ total: testPrice, lines: [{ kind: 'tier', tier: 2 }] })
    expect(await codeOf({ course_id: tiered.id, tier: 3 })).toBe('tier_unknown')
    expect(await codeOf({ course_id: course.id, tier: 1 })).toBe('tiering_disabled')

    const plan = { name: 'Both', kind: 'one_time', status: 'published', price: testPrice } as const
    const { id: plan_id } = await admin.api(createPaymentPlan, { ...plan, course_ids: [course.id] })
    expect(await codeOf({ plan_id, price: testPrice + 1 })).toBe('manual_price_too_high')
    expect(await codeOf({ plan_id })).toBe('recorded')
    expect(await codeOf({ plan_id })).toBe('already_paid')
    expect(await codeOf({ course_id: course.id })).toBe('already_enrolled')
    const free = await school.course({ price: 0 })
    expect(await codeOf({ course_id: free.id })).toBe('course_is_free')
    const monthly = await publishPlan({ school }, { name: 'M', price: testPrice, course_ids: [course.id] })
    expect(await codeOf({ plan_id: monthly })).toBe('manual_order_plan')
    const waits = await school.course({ price: testPrice, approve_student_on_payment: false })
    await payments.sandbox.paystack.webhooksIdle()
    const { url, order_id } = await student.api(createCheckout, { course_id: waits.id })
    await payOnPage('paystack', url)
    await student.api(verifyMyOrder, { id: order_id })
    expect(await codeOf({ course_id: waits.id })).toBe('already_paid')
  })

  test('refuses incomplete input and people and courses of other schools', async () => {
    const { course, codeOf } = await createOffice()
    const other = await createTestSchool()
    const [outsider, foreign] = [await other.student(), await other.course({ price: testPrice })]
    expect(await codeOf({ student_id: outsider.id, course_id: course.id })).toBe('not_found')
    expect(await codeOf({ course_id: foreign.id })).toBe('not_found')
    expect(await codeOf({})).toBe('invalid_input')
    expect(await codeOf({ course_id: course.id, payment: undefined })).toBe('invalid_input')
    expect(await codeOf({ course_id: course.id, price: 0 })).toBe('invalid_input')
    expect(await codeOf({ course_id: course.id, access_ends_on: today() })).toBe('invalid_input')
    for (const paid_on of ['2020-01-01', '2999-01-01', '2026-02-30'])
      expect(await codeOf({ course_id: course.id, payment: { method: 'cash', paid_on } }), paid_on).toBe(
        'invalid_input',
      )
  })
})

describe('a payment of an order', () => {
  test('that the student began is recorded, and what arrives on the open page later is given back', async () => {
    const sale = await createOffice()
    const { school, student, admin } = sale
    const { url, order_id: id } = await startCheckout(sale)
    const payment = { method: 'mobile_money', paid_on: today(), amount: testPrice } as const
    const paid = await admin.api(recordManualPayment, { id, ...payment })
    expect(paid).toMatchObject({ status: 'paid', manual_entries: [{ method: 'mobile_money' }] })
    expect(await mayLearn(sale)).toBe(true)
    await payOnPage('paystack', url)
    await payments.sandbox.paystack.webhooksIdle()
    await runPaymentJobs(school)
    const { refunds, entitlements, balances } = await readBooks(school, student)
    expect(refunds).toMatchObject([{ kind: 'duplicate', provider: 'paystack', amount: testPrice }])
    expect(entitlements).toHaveLength(1)
    expect(Object.values(balances).reduce((sum, one) => sum + one, 0)).toBe(0)
    await expect(admin.api(recordManualPayment, { id, ...payment })).rejects.toMatchObject({
      code: 'order_not_payable',
    })
  })

  test('starts instalments, whose later payments are made as the school offers', async () => {
    const { course, student, admin } = await createOffice()
    const { id: plan_id } = await admin.api(createPaymentPlan, {
      name: 'Three parts',
      kind: 'instalments',
      instalment_count: 3,
      interval: 'month',
      price: testPrice,
      status: 'published',
      course_ids: [course.id],
    })
    const { order_id: id } = await student.api(createCheckout, { plan_id })
    await admin.api(recordManualPayment, { id, ...cash(), amount: testPrice / 3 })
    expect((await student.api(listMySubscriptions, {})).data).toMatchObject([
      { status: 'active', pays_by: 'card', paid_count: 1 },
    ])
  })

  test('waits while staff have a proof to decide about, or a card is being charged', async () => {
    const { school, course, student, admin } = await createTransferSchool()
    const { order_id: id } = await student.api(startBankTransfer, { course_id: course.id })
    const file = { host: school.host, purpose: 'payment_proof', file_name: 'proof.pdf' } as const
    const { upload_id } = await createTestUpload(student, createTestPdf(), file)
    const proof = { upload_id, amount: testPrice, paid_on: today(), sender_name: 'Ada Obi' }
    await student.api(submitTransferProof, { id, ...proof })
    const payment = { id, ...cash(), amount: testPrice }
    await expect(admin.api(recordManualPayment, payment)).rejects.toMatchObject({
      code: 'transfer_undecided',
    })
    const second = await school.course({ price: testPrice })
    const { order_id } = await student.api(startBankTransfer, { course_id: second.id })
    await admin.api(recordManualPayment, { ...payment, id: order_id })
    expect((await admin.api(listBankTransfers, { order_id })).data).toMatchObject([{ state: 'expired' }])

    const third = await school.course({ price: testPrice })
    const started = await student.api(createCheckout, { course_id: third.id })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('payment_attempts')
        .set({ checkout_url: null, state: 'unknown' })
        .where('school_id', '=', school_id)
        .where('order_id', '=', started.order_id)
        .execute(),
    )
    await expect(admin.api(recordManualPayment, { ...payment, id: started.order_id })).rejects.toMatchObject({
      code: 'order_being_charged',
    })
  })
})

describe('access that staff give', () => {
  test('needs no payment, has no invoice, and ends on its day', async () => {
    const sale = await createOffice()
    const { school, course, student, admin } = sale
    const access_ends_on = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
    const given = { student_id: student.id, course_id: course.id, price: 0, access_ends_on }
    const order = await admin.api(createManualOrder, { ...given, note: 'Scholarship' })
    expect(order).toMatchObject({
      status: 'paid',
      total: 0,
      payments: [],
      manual_entries: [{ payment_id: null, method: null, note: 'Scholarship', access_ended_at: null }],
    })
    expect((await admin.api(listInvoices, {})).data).toEqual([])
    expect(await mayLearn(sale)).toBe(true)
    const { journals, entitlements } = await readBooks(school, student)
    expect(journals).toEqual([])
    const zone = await school.transact((ctx) => Promise.resolve(ctx.school!.time_zone))
    const end = entitlements[0]!.ends_at!.getTime()
    expect(localDay(zone, new Date(end - 1))).toBe(access_ends_on)
    expect(localDay(zone, new Date(end)) > access_ends_on).toBe(true)
    // The rule of access reads the end.
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('entitlements')
        .set({ ends_at: new Date(Date.now() - 1_000) })
        .where('school_id', '=', school_id)
        .execute(),
    )
    expect(await mayLearn(sale)).toBe(false)
  })

  test('is ended by staff, and can be bought afterwards', async () => {
    const sale = await createOffice()
    const { course, student, admin } = sale
    const given = { student_id: student.id, course_id: course.id, price: 0 }
    const { id } = await admin.api(createManualOrder, given)
    const ended = await admin.api(endGivenAccess, { id })
    expect(ended).toMatchObject({ status: 'canceled' })
    expect(ended.manual_entries[0]!.access_ended_at).not.toBeNull()
    expect(await mayLearn(sale)).toBe(false)
    await expect(admin.api(endGivenAccess, { id })).rejects.toMatchObject({ code: 'access_not_given' })
    const { url, order_id } = await startCheckout(sale)
    await payOnPage('paystack', url)
    await student.api(verifyMyOrder, { id: order_id })
    expect(await mayLearn(sale)).toBe(true)
    await expect(admin.api(endGivenAccess, { id: order_id })).rejects.toMatchObject({
      code: 'access_not_given',
    })
  })
})
