import { describe, expect, test } from 'vitest'
import {
  createSellingSchool,
  payOnPage,
  platformTenant,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createPlatformAccount,
  resetClock,
  setClock,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  connectPaymentAccount,
  consoleListReconciliationDifferences,
  getBalances,
  getSettlement,
  listReconciliationDifferences,
  listReconciliationRuns,
  listSettlementEntries,
  listSettlements,
  refundOrder,
} from '../contract.ts'
import { reconcilePaymentsJob, reconcilePlatformPaymentsJob } from '../jobs.ts'

const payments = useTestPayments()

const hour = 3_600_000

/** Now and minutes later, when pending work is looked at again. */
async function runJobsTwice(school: TestSchool) {
  for (const hours of [0, 0.1]) {
    setClock(new Date(Date.now() + hours * hour))
    await runPaymentJobs(school)
  }
  resetClock()
}

/** A paid order. Its payment has a reference at the provider. */
async function sell(sale: SellingSchool, student = sale.student) {
  const started = await startCheckout({ ...sale, student })
  await payOnPage(sale.provider, started.url)
  await runJobsTwice(sale.school)
  const { attempts } = await readBooks(sale.school, student)
  const { reference } = attempts.find(({ order_id }) => order_id === started.order_id)!
  return { ...started, reference }
}

const at = (tenant: TestSchool, now: Date): TestSchool => ({
  ...tenant,
  transact: (work) => tenant.transact((ctx) => work({ ...ctx, now })),
})

async function reconcilePlatform(school: TestSchool, now: Date) {
  await runJob(at(await platformTenant(school), now), reconcilePlatformPaymentsJob, {})
}

/** The nights of the platform and the school, some hours from now. */
async function reconcile(school: TestSchool, hours = 2) {
  const now = new Date(Date.now() + hours * hour)
  setClock(now)
  await reconcilePlatform(school, now)
  await runJob(at(school, now), reconcilePaymentsJob, {})
}

async function differencesOf(school: TestSchool) {
  // Sessions end with time.
  resetClock()
  return (await (await school.admin()).api(listReconciliationDifferences, { state: 'open' })).data
}

const clearingOf = async (sale: SellingSchool) =>
  (await readBooks(sale.school, sale.student)).balances.provider_clearing ?? 0

/** Gives the school an account of its own. */
async function connectOwnAccount(sale: SellingSchool) {
  const owner = await sale.school.owner()
  const { provider } = sale
  const id = `${Date.now()}${Math.random()}`.replace('.', '')
  const secret_key = provider === 'flutterwave' ? `FLWSECK_TEST-${id}-X` : `sk_test_${id}`
  const webhook_secret = { stripe: 'whsec_own', flutterwave: 'own-secret-hash', paystack: null }[provider]
  const account = payments.sandbox[provider].addAccount({
    secret_key,
    webhook_keys: [webhook_secret ?? secret_key],
    mode: 'test',
  })
  await owner.api(connectPaymentAccount, { provider, secret_key, ...(webhook_secret && { webhook_secret }) })
  return account
}

describe.each(['paystack', 'flutterwave', 'stripe'] as const)('a settlement of %s', (provider) => {
  test('is matched with its payments, and the provider owes nothing afterwards', async () => {
    const sale = await createSellingSchool(provider)
    const { reference, order_id } = await sell(sale)
    const [paid] = (await readBooks(sale.school, sale.student)).payments
    const net = testPrice - Number(paid!.fee)
    expect(await clearingOf(sale)).toBe(net)
    payments.sandbox[provider].createSettlements({ references: [reference] })
    await reconcile(sale.school)
    const admin = await sale.school.admin()
    const { data } = await admin.api(listSettlements, {})
    expect(data).toMatchObject([
      { provider, is_platform: true, status: 'paid', gross: testPrice, net, matched_amount: net },
    ])
    expect(data[0]).toMatchObject({ payment_count: 1, fees: Number(paid!.fee) })
    const { id } = data[0]!
    expect(await admin.api(getSettlement, { id })).toEqual(data[0])
    expect((await admin.api(listSettlementEntries, { id })).data).toMatchObject([
      { kind: 'payment', order_id, transaction_id: paid!.transaction_id, net },
    ])
    const { balances } = await readBooks(sale.school, sale.student)
    expect(balances).toMatchObject({ provider_clearing: 0, platform_bank: net })
    const { accounts } = await admin.api(getBalances, {})
    expect(accounts).toMatchObject([{ provider, received: 0 }])
    expect(await differencesOf(sale.school)).toEqual([])
    const otherAdmin = await (await createSellingSchool(provider)).school.admin()
    await expect(otherAdmin.api(getSettlement, { id })).rejects.toMatchObject({ status: 404 })
    await expect(otherAdmin.api(listSettlementEntries, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('counts once, however often and by however many workers it is read', async () => {
    const sale = await createSellingSchool(provider)
    const account = await connectOwnAccount(sale)
    await sell(sale)
    await reconcile(sale.school, 2)
    const before = await clearingOf(sale)
    expect(before).toBeGreaterThan(0)
    account.createSettlements()
    await Promise.all([3, 3, 3].map((hours) => reconcile(sale.school, hours)))
    await reconcile(sale.school, 27)
    const books = await readBooks(sale.school, sale.student)
    expect(books.balances).toMatchObject({ provider_clearing: 0, school_bank: before })
    expect(books.journals.filter(({ kind }) => kind.startsWith('paid_out'))).toHaveLength(1)
    expect(await differencesOf(sale.school)).toEqual([])
  })

  test.each(['own', 'platform'] as const)('takes refunds off, through the %s account', async (owner) => {
    const sale = await createSellingSchool(provider)
    const account = owner === 'own' ? await connectOwnAccount(sale) : payments.sandbox[provider]
    const { order_id, reference } = await sell(sale)
    const other = await sale.school.student()
    const second = await sell(sale, other)
    const admin = await sale.school.admin()
    await admin.api(refundOrder, { id: order_id })
    await runJobsTwice(sale.school)
    account.createSettlements({ references: [reference, second.reference] })
    await reconcile(sale.school)
    resetClock()
    expect(await clearingOf(sale)).toBe(0)
    const { data } = await admin.api(listSettlements, {})
    const { data: entries } = await admin.api(listSettlementEntries, { id: data[0]!.id })
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['payment', 'payment', 'refund'])
    await reconcile(sale.school, 30)
    expect(await clearingOf(sale)).toBe(0)
    expect(await differencesOf(sale.school)).toEqual([])
  })

  test('that the bank sends back waits for the next one', async () => {
    const sale = await createSellingSchool(provider)
    const { reference } = await sell(sale)
    const before = await clearingOf(sale)
    const [id] = payments.sandbox[provider].createSettlements({ references: [reference] })
    await reconcile(sale.school)
    expect(await clearingOf(sale)).toBe(0)
    payments.sandbox[provider].changeSettlement(id!, { status: 'failed' })
    payments.sandbox[provider].createSettlements({ references: [reference], status: 'pending' })
    for (const hours of [26, 27]) await reconcile(sale.school, hours)
    expect(await clearingOf(sale)).toBe(before)
    const [later] = payments.sandbox[provider].settlements().toReversed()
    payments.sandbox[provider].changeSettlement(later!.id, { status: 'paid' })
    for (const hours of [28, 29]) await reconcile(sale.school, hours)
    resetClock()
    const { data } = await (await sale.school.admin()).api(listSettlements, {})
    expect(data.map(({ status }) => status).sort()).toEqual(['failed', 'paid'])
    const { balances } = await readBooks(sale.school, sale.student)
    expect(balances).toMatchObject({ provider_clearing: 0, platform_bank: before })
    expect(await differencesOf(sale.school)).toEqual([])
  })

  test('settles a payment that is missing here', async () => {
    const sale = await createSellingSchool(provider)
    payments.sandbox[provider].configureWebhooks({ mode: 'drop' })
    const started = await startCheckout(sale)
    await payOnPage(provider, started.url)
    const [attempt] = (await readBooks(sale.school, sale.student)).attempts
    payments.sandbox[provider].createSettlements({ references: [attempt!.reference] })
    // The lists of payments cover three days.
    await reconcile(sale.school, 120)
    const books = await readBooks(sale.school, sale.student)
    expect(books).toMatchObject({ orders: [{ status: 'paid' }], payments: [{ amount: testPrice }] })
    expect(books.balances.provider_clearing).toBe(0)
    expect(await differencesOf(sale.school)).toEqual([])
  })

  test('is read again after an outage in its middle', async () => {
    const sale = await createSellingSchool(provider)
    const account = await connectOwnAccount(sale)
    await sell(sale)
    const [id] = account.createSettlements()
    const requests = {
      paystack: `GET /settlement/${id}/transactions`,
      flutterwave: `GET /settlements/${id}`,
      stripe: 'GET /v1/balance_transactions',
    }
    for (const kind of ['error_500', 'reset', 'invalid_json_after'] as const) {
      payments.sandbox[provider].failNext({ kind, request: requests[provider], times: 1 })
      await reconcile(sale.school)
      expect(await clearingOf(sale)).toBeGreaterThan(0)
    }
    resetClock()
    const admin = await sale.school.admin()
    expect((await admin.api(listReconciliationRuns, {})).data.map(({ state }) => state)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
    await reconcile(sale.school, 3)
    expect(await clearingOf(sale)).toBe(0)
    expect(await differencesOf(sale.school)).toEqual([])
  })

  test('with another fee than the payment’s is a difference', async () => {
    const sale = await createSellingSchool(provider)
    const account = await connectOwnAccount(sale)
    const { order_id } = await sell(sale)
    const before = await clearingOf(sale)
    const [id] = account.createSettlements()
    const [settlement] = account.settlements()
    const entries = settlement!.entries.map((entry) => ({ ...entry, fee: entry.fee + 700 }))
    account.changeSettlement(id!, { entries })
    for (const hours of [2, 26]) await reconcile(sale.school, hours)
    expect(await differencesOf(sale.school)).toMatchObject([
      { kind: 'settled_amount_diff', order_id, expected_amount: before, found_amount: before - 700 },
    ])
    expect(await clearingOf(sale)).toBe(700)
  })

  test('without a payment that it should have names this payment after two weeks', async () => {
    const sale = await createSellingSchool(provider)
    const account = await connectOwnAccount(sale)
    const { order_id } = await sell(sale)
    const other = await sale.school.student()
    const second = await sell(sale, other)
    account.createSettlements({ references: [second.reference] })
    await reconcile(sale.school, 24)
    expect(await differencesOf(sale.school)).toEqual([])
    for (const days of [15, 16]) await reconcile(sale.school, days * 24)
    expect(await differencesOf(sale.school)).toMatchObject([
      { kind: 'not_settled', order_id, expected_amount: testPrice },
    ])
    account.createSettlements()
    await reconcile(sale.school, 17 * 24)
    expect(await differencesOf(sale.school)).toEqual([])
    expect(await clearingOf(sale)).toBe(0)
  })
})

test('a fee that only the settlement reports is posted once', async () => {
  const sale = await createSellingSchool('paystack')
  payments.sandbox.paystack.changeNextPayment({ fee: null })
  const { reference } = await sell(sale)
  expect(await clearingOf(sale)).toBe(testPrice)
  const [id] = payments.sandbox.paystack.createSettlements({ references: [reference] })
  const found = payments.sandbox.paystack.settlements().find((one) => one.id === id)
  payments.sandbox.paystack.changeSettlement(id!, {
    entries: found!.entries.map((entry) => ({ ...entry, fee: 11_250 })),
  })
  for (const hours of [2, 3, 26]) await reconcile(sale.school, hours)
  const { balances, journals, payments: stored } = await readBooks(sale.school, sale.student)
  expect(stored).toMatchObject([{ fee: 11_250 }])
  expect(journals.filter(({ kind }) => kind === 'fee')).toHaveLength(1)
  expect(balances).toMatchObject({ provider_clearing: 0, school_payable: 11_250 - testPrice })
})

test('a payout whose movements do not add up is a difference', async () => {
  const sale = await createSellingSchool('stripe')
  const account = await connectOwnAccount(sale)
  await sell(sale)
  const before = await clearingOf(sale)
  const [id] = account.createSettlements()
  account.changeSettlement(id!, { net: before - 5 })
  for (const hours of [2, 26]) await reconcile(sale.school, hours)
  expect(await differencesOf(sale.school)).toMatchObject([
    { kind: 'settlement_sum_diff', transaction_id: id, expected_amount: before - 5, found_amount: before },
  ])
})

test('a deduction that no refund explains is a difference after a day', async () => {
  const sale = await createSellingSchool('paystack')
  const account = await connectOwnAccount(sale)
  await sell(sale)
  const [id] = account.createSettlements()
  account.changeSettlement(id!, { refunded: 900 })
  await reconcile(sale.school)
  expect(await differencesOf(sale.school)).toEqual([])
  for (const hours of [27, 51]) await reconcile(sale.school, hours)
  expect(await differencesOf(sale.school)).toMatchObject([
    { kind: 'orphan_refund', transaction_id: id, expected_amount: 0, found_amount: 900 },
  ])
})

test('a settled payment that names no order of ours is a difference of the platform', async () => {
  const sale = await createSellingSchool('paystack')
  payments.sandbox.paystack.changeNextPayment({ reference: 'of-another-system' })
  const started = await startCheckout(sale)
  await payOnPage('paystack', started.url)
  const [attempt] = (await readBooks(sale.school, sale.student)).attempts
  payments.sandbox.paystack.createSettlements({ references: [attempt!.reference] })
  await reconcile(sale.school, 120)
  resetClock()
  const operator = await createPlatformAccount('privileged')
  const { data } = await operator.api(consoleListReconciliationDifferences, { state: 'open' })
  expect(data.filter(({ kind }) => kind === 'missing_local')).toMatchObject([{ found_amount: testPrice }])
})

test('a payment in two settlements is posted once, and is a difference', async () => {
  const sale = await createSellingSchool('stripe')
  const account = await connectOwnAccount(sale)
  const { order_id } = await sell(sale)
  const before = await clearingOf(sale)
  const [first] = account.createSettlements()
  account.changeSettlement(first!, { status: 'failed' })
  account.createSettlements()
  account.changeSettlement(first!, { status: 'paid' })
  for (const hours of [2, 26]) await reconcile(sale.school, hours)
  expect(await differencesOf(sale.school)).toMatchObject([
    { kind: 'settled_amount_diff', order_id, expected_amount: 0, found_amount: before },
  ])
  expect(await clearingOf(sale)).toBe(0)
})
