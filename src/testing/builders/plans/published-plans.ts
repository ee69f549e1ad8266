import { createPaymentPlan } from '#payment-plans/contract.ts'
import type { PlanInterval } from '#payments/index.ts'
import { createCheckout } from '#payments/contract.ts'
import type { SandboxProviders } from '#sandbox-providers/index.ts'
import { listMySubscriptions } from '#subscriptions/contract.ts'
import { payOnPage, runPaymentJobs, type SellingSchool } from '../payments-builder.ts'

interface NewPlan {
  name: string
  price: number
  interval?: PlanInterval
  trial_days?: number
  course_ids: string[]
}

/** Creates a published subscription plan, as an admin. Returns its id. */
export async function publishPlan({ school }: Pick<SellingSchool, 'school'>, plan: NewPlan): Promise<string> {
  const admin = await school.admin()
  const values = { kind: 'subscription', interval: 'month', status: 'published', ...plan } as const
  return (await admin.api(createPaymentPlan, values)).id
}

/** Buys a plan on the provider's page, as the student; the card is saved. Returns the subscription. */
export async function subscribe(
  { school, student, provider }: SellingSchool,
  sandbox: SandboxProviders,
  plan_id: string,
) {
  const { url } = await student.api(createCheckout, { plan_id })
  if (url.startsWith('http://127')) await payOnPage(provider, url)
  await sandbox[provider].webhooksIdle()
  await runPaymentJobs(school)
  return (await student.api(listMySubscriptions, {})).data[0]!
}
