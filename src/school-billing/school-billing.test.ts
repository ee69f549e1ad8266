import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerStudent } from '#accounts/contract.ts'
import { getPlan } from '#plans/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createFreeSchool,
  createSubscribedSchool,
  failingCard,
  goodCard,
  handlePlanEvents,
  prices,
  startTestBilling,
  type TestBilling,
} from '#testing/builders/billing/school-billing-builder.ts'
import { createOwnedSchool } from '#testing/builders/owner-builder.ts'
import { createTestAccount, getTestApp, testPassword } from '#testing/builders/school-builder.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import * as contract from './contract.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())
afterEach(() => billing.reset())

type Subscribed = Awaited<ReturnType<typeof createSubscribedSchool>>

const subscriptionOf = async ({ owner }: Subscribed) => {
  const { data } = await owner.api(contract.listSchoolInvoices, {})
  const id = billing.stripe.invoices().find((invoice) => invoice.id === data[0]!.invoice_id)!.subscription
  return billing.stripe.subscriptions().find((one) => one.id === id)!
}
/** Moves Stripe's clock to the middle of the period. */
async function advanceToMiddle(of: Subscribed) {
  const { period_start, period_end } = await subscriptionOf(of)
  billing.stripe.advanceTime((period_end - period_start) / 2)
}
const code = (expected: string) => ({ code: expected })

describe('a school subscribes', () => {
  test('on Stripe’s page, and the limits of the free plan end at once', async () => {
    const { school, owner } = await createFreeSchool()
    await expect(owner.api(getPlan, {})).resolves.toMatchObject({ plan_name: 'free', is_flagged: true })
    const { school_id } = school
    const session = { price_id: prices.proMonth, quantity: 3, school_id }
    const { url } = await owner.api(contract.createSubscriptionSession, session)
    const { location } = await payWithCard(url, goodCard)
    expect(location).toContain(`${school.host}`)
    expect(location).toContain('/manage/settings/plan?checkout=done')
    await handlePlanEvents(billing)
    await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({
      status: 'active',
      plan: 'pro',
      interval: 'month',
      quantity: 3,
      unit_amount: 500,
      currency: 'USD',
      is_test: true,
      seats_in_use: 0,
    })
    await expect(owner.api(getPlan, {})).resolves.toMatchObject({
      plan_name: 'subscription',
      is_flagged: false,
      limits: { students: { used: 0, limit: 3 }, storage: { limit: 200_000_000_000 } },
    })
    const invoices = await owner.api(contract.listSchoolInvoices, {})
    expect(invoices.data).toMatchObject([{ status: 'paid', total: 1_500, currency: 'USD' }])
    await expect(owner.api(contract.createSubscriptionSession, session)).rejects.toMatchObject(
      code('already_subscribed'),
    )
  })

  test('at the prices of its country only', async () => {
    const { school, owner } = await createFreeSchool({ currency_code: 'NGN' })
    const { data } = await owner.api(contract.listPlanPrices, {})
    expect(data.map(({ plan, interval, currency }) => [plan, interval, currency])).toEqual([
      ['basic', 'month', 'NGN'],
      ['basic', 'year', 'NGN'],
      ['pro', 'month', 'NGN'],
      ['pro', 'year', 'NGN'],
    ])
    for (const price_id of [prices.basicMonth, 'price_sandbox_other', 'price_unknown'])
      await expect(
        owner.api(contract.createSubscriptionSession, { price_id, quantity: 1, school_id: school.school_id }),
      ).rejects.toMatchObject({ status: 422, code: 'price_not_offered' })
  })

  test('with a whole number of seats, as many as it has students', async () => {
    const { school, owner } = await createFreeSchool()
    for (let index = 0; index < 2; index++) await school.student()
    const { school_id } = school
    const session = { price_id: prices.basicMonth, school_id }
    for (const quantity of [0, 1.5, 1e9, -1, '2'])
      await expect(
        owner.api(contract.createSubscriptionSession, { ...session, quantity: quantity as number }),
      ).rejects.toMatchObject({ status: 422 })
    await expect(
      owner.api(contract.createSubscriptionSession, { ...session, quantity: 1 }),
    ).rejects.toMatchObject({ status: 409, code: 'seats_in_use' })
    await owner.api(contract.createSubscriptionSession, { ...session, quantity: 2 })
  })

  test('once, though two pages were opened', async () => {
    const { school, owner } = await createFreeSchool()
    const session = { price_id: prices.basicMonth, quantity: 1, school_id: school.school_id }
    const first = await owner.api(contract.createSubscriptionSession, session)
    const second = await owner.api(contract.createSubscriptionSession, session)
    expect((await payWithCard(first.url, goodCard)).html).toContain('expired')
    billing.stripe.configureWebhooks({ mode: 'drop' })
    await payWithCard(second.url, goodCard)
    // No webhook came and nobody returned: the next call asks Stripe.
    await expect(owner.api(contract.createSubscriptionSession, session)).rejects.toMatchObject(
      code('already_subscribed'),
    )
    const both = await Promise.allSettled(
      [1, 2].map(() => owner.api(contract.createSubscriptionSession, session)),
    )
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('on one of two pages that were opened at the same time', async () => {
    const { school, owner } = await createFreeSchool()
    const session = { price_id: prices.basicMonth, quantity: 1, school_id: school.school_id }
    const both = await Promise.allSettled(
      [1, 2].map(() => owner.api(contract.createSubscriptionSession, session)),
    )
    const urls = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.url] : []))
    for (const url of urls) await payWithCard(url, goodCard)
    const refusals = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refusals.filter((refusal) => refusal !== 'plan_checkout_in_progress')).toEqual([])
    await owner.api(contract.refreshSchoolBilling, {})
    const { subscriptions } = billing.stripe
    const { customer } = await subscriptionOf({ school, owner })
    expect(
      subscriptions().filter((one) => one.customer === customer && one.status === 'active'),
    ).toHaveLength(1)
  })

  test('only where Stripe is set up, the platform sells, and no plan was agreed', async () => {
    const { owner, school } = await createFreeSchool()
    const session = { price_id: prices.basicMonth, quantity: 1, school_id: school.school_id }
    const { accounts } = (await getTestApp()).services.config.payments
    billing.configure({ accounts: { ...accounts, stripe: undefined } as never })
    await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({ is_available: false })
    for (const refused of [
      () => owner.api(contract.createSubscriptionSession, session),
      () => owner.api(contract.listPlanPrices, {}),
      () => owner.api(contract.createBillingPortalSession, {}),
      () => owner.api(contract.openCardUpdate, {}),
    ])
      await expect(refused()).rejects.toMatchObject(code('billing_unavailable'))
    billing.reset()
    const agreed = await createFreeSchool({ plan_name: 'enterprise' })
    await expect(
      agreed.owner.api(contract.createSubscriptionSession, {
        ...session,
        school_id: agreed.school.school_id,
      }),
    ).rejects.toMatchObject(code('plan_managed_by_platform'))
  })
})

describe('callers', () => {
  test('own the school at the root host too; another school is not found', async () => {
    const { account, school } = await createOwnedSchool({ plan_name: 'free', currency_code: 'USD' })
    const { school_id } = school
    const session = { price_id: prices.basicMonth, quantity: 2, school_id }
    const { url } = await account.api(contract.createSubscriptionSession, session)
    await payWithCard(url, goodCard)
    await handlePlanEvents(billing)
    await expect(
      account.api(contract.updateSubscriptionQuantity, { school_id, quantity: 4 }),
    ).resolves.toMatchObject({ quantity: 4 })
    const { url: portal } = await account.api(contract.createBillingPortalSession, { school_id })
    expect(portal).toContain('/billing/stripe/portal/')
    const other = await createTestAccount()
    const elsewhere = await createFreeSchool()
    for (const caller of [other, elsewhere.owner]) {
      const refused = [
        () => caller.api(contract.createSubscriptionSession, session),
        () => caller.api(contract.createBillingPortalSession, { school_id }),
        () => caller.api(contract.openCardUpdate, { school_id }),
        () => caller.api(contract.updateSubscriptionQuantity, { school_id, quantity: 9 }),
        () => caller.api(contract.cancelSubscription, { school_id, at_period_end: false }),
      ]
      for (const one of refused) await expect(one()).rejects.toMatchObject({ status: 404 })
    }
    await expect(other.api(contract.createBillingPortalSession, {})).rejects.toMatchObject({ status: 404 })
    for (const caller of [await school.admin(), await school.teacher(), await school.student()])
      await expect(caller.api(contract.updateSubscriptionQuantity, { quantity: 9 })).rejects.toMatchObject({
        status: 403,
      })
    await expect(
      school.visitor().api(contract.updateSubscriptionQuantity, { quantity: 9 }),
    ).rejects.toMatchObject({ status: 401 })
  })
})

describe('seats', () => {
  test('5 to 8 in the middle of a month cost half of three seats, in the preview and on the invoice', async () => {
    const subscribed = await createSubscribedSchool({ quantity: 5, price_id: prices.proMonth })
    const { owner } = subscribed
    await advanceToMiddle(subscribed)
    const { period_start, period_end } = await subscriptionOf(subscribed)
    const middle = new Date((period_start + period_end) / 2).toISOString()
    const change = { quantity: 8, proration_date: middle }
    const after = await owner.api(contract.updateSubscriptionQuantity, change)
    expect(after).toMatchObject({ quantity: 8, status: 'active', pending: null })
    const { data } = await owner.api(contract.listSchoolInvoices, {})
    // Three seats of 5.00 for half of the period.
    expect(data[0]!.total).toBe(750)
    const fewer = await owner.api(contract.updateSubscriptionQuantity, {
      quantity: 5,
      proration_date: middle,
    })
    expect(fewer.quantity).toBe(5)
    const credit = await owner.api(contract.listSchoolInvoices, {})
    expect(credit.data[0]).toMatchObject({ total: -750, status: 'paid' })
    const { customer } = await subscriptionOf(subscribed)
    const newest = billing.stripe.invoices().findLast((invoice) => invoice.customer === customer)!
    expect(newest).toMatchObject({ ending_balance: -750, amount_due: 0 })
  })

  test('have a preview that equals the invoice', async () => {
    const { owner } = await createSubscribedSchool({ quantity: 5 })
    const preview = await owner.api(contract.previewSchoolPlan, { quantity: 8 })
    expect(preview.lines).toHaveLength(2)
    expect(preview.total).toBe(preview.lines.reduce((sum, { amount }) => sum + amount, 0))
    const { proration_date } = preview
    await owner.api(contract.updateSubscriptionQuantity, {
      quantity: 8,
      proration_date: new Date(proration_date).toISOString(),
    })
    const { data } = await owner.api(contract.listSchoolInvoices, {})
    expect(data[0]!.total).toBe(preview.amount_due)
    // A new period has just begun, so that three seats of 2.00 cost the whole price.
    expect(Math.abs(preview.total - 600)).toBeLessThanOrEqual(1)
  })

  test('stay as they are while the payment fails, and change when the invoice is paid', async () => {
    const subscribed = await createSubscribedSchool({ quantity: 5, card: failingCard })
    const { owner } = subscribed
    const changed = await owner.api(contract.updateSubscriptionQuantity, { quantity: 8 })
    expect(changed).toMatchObject({ quantity: 5, status: 'active', pending: { quantity: 8 } })
    await expect(owner.api(getPlan, {})).resolves.toMatchObject({ limits: { students: { limit: 5 } } })
    await payWithCard(changed.payment_url!, goodCard)
    await handlePlanEvents(billing)
    await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({
      quantity: 8,
      pending: null,
      payment_url: null,
    })
  })

  test('that wait for a payment are forgotten after 23 hours', async () => {
    const { owner } = await createSubscribedSchool({ quantity: 5, card: failingCard })
    await owner.api(contract.updateSubscriptionQuantity, { quantity: 8 })
    billing.stripe.advanceTime(24 * 3_600_000)
    await handlePlanEvents(billing)
    await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({
      quantity: 5,
      pending: null,
    })
  })

  test('end at one of two values that were set at the same time', async () => {
    const { owner } = await createSubscribedSchool({ quantity: 5 })
    await Promise.all([8, 11].map((quantity) => owner.api(contract.updateSubscriptionQuantity, { quantity })))
    const { quantity } = await owner.api(contract.refreshSchoolBilling, {})
    expect([8, 11]).toContain(quantity)
  })

  test('limit the students, and cannot fall below them', async () => {
    const { school, owner } = await createSubscribedSchool({ quantity: 1 })
    const join = () =>
      school.visitor().api(registerStudent, {
        name: 'Ngozi Eze',
        email: `ngozi-${newId()}@people.test`,
        password: testPassword,
      })
    await join()
    await expect(join()).rejects.toMatchObject(code('plan_student_limit_reached'))
    await owner.api(contract.updateSubscriptionQuantity, { quantity: 2 })
    await join()
    for (const refused of [
      () => owner.api(contract.updateSubscriptionQuantity, { quantity: 1 }),
      () => owner.api(contract.previewSchoolPlan, { quantity: 1 }),
      () => owner.api(contract.changeSchoolPlan, { price_id: prices.proMonth, quantity: 1 }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 409, code: 'seats_in_use' })
  })
})

describe('a plan', () => {
  test('changes to another one, and to another interval', async () => {
    const { owner } = await createSubscribedSchool({ quantity: 2 })
    const pro = { price_id: prices.proMonth, quantity: 2 }
    const preview = await owner.api(contract.previewSchoolPlan, pro)
    expect(Math.abs(preview.amount_due - 600)).toBeLessThanOrEqual(1)
    await expect(owner.api(contract.changeSchoolPlan, pro)).resolves.toMatchObject({
      plan: 'pro',
      interval: 'month',
      unit_amount: 500,
    })
    await expect(
      owner.api(contract.changeSchoolPlan, { price_id: prices.basicYear, quantity: 2 }),
    ).resolves.toMatchObject({ plan: 'basic', interval: 'year', unit_amount: 2_000 })
    for (const refused of [
      () => owner.api(contract.changeSchoolPlan, { price_id: prices.nigerianBasicMonth, quantity: 2 }),
      () => owner.api(contract.previewSchoolPlan, { price_id: 'price_unknown', quantity: 2 }),
    ])
      await expect(refused()).rejects.toMatchObject(code('price_not_offered'))
  })

  test('needs a subscription to be changed', async () => {
    const { owner } = await createFreeSchool()
    for (const refused of [
      () => owner.api(contract.updateSubscriptionQuantity, { quantity: 2 }),
      () => owner.api(contract.previewSchoolPlan, { quantity: 2 }),
      () => owner.api(contract.changeSchoolPlan, { price_id: prices.proMonth, quantity: 2 }),
      () => owner.api(contract.cancelSubscription, { at_period_end: true }),
      () => owner.api(contract.reactivateSubscription, {}),
      () => owner.api(contract.createBillingPortalSession, {}),
      () => owner.api(contract.openCardUpdate, {}),
    ])
      await expect(refused()).rejects.toMatchObject(code('no_subscription'))
  })

  test('canceled at the end of the period stays until then, and can be taken back', async () => {
    const { owner } = await createSubscribedSchool()
    const canceled = { status: 'active', cancel_at_period_end: true }
    for (let again = 0; again < 2; again++)
      await expect(owner.api(contract.cancelSubscription, { at_period_end: true })).resolves.toMatchObject(
        canceled,
      )
    await expect(owner.api(contract.reactivateSubscription, {})).resolves.toMatchObject({
      cancel_at_period_end: false,
    })
    await owner.api(contract.cancelSubscription, {} as never)
    await expect(owner.api(getPlan, {})).resolves.toMatchObject({ plan_name: 'subscription' })
    billing.stripe.advanceTime(40 * 86_400_000)
    await handlePlanEvents(billing)
    await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({ status: 'canceled' })
    await expect(owner.api(getPlan, {})).resolves.toMatchObject({ plan_name: 'free', is_flagged: true })
  })

  test('canceled at once ends now; canceling again changes nothing', async () => {
    const { owner } = await createSubscribedSchool()
    for (let again = 0; again < 2; again++)
      await expect(owner.api(contract.cancelSubscription, { at_period_end: false })).resolves.toMatchObject({
        status: 'canceled',
      })
    await expect(owner.api(getPlan, {})).resolves.toMatchObject({ plan_name: 'free' })
    await expect(owner.api(contract.reactivateSubscription, {})).rejects.toMatchObject(
      code('no_subscription'),
    )
  })
})

test('an owner replaces the card of the plan on Stripe’s page, which offers nothing else', async () => {
  const { owner, school } = await createSubscribedSchool()
  const { url } = await owner.api(contract.openCardUpdate, {})
  const html = await (await fetch(url)).text()
  expect(html).toContain('Update your card')
  expect(html).not.toContain('Cancel at the end of the period')
  const { location } = await payWithCard(url, goodCard)
  expect(location).toContain(`${school.host}`)
  expect(location).toContain('/manage/settings/plan?checkout=done')
  await expect((await school.admin()).api(contract.openCardUpdate, {})).rejects.toMatchObject({ status: 403 })
})

test('every call says that plans cannot be changed without Stripe', async () => {
  const { owner } = await createSubscribedSchool()
  const { accounts } = (await getTestApp()).services.config.payments
  billing.configure({ accounts: { ...accounts, stripe: undefined } as never })
  for (const refused of [
    () => owner.api(contract.refreshSchoolBilling, {}),
    () => owner.api(contract.updateSubscriptionQuantity, { quantity: 6 }),
    () => owner.api(contract.changeSchoolPlan, { price_id: prices.proMonth, quantity: 6 }),
    () => owner.api(contract.previewSchoolPlan, { quantity: 6 }),
    () => owner.api(contract.cancelSubscription, { at_period_end: true }),
    () => owner.api(contract.reactivateSubscription, {}),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 409, code: 'billing_unavailable' })
})

test('every call says that Stripe does not answer, and can be repeated', async () => {
  const { owner, school } = await createSubscribedSchool()
  const free = await createFreeSchool()
  billing.stripe.failNext({ kind: 'error_500', times: 1_000 })
  const { school_id } = free.school
  for (const refused of [
    () => owner.api(contract.refreshSchoolBilling, {}),
    () => owner.api(contract.updateSubscriptionQuantity, { quantity: 6 }),
    () => owner.api(contract.changeSchoolPlan, { price_id: prices.proMonth, quantity: 6 }),
    () => owner.api(contract.previewSchoolPlan, { quantity: 6 }),
    () => owner.api(contract.cancelSubscription, { at_period_end: true }),
    () => owner.api(contract.reactivateSubscription, {}),
    () => owner.api(contract.createBillingPortalSession, {}),
    () => owner.api(contract.openCardUpdate, {}),
    () => free.owner.api(contract.listPlanPrices, {}),
    () =>
      free.owner.api(contract.createSubscriptionSession, {
        price_id: prices.basicMonth,
        quantity: 1,
        school_id,
      }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 503, code: 'billing_provider_unavailable' })
  billing.stripe.clearFailures()
  expect(school.school_id).not.toBe(school_id)
  await expect(owner.api(contract.updateSubscriptionQuantity, { quantity: 6 })).resolves.toMatchObject({
    quantity: 6,
  })
})
