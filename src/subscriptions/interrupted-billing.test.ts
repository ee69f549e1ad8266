import { expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import {
  createSellingSchool,
  readBooks,
  runPaymentJobs,
  saveCard,
} from '#testing/builders/payments-builder.ts'
import { billAtOnce, buyPlan, monthly, runBilling } from '#testing/builders/plans/plan-builder.ts'
import { setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { listMySubscriptions } from './contract.ts'
import { addDays, addIntervals } from './rules/periods.ts'

const payments = useTestPayments()

/** A student with a saved card who buys a monthly plan for one course now. */
async function subscribed() {
  const sale = await createSellingSchool('paystack')
  await saveCard({ ...sale, sandbox: payments.sandbox })
  setClock(new Date())
  const bought = await buyPlan(sale, monthly([sale.course.id], { currency: 'NGN' }))
  return { ...sale, start: new Date(bought.created_at), charges: payments.sandbox.paystack.chargeCount() }
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>

/** Moves the clock to the start of a later period. Nobody is logged out by it. */
async function moveToPeriod({ school, start }: Subscribed, period: number) {
  const now = addIntervals(start, 'month', period)
  setClock(now)
  await keepLoggedIn(school, now)
}

const keepLoggedIn = (school: TestSchool, now: Date) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('sessions')
      .set({ created_at: now, last_used_at: now, expires_at: addDays(now, 1_000) })
      .where('school_id', '=', school_id)
      .execute(),
  )

const mine = async ({ student }: Subscribed) => (await student.api(listMySubscriptions, {})).data[0]!
const chargesSince = ({ charges }: Subscribed) => payments.sandbox.paystack.chargeCount() - charges

test('a lost dispute of a later payment ends the subscription, its access and its charges', async () => {
  const plan = await subscribed()
  const { school, student, course } = plan
  await moveToPeriod(plan, 1)
  await runBilling(school)
  const { attempts } = await readBooks(school, student)
  const latest = attempts.toSorted((a, b) => Number(a.created_at) - Number(b.created_at)).at(-1)!
  const { paystack } = payments.sandbox
  const handleWebhooks = async () => {
    await paystack.webhooksIdle()
    await runPaymentJobs(school)
  }
  const dispute = paystack.openDispute(latest.reference)
  await handleWebhooks()
  expect(await mine(plan)).toMatchObject({ status: 'active' })
  paystack.closeDispute(dispute, 'lost')
  await handleWebhooks()
  expect(await mine(plan)).toMatchObject({ status: 'canceled' })
  await expect(student.api(getCourseContents, { id: course.id })).rejects.toMatchObject({ status: 403 })
  const ended = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('action', '=', 'subscription.ended')
      .select('change')
      .execute(),
  )
  expect(ended).toMatchObject([{ change: { reason: 'disputed' } }])
  await moveToPeriod(plan, 2)
  await runBilling(school)
  expect(chargesSince(plan)).toBe(1)
})

test('a worker without keys leaves a charge to one that has them', async () => {
  const plan = await subscribed()
  const { accounts } = plan.school.app.services.config.payments
  await moveToPeriod(plan, 1)
  const { id } = await mine(plan)
  const { paystack: _paystack, ...others } = accounts
  payments.configure({ accounts: others })
  await expect(billAtOnce(plan.school, id, 1)).rejects.toThrow('No keys for paystack')
  payments.configure({ accounts })
  await billAtOnce(plan.school, id, 1)
  expect(chargesSince(plan)).toBe(1)
  expect(await mine(plan)).toMatchObject({ status: 'active', paid_count: 2 })
})
