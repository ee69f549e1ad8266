import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscriptionSession } from '#school-billing/contract.ts'
import {
  createFreeSchool,
  createSubscribedSchool,
  handlePlanEvents,
  prices,
  startTestBilling,
  type TestBilling,
} from '#testing/builders/billing/school-billing-builder.ts'
import { createPlatformAccount } from '#testing/builders/school-builder.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import * as contract from '../contract.ts'

/** Tries of a webhook before it waits for a replay. */
const maxTries = 8

let billing: TestBilling
let privileged: Awaited<ReturnType<typeof createPlatformAccount>>
beforeAll(async () => {
  billing = await startTestBilling()
  privileged = await createPlatformAccount('privileged')
})
afterAll(() => billing.close())

test('lists what schools pay, by name, address and status', async () => {
  const { school } = await createSubscribedSchool({ quantity: 4 })
  const find = (input: object) => privileged.api(contract.listBilling, { limit: 100, ...input })
  const { data } = await find({ search: school.school_url })
  expect(data).toMatchObject([
    {
      school_id: school.school_id,
      status: 'active',
      plan: 'basic',
      interval: 'month',
      quantity: 4,
      amount: 800,
      currency: 'USD',
      last_invoice: { status: 'paid', total: 800 },
    },
  ])
  expect((await find({ search: school.school_url, status: 'past_due' })).data).toEqual([])
  const listed = (await find({ status: 'active' })).data.map(({ school_id }) => school_id)
  expect(listed).toContain(school.school_id)
})

test('pages through all schools', async () => {
  for (let index = 0; index < 2; index++) await createSubscribedSchool()
  const first = await privileged.api(contract.listBilling, { limit: 1 })
  const second = await privileged.api(contract.listBilling, { limit: 1, cursor: first.next_cursor! })
  expect(second.data[0]!.school_id).not.toBe(first.data[0]!.school_id)
})

test('replays a webhook about a plan that failed', async () => {
  const { school, owner } = await createFreeSchool()
  const { url } = await owner.api(createSubscriptionSession, {
    price_id: prices.basicMonth,
    quantity: 1,
    school_id: school.school_id,
  })
  await handlePlanEvents(billing)
  await payWithCard(url, '4242424242424242')
  billing.stripe.failNext({ kind: 'error_500', request: 'GET', times: 100_000 })
  for (let tries = 0; tries < maxTries; tries++) await handlePlanEvents(billing)
  const { data } = await privileged.api(contract.listPlatformPaymentEvents, { state: 'failed' })
  expect(data[0]).toMatchObject({ provider: 'stripe', tries: maxTries })
  billing.stripe.clearFailures()
  await privileged.api(contract.replayPlatformPaymentEvent, { id: data[0]!.id })
  await handlePlanEvents(billing)
  await expect(
    privileged.api(contract.replayPlatformPaymentEvent, { id: data[0]!.id }),
  ).rejects.toMatchObject({ code: 'payment_event_not_failed' })
  const [row] = (await privileged.api(contract.listBilling, { search: school.school_url })).data
  expect(row).toMatchObject({ status: 'active', quantity: 1 })
})
