import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getPlan } from '#plans/contract.ts'
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
import { listAuditActions } from '#testing/builders/owner-builder.ts'
import { postWebhook } from '#testing/builders/payments-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'

const dayMs = 86_400_000

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())
afterEach(() => billing.reset())

const stateOf = async ({ owner }: Awaited<ReturnType<typeof createFreeSchool>>) => {
  const { status, quantity, plan } = await owner.api(contract.getSchoolBilling, {})
  const { plan_name, limits } = await owner.api(getPlan, {})
  return { status, quantity, plan, plan_name, students: limits?.students.limit }
}

describe('webhooks', () => {
  const events = [
    'customer.subscription.created',
    'invoice.paid',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ]
  const permutations = (rest: readonly string[]): string[][] =>
    rest.length < 2
      ? [[...rest]]
      : rest.flatMap((first) =>
          permutations(rest.filter((one) => one !== first)).map((others) => [first, ...others]),
        )

  test('in all orders lead to the same state, and a deletion before the creation stays', async () => {
    for (const order of permutations(events)) {
      const free = await createFreeSchool()
      const { school_id } = free.school
      const before = billing.stripe.webhooks().length
      billing.stripe.configureWebhooks({ mode: 'hold' })
      const { url } = await free.owner.api(contract.createSubscriptionSession, {
        price_id: prices.basicMonth,
        quantity: 3,
        school_id,
      })
      await payWithCard(url, goodCard)
      const subscription = billing.stripe.subscriptions().at(-1)!
      await cancelAtStripe(subscription.id)
      const held = billing.stripe.webhooks().slice(before)
      const types = held.map(({ body }) => (JSON.parse(body) as { type: string }).type)
      const positions = order.map((type) => types.indexOf(type))
      expect(positions).not.toContain(-1)
      billing.stripe.configureWebhooks({ mode: 'deliver' })
      billing.stripe.deliverHeldWebhooks(positions)
      await handlePlanEvents(billing)
      expect(await stateOf(free), order.join(', ')).toMatchObject({
        status: 'canceled',
        plan_name: 'free',
        quantity: 3,
      })
    }
  })

  test('of a another shop’s customer change nothing', async () => {
    const subscribed = await createSubscribedSchool()
    const { keys } = billing.stripe
    const headers = { authorization: `Bearer ${keys.secret_key}` }
    const customer = (await (
      await fetch(`${keys.base_url}/v1/customers`, { method: 'POST', headers, body: 'email=a@people.test' })
    ).json()) as { id: string }
    await fetch(`${keys.base_url}/v1/checkout/sessions`, {
      method: 'POST',
      headers,
      body: `mode=subscription&customer=${customer.id}&line_items[0][price]=${prices.basicMonth}&line_items[0][quantity]=1&success_url=https://shop.example/r`,
    })
      .then((reply) => reply.json() as Promise<{ url: string }>)
      .then(({ url }) => payWithCard(url, goodCard))
    await handlePlanEvents(billing)
    expect(await stateOf(subscribed)).toMatchObject({ status: 'active', quantity: 5, students: 5 })
  })

  test('that contradict Stripe change nothing', async () => {
    const subscribed = await createSubscribedSchool()
    const { body } = billing.stripe.webhooks().at(-1)!
    const event = JSON.parse(body) as { id: string; type: string; data: { object: Record<string, unknown> } }
    Object.assign(event, { id: `evt_forged_${Date.now()}`, type: 'customer.subscription.deleted' })
    Object.assign(event.data.object, { object: 'subscription', id: 'sub_forged', status: 'canceled' })
    expect(await postWebhook('stripe', JSON.stringify(event))).toBe(200)
    await handlePlanEvents(billing)
    expect(await stateOf(subscribed)).toMatchObject({ status: 'active' })
  })
})

async function cancelAtStripe(id: string) {
  const { base_url, secret_key } = billing.stripe.keys
  const reply = await fetch(`${base_url}/v1/subscriptions/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secret_key}` },
  })
  expect(reply.status).toBe(200)
}

describe('an unpaid renewal', () => {
  /** A school that subscribed 32 days ago with a card that is declined later. */
  async function failRenewal() {
    billing.stripe.advanceTime(-32 * dayMs)
    const subscribed = await createSubscribedSchool({ quantity: 5, card: failingCard })
    billing.stripe.advanceTime(32 * dayMs)
    await handlePlanEvents(billing)
    return subscribed
  }

  test('keeps the plan for the days of grace, then the limits of the free plan return', async () => {
    const failed = await failRenewal()
    const { owner, school } = failed
    const overdue = await owner.api(contract.getSchoolBilling, {})
    expect(overdue).toMatchObject({ status: 'past_due', plan: 'basic' })
    const { grace_ends_at } = await (await school.admin()).api(getPlan, {})
    expect(new Date(grace_ends_at!).getTime()).toBe(new Date(overdue.grace_ends_at!).getTime())
    expect(await stateOf(failed)).toMatchObject({ plan_name: 'subscription', students: 5 })
    await expect(owner.api(contract.updateSubscriptionQuantity, { quantity: 6 })).rejects.toMatchObject({
      code: 'plan_payment_overdue',
    })
    await expect(owner.api(contract.previewSchoolPlan, { quantity: 6 })).rejects.toMatchObject({
      code: 'plan_payment_overdue',
    })
    await expect(
      owner.api(contract.changeSchoolPlan, { quantity: 6, price_id: prices.proMonth }),
    ).rejects.toMatchObject({ code: 'plan_payment_overdue' })
    school.app.services.config.schoolBilling.graceDays = 1
    await runJob(
      school,
      jobs.find(({ name }) => name === 'endPlanGrace')!,
      {},
    )
    expect(await stateOf(failed)).toMatchObject({ status: 'past_due', plan_name: 'free' })
    expect(await listAuditActions(school)).toContain('school_billing.changed')
  })

  test('is recovered by paying its invoice, with everything as before', async () => {
    const failed = await failRenewal()
    const { payment_url } = await failed.owner.api(contract.getSchoolBilling, {})
    await payWithCard(payment_url!, goodCard)
    await handlePlanEvents(billing)
    expect(await stateOf(failed)).toMatchObject({ status: 'active', plan_name: 'subscription', students: 5 })
    await expect(failed.owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({
      past_due_since: null,
      grace_ends_at: null,
      payment_url: null,
    })
    await expect(failed.owner.api(getPlan, {})).resolves.toMatchObject({ grace_ends_at: null })
  })

  test.each(['unpaid', 'cancel'] as const)(
    'ends the plan after the last try, if Stripe is set to %s, and deletes nothing',
    async (end) => {
      billing.stripe.setDunningEnd(end)
      const failed = await failRenewal()
      const student = await failed.school.student()
      billing.stripe.advanceTime(20 * dayMs)
      await handlePlanEvents(billing)
      expect(await stateOf(failed)).toMatchObject({
        status: end === 'unpaid' ? 'unpaid' : 'canceled',
        plan_name: 'free',
      })
      const plan = await failed.owner.api(getPlan, {})
      expect(plan.limits?.students).toMatchObject({ used: 1 })
      expect(student.id).toBeTruthy()
    },
  )
})

test('the nightly job finds a cancellation without a webhook', async () => {
  const { school, owner } = await createSubscribedSchool()
  billing.stripe.configureWebhooks({ mode: 'drop' })
  await cancelAtStripe(billing.stripe.subscriptions().at(-1)!.id)
  await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({ status: 'active' })
  await runJob(
    school,
    jobs.find(({ name }) => name === 'refreshSchoolBilling')!,
    {},
  )
  await expect(owner.api(contract.getSchoolBilling, {})).resolves.toMatchObject({ status: 'canceled' })
})
