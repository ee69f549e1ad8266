import { describe, expect, test } from 'vitest'
import { createPaymentPlan, getPaymentPlan, updatePaymentPlan } from '#payment-plans/contract.ts'
import {
  closeManualDispute,
  createCheckout,
  getOrder,
  listOrders,
  recordManualDispute,
  refundOrder,
  verifyMyOrder,
} from '#payments/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
} from '#testing/builders/payments-builder.ts'
import { runBilling } from '#testing/builders/plans/plan-builder.ts'
import { resetClock, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { addMonths } from '#lib/dates/add-months.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  becomeAffiliate,
  getMyAffiliate,
  listAffiliateCommissions,
  previewReferral,
  recordAffiliatePayout,
  updateAffiliate,
  updateAffiliateSettings,
} from './contract.ts'

useTestPayments()

type PlanValues = Partial<Input<typeof createPaymentPlan>>

const price = 1_000_000
const subscription: PlanValues = { kind: 'subscription', interval: 'month' }
const instalments: PlanValues = { kind: 'instalments', interval: 'month', instalment_count: 3 }

/** A plan that gives buyers 10 % off its first payment and affiliates 20 %, and an affiliate. */
async function createPlanSale(
  values: PlanValues,
  settings: Input<typeof updateAffiliateSettings> = {},
  provider: 'paystack' | 'flutterwave' = 'paystack',
) {
  const {
    school,
    course,
    student: buyer,
  } = await createSellingSchool(provider, {
    plan_name: 'commission',
  })
  const admin = await school.admin()
  const plan = await admin.api(createPaymentPlan, {
    name: 'Everything',
    kind: 'one_time',
    price,
    course_ids: [course.id],
    status: 'published',
    enable_affiliates: true,
    affiliates_percentage_off: 10,
    default_affiliate_commission: 20,
    ...values,
  })
  const person = await school.student()
  const affiliate = await person.api(becomeAffiliate, {})
  await admin.api(updateAffiliateSettings, { hold_days: 0, ...settings })
  return { school, admin, plan, person, affiliate, buyer, code: affiliate.code }
}

type PlanSale = Awaited<ReturnType<typeof createPlanSale>>

async function buy({ buyer, plan, code }: PlanSale, input: object = {}) {
  const order = { plan_id: plan.id, affiliate_code: code, ...input }
  const { url, order_id, provider } = await buyer.api(createCheckout, order)
  if (provider) await payOnPage(provider, url)
  return buyer.api(verifyMyOrder, { id: order_id })
}

/** Nobody is logged out because the clock moves. */
const keepLoggedIn = (school: TestSchool, at: Date) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('sessions')
      .set({ created_at: at, last_used_at: at, expires_at: addMonths(at, 100) })
      .where('school_id', '=', school_id)
      .execute(),
  )

/** Bills the plan a number of months after the purchase, and some minutes late, as a worker does. */
async function billAfter({ school }: PlanSale, bought: Date, ...months: number[]) {
  for (const count of months) {
    const at = new Date(addMonths(bought, count).getTime() + 10 * 60_000)
    setClock(at)
    await keepLoggedIn(school, at)
    await runBilling(school)
    await runPaymentJobs(school)
  }
}

/** What the affiliate earned with each payment, the oldest first. */
const commissionsOf = async ({ admin, affiliate }: PlanSale) => {
  const { data } = await admin.api(listAffiliateCommissions, { id: affiliate.id })
  return data.toReversed().map(({ amount }) => amount)
}

const payableOf = async ({ person }: PlanSale) => {
  const { affiliate } = await person.api(getMyAffiliate, {})
  return affiliate!.balances[0]?.payable ?? 0
}

/** The ledger's debt to affiliates; all accounts together are zero. */
const ledgerPayable = async ({ school, buyer }: PlanSale) => {
  const { balances } = await readBooks(school, buyer)
  expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  return 0 - (balances.affiliate_payable ?? 0)
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('a bundle that is sold by a link', () => {
  test('costs the buyer less, and pays the affiliate', async () => {
    const sale = await createPlanSale({})
    const preview = await sale.buyer.api(previewReferral, { plan_id: sale.plan.id, code: sale.code })
    expect(preview).toEqual({ currency: 'NGN', price, discount: 100_000, total: 900_000 })
    expect(await buy(sale)).toMatchObject({ total: 900_000, lines: [{ discount: 100_000 }] })
    expect(await payableOf(sale)).toBe(180_000)
    expect(await ledgerPayable(sale)).toBe(180_000)
    const { admin, affiliate } = sale
    const payout = { id: affiliate.id, currency: 'NGN', amount: 180_000, reference: 'T-1' }
    await admin.api(recordAffiliatePayout, payout)
    expect(await ledgerPayable(sale)).toBe(0)
  })

  test('shows its rates to staff and affiliates', async () => {
    const sale = await createPlanSale({})
    const { admin, person, plan } = sale
    expect(await person.api(getMyAffiliate, {})).toMatchObject({
      is_open: true,
      renewal_months: 0,
      plans: [{ id: plan.id, name: 'Everything', commission_percentage: 20, discount_percentage: 10 }],
    })
    await admin.api(updatePaymentPlan, { id: plan.id, default_affiliate_commission: 12.5 })
    expect(await admin.api(getPaymentPlan, { id: plan.id })).toMatchObject({
      enable_affiliates: true,
      affiliates_percentage_off: 10,
      default_affiliate_commission: 12.5,
    })
  })

  test('pays nobody where the plan takes no affiliates, and for an own purchase', async () => {
    const sale = await createPlanSale({})
    const { admin, person, plan, code } = sale
    const own = await buy({ ...sale, buyer: person })
    expect(own).toMatchObject({ total: price })
    await admin.api(updatePaymentPlan, { id: plan.id, enable_affiliates: false })
    expect(await codeOf(sale.buyer.api(previewReferral, { plan_id: plan.id, code }))).toBe('not_found')
    expect(await buy(sale)).toMatchObject({ total: price })
    expect(await commissionsOf(sale)).toEqual([])
    expect(await codeOf((await sale.school.student()).api(becomeAffiliate, {}))).toBe('affiliates_disabled')
  })

  test('is previewed for a plan or a course, and not for both or none', async () => {
    const { buyer, plan, code } = await createPlanSale({})
    const preview = (item: object) => codeOf(buyer.api(previewReferral, { code, ...item }))
    expect(await preview({})).toBe('invalid_input')
    expect(await preview({ plan_id: plan.id, course_id: plan.courses[0]!.id })).toBe('invalid_input')
  })

  test('takes back the part of the commission that a refund gives back', async () => {
    const sale = await createPlanSale({})
    const order = await buy(sale)
    const { admin, school } = sale
    await admin.api(refundOrder, { id: order.id, lines: [{ line_id: order.lines[0]!.id, amount: 450_000 }] })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await commissionsOf(sale)).toEqual([180_000, -90_000])
    expect(await ledgerPayable(sale)).toBe(90_000)
  })
})

describe('a subscription that is sold by a link', () => {
  test('pays the first payment alone unless the school says more', async () => {
    const sale = await createPlanSale(subscription)
    const bought = new Date((await buy(sale)).created_at)
    await billAfter(sale, bought, 1, 2)
    expect(await commissionsOf(sale)).toEqual([180_000])
    expect(await ledgerPayable(sale)).toBe(180_000)
  })

  test('pays for a number of months, and under the terms of the purchase', async () => {
    const sale = await createPlanSale(subscription, { renewal_months: 3 })
    const bought = new Date((await buy(sale)).created_at)
    await sale.admin.api(updateAffiliateSettings, { renewal_months: null })
    await sale.admin.api(updateAffiliate, { id: sale.affiliate.id, commission_percentage: 50 })
    await billAfter(sale, bought, 1, 2, 3, 4)
    // The first payment has the discount of the link.
    expect(await commissionsOf(sale)).toEqual([180_000, 200_000, 200_000])
    expect(await payableOf(sale)).toBe(580_000)
    expect(await ledgerPayable(sale)).toBe(580_000)
  })

  test('pays without an end where the school says so, until the affiliate is suspended', async () => {
    const sale = await createPlanSale(subscription, { renewal_months: null })
    const bought = new Date((await buy(sale)).created_at)
    await billAfter(sale, bought, 1, 2)
    const suspend = async (is_suspended: boolean) => {
      resetClock()
      await keepLoggedIn(sale.school, new Date())
      await sale.admin.api(updateAffiliate, { id: sale.affiliate.id, is_suspended })
    }
    await suspend(true)
    await billAfter(sale, bought, 3)
    await suspend(false)
    await billAfter(sale, bought, 4)
    expect(await commissionsOf(sale)).toEqual([180_000, 200_000, 200_000, 200_000])
  })

  test('pays the first payment after a free trial', async () => {
    const sale = await createPlanSale({ ...subscription, trial_days: 1 }, { renewal_months: 1 })
    const bought = new Date((await buy(sale)).created_at)
    expect(await commissionsOf(sale)).toEqual([])
    const trialEnd = new Date(bought.getTime() + 86_400_000)
    // A trial has saved no card: the buyer pays the first period with a page of its own.
    await billAfter(sale, trialEnd, 0)
    const { data } = await sale.admin.api(listOrders, { status: 'awaiting_payment' })
    expect(data).toHaveLength(1)
    const line = await sale.school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('order_lines')
        .where('school_id', '=', school_id)
        .where('order_id', '=', data[0]!.id)
        .select(['affiliate_amount', 'net'])
        .executeTakeFirstOrThrow(),
    )
    expect(line).toEqual({ net: price, affiliate_amount: 200_000 })
  })

  test('holds the commission of a disputed renewal, and takes it back when it is lost', async () => {
    const sale = await createPlanSale(subscription, { renewal_months: null }, 'flutterwave')
    const bought = new Date((await buy(sale)).created_at)
    await billAfter(sale, bought, 1)
    const { data } = await sale.admin.api(listOrders, {})
    const renewal = await sale.admin.api(getOrder, { id: data[0]!.id })
    const dispute = { payment_id: renewal.payments[0]!.id, provider_dispute_id: 'P-1', amount: price }
    const { disputes } = await sale.admin.api(recordManualDispute, { id: renewal.id, ...dispute })
    expect(await payableOf(sale)).toBe(180_000)
    await sale.admin.api(closeManualDispute, { id: disputes[0]!.id, result: 'lost' })
    expect(await commissionsOf(sale)).toEqual([180_000, 200_000, -200_000])
    expect(await payableOf(sale)).toBe(180_000)
    expect(await ledgerPayable(sale)).toBe(180_000)
  })
})

describe('instalments that are sold by a link', () => {
  test('pay every part of the price, to the cent', async () => {
    const sale = await createPlanSale({ ...instalments, price: 1_000_001 })
    const bought = new Date((await buy(sale)).created_at)
    await billAfter(sale, bought, 1, 2)
    // Payments of 333,334, 333,334 and 333,333; the first is 10 % less.
    expect(await commissionsOf(sale)).toEqual([60_000, 66_666, 66_666])
    expect(await ledgerPayable(sale)).toBe(193_332)
  })
})
