import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createSellingSchool,
  payOnPage,
  platformTenant,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  closeManualDispute,
  getDisputeEvidence,
  getOrder,
  getPaymentSettings,
  listDisputes,
  listOrders,
  recordManualDispute,
  refundOrder,
  submitDisputeEvidence,
  updatePaymentSettings,
  verifyMyOrder,
} from '../contract.ts'

const payments = useTestPayments()

type Provider = SellingSchool['provider']

/** A course that a student has bought at a school on the commission plan. */
async function sell(provider: Provider) {
  const sale = await createSellingSchool(provider, { plan_name: 'commission' })
  const { url, order_id } = await startCheckout(sale)
  await payOnPage(provider, url)
  await payments.sandbox[provider].webhooksIdle()
  await sale.student.api(verifyMyOrder, { id: order_id })
  const { attempts, balances } = await readBooks(sale.school, sale.student)
  return {
    ...sale,
    order_id,
    reference: attempts[0]!.reference,
    before: balances,
    admin: await sale.school.admin(),
  }
}
type Sold = Awaited<ReturnType<typeof sell>>

const mayRead = ({ student, course }: Sold) =>
  student.api(getCourseContents, { id: course.id }).then(
    () => true,
    () => false,
  )

/** Delivers the webhooks, and runs the jobs of the platform and of the school. */
async function handleWebhooks({ school, provider }: Sold) {
  await payments.sandbox[provider].webhooksIdle()
  await runPaymentJobs(await platformTenant(school))
  await runPaymentJobs(school)
}

async function dispute(sold: Sold) {
  const id = payments.sandbox[sold.provider].openDispute(sold.reference, 'fraudulent')
  await handleWebhooks(sold)
  return id
}

const details = ({ admin, order_id }: Sold) => admin.api(getOrder, { id: order_id })
const mailsOf = ({ school }: Sold) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'payment_dispute')
      .select(['subject'])
      .execute(),
  )

describe.each(['stripe', 'paystack'] as const)('a dispute at %s', (provider) => {
  test('holds the money of school and platform, and staff are notified', async () => {
    const sold = await sell(provider)
    await dispute(sold)
    expect(await details(sold)).toMatchObject({
      status: 'paid',
      refundable_amount: 0,
      attention: ['dispute_open'],
      disputes: [{ state: 'open', amount: testPrice, reason: 'fraudulent', evidence_sent_at: null }],
    })
    const { balances } = await readBooks(sold.school, sold.student)
    expect(balances.dispute_hold).toBe(-testPrice)
    expect(balances.platform_revenue ?? 0).toBe(0)
    expect(balances.provider_clearing).toBe(sold.before.provider_clearing)
    await expect(sold.admin.api(refundOrder, { id: sold.order_id })).rejects.toMatchObject({
      code: 'refund_above_remainder',
    })
    expect(await mailsOf(sold)).toHaveLength(1)
    expect((await sold.admin.api(listOrders, { needs_attention: true })).data).toHaveLength(1)
    expect((await sold.admin.api(listDisputes, { state: 'open' })).data).toMatchObject([
      { order_id: sold.order_id, buyer: { id: sold.student.id } },
    ])
    expect(await mayRead(sold)).toBe(true)
  })

  test('that is lost ends access, and posts the loss once although its end is reported three times', async () => {
    const sold = await sell(provider)
    const id = await dispute(sold)
    payments.sandbox[provider].configureWebhooks({ copies: 3 })
    for (let time = 0; time < 3; time++) {
      payments.sandbox[provider].closeDispute(id, 'lost')
      await handleWebhooks(sold)
    }
    expect(await mayRead(sold)).toBe(false)
    expect(await details(sold)).toMatchObject({
      status: 'refunded',
      attention: [],
      disputes: [{ state: 'lost' }],
    })
    const { journals, balances } = await readBooks(sold.school, sold.student)
    expect(journals.filter(({ kind }) => kind === 'dispute_lost')).toHaveLength(1)
    const fees = -balances.provider_clearing!
    expect(balances).toMatchObject({ dispute_hold: 0, platform_revenue: 0, school_payable: fees })
    expect(await mailsOf(sold)).toHaveLength(2)
  })

  test('that is won releases the money, and returns access that the school had closed', async () => {
    const sold = await sell(provider)
    await sold.admin.api(updatePaymentSettings, { dispute_access: 'close' })
    expect(await sold.admin.api(getPaymentSettings, {})).toEqual({ dispute_access: 'close' })
    const id = await dispute(sold)
    expect(await mayRead(sold)).toBe(false)
    payments.sandbox[provider].closeDispute(id, 'won')
    await handleWebhooks(sold)
    expect(await mayRead(sold)).toBe(true)
    expect(await details(sold)).toMatchObject({ status: 'paid', refundable_amount: testPrice, attention: [] })
    const { balances, journals } = await readBooks(sold.school, sold.student)
    expect(balances.platform_revenue).toBe(sold.before.platform_revenue)
    expect(balances.dispute_hold).toBe(0)
    const fee = journals.find(({ kind }) => kind === 'dispute_fee')
    expect(Boolean(fee)).toBe(provider === 'stripe')
  })

  test('that closed access and is lost leaves the enrolment closed', async () => {
    const sold = await sell(provider)
    await sold.admin.api(updatePaymentSettings, { dispute_access: 'close' })
    const id = await dispute(sold)
    payments.sandbox[provider].closeDispute(id, 'lost')
    await handleWebhooks(sold)
    const order = await sold.student.api(verifyMyOrder, { id: sold.order_id })
    expect(order.lines).toMatchObject([{ courses: [{ enrolment_status: 'unapproved' }] }])
  })

  test('is answered once, with facts about the sale', async () => {
    const sold = await sell(provider)
    const id = await dispute(sold)
    const own_id = (await details(sold)).disputes[0]!.id
    const facts = await sold.admin.api(getDisputeEvidence, { id: own_id })
    expect(facts.receipt).toContain(sold.student.email)
    expect(facts.enrolment).toContain('approved')
    const answer = { id: own_id, text: 'The buyer took the course.', attach: ['receipt' as const] }
    const refused = await sold.admin.api(submitDisputeEvidence, { ...answer, text: 'x'.repeat(5_001) }).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
    expect(refused).toBe(422)
    const complete = { ...answer, customer_phone: '08012345678' }
    payments.sandbox[provider].failNext({ kind: 'error_500', request: 'POST ', times: 1 })
    await expect(sold.admin.api(submitDisputeEvidence, complete)).rejects.toMatchObject({
      code: 'evidence_not_delivered',
    })
    payments.sandbox[provider].clearFailures()
    await sold.admin.api(submitDisputeEvidence, complete)
    const request = payments.sandbox[provider].requests().findLast(({ method }) => method === 'POST')!
    expect(request.path).toContain(id)
    expect(JSON.stringify(request.body)).toContain('The buyer took the course.')
    expect(JSON.stringify(request.body)).toContain(sold.student.email)
    await expect(sold.admin.api(submitDisputeEvidence, complete)).rejects.toMatchObject({
      code: 'evidence_sent',
    })
    payments.sandbox[provider].closeDispute(id, 'won')
    await handleWebhooks(sold)
    await expect(sold.admin.api(submitDisputeEvidence, complete)).rejects.toMatchObject({
      code: 'dispute_closed',
    })
    const { payments: paid } = await details(sold)
    const reported = { id: sold.order_id, payment_id: paid[0]!.id, provider_dispute_id: 'x' }
    for (const call of [
      () => sold.admin.api(recordManualDispute, reported),
      () => sold.admin.api(closeManualDispute, { id: own_id, result: 'won' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'dispute_reported_by_provider' })
  })
})

test('a dispute of Flutterwave is recorded and closed by staff, and is answered there', async () => {
  const sold = await sell('flutterwave')
  const { payments: paid } = await details(sold)
  const recorded = await sold.admin.api(recordManualDispute, {
    id: sold.order_id,
    payment_id: paid[0]!.id,
    provider_dispute_id: 'CB-1',
  })
  expect(recorded).toMatchObject({
    attention: ['dispute_open'],
    disputes: [{ state: 'open', amount: testPrice }],
  })
  const { id } = recorded.disputes[0]!
  await expect(sold.admin.api(submitDisputeEvidence, { id, text: 'Text', attach: [] })).rejects.toMatchObject(
    { code: 'evidence_not_supported' },
  )
  const closed = await sold.admin.api(closeManualDispute, { id, result: 'lost' })
  expect(closed).toMatchObject({ status: 'refunded', disputes: [{ state: 'lost' }] })
  expect(await mayRead(sold)).toBe(false)
  await expect(sold.admin.api(closeManualDispute, { id, result: 'won' })).rejects.toMatchObject({
    code: 'dispute_closed',
  })
  await expect(sold.admin.api(getDisputeEvidence, { id: newId() })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('Paystack asks for the telephone number of the buyer', async () => {
  const sold = await sell('paystack')
  await dispute(sold)
  const { id } = (await details(sold)).disputes[0]!
  const answer = { id, text: 'The buyer took the course.', attach: [] }
  await expect(sold.admin.api(submitDisputeEvidence, answer)).rejects.toMatchObject({ status: 422 })
})
