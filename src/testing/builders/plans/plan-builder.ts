import { createPaymentPlan } from '#payment-plans/contract.ts'
import { chargeOrder, insertOrder, type InstalmentTerms, type SubscriptionTerms } from '#payments/index.ts'
import { completeFreeOrder } from '#payments/settlement/record-payment.ts'
import { billSubscription } from '#subscriptions/bill.ts'
import { listMySubscriptions } from '#subscriptions/contract.ts'
import { findDueSubscriptionsJob, jobs } from '#subscriptions/jobs.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { SellingSchool } from '../payments-builder.ts'
import { runJob, runQueuedJobs } from '../queue.ts'
import type { TestSchool } from '../school-builder.ts'

/** The school's transactions at the time of `setClock`. */
function atClock({ app, transact }: TestSchool) {
  const now = app.services.now?.() ?? new Date()
  const atNow: TestSchool['transact'] = (work) => transact((ctx) => work({ ...ctx, now }))
  return atNow
}

/** The context in which a worker runs jobs of the school, at the time of `setClock`. */
export async function workerContext(school: TestSchool): Promise<CtxWithoutTx> {
  const transact = atClock(school)
  const context = await transact((ctx) => Promise.resolve(ctx))
  return { ...context, actor: systemActor, transact }
}

export const monthly = (
  course_ids: string[],
  changes: Partial<SubscriptionTerms> = {},
): SubscriptionTerms => ({
  kind: 'subscription',
  amount: 10_000_00,
  interval: 'month',
  trial_days: 0,
  free_months: 0,
  currency: 'NGN',
  course_ids,
  ...changes,
})

export const threePayments = (course_ids: string[], currency = 'NGN'): InstalmentTerms => ({
  kind: 'instalments',
  amounts: [33_334, 33_333, 33_333],
  interval: 'month',
  currency,
  course_ids,
})

async function createPlan(school: TestSchool, terms: InstalmentTerms | SubscriptionTerms) {
  const { interval, course_ids } = terms
  const common = { name: 'Sailing', status: 'published', interval, course_ids } as const
  const admin = await school.admin()
  const { id } = await admin.api(createPaymentPlan, {
    ...common,
    ...(terms.kind === 'instalments'
      ? {
          kind: 'instalments',
          price: terms.amounts.reduce((sum, amount) => sum + amount, 0),
          instalment_count: terms.amounts.length,
        }
      : { kind: 'subscription', price: terms.amount, trial_days: terms.trial_days }),
  })
  return id
}

/** Buys a plan with the student's saved card, at the time of `setClock`. */
export async function buyPlan(
  { school, student }: Pick<SellingSchool, 'school' | 'student'>,
  terms: InstalmentTerms | SubscriptionTerms,
) {
  const hasTrial = terms.kind === 'subscription' && terms.trial_days > 0
  const first = terms.kind === 'instalments' ? terms.amounts[0]! : terms.amount
  const plan_id = await createPlan(school, terms)
  const line = {
    kind: 'plan',
    plan_id,
    plan_terms: terms,
    title: 'Sailing',
    gross: hasTrial ? 0 : first,
  } as const
  const order = await atClock(school)((ctx: Ctx) =>
    insertOrder(ctx, {
      buyer_id: student.id,
      currency: terms.currency,
      lines: [{ ...line, discount: 0 }],
    }),
  )
  if (hasTrial) await atClock(school)((ctx) => completeFreeOrder(ctx, order))
  else {
    const charge = { order_id: order.id, card_id: null, description: 'Sailing' }
    const outcome = await chargeOrder(await workerContext(school), charge)
    if (outcome.kind !== 'paid') throw new Error(`the plan was not paid: ${outcome.kind}`)
  }
  const { data } = await student.api(listMySubscriptions, {})
  const { id, created_at } = data[0]!
  return { id, created_at, order_id: order.id, plan_id }
}

/** Finds and bills what is due at the time of `setClock`, as the worker does. */
export async function runBilling(school: TestSchool) {
  const transact = atClock(school)
  await runJob({ transact }, findDueSubscriptionsJob, {})
  await runQueuedJobs({ transact, school_id: school.school_id }, jobs[0]!)
}

/** Several workers bill a subscription at the same moment. */
export async function billAtOnce(school: TestSchool, subscription_id: string, workers: number) {
  const contexts = await Promise.all(Array.from({ length: workers }, () => workerContext(school)))
  await Promise.all(contexts.map((ctx) => billSubscription(ctx, subscription_id)))
}
