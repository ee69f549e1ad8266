import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { listMyInvoices } from '#invoices/contract.ts'
import { deletePaymentPlan } from '#payment-plans/contract.ts'
import { refundOrder, updatePaymentSettings, updateTaxSettings } from '#payments/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
} from '#testing/builders/payments-builder.ts'
import { runBilling } from '#testing/builders/plans/plan-builder.ts'
import { publishPlan, subscribe } from '#testing/builders/plans/published-plans.ts'
import { setClock, type TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  cancelMyPlanChange,
  cancelMySubscription,
  changeMyPlan,
  listMySubscriptions,
  pauseMySubscription,
  previewPlanChange,
} from '../contract.ts'
import { addDays, addIntervals } from '../rules/periods.ts'

const payments = useTestPayments()

const provider = 'paystack'
const basicPrice = 10_000_00
const proPrice = 30_000_00
const miniPrice = 4_000_00

/** A student with the plan «Basic» of two courses, in a school with a dearer and a cheaper plan. */
async function subscribed({ isTaxed = false, trial_days = 0 } = {}) {
  const sale = await createSellingSchool(provider)
  const { school, student } = sale
  const admin = await school.admin()
  if (isTaxed) {
    const rates = [{ name: 'VAT', basis_points: 750 }]
    await admin.api(updateTaxSettings, {
      mode: 'exclusive',
      rates,
      reverse_charge_text: null,
      withholding: null,
    })
  }
  const paidCourse = () =>
    school.course({
      price: 100_000,
      approve_student_on_payment: true,
      show_content_title_to_unapproved: false,
    })
  const [algebra, boats, charts] = [await paidCourse(), await paidCourse(), await paidCourse()]
  const plan = (name: string, price: number, ...courses: { id: string }[]) =>
    publishPlan(sale, { name, price, course_ids: courses.map(({ id }) => id) })
  const plans = {
    basic: await publishPlan(sale, {
      name: 'Basic',
      price: basicPrice,
      trial_days,
      course_ids: [algebra.id, boats.id],
    }),
    pro: await plan('Pro', proPrice, boats, charts),
    mini: await plan('Mini', miniPrice, boats),
  }
  const { id, created_at } = await subscribe(sale, payments.sandbox, plans.basic)
  const start = new Date(created_at)
  const preview = (plan_id: string) => student.api(previewPlanChange, { id, plan_id })
  const charged = payments.sandbox[provider].chargeCount()
  return {
    ...sale,
    admin,
    id,
    plans,
    start,
    courses: { algebra, boats, charts },
    preview,
    async change(plan_id: string, with_card = true) {
      const { prorated_at } = await preview(plan_id)
      return student.api(changeMyPlan, { id, plan_id, prorated_at: String(prorated_at), with_card })
    },
    async at(time: Date) {
      setClock(time)
      await keepLoggedIn(sale.school)
      await runBilling(school)
    },
    mine: async () => (await student.api(listMySubscriptions, {})).data[0]!,
    mayLearn: async () => [
      await mayLearn(student, algebra.id),
      await mayLearn(student, boats.id),
      await mayLearn(student, charts.id),
    ],
    chargesSince: () => payments.sandbox[provider].chargeCount() - charged,
    decline: () => payments.sandbox[provider].setSavedCardResult(student.email, 'insufficient_funds'),
    balances: async () => {
      const { balances } = await readBooks(school, student)
      return Object.values(balances).reduce((sum, amount) => sum + amount, 0)
    },
  }
}

const mayLearn = (student: TestUser, id: string) =>
  student.api(getCourseContents, { id }).then(
    () => true,
    () => false,
  )

const keepLoggedIn = (school: Awaited<ReturnType<typeof createSellingSchool>>['school']) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('sessions')
      .set({
        created_at: school.app.services.now?.(),
        last_used_at: school.app.services.now?.(),
        expires_at: addDays(new Date(), 10_000),
      })
      .where('school_id', '=', school_id)
      .execute(),
  )

/** The middle of the month that begins at `start`. */
const halfway = (start: Date) => new Date((start.getTime() + addIntervals(start, 'month', 1).getTime()) / 2)

describe('a change to a dearer plan', () => {
  test('credits the unused half, charges the saved card, and moves access without a gap', async () => {
    const plan = await subscribed({ isTaxed: true })
    const now = halfway(plan.start)
    await plan.at(now)
    const charge = proPrice - basicPrice / 2
    const tax = (charge * 75) / 1_000
    expect(await plan.preview(plan.plans.pro)).toMatchObject({
      takes_effect: 'now',
      unused: basicPrice / 2,
      price: proPrice,
      credit_used: basicPrice / 2,
      taxes: [{ name: 'VAT', amount: tax }],
      due: charge + tax,
      next_amount: proPrice * 1.075,
      next_at: addIntervals(now, 'month', 1).toISOString(),
      closing_courses: [plan.courses.algebra.course_name],
    })
    expect(await plan.mayLearn()).toEqual([true, true, false])
    expect(await plan.change(plan.plans.pro)).toEqual({ is_done: true, url: null })
    expect(plan.chargesSince()).toBe(1)
    expect(await plan.mayLearn()).toEqual([false, true, true])
    expect(await plan.mine()).toMatchObject({
      title: 'Pro',
      plan_id: plan.plans.pro,
      status: 'active',
      next_amount: proPrice * 1.075,
      next_at: addIntervals(now, 'month', 1).toISOString(),
    })
    const { orders, receipts } = await readBooks(plan.school, plan.student)
    expect(orders.map(({ total, status }) => [Number(total), status])).toEqual([
      [basicPrice * 1.075, 'paid'],
      [charge + tax, 'paid'],
    ])
    expect(receipts).toHaveLength(2)
    await runPaymentJobs(plan.school)
    expect((await plan.student.api(listMyInvoices, {})).data).toHaveLength(2)
    expect(await plan.balances()).toBe(0)
    await plan.at(addIntervals(now, 'month', 1))
    expect(plan.chargesSince()).toBe(2)
    expect(await plan.mine()).toMatchObject({ title: 'Pro', paid_count: 3 })
  })

  test('whose card is declined leaves the old plan, until it is paid on the page', async () => {
    const plan = await subscribed()
    plan.decline()
    const { is_done, url } = await plan.change(plan.plans.pro)
    expect(is_done).toBe(false)
    expect(await plan.mine()).toMatchObject({ title: 'Basic', status: 'active', next_amount: basicPrice })
    expect(await plan.mayLearn()).toEqual([true, true, false])
    await payOnPage(provider, url!)
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ title: 'Pro', status: 'active' })
    expect(await plan.mayLearn()).toEqual([false, true, true])
  })

  test('is done once when its webhook is settled before the provider has answered', async () => {
    const plan = await subscribed()
    payments.sandbox[provider].failNext({
      kind: 'slow_after',
      request: 'POST /transaction/charge_authorization',
    })
    const answer = plan.change(plan.plans.pro)
    await expect.poll(() => plan.chargesSince(), { interval: 20 }).toBe(1)
    await plan.school.transact(async ({ tx, school_id }) => {
      // Locks what a settlement locks, in its order, while the charge is recorded.
      const { id } = await tx
        .selectFrom('orders')
        .where('school_id', '=', school_id)
        .where('status', '=', 'awaiting_payment')
        .select('id')
        .forUpdate()
        .executeTakeFirstOrThrow()
      await new Promise((resume) => setTimeout(resume, 1_000))
      await tx
        .updateTable('payment_attempts')
        .set({ updated_at: new Date() })
        .where('school_id', '=', school_id)
        .where('order_id', '=', id)
        .execute()
    })
    expect(await answer).toEqual({ is_done: true, url: null })
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(plan.school)
    expect(plan.chargesSince()).toBe(1)
    expect(await plan.mine()).toMatchObject({ title: 'Pro', status: 'active' })
  })

  test('that is not paid within an hour is void, and a later payment is given back', async () => {
    const plan = await subscribed()
    const { url } = await plan.change(plan.plans.pro, false)
    await plan.at(new Date(Date.now() + 61 * 60_000))
    await payOnPage(provider, url!)
    await payments.sandbox[provider].webhooksIdle()
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ title: 'Basic', status: 'active' })
    const { orders, refunds } = await readBooks(plan.school, plan.student)
    expect(refunds.map(({ state }) => state)).toEqual(['succeeded'])
    expect(orders).toHaveLength(2)
    expect(await plan.balances()).toBe(0)
  })

  test('in parallel with another one ends at one of them, which is paid once', async () => {
    const plan = await subscribed()
    const top = await publishPlan(plan, {
      name: 'Top',
      price: 40_000_00,
      course_ids: [plan.courses.charts.id],
    })
    const results = await Promise.allSettled([plan.change(plan.plans.pro), plan.change(top)])
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    const { title, paid_count } = await plan.mine()
    const { orders } = await readBooks(plan.school, plan.student)
    const paid = orders.reduce(
      (sum, order) => sum + Number(order.paid_amount) - Number(order.refunded_amount),
      0,
    )
    expect(paid).toBe(title === 'Pro' ? proPrice : 40_000_00)
    expect([['Pro', 'Top'].includes(title), paid_count]).toEqual([true, 2])
    expect(await plan.balances()).toBe(0)
  })

  test('in a trial happens now, costs nothing, and the trial goes on', async () => {
    const plan = await subscribed({ trial_days: 14 })
    expect(await plan.change(plan.plans.pro)).toEqual({ is_done: true, url: null })
    expect(await plan.mine()).toMatchObject({ title: 'Pro', status: 'trialing', next_amount: proPrice })
    expect(await plan.mayLearn()).toEqual([false, true, true])
    expect((await readBooks(plan.school, plan.student)).orders).toHaveLength(1)
  })
})

describe('a change to a cheaper plan', () => {
  test('begins at the end of the period, and is charged from then on', async () => {
    const plan = await subscribed()
    expect(await plan.change(plan.plans.mini)).toEqual({ is_done: true, url: null })
    const end = addIntervals(plan.start, 'month', 1)
    expect(await plan.mine()).toMatchObject({
      title: 'Basic',
      next_amount: miniPrice,
      scheduled_change: { plan_id: plan.plans.mini, title: 'Mini', at: end.toISOString() },
    })
    expect(await plan.mayLearn()).toEqual([true, true, false])
    expect((await plan.admin.api(deletePaymentPlan, { id: plan.plans.mini })).outcome).toBe('archived')
    await plan.at(end)
    expect(plan.chargesSince()).toBe(1)
    expect(await plan.mine()).toMatchObject({
      title: 'Mini',
      status: 'active',
      scheduled_change: null,
      next_at: addIntervals(plan.start, 'month', 2).toISOString(),
    })
    expect(await plan.mayLearn()).toEqual([false, true, false])
    const { orders } = await readBooks(plan.school, plan.student)
    expect(orders.map(({ total }) => Number(total))).toEqual([basicPrice, miniPrice])
  })

  test('is taken back before, by itself and with a cancellation', async () => {
    const plan = await subscribed()
    await plan.change(plan.plans.mini)
    expect(await plan.student.api(cancelMyPlanChange, { id: plan.id })).toMatchObject({
      scheduled_change: null,
      next_amount: basicPrice,
    })
    await plan.change(plan.plans.mini)
    const canceled = await plan.student.api(cancelMySubscription, { id: plan.id, at: 'period_end' })
    expect(canceled.scheduled_change).toBeNull()
  })
})

describe('a refund after a change', () => {
  const refund = async (plan: Awaited<ReturnType<typeof subscribed>>, index: number) => {
    const { orders } = await readBooks(plan.school, plan.student)
    await plan.admin.api(refundOrder, { id: orders[index]!.id })
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
  }

  test.each([
    ['the change', 1],
    ['the payment whose credit it used', 0],
  ])('of %s ends the plan and its access', async (_what, index) => {
    const plan = await subscribed()
    await plan.change(plan.plans.pro)
    await refund(plan, index)
    expect(await plan.mine()).toMatchObject({ status: 'canceled' })
    expect(await plan.mayLearn()).toEqual([false, false, false])
    expect(await plan.balances()).toBe(0)
  })

  test('of a part before the change reduces the credit', async () => {
    const plan = await subscribed()
    const { orders } = await readBooks(plan.school, plan.student)
    const lines = await plan.school.transact(({ tx, school_id }) =>
      tx.selectFrom('order_lines').where('school_id', '=', school_id).select('id').execute(),
    )
    const line = { line_id: lines[0]!.id, amount: basicPrice / 4 }
    await plan.admin.api(refundOrder, { id: orders[0]!.id, lines: [line] })
    const now = halfway(plan.start)
    await plan.at(now)
    expect((await plan.preview(plan.plans.pro)).unused).toBe((basicPrice * 3) / 8)
  })
})

test('a change is refused with its reason', async () => {
  const plan = await subscribed()
  const refused = (code: string) => expect.objectContaining({ code })
  const { prorated_at } = await plan.preview(plan.plans.pro)
  const change = (values: object) =>
    plan.student
      .api(changeMyPlan, {
        id: plan.id,
        plan_id: plan.plans.pro,
        prorated_at: String(prorated_at),
        with_card: true,
        ...values,
      })
      .catch((error: unknown) => error)
  const old = new Date(new Date(prorated_at).getTime() - 16 * 60_000).toISOString()
  expect(await change({ prorated_at: old })).toEqual(refused('preview_outdated'))
  expect(await change({ plan_id: plan.plans.basic })).toEqual(refused('plan_owned_already'))
  expect(await change({ plan_id: plan.id })).toEqual(refused('not_found'))
  const other = await plan.school.student()
  await expect(other.api(previewPlanChange, { id: plan.id, plan_id: plan.plans.pro })).rejects.toMatchObject({
    status: 404,
  })
  payments.configure({ accounts: {} })
  expect(await change({ with_card: false })).toEqual(refused('payments_unavailable'))
  payments.reset()
  payments.sandbox.paystack.failNext({ kind: 'error_500', request: 'POST /transaction', times: 3 })
  expect(await change({ with_card: false })).toEqual(refused('payment_provider_unavailable'))
  payments.reset()
  expect(await change({})).toEqual(refused('plan_change_in_progress'))
  await expect(plan.preview(plan.plans.basic)).rejects.toMatchObject({ code: 'plan_owned_already' })
  await plan.student.api(pauseMySubscription, { id: plan.id })
  expect(await change({})).toEqual(refused('plan_not_changeable'))
  await expect(plan.preview(plan.plans.pro)).rejects.toMatchObject({ code: 'plan_not_changeable' })
})

describe('a dispute that closes access', () => {
  /** A subscription whose first payment is disputed, in a school that closes access meanwhile. */
  async function disputed() {
    const plan = await subscribed()
    await plan.admin.api(updatePaymentSettings, { dispute_access: 'close' })
    const { paystack } = payments.sandbox
    const { attempts } = await readBooks(plan.school, plan.student)
    const handleWebhooks = async () => {
      await paystack.webhooksIdle()
      await runPaymentJobs(plan.school)
    }
    return {
      ...plan,
      handleWebhooks,
      async open() {
        const dispute = paystack.openDispute(attempts[0]!.reference)
        await handleWebhooks()
        return async (result: 'won' | 'lost') => {
          paystack.closeDispute(dispute, result)
          await handleWebhooks()
        }
      },
    }
  }

  test('keeps the student from paying for another plan, until it is won', async () => {
    const plan = await disputed()
    const decide = await plan.open()
    expect(await plan.mayLearn()).toEqual([false, false, false])
    const { id, student, plans } = plan
    await expect(plan.preview(plans.pro)).rejects.toMatchObject({ code: 'plan_disputed' })
    const change = { id, plan_id: plans.mini, prorated_at: new Date().toISOString(), with_card: true }
    await expect(student.api(changeMyPlan, change)).rejects.toMatchObject({ code: 'plan_disputed' })
    await decide('won')
    await plan.change(plan.plans.pro)
    expect(await plan.mayLearn()).toEqual([false, true, true])
  })

  test('stays in force when a change takes place that was paid or chosen before', async () => {
    const plan = await disputed()
    const { url } = await plan.change(plan.plans.pro, false)
    const decide = await plan.open()
    await payOnPage(provider, url!)
    await plan.handleWebhooks()
    expect(await plan.mine()).toMatchObject({ title: 'Pro' })
    expect(await plan.mayLearn()).toEqual([false, false, false])
    await decide('won')
    // The courses of the new plan, and not those of the former one.
    expect(await plan.mayLearn()).toEqual([false, true, true])
  })

  test('stays in force when a cheaper plan begins, and a lost one ends it', async () => {
    const plan = await disputed()
    await plan.change(plan.plans.mini)
    const decide = await plan.open()
    await plan.at(addIntervals(plan.start, 'month', 1))
    expect(await plan.mine()).toMatchObject({ title: 'Mini' })
    expect(await plan.mayLearn()).toEqual([false, false, false])
    await decide('lost')
    expect(await plan.mine()).toMatchObject({ status: 'canceled' })
    expect(await plan.mayLearn()).toEqual([false, false, false])
  })
})
