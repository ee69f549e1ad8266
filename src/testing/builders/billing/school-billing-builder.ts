import { jobs as paymentJobs } from '#payments/jobs.ts'
import { createSubscriptionSession, refreshSchoolBilling } from '#school-billing/contract.ts'
import { sandboxPrices } from '#school-billing/index.ts'
import { payWithCard } from '../../fakes/sandbox-buyer.ts'
import { getTestPlatform } from '../owner-builder.ts'
import { startTestPayments } from '../payments-builder.ts'
import { queryAsOwner, runJob } from '../queue.ts'
import type { TestSchoolDetails } from '../schools/insert-school.ts'
import { createTestSchool, getTestApp } from '../school-builder.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { queueTables } from '#platform/jobs/queue-tables.ts'

/** Stripe's stand-in with the prices of plans. */
export async function startTestBilling() {
  const payments = await startTestPayments()
  const { schoolBilling } = (await getTestApp()).services.config
  const before = { ...schoolBilling }
  const settings = { prices: sandboxPrices, graceDays: 14 }
  Object.assign(schoolBilling, settings)
  return {
    stripe: payments.sandbox.stripe,
    configure: payments.configure,
    reset() {
      Object.assign(schoolBilling, settings)
      payments.sandbox.stripe.setDunningEnd('cancel')
      payments.reset()
    },
    async close() {
      Object.assign(schoolBilling, before)
      await payments.close()
    },
  }
}

export type TestBilling = Awaited<ReturnType<typeof startTestBilling>>

export const prices = {
  basicMonth: 'price_sandbox_basic_usd_month',
  basicYear: 'price_sandbox_basic_usd_year',
  proMonth: 'price_sandbox_pro_usd_month',
  nigerianBasicMonth: 'price_sandbox_basic_ngn_month',
}
export const goodCard = '4242424242424242'
/** Succeeds on the page; later payments are declined. */
export const failingCard = '4000000000000341'

/** A school on the free plan, with its owner. */
export async function createFreeSchool(details: TestSchoolDetails = {}) {
  const school = await createTestSchool({ plan_name: 'free', currency_code: 'USD', ...details })
  return { school, owner: await school.owner() }
}

/** A school that pays for the basic plan, month by month. */
export async function createSubscribedSchool({
  quantity = 5,
  card = goodCard,
  price_id = prices.basicMonth,
} = {}) {
  const free = await createFreeSchool()
  const { school_id } = free.school
  const { url } = await free.owner.api(createSubscriptionSession, { price_id, quantity, school_id })
  await payWithCard(url, card)
  await free.owner.api(refreshSchoolBilling, {})
  return free
}

/** Handles the webhooks that arrived at the platform's host, as a worker would. */
export async function handlePlanEvents(billing: TestBilling) {
  await billing.stripe.webhooksIdle()
  const platform = await getTestPlatform()
  const job = paymentJobs.find(({ name }) => name === 'handlePaymentEvent')!
  const rows = await queryAsOwner<{ payload: { event_id: string } }>(
    `select j.payload from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id
     where t.identifier = $1 and j.payload ->> 'school_id' = $2 order by j.id`,
    [job.name, PLATFORM_ID],
  )
  for (const { payload } of rows) await runJob(platform, job as never, payload as never)
}
