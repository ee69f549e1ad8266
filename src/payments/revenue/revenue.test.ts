import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { becomeAffiliate, recordAffiliatePayout, updateAffiliateSettings } from '#affiliates/contract.ts'
import type { Reply } from '#platform/contract/route.ts'
import {
  createSellingSchool,
  payOnPage,
  platformTenant,
  runPaymentJobs,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import {
  createPlatformAccount,
  setClock,
  type TestSchool,
  type TestUser,
} from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  connectPaymentAccount,
  consoleGetSchoolPayouts,
  consoleRecordSchoolPayout,
  createCheckout,
  getBalances,
  getRevenueTotals,
  listPayouts,
  listRevenue,
  refundOrder,
  updateTaxSettings,
  verifyMyOrder,
} from '../contract.ts'

const payments = useTestPayments()

type Course = Awaited<ReturnType<TestSchool['course']>>

async function createShop() {
  const { school, course } = await createSellingSchool('paystack', { plan_name: 'commission' })
  const shared = await school.course({
    price: 300_001,
    enable_affiliates: true,
    default_affiliate_commission: 7,
    approve_student_on_payment: true,
  })
  const affiliate = await (await school.student()).api(becomeAffiliate, {})
  return { school, course, shared, affiliate, admin: await school.admin() }
}

/** A new student buys a course. */
async function buy(school: TestSchool, course: Course, affiliate_code?: string) {
  const student = await school.student()
  const { url, order_id, provider } = await student.api(createCheckout, {
    course_id: course.id,
    ...(affiliate_code && { affiliate_code }),
  })
  await payOnPage(provider!, url)
  const order = await student.api(verifyMyOrder, { id: order_id })
  return { order, provider: provider!, student }
}

type Bought = Awaited<ReturnType<typeof buy>>

async function dispute({ school }: { school: TestSchool }, { order, provider }: Bought) {
  const [attempt] = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('payment_attempts')
      .where('school_id', '=', school_id)
      .where('order_id', '=', order.id)
      .select('reference')
      .execute(),
  )
  const id = payments.sandbox[provider as 'paystack'].openDispute(attempt!.reference, 'fraudulent')
  await runAll(school)
  return id
}

async function runAll(school: TestSchool) {
  await payments.sandbox.paystack.webhooksIdle()
  await runPaymentJobs(await platformTenant(school))
  await runPaymentJobs(school)
}

async function refund(shop: { school: TestSchool; admin: TestUser }, { order }: Bought, amount?: number) {
  const lines = [{ line_id: order.lines[0]!.id, ...(amount && { amount }) }]
  await shop.admin.api(refundOrder, { id: order.id, lines })
  await runAll(shop.school)
  await runAll(shop.school)
}

/** Sums of the journals of sales by account, read without the tables of the page. */
const ledgerSums = (school: TestSchool) =>
  school.transact(async ({ tx, school_id }) => {
    const { rows } = await sql<{
      account: string
      amount: number
    }>`select account, sum(amount)::bigint as amount
      from ledger_journals, unnest(accounts, amounts) as posting (account, amount)
      where school_id = ${school_id} and source_type in ('payment', 'refund', 'dispute') group by account`.execute(
      tx,
    )
    const sums = Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
    expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0)
    return (account: string) => sums[account] ?? 0
  })

type Figures = Omit<Reply<typeof getRevenueTotals>['totals'][number], 'currency'>

const add = (rows: readonly Figures[]) =>
  rows.reduce(
    (sum, row) =>
      Object.fromEntries(
        (['sales', 'refunds', 'disputes', 'fees', 'platform_share', 'commissions', 'net'] as const).map(
          (name) => [name, (sum[name as never] ?? 0) + row[name]],
        ),
      ),
    {} as Record<string, number>,
  )

test('revenue equals the ledger after sales, refunds, disputes, commissions and fees', async () => {
  const shop = await createShop()
  const { school, course, shared, affiliate, admin } = shop
  await buy(school, course)
  await refund(shop, await buy(school, course))
  await refund(shop, await buy(school, shared, affiliate.code), 100_003)
  await buy(school, shared, affiliate.code)
  await dispute(shop, await buy(school, course))
  const won = await dispute(shop, await buy(school, shared, affiliate.code))
  payments.sandbox.paystack.closeDispute(won, 'won')
  const lost = await dispute(shop, await buy(school, shared, affiliate.code))
  payments.sandbox.paystack.closeDispute(lost, 'lost')
  await runAll(school)
  payments.configure({ primary: 'flutterwave' })
  await buy(school, course)

  const sums = await ledgerSums(school)
  const { totals } = await admin.api(getRevenueTotals, {})
  expect(totals).toMatchObject([{ currency: 'NGN', sales: 4 * testPrice + 4 * 300_001 }])
  const [{ currency: _currency, ...total }] = totals as [(typeof totals)[number]]
  expect(total.net).toBe(0 - sums('school_payable'))
  expect(total.platform_share).toBe(0 - sums('platform_revenue') - sums('reseller_payable'))
  expect(total.commissions).toBe(0 - sums('affiliate_payable'))
  expect(total.refunds).toBe(testPrice + 100_003)
  expect(total.disputes).toBe(testPrice + 300_001)
  expect(total.fees).toBeGreaterThan(0)
  for (const by of ['day', 'month', 'course'] as const) {
    const { data } = await admin.api(listRevenue, { by })
    expect(add(data)).toEqual(total)
  }
  const courses = (await admin.api(listRevenue, { by: 'course', limit: 1 })).data
  expect(courses).toMatchObject([{ key: course.id, name: course.course_name }])
  expect((await admin.api(listRevenue, { by: 'plan' })).data).toEqual([])

  const { accounts } = await admin.api(getBalances, {})
  expect(accounts).toMatchObject([
    { provider: 'flutterwave', is_platform: true },
    { provider: 'paystack', is_platform: true, disputed: testPrice },
  ])
  expect(accounts.reduce((sum, { received }) => sum + received, 0)).toBe(sums('provider_clearing'))
})

test('a period of days has its own sales only, and pages have all rows once', async () => {
  const { school, course, admin } = await createShop()
  await buy(school, course)
  const { from, to } = await admin.api(getRevenueTotals, {})
  expect((await admin.api(listRevenue, { by: 'day', from: to, to })).data).toMatchObject([
    { key: to, name: to, sales: testPrice },
  ])
  const before = { from, to: new Date(Date.parse(to) - 2 * 86_400_000).toISOString().slice(0, 10) }
  expect((await admin.api(listRevenue, { by: 'day', ...before })).data).toEqual([])
  const other = await school.course({ price: 200_000, approve_student_on_payment: true })
  await buy(school, other)
  const first = await admin.api(listRevenue, { by: 'course', limit: 1 })
  const second = await admin.api(listRevenue, { by: 'course', limit: 1, cursor: first.next_cursor! })
  expect([first.data[0]!.key, second.data[0]!.key]).toEqual([course.id, other.id])
  expect(second.next_cursor).toBeNull()
})

test.each([
  ['a day that does not exist', { from: '2026-02-30' }],
  ['a first day after the last one', { from: '2026-03-02', to: '2026-03-01' }],
  ['more than 366 days', { from: '2025-01-01', to: '2026-01-02' }],
])('refuses %s', async (_case, period) => {
  const { admin } = await createShop()
  await expect(admin.api(getRevenueTotals, period)).rejects.toMatchObject({ status: 422 })
})

describe('what the platform owes a school', () => {
  test('falls by each payout, which is recorded once and never above it', async () => {
    const shop = await createShop()
    const { school, shared, affiliate, admin } = shop
    await buy(school, shared, affiliate.code)
    const operator = await createPlatformAccount('privileged')
    const of = { school_id: school.school_id }
    const { owed } = await operator.api(consoleGetSchoolPayouts, of)
    const { totals } = await admin.api(getRevenueTotals, {})
    // The school pays commissions to its affiliates itself.
    expect(owed).toEqual([{ currency: 'NGN', amount: totals[0]!.net + totals[0]!.commissions }])
    const payout = { ...of, currency: 'NGN', amount: 100_000, reference: 'TRF-1' }
    expect(await operator.api(consoleRecordSchoolPayout, payout)).toMatchObject({ amount: 100_000 })
    await expect(operator.api(consoleRecordSchoolPayout, payout)).rejects.toMatchObject({
      code: 'payout_recorded',
    })
    const tooMuch = { ...payout, reference: 'TRF-2', amount: owed[0]!.amount - 99_999 }
    await expect(operator.api(consoleRecordSchoolPayout, tooMuch)).rejects.toMatchObject({
      code: 'payout_above_owed',
    })
    expect((await admin.api(getBalances, {})).owed).toEqual([
      { currency: 'NGN', amount: owed[0]!.amount - 100_000 },
    ])
    expect((await admin.api(listPayouts, {})).data).toMatchObject([{ reference: 'TRF-1', amount: 100_000 }])
    expect((await admin.api(getRevenueTotals, {})).totals).toEqual(totals)
  })

  test('stays the same when the school pays an affiliate', async () => {
    const { school, shared, affiliate, admin } = await createShop()
    await admin.api(updateAffiliateSettings, { hold_days: 0 })
    await buy(school, shared, affiliate.code)
    const { owed } = await admin.api(getBalances, {})
    setClock(new Date(Date.now() + 60_000))
    const paid = { id: affiliate.id, currency: 'NGN', amount: 21_000, reference: 'A-1' }
    await admin.api(recordAffiliatePayout, paid)
    expect((await admin.api(getBalances, {})).owed).toEqual(owed)
  })

  test('has the tax of its sales, which is no revenue', async () => {
    const { school, course, admin } = await createShop()
    const rates = [{ name: 'VAT', basis_points: 1_000 }]
    await admin.api(updateTaxSettings, {
      mode: 'exclusive',
      rates,
      reverse_charge_text: null,
      withholding: null,
    })
    await buy(school, course)
    const [total] = (await admin.api(getRevenueTotals, {})).totals
    expect(total).toMatchObject({ sales: testPrice })
    const sums = await ledgerSums(school)
    expect(sums('tax_payable')).toBe(-testPrice / 10)
    expect(total!.net).toBe(0 - sums('school_payable'))
    expect((await admin.api(getBalances, {})).owed).toEqual([
      { currency: 'NGN', amount: total!.net + testPrice / 10 },
    ])
  })

  test('has no money of the school’s own account', async () => {
    const { school, course, admin } = await createShop()
    const account = payments.sandbox.paystack.addAccount({
      secret_key: `sk_test_${Date.now()}`,
      webhook_keys: [],
      mode: 'test',
    })
    const owner = await school.owner()
    await owner.api(connectPaymentAccount, { provider: 'paystack', secret_key: account.keys.secret_key })
    await buy(school, course)
    expect(await admin.api(getBalances, {})).toMatchObject({
      accounts: [{ provider: 'paystack', is_platform: false, disputed: 0 }],
      owed: [],
    })
  })
})
