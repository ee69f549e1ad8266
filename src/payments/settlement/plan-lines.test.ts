import { describe, expect, test, vi } from 'vitest'
import { declineEnrolmentRequests, getMyEnrolment } from '#learning/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { publishPlan } from '#testing/builders/plans/published-plans.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { getOrder, listMyOrders, listOrders, refundOrder, verifyMyOrder } from '../contract.ts'
import { planBought, planPeriodPaid } from '../plan-events.ts'
import type { PlanTerms } from '#payment-plans/index.ts'
import { insertOrder, type NewLine } from '../orders/insert-order.ts'
import { completeFreeOrder } from './record-payment.ts'

useTestPayments()

/** A plan of the school, whose lines the tests write themselves. */
const createPlan = (sale: SellingSchool, course_id: string) =>
  publishPlan(sale, { name: 'Both languages', price: 5_000, course_ids: [course_id] })

/** An order that is not paid yet: half of its price is for the course, half for a plan with these courses. */
async function orderWithPlan({ school, ...sale }: SellingSchool, course_ids: string[]) {
  const plan_id = await createPlan({ school, ...sale }, course_ids[0]!)
  const { url, order_id } = await startCheckout(sale)
  const half = testPrice / 2
  const terms: PlanTerms = { kind: 'one_time', amount: half, currency: 'NGN', course_ids }
  await school.transact(async ({ tx, school_id }) => {
    await tx
      .updateTable('order_lines')
      .set({ gross: half, net: half })
      .where('school_id', '=', school_id)
      .where('order_id', '=', order_id)
      .execute()
    await tx
      .insertInto('order_lines')
      .values({
        school_id,
        id: newId(),
        order_id,
        position: 1,
        kind: 'plan',
        plan_id,
        plan_terms: JSON.stringify(terms),
        title: 'Both languages',
        gross: half,
        net: half,
      })
      .execute()
  })
  return { url, order_id, plan_id }
}

describe('an order line of a plan', () => {
  test('opens all its courses, and its refund closes them and no other', async () => {
    const sale = await createSellingSchool('paystack')
    const { school, student } = sale
    const admin = await school.admin()
    const own = [await school.course({ price: 100 }), await school.course({ price: 100 })]
    const ids = own.map(({ id }) => id)
    const { url, order_id, plan_id } = await orderWithPlan(sale, ids)
    await payOnPage('paystack', url)
    const order = await student.api(verifyMyOrder, { id: order_id })
    const approved = (id: string) => ({ id, enrolment_status: 'approved' })
    expect(order).toMatchObject({
      status: 'paid',
      lines: [
        { kind: 'course', course_id: sale.course.id, courses: [approved(sale.course.id)] },
        { kind: 'plan', plan_id, course_id: null, title: 'Both languages', courses: ids.map(approved) },
      ],
    })
    expect((await student.api(listMyOrders, {})).data).toEqual([order])
    for (const course_id of [sale.course.id, ...ids])
      expect((await admin.api(listOrders, { course_id })).data.map(({ id }) => id)).toEqual([order_id])
    const { entitlements } = await readBooks(school, student)
    expect(entitlements.map(({ course_id }) => course_id).toSorted()).toEqual(
      [sale.course.id, ...ids].toSorted(),
    )
    await admin.api(refundOrder, { id: order_id, lines: [{ line_id: order.lines[1]!.id }] })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect((await admin.api(getOrder, { id: order_id })).status).toBe('partially_refunded')
    const statusOf = async (course_id: string) => (await student.api(getMyEnrolment, { course_id })).status
    expect(await Promise.all([sale.course.id, ...ids].map(statusOf))).toEqual([
      'approved',
      'unapproved',
      'unapproved',
    ])
    const after = (await readBooks(school, student)).entitlements
    expect(after.filter(({ revoked_at }) => revoked_at).map((row) => row.revocation_reason)).toEqual([
      'refunded',
      'refunded',
    ])
  })

  test('marks the order when staff decline the student in one of its courses', async () => {
    const sale = await createSellingSchool('paystack', { approves: false })
    const { school, student } = sale
    const admin = await school.admin()
    const other = await school.course({ price: 100, approve_student_on_payment: false })
    const { url, order_id } = await orderWithPlan(sale, [other.id])
    await payOnPage('paystack', url)
    await student.api(verifyMyOrder, { id: order_id })
    await admin.api(declineEnrolmentRequests, { course_id: other.id, student_ids: [student.id] })
    expect((await admin.api(listOrders, { needs_attention: true })).data).toMatchObject([{ id: order_id }])
  })
})

describe('the settlement of a plan', () => {
  /** Completes an order of a new student with this line, and returns the events. */
  async function complete(sold: (course_id: string, plan_id: string) => NewLine) {
    const sale = await createSellingSchool('paystack')
    const { school, student, course } = sale
    const plan_id = await createPlan(sale, course.id)
    const emit = vi.fn<(event: { name: string }, payload: unknown) => Promise<void>>(() => Promise.resolve())
    const ids = await school.transact(async (ctx) => {
      const lines = [sold(course.id, plan_id)]
      const order = await insertOrder(ctx, { buyer_id: student.id, currency: 'NGN', lines })
      await completeFreeOrder({ ...ctx, emit }, order)
      return { order_id: order.id, user_id: student.id, plan_id }
    })
    const { entitlements } = await readBooks(school, student)
    const events = emit.mock.calls.filter(([{ name }]) => name.startsWith('plan_'))
    return { events, ids, entitlements, course_id: course.id }
  }

  const price = { gross: 0, discount: 0 }

  test('announces a trial with its terms', async () => {
    const terms = (course_id: string): PlanTerms => ({
      kind: 'subscription',
      amount: 4_900,
      interval: 'month',
      trial_days: 7,
      free_months: 0,
      currency: 'NGN',
      course_ids: [course_id],
    })
    const title = 'All courses'
    const { events, ids, entitlements, course_id } = await complete((course_id, plan_id) => ({
      ...price,
      kind: 'plan',
      plan_id,
      title,
      plan_terms: terms(course_id),
    }))
    const line_id: unknown = expect.any(String)
    expect(events).toEqual([
      [planBought, { ...ids, line_id, title, terms: terms(course_id), pays_by: 'card' }],
    ])
    expect(entitlements).toMatchObject([{ course_id, reason: 'trial', revoked_at: null }])
  })

  test('announces the first instalment', async () => {
    const terms = (course_id: string): PlanTerms => ({
      kind: 'instalments',
      amounts: [3_334, 3_333, 3_333],
      interval: 'month',
      currency: 'NGN',
      course_ids: [course_id],
    })
    const { events, entitlements, course_id } = await complete((course_id, plan_id) => ({
      gross: 3_334,
      discount: 0,
      kind: 'plan',
      plan_id,
      title: 'Three parts',
      plan_terms: terms(course_id),
    }))
    expect(events).toMatchObject([[planBought, { terms: terms(course_id) }]])
    expect(entitlements).toMatchObject([{ course_id, reason: 'paid' }])
  })

  test('says nothing of a plan that is paid at once', async () => {
    const { events, entitlements } = await complete((course_id, plan_id) => ({
      gross: 100,
      discount: 0,
      kind: 'plan',
      plan_id,
      title: 'Bundle',
      plan_terms: { kind: 'one_time', amount: 100, currency: 'NGN', course_ids: [course_id] },
    }))
    expect(events).toEqual([])
    expect(entitlements).toHaveLength(1)
  })

  test('announces a later payment, which opens nothing by itself', async () => {
    const { events, ids, entitlements } = await complete((_course_id, plan_id) => ({
      gross: 3_333,
      discount: 0,
      kind: 'plan_period',
      plan_id,
      plan_line_id: newId(),
      title: 'Three parts, 2 of 3',
    }))
    const line_id: unknown = expect.any(String)
    expect(events).toEqual([[planPeriodPaid, { ...ids, line_id }]])
    expect(entitlements).toEqual([])
  })
})
