import { describe, expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import { getCourseContents } from '#courses/contract.ts'
import { createPaymentPlan, getPlanOffer, updatePaymentPlan } from '#payment-plans/contract.ts'
import { createCheckout, listMyOrders, verifyMyOrder } from '#payments/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  saveCard,
} from '#testing/builders/payments-builder.ts'
import { runBilling } from '#testing/builders/plans/plan-builder.ts'
import { setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { cancelMySubscription, listMySubscriptions, payMySubscription } from '../contract.ts'
import { addDays } from '../rules/periods.ts'
import { trialMailAt } from '../rules/trials.ts'

const payments = useTestPayments()

type Provider = 'paystack' | 'flutterwave' | 'stripe'
interface TrialPlan {
  provider?: Provider
  trial_days?: number
  trial_needs_card?: boolean
}

const minutes = (count: number, from: Date) => new Date(from.getTime() + count * 60_000)

/** A school with a published plan of 10,000 a month after a free trial, and a student. */
async function trialPlan({
  provider = 'paystack',
  trial_days = 14,
  trial_needs_card = true,
}: TrialPlan = {}) {
  const sale = await createSellingSchool(provider)
  const { school, course, student } = sale
  const admin = await school.admin()
  const plan = await admin.api(createPaymentPlan, {
    name: 'Sailing',
    status: 'published',
    kind: 'subscription',
    price: 10_000_00,
    interval: 'month',
    course_ids: [course.id],
    trial_days,
    trial_needs_card,
  })
  await keepLoggedIn(school)
  const start = new Date()
  setClock(start)
  const sandbox = payments.sandbox[provider]
  return {
    ...sale,
    admin,
    plan,
    start,
    sandbox,
    begin: (coupon_code: string | null = null) =>
      student.api(createCheckout, { plan_id: plan.id, coupon_code }),
    /** Begins, and saves a card on the provider's page. */
    async save() {
      const { url, order_id } = await student.api(createCheckout, { plan_id: plan.id })
      const page = await payOnPage(provider, url)
      return { order_id, page }
    },
    verify: (id: string) => student.api(verifyMyOrder, { id }),
    mine: async () => (await student.api(listMySubscriptions, {})).data,
    /** Moves the clock, and bills what is due. */
    async at(days: number) {
      setClock(addDays(start, days))
      await keepLoggedIn(school)
      await runBilling(school)
    },
    /** Charges of the price; a card check is smaller. */
    charges: async () =>
      (await readBooks(school, student)).payments.filter(({ amount }) => Number(amount) === 10_000_00).length,
    mails: () => mailsOf(school),
    mayLearn: () =>
      student.api(getCourseContents, { id: course.id }).then(
        () => true,
        () => false,
      ),
  }
}

/** Nobody is logged out because the clock moves. */
const keepLoggedIn = (school: TestSchool) =>
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

const mailsOf = async (school: TestSchool) => {
  const rows = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', 'in', [
        'plan_trial_started',
        'plan_trial_ends',
        'plan_payment_failed',
        'payment_receipt',
      ])
      .orderBy('created_at')
      .orderBy('id')
      .selectAll()
      .execute(),
  )
  return rows.map(({ kind, text }) => ({ kind, text: String(text) }))
}

const kindsOf = (mails: readonly { kind: string }[]) => mails.map(({ kind }) => kind)

describe.each(['stripe', 'paystack', 'flutterwave'] as const)('a trial with a card at %s', (provider) => {
  test('begins once the card is saved, and its end charges the card', async () => {
    const plan = await trialPlan({ provider })
    const { url, order_id, provider: named } = await plan.begin()
    expect(named).toBe(provider)
    expect(await plan.verify(order_id)).toMatchObject({
      status: 'awaiting_payment',
      total: 0,
      is_awaiting_provider: true,
    })
    expect([await plan.mine(), await plan.mayLearn()]).toEqual([[], false])
    const { location } = await payOnPage(provider, url)
    expect(location).toContain(`/payments/return?order=${order_id}`)
    expect(await plan.verify(order_id)).toMatchObject({ status: 'paid', is_awaiting_provider: false })
    const [subscription] = await plan.mine()
    expect(subscription).toMatchObject({ status: 'trialing', next_amount: 10_000_00, paid_count: 0 })
    expect(subscription!.card).not.toBeNull()
    expect(subscription!.next_at).toBe(addDays(plan.start, 14).toISOString())
    expect(await plan.mayLearn()).toBe(true)

    await plan.at(13.9)
    expect([await plan.charges(), await plan.mayLearn()]).toEqual([0, true])
    await plan.at(14)
    await plan.at(14)
    expect(await plan.charges()).toBe(1)
    expect((await plan.mine())[0]).toMatchObject({ status: 'active', paid_count: 1 })
    const { balances } = await readBooks(plan.school, plan.student)
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })

  test('begins although the browser was closed: by the webhook, or by the sweep', async () => {
    for (const mode of ['deliver', 'drop'] as const) {
      const plan = await trialPlan({ provider })
      plan.sandbox.configureWebhooks({ mode, copies: 1, delay_ms: 0 })
      await plan.save()
      await plan.sandbox.webhooksIdle()
      if (mode === 'drop') setClock(minutes(15, plan.start))
      await runPaymentJobs(plan.school)
      await runPaymentJobs(plan.school)
      expect(await plan.mine()).toMatchObject([{ status: 'trialing' }])
      expect(await plan.mayLearn()).toBe(true)
    }
  })
})

describe('a trial with a card', () => {
  test('mails its end, the price and the card, and reminds three days before, once', async () => {
    const plan = await trialPlan()
    const { order_id } = await plan.save()
    await plan.verify(order_id)
    const [started] = await plan.mails()
    const day = addDays(plan.start, 14).toISOString().slice(0, 10)
    expect(started!.kind).toBe('plan_trial_started')
    for (const part of [day, '10,000', '4081', 'every month']) expect(started!.text).toContain(part)
    await plan.at(10.9)
    expect(kindsOf(await plan.mails())).toEqual(['plan_trial_started'])
    setClock(addDays(plan.start, 11))
    await Promise.all([runBilling(plan.school), runBilling(plan.school), runBilling(plan.school)])
    await plan.at(11.5)
    expect(kindsOf(await plan.mails())).toEqual(['plan_trial_started', 'plan_trial_ends'])
    expect((await plan.mails())[1]!.text).toContain('10,000')
  })

  test('that is canceled is never charged, and has no reminder', async () => {
    const plan = await trialPlan()
    const { order_id } = await plan.save()
    await plan.verify(order_id)
    const [{ id } = { id: '' }] = await plan.mine()
    await plan.student.api(cancelMySubscription, { id, at: 'period_end' })
    await plan.at(13)
    expect(await plan.mayLearn()).toBe(true)
    for (const day of [14, 15, 45]) await plan.at(day)
    expect([await plan.charges(), await plan.mayLearn()]).toEqual([0, false])
    expect((await plan.mine())[0]).toMatchObject({ status: 'canceled', next_amount: null })
    expect(kindsOf(await plan.mails())).toEqual(['plan_trial_started'])
  })

  test('whose card has no money at the end goes through the usual reminders', async () => {
    const plan = await trialPlan()
    const { order_id } = await plan.save()
    await plan.verify(order_id)
    plan.sandbox.setSavedCardResult(plan.student.email, 'insufficient_funds')
    await plan.at(14)
    expect((await plan.mine())[0]).toMatchObject({ status: 'past_due', is_due: true })
    expect(kindsOf(await plan.mails()).at(-1)).toBe('plan_payment_failed')
    plan.sandbox.setSavedCardResult(plan.student.email, 'pay')
    await plan.at(15)
    expect((await plan.mine())[0]).toMatchObject({ status: 'active', paid_count: 1 })
    expect(await plan.charges()).toBe(1)
  })

  test('begins once, although two pages were used and everything arrives at once', async () => {
    const plan = await trialPlan({ provider: 'stripe' })
    const [first, second] = [await plan.save(), await plan.save()]
    expect(second.order_id).toBe(first.order_id)
    await Promise.all([
      ...Array.from({ length: 5 }, () => plan.verify(first.order_id)),
      runPaymentJobs(plan.school),
      runPaymentJobs(plan.school),
    ])
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toHaveLength(1)
    expect(kindsOf(await plan.mails())).toEqual(['plan_trial_started'])
  })

  test('is given once for each person and plan; the second purchase costs the price', async () => {
    const plan = await trialPlan()
    const { order_id } = await plan.save()
    expect(await plan.student.api(getPlanOffer, { id: plan.plan.id })).toMatchObject({ trial_days: 14 })
    await plan.verify(order_id)
    const [{ id } = { id: '' }] = await plan.mine()
    await plan.student.api(cancelMySubscription, { id, at: 'now' })
    expect(await plan.student.api(getPlanOffer, { id: plan.plan.id })).toMatchObject({
      trial_days: 0,
      trial_needs_card: false,
    })
    const again = await plan.begin()
    expect(await plan.verify(again.order_id)).toMatchObject({ total: 10_000_00 })
  })

  test('of two plans with the same courses begins for the first saved card only', async () => {
    const plan = await trialPlan({ provider: 'stripe' })
    const { course, student, admin } = plan
    const other = await admin.api(createPaymentPlan, {
      name: 'Rowing',
      status: 'published',
      kind: 'subscription',
      price: 10_000_00,
      interval: 'month',
      course_ids: [course.id],
      trial_days: 7,
      trial_needs_card: true,
    })
    const second = await student.api(createCheckout, { plan_id: other.id })
    const first = await plan.save()
    await payOnPage('stripe', second.url)
    expect(await plan.verify(first.order_id)).toMatchObject({ status: 'paid' })
    expect(await plan.verify(second.order_id)).toMatchObject({ status: 'canceled' })
    expect(await plan.mine()).toHaveLength(1)
  })

  test('for which no card was saved is canceled, hidden from the payments, and may begin later', async () => {
    for (const provider of ['stripe', 'paystack'] as const) {
      const plan = await trialPlan({ provider })
      const { order_id } = await plan.begin()
      expect((await plan.student.api(listMyOrders, {})).data).toEqual([])
      for (const after of [15, 70, 140, 200, 260]) {
        setClock(minutes(after, plan.start))
        await runPaymentJobs(plan.school)
      }
      await keepLoggedIn(plan.school)
      expect(await plan.verify(order_id)).toMatchObject({ status: 'canceled' })
      expect((await plan.student.api(listMyOrders, {})).data).toEqual([])
      const { order_id: later } = await plan.save()
      expect(await plan.verify(later)).toMatchObject({ status: 'paid' })
    }
  })

  test('is charged the price of its beginning, whatever staff change meanwhile', async () => {
    const plan = await trialPlan()
    const { url, order_id } = await plan.begin()
    await plan.admin.api(updatePaymentPlan, { id: plan.plan.id, price: 90_000_00, status: 'archived' })
    await payOnPage('paystack', url)
    expect(await plan.verify(order_id)).toMatchObject({ status: 'paid' })
    await plan.at(14)
    expect(await plan.charges()).toBe(1)
  })
})

test('a plan has the card of its trial only with a trial', async () => {
  const { admin, plan } = await trialPlan()
  const update = admin.api(updatePaymentPlan, { id: plan.id, trial_days: 0 })
  await expect(update).rejects.toMatchObject({ body: { code: 'invalid_input' } })
  expect(
    await admin.api(updatePaymentPlan, { id: plan.id, trial_days: 0, trial_needs_card: false }),
  ).toMatchObject({ trial_days: 0, trial_needs_card: false })
})

describe('a trial without a card', () => {
  test('asks for a card before its end, and for a payment after it', async () => {
    const plan = await trialPlan({ trial_needs_card: false })
    expect(await plan.begin()).toMatchObject({ provider: null })
    await plan.at(11)
    await plan.at(14)
    const mails = await plan.mails()
    expect(kindsOf(mails)).toEqual(['plan_trial_started', 'plan_trial_ends', 'plan_payment_failed'])
    expect(mails[1]!.text).toContain('Save a card')
    const [{ id } = { id: '' }] = await plan.mine()
    const { url } = await plan.student.api(payMySubscription, { id, what: 'due', with_card: false })
    await payOnPage('paystack', url!)
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect((await plan.mine())[0]).toMatchObject({ status: 'active', paid_count: 1 })
  })

  test.each([
    [30, 27],
    [4, 1],
    [3, 2],
    [2, 1],
    [1, null],
  ])('of %i days reminds after %s days', (days, after) => {
    const start = new Date('2027-01-10T10:00:00Z')
    const at = trialMailAt(days, addDays(start, days))
    expect(at).toEqual(after === null ? null : addDays(start, after))
  })
})

describe('free months of a coupon', () => {
  const inMonths = (start: Date, count: number) => {
    const date = new Date(start)
    date.setUTCMonth(date.getUTCMonth() + count)
    return date
  }
  const freeMonths = async () => {
    const plan = await trialPlan({ trial_days: 0, trial_needs_card: false })
    await plan.admin.api(createCoupon, { code: 'TWO', free_months: 2, plan_ids: [plan.plan.id] })
    const { order_id } = await plan.begin('TWO')
    expect(await plan.verify(order_id)).toMatchObject({ status: 'paid', total: 0 })
    return {
      ...plan,
      async atMonth(count: number) {
        setClock(inMonths(plan.start, count))
        await keepLoggedIn(plan.school)
        await runBilling(plan.school)
      },
    }
  }

  test('end with the first charge of a card that was saved meanwhile', async () => {
    const plan = await freeMonths()
    await saveCard({ ...plan, sandbox: payments.sandbox })
    await plan.atMonth(1)
    expect(await plan.charges()).toBe(0)
    await plan.atMonth(2)
    await plan.atMonth(2)
    expect(await plan.charges()).toBe(1)
    expect((await plan.mine())[0]).toMatchObject({ status: 'active', is_due: false })
    expect(await plan.mayLearn()).toBe(true)
  })

  test('end with a link to pay for a person without a card', async () => {
    const plan = await freeMonths()
    await plan.atMonth(1)
    await plan.atMonth(2)
    expect(kindsOf(await plan.mails()).at(-1)).toBe('plan_payment_failed')
    const [{ id, status } = { id: '', status: '' }] = await plan.mine()
    expect(status).toBe('past_due')
    const { url } = await plan.student.api(payMySubscription, { id, what: 'due', with_card: false })
    await payOnPage('paystack', url!)
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect((await plan.mine())[0]).toMatchObject({ status: 'active', is_due: false })
  })
})
