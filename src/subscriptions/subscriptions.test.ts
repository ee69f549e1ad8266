import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { deleteCard, listCards, refundOrder } from '#payments/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  saveCard,
} from '#testing/builders/payments-builder.ts'
import {
  billAtOnce,
  buyPlan,
  monthly,
  runBilling,
  threePayments,
} from '#testing/builders/plans/plan-builder.ts'
import { setClock, type TestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  cancelMySubscription,
  cancelStudentSubscription,
  listMySubscriptions,
  listSubscriptions,
  pauseMySubscription,
  payMySubscription,
  resumeMySubscription,
  setMySubscriptionCard,
} from './contract.ts'
import { addDays, addIntervals } from './rules/periods.ts'

const payments = useTestPayments()

type Provider = 'paystack' | 'flutterwave' | 'stripe'

/** How each provider charges a saved card. */
const chargeRequests = {
  paystack: 'POST /transaction/charge_authorization',
  flutterwave: 'POST /tokenized-charges',
}

/** A student who buys a plan for one course at `start` with a saved card. */
async function subscribed(
  kind: 'subscription' | 'instalments' = 'subscription',
  { provider = 'paystack', ...changes }: Parameters<typeof monthly>[1] & { provider?: Provider } = {},
) {
  const sale = await createSellingSchool(provider)
  const { course, student, school } = sale
  await saveCard({ ...sale, sandbox: payments.sandbox })
  const currency = provider === 'stripe' ? 'USD' : 'NGN'
  await keepLoggedIn(school)
  setClock(new Date())
  const terms =
    kind === 'subscription'
      ? monthly([course.id], { currency, ...changes })
      : threePayments([course.id], currency)
  const bought = await buyPlan(sale, terms)
  const start = new Date(bought.created_at)
  const charges = payments.sandbox[provider].chargeCount()
  return {
    ...sale,
    ...bought,
    start,
    /** Moves the clock to this many days after a moment, and bills what is due. */
    async at(days: number, from = start) {
      setClock(addDays(from, days))
      await keepLoggedIn(school)
      await runBilling(school)
    },
    due: (period: number) => addIntervals(start, 'month', period),
    chargesSince: () => payments.sandbox[provider].chargeCount() - charges,
    decline: (result: 'pay' | 'insufficient_funds' | 'expired_card' | 'authenticate') =>
      payments.sandbox[provider].setSavedCardResult(student.email, result),
    mine: async () => (await student.api(listMySubscriptions, {})).data[0]!,
    mayLearn: () => mayLearn(student, course.id),
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

const mayLearn = (student: TestUser, id: string) =>
  student.api(getCourseContents, { id }).then(
    () => true,
    () => false,
  )

const mailsOf = async (plan: Awaited<ReturnType<typeof subscribed>>) => {
  const rows = await plan.school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .orderBy('created_at')
      .select('kind')
      .execute(),
  )
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('plan_'))
}

describe.each(['stripe', 'paystack', 'flutterwave'] as const)('a subscription at %s', (provider) => {
  test('is charged once a period, and each payment extends access', async () => {
    const plan = await subscribed('subscription', { provider })
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 1, is_due: false })
    expect(await plan.mayLearn()).toBe(true)
    await plan.at(-1, plan.due(1))
    expect(plan.chargesSince()).toBe(0)
    for (const period of [1, 2, 3]) {
      await plan.at(0, plan.due(period))
      await plan.at(0, plan.due(period))
      expect(plan.chargesSince()).toBe(period)
      expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: period + 1 })
      expect((await plan.mine()).next_at).toBe(plan.due(period + 1).toISOString())
      expect(await plan.mayLearn()).toBe(true)
    }
    const { balances, receipts } = await readBooks(plan.school, plan.student)
    expect(receipts).toHaveLength(4)
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })
})

// Stripe finds the charge by its time, and the clock of the stand-in does not move.
test.each(['paystack', 'flutterwave'] as const)(
  'a charge at %s without an answer is verified before any other charge',
  async (provider) => {
    const plan = await subscribed('subscription', { provider })
    payments.sandbox[provider].failNext({ kind: 'error_500_after', request: chargeRequests[provider] })
    await plan.at(0, plan.due(1))
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 1, is_due: true })
    await plan.at(0.02, plan.due(1))
    expect(plan.chargesSince()).toBe(1)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
  },
)

describe('a card without money', () => {
  test('is charged on days 0, 1, 3, 5 and 7; access lasts through the grace, ends, and returns with a payment', async () => {
    const plan = await subscribed()
    plan.decline('insufficient_funds')
    const tries = async () => (await readBooks(plan.school, plan.student)).attempts.length
    const before = await tries()
    const seen: [day: number, tries: number, status: string, access: boolean][] = []
    for (const day of [0, 0.5, 1, 2, 3, 4, 5, 6, 6.9, 7, 10]) {
      await plan.at(day, plan.due(1))
      seen.push([day, (await tries()) - before, (await plan.mine()).status, await plan.mayLearn()])
    }
    expect(seen).toEqual([
      [0, 1, 'past_due', true],
      [0.5, 1, 'past_due', true],
      [1, 2, 'past_due', true],
      [2, 2, 'past_due', true],
      [3, 3, 'past_due', true],
      [4, 3, 'past_due', true],
      [5, 4, 'past_due', true],
      [6, 4, 'past_due', true],
      [6.9, 4, 'past_due', true],
      [7, 5, 'unpaid', false],
      [10, 5, 'unpaid', false],
    ])
    plan.decline('pay')
    expect(await plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: true })).toEqual({
      is_paid: true,
      url: null,
    })
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2, is_due: false })
    expect(await plan.mayLearn()).toBe(true)
    // The next period begins on its day, whenever the last one was paid.
    expect((await plan.mine()).next_at).toBe(plan.due(2).toISOString())
  })

  test('ends the subscription after 14 days, and nothing is charged any more', async () => {
    const plan = await subscribed()
    plan.decline('insufficient_funds')
    for (const day of [0, 1, 3, 5, 7, 14, 20]) await plan.at(day, plan.due(1))
    expect(await plan.mine()).toMatchObject({ status: 'canceled', next_at: null, is_due: false })
    plan.decline('pay')
    await plan.at(0, plan.due(2))
    expect(plan.chargesSince()).toBe(0)
    expect(await mailsOf(plan)).toEqual([
      ...Array<string>(5).fill('plan_payment_failed'),
      'plan_suspended',
      'plan_ended',
    ])
  })

  test('recovers at once when another card is saved on day 4', async () => {
    const plan = await subscribed()
    plan.decline('insufficient_funds')
    for (const day of [0, 1, 3]) await plan.at(day, plan.due(1))
    setClock(addDays(plan.due(1), 4))
    await saveCard({ ...plan, sandbox: payments.sandbox })
    plan.decline('pay')
    await runBilling(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
  })
})

test.each(['expired_card', 'authenticate'] as const)(
  'a card that the bank declines for good (%s) is not charged again: a pay link follows by mail',
  async (result) => {
    const plan = await subscribed()
    plan.decline(result)
    const before = (await readBooks(plan.school, plan.student)).attempts.length
    for (const day of [0, 1, 3, 5]) await plan.at(day, plan.due(1))
    expect((await readBooks(plan.school, plan.student)).attempts).toHaveLength(before + 1)
    expect(await mailsOf(plan)).toEqual(['plan_payment_failed'])
    const { url } = await plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: false })
    await payOnPage('paystack', url!)
    await payments.sandbox.paystack.webhooksIdle()
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
    expect(await plan.mayLearn()).toBe(true)
  },
)

test('what is due is not paid on a page that cannot be opened', async () => {
  const plan = await subscribed()
  plan.decline('insufficient_funds')
  await plan.at(0, plan.due(1))
  const pay = () =>
    plan.student
      .api(payMySubscription, { id: plan.id, what: 'due', with_card: false })
      .catch((error: { code: string }) => error.code)
  payments.sandbox.paystack.failNext({ kind: 'error_500', request: 'POST /transaction', times: 1 })
  expect(await pay()).toBe('payment_provider_unavailable')
  const changeAttempt = (state: string) =>
    plan.school.transact(({ tx, school_id }) =>
      tx
        .updateTable('payment_attempts')
        .set({ state })
        .where('school_id', '=', school_id)
        .where('state', 'in', ['created', 'unknown'])
        .execute(),
    )
  await changeAttempt('created')
  expect(await pay()).toBe('checkout_in_progress')
  await changeAttempt('expired')
  const changeOrder = (changes: { total?: number; status?: string }) =>
    plan.school.transact(({ tx, school_id }) =>
      tx
        .updateTable('orders')
        .set(changes)
        .where('school_id', '=', school_id)
        .where('status', '=', 'awaiting_payment')
        .execute(),
    )
  await changeOrder({ total: 100 })
  expect(await pay()).toBe('amount_not_supported')
  payments.configure({ accounts: {} })
  expect(await pay()).toBe('payments_unavailable')
  await changeOrder({ status: 'canceled' })
  expect(await pay()).toBe('order_not_payable')
})

test('ten billers at once charge a due subscription once', async () => {
  const plan = await subscribed()
  setClock(plan.due(1))
  await billAtOnce(plan.school, plan.id, 10)
  expect(plan.chargesSince()).toBe(1)
  const { orders, entitlements, receipts } = await readBooks(plan.school, plan.student)
  // The check of the card, the first payment and the second.
  expect(orders.filter(({ status }) => status === 'paid')).toHaveLength(3)
  expect([entitlements.length, receipts.length]).toEqual([1, 2])
  expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
})

describe('instalments', () => {
  test('of 100.00 are 33.34, 33.33 and 33.33; after the last one access stays for good', async () => {
    const plan = await subscribed('instalments')
    for (const period of [1, 2, 3]) await plan.at(0, plan.due(period))
    const { orders } = await readBooks(plan.school, plan.student)
    expect(orders.filter(({ status }) => status === 'paid').map(({ total }) => Number(total))).toEqual([
      // The check of the card.
      10_000, 33_334, 33_333, 33_333,
    ])
    expect(await plan.mine()).toMatchObject({
      status: 'completed',
      paid_count: 3,
      total_count: 3,
      remaining_amount: 0,
      access_ends_at: null,
    })
    await plan.at(120)
    expect(await plan.mayLearn()).toBe(true)
    expect(plan.chargesSince()).toBe(2)
  })

  test('that are missed close the course, and a later payment opens it again', async () => {
    const plan = await subscribed('instalments')
    plan.decline('insufficient_funds')
    for (const day of [0, 1, 3, 5, 7]) await plan.at(day, plan.due(1))
    expect([await plan.mayLearn(), (await plan.mine()).status]).toEqual([false, 'unpaid'])
    plan.decline('pay')
    await plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: true })
    expect([await plan.mayLearn(), (await plan.mine()).status]).toEqual([true, 'active'])
  })

  test('are paid off early in one payment', async () => {
    const plan = await subscribed('instalments')
    await plan.at(3)
    expect((await plan.mine()).remaining_amount).toBe(66_666)
    const pay = { id: plan.id, what: 'all', with_card: true } as const
    expect(await plan.student.api(payMySubscription, pay)).toEqual({ is_paid: true, url: null })
    expect(await plan.mine()).toMatchObject({ status: 'completed', paid_count: 3, remaining_amount: 0 })
    await plan.at(0, plan.due(1))
    expect(plan.chargesSince()).toBe(1)
    await expect(plan.student.api(payMySubscription, pay)).rejects.toMatchObject({ code: 'nothing_to_pay' })
  })

  test('that are paid off on a page while the biller charges one are not paid twice', async () => {
    const plan = await subscribed('instalments')
    const { url } = await plan.student.api(payMySubscription, { id: plan.id, what: 'all', with_card: false })
    await plan.at(0, plan.due(1))
    await payOnPage('paystack', url!)
    await payments.sandbox.paystack.webhooksIdle()
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'completed', remaining_amount: 0 })
    const { orders } = await readBooks(plan.school, plan.student)
    const paid = orders.reduce(
      (sum, order) => sum + Number(order.paid_amount) - Number(order.refunded_amount),
      0,
    )
    // The check of the card is given back, too.
    expect(paid).toBe(100_000)
  })
})

describe('a cancellation', () => {
  test('at the end of the period keeps access until then; repeating it changes nothing', async () => {
    const plan = await subscribed()
    await plan.at(3)
    const cancel = () => plan.student.api(cancelMySubscription, { id: plan.id, at: 'period_end' })
    const first = await cancel()
    expect(first).toMatchObject({ status: 'active', cancel_at_period_end: true, next_at: null })
    expect(await cancel()).toEqual(first)
    await plan.at(-0.01, plan.due(1))
    expect(await plan.mayLearn()).toBe(true)
    await plan.at(0, plan.due(1))
    expect(await plan.mayLearn()).toBe(false)
    expect(await plan.mine()).toMatchObject({ status: 'canceled' })
    expect(await cancel()).toMatchObject({ status: 'canceled' })
    expect(plan.chargesSince()).toBe(0)
  })

  test('now ends access now, for the student and for staff', async () => {
    const plan = await subscribed()
    const admin = await plan.school.admin()
    const ended = await admin.api(cancelStudentSubscription, { id: plan.id, at: 'now' })
    expect(ended).toMatchObject({ status: 'canceled', person: { id: plan.student.id } })
    expect(await plan.mayLearn()).toBe(false)
    expect(await admin.api(cancelStudentSubscription, { id: plan.id, at: 'now' })).toEqual(ended)
    await expect(plan.student.api(resumeMySubscription, { id: plan.id })).rejects.toMatchObject({
      code: 'subscription_ended',
    })
  })

  test('is taken back before the period ends', async () => {
    const plan = await subscribed()
    await plan.student.api(cancelMySubscription, { id: plan.id, at: 'period_end' })
    expect(await plan.student.api(resumeMySubscription, { id: plan.id })).toMatchObject({
      cancel_at_period_end: false,
      next_at: plan.due(1).toISOString(),
    })
    await plan.at(0, plan.due(1))
    expect(plan.chargesSince()).toBe(1)
  })
})

describe('a pause', () => {
  test('charges nothing, and a resumption after the paid time begins a new period', async () => {
    const plan = await subscribed()
    await plan.student.api(pauseMySubscription, { id: plan.id })
    await plan.at(5, plan.due(1))
    expect([plan.chargesSince(), await plan.mayLearn()]).toEqual([0, false])
    await plan.student.api(resumeMySubscription, { id: plan.id })
    await runBilling(plan.school)
    expect([plan.chargesSince(), await plan.mayLearn()]).toEqual([1, true])
    expect((await plan.mine()).next_at).toBe(addIntervals(addDays(plan.due(1), 5), 'month', 1).toISOString())
  })

  test('is refused for instalments, and while a payment is due', async () => {
    const refused = { code: 'subscription_not_pausable' }
    const instalments = await subscribed('instalments')
    await expect(instalments.student.api(pauseMySubscription, { id: instalments.id })).rejects.toMatchObject(
      refused,
    )
    const plan = await subscribed()
    plan.decline('insufficient_funds')
    await plan.at(0, plan.due(1))
    await expect(plan.student.api(pauseMySubscription, { id: plan.id })).rejects.toMatchObject(refused)
  })
})

test('a trial costs nothing, and its end charges the saved card', async () => {
  const plan = await subscribed('subscription', { trial_days: 14 })
  expect(await plan.mine()).toMatchObject({ status: 'trialing', paid_count: 0, next_amount: 10_000_00 })
  await plan.at(13)
  expect([plan.chargesSince(), await plan.mayLearn()]).toEqual([0, true])
  await plan.at(14)
  expect(plan.chargesSince()).toBe(1)
  expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 1 })
})

test('periods that a coupon makes free are not charged', async () => {
  const plan = await subscribed('subscription', { free_months: 1 })
  await plan.at(0, plan.due(1))
  expect([plan.chargesSince(), await plan.mayLearn()]).toEqual([0, true])
  await plan.at(0, plan.due(2))
  expect(plan.chargesSince()).toBe(1)
})

describe('a refund', () => {
  test('of the current period ends the subscription and its access', async () => {
    const plan = await subscribed()
    await plan.at(0, plan.due(1))
    const { orders } = await readBooks(plan.school, plan.student)
    const admin = await plan.school.admin()
    await keepLoggedIn(plan.school)
    await admin.api(refundOrder, { id: orders.at(-1)!.id })
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'canceled' })
    expect(await plan.mayLearn()).toBe(false)
  })

  test('of an earlier period leaves what a later one paid for', async () => {
    const plan = await subscribed()
    await plan.at(0, plan.due(1))
    const admin = await plan.school.admin()
    await keepLoggedIn(plan.school)
    await admin.api(refundOrder, { id: plan.order_id })
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'active' })
    expect(await plan.mayLearn()).toBe(true)
  })
})

describe('cards', () => {
  test('the default card of a live subscription is not deleted; after its end it is', async () => {
    const plan = await subscribed()
    const [card] = (await plan.student.api(listCards, {})).data
    await expect(plan.student.api(deleteCard, { id: card!.id })).rejects.toMatchObject({
      status: 409,
      code: 'card_in_use',
    })
    await plan.student.api(cancelMySubscription, { id: plan.id, at: 'now' })
    await plan.student.api(deleteCard, { id: card!.id })
    expect((await plan.student.api(listCards, {})).data).toEqual([])
  })

  test('another card of the student is charged once it is chosen; one of another student is not found', async () => {
    const plan = await subscribed('subscription', { provider: 'stripe' })
    const { setup_id } = await saveCard({ ...plan, sandbox: payments.sandbox }, '4000000000000341')
    expect(setup_id).toBeDefined()
    const other = (await plan.student.api(listCards, {})).data.find(({ last4 }) => last4 === '0341')!
    const chosen = await plan.student.api(setMySubscriptionCard, { id: plan.id, card_id: other.id })
    expect(chosen.card).toMatchObject({ last4: '0341' })
    const neighbour = await subscribed()
    const [foreign] = (await neighbour.student.api(listCards, {})).data
    await expect(
      plan.student.api(setMySubscriptionCard, { id: plan.id, card_id: foreign!.id }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test('staff find subscriptions by person, plan and status; students see their own only', async () => {
  const plan = await subscribed()
  const other = await plan.school.student()
  expect((await other.api(listMySubscriptions, {})).data).toEqual([])
  for (const act of [cancelMySubscription, pauseMySubscription, resumeMySubscription])
    await expect(other.api(act as never, { id: plan.id, at: 'now' } as never)).rejects.toMatchObject({})
  const admin = await plan.school.admin()
  const found = async (query: object) => (await admin.api(listSubscriptions, query)).data.map(({ id }) => id)
  expect(await found({ search: plan.student.email.slice(0, 20) })).toEqual([plan.id])
  expect(await found({ search: 'sailing' })).toEqual([plan.id])
  expect(await found({ status: 'active', user_id: plan.student.id })).toEqual([plan.id])
  expect(await found({ status: 'canceled' })).toEqual([])
  expect(await found({ search: 'nobody has this name' })).toEqual([])
})
