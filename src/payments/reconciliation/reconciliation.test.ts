import { describe, expect, test } from 'vitest'
import {
  createSellingSchool,
  payOnPage,
  platformTenant,
  postWebhook,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createPlatformAccount, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  connectPaymentAccount,
  consoleListReconciledSchools,
  consoleListReconciliationDifferences,
  consoleListReconciliationRuns,
  consoleListSchoolDifferences,
  consoleResolveReconciliationDifference,
  listReconciliationDifferences,
  listReconciliationRuns,
  refundOrder,
  resolveReconciliationDifference,
} from '../contract.ts'
import { reconcilePaymentsJob, reconcilePlatformPaymentsJob } from '../jobs.ts'

const payments = useTestPayments()

const hour = 3_600_000
type Provider = SellingSchool['provider']

/** A payment of which no webhook came, and whose buyer never returned. */
async function payUnseen(
  provider: Provider,
  change: Parameters<(typeof payments)['sandbox']['paystack']['changeNextPayment']>[0] = {},
) {
  const sale = await createSellingSchool(provider)
  payments.sandbox[provider].configureWebhooks({ mode: 'drop' })
  if (Object.keys(change).length > 0) payments.sandbox[provider].changeNextPayment(change)
  const started = await startCheckout(sale)
  await payOnPage(provider, started.url)
  const [attempt] = (await readBooks(sale.school, sale.student)).attempts
  return { ...sale, ...started, reference: attempt!.reference }
}

/** Both nightly jobs, some hours after the payment. */
async function reconcile(school: TestSchool, hours = 2) {
  const now = new Date(Date.now() + hours * hour)
  setClock(now)
  const at = (tenant: TestSchool): TestSchool => ({
    ...tenant,
    transact: (work) => tenant.transact((ctx) => work({ ...ctx, now })),
  })
  await runJob(at(await platformTenant(school)), reconcilePlatformPaymentsJob, {})
  await runJob(at(school), reconcilePaymentsJob, {})
}

describe.each(['paystack', 'flutterwave', 'stripe'] as const)(
  'the nightly comparison with %s',
  (provider) => {
    test('settles a payment that is missing here, once', async () => {
      const paid = await payUnseen(provider)
      await reconcile(paid.school)
      await reconcile(paid.school, 3)
      const books = await readBooks(paid.school, paid.student)
      expect(books.payments).toMatchObject([{ amount: testPrice }])
      expect(books.payments[0]!.reconciled_at).not.toBeNull()
      expect(books.entitlements).toHaveLength(1)
      const admin = await paid.school.admin()
      expect((await admin.api(listReconciliationDifferences, {})).data).toEqual([])
    })

    test('after three hours without an answer of the provider, the sweep settles everything', async () => {
      const paid = await payUnseen(provider)
      payments.sandbox[provider].failAtRandom(1, 1)
      for (const hours of [0.5, 1, 2]) {
        setClock(new Date(Date.now() + hours * hour))
        await runPaymentJobs(paid.school)
      }
      expect((await readBooks(paid.school, paid.student)).payments).toEqual([])
      payments.sandbox[provider].clearFailures()
      setClock(new Date(Date.now() + 3.25 * hour))
      await runPaymentJobs(paid.school)
      const books = await readBooks(paid.school, paid.student)
      expect(books.orders).toMatchObject([{ status: 'paid' }])
      expect(books.receipts).toHaveLength(1)
    })
  },
)

test('a fee that the provider reports later is posted once, and the school bears it', async () => {
  const paid = await payUnseen('paystack', { fee: null })
  await runPaymentJobs(paid.school)
  const before = await readBooks(paid.school, paid.student)
  expect(before.payments).toMatchObject([{ fee: null }])
  Object.assign(payments.sandbox.paystack.payments(paid.reference)[0]!, { fee: 11_250 })
  for (const hours of [2, 3, 26]) await reconcile(paid.school, hours)
  const { journals, balances, payments: stored } = await readBooks(paid.school, paid.student)
  expect(stored).toMatchObject([{ fee: 11_250 }])
  expect(journals.filter(({ kind }) => kind === 'fee')).toHaveLength(1)
  expect(balances).toMatchObject({
    provider_clearing: testPrice - 11_250,
    school_payable: 11_250 - testPrice,
  })
})

test('differences are listed until staff explain them', async () => {
  const sale = await createSellingSchool('stripe')
  const owner = await sale.school.owner()
  const account = payments.sandbox.stripe.addAccount({
    secret_key: `sk_test_${Date.now()}`,
    webhook_keys: ['whsec_own'],
    mode: 'test',
  })
  const { secret_key } = account.keys
  await owner.api(connectPaymentAccount, { provider: 'stripe', secret_key, webhook_secret: 'whsec_own' })
  const started = await startCheckout(sale)
  await payOnPage('stripe', started.url)
  await runPaymentJobs(sale.school)
  setClock(new Date(Date.now() + hour / 10))
  await runPaymentJobs(sale.school)
  const [payment] = account.payments()
  // The payment was changed in the provider’s dashboard.
  payment!.amount += 100
  await reconcile(sale.school)
  const list = async () => (await owner.api(listReconciliationDifferences, { state: 'open' })).data
  expect(await list()).toMatchObject([
    {
      kind: 'amount_diff',
      expected_amount: testPrice,
      found_amount: testPrice + 100,
      order_id: started.order_id,
    },
  ])
  expect((await owner.api(listReconciliationRuns, {})).data).toMatchObject([
    {
      provider: 'stripe',
      state: 'succeeded',
      checked_payments: 1,
      new_differences: 1,
      unbalanced_currencies: [],
    },
  ])
  const operator = await createPlatformAccount('privileged')
  const { school_id } = sale.school
  const listed = async () =>
    (await operator.api(consoleListReconciledSchools, { has_problems: true, limit: 100 })).data.find(
      (row) => row.school_id === school_id,
    )
  expect(await listed()).toMatchObject({
    last_run_state: 'succeeded',
    open_differences: 1,
    failing_providers: [],
  })
  const ofSchool = await operator.api(consoleListSchoolDifferences, { school_id, state: 'open' })
  expect(ofSchool.data).toMatchObject([{ kind: 'amount_diff', order_id: started.order_id }])
  const [{ id }] = (await list()) as unknown as [{ id: string }]
  await owner.api(resolveReconciliationDifference, { id, explanation: 'Corrected by Stripe.' })
  await expect(
    owner.api(resolveReconciliationDifference, { id, explanation: 'Again' }),
  ).rejects.toMatchObject({ code: 'difference_resolved' })
  expect(await listed()).toBeUndefined()
  await reconcile(sale.school, 3)
  expect(await list()).toEqual([])
  expect(await listed()).toBeUndefined()
})

test('the console shows schools whose provider refuses the keys', async () => {
  const sale = await createSellingSchool('paystack')
  const owner = await sale.school.owner()
  const secret_key = `sk_test_${Date.now()}`
  const account = payments.sandbox.paystack.addAccount({
    secret_key,
    webhook_keys: [secret_key],
    mode: 'test',
  })
  await owner.api(connectPaymentAccount, { provider: 'paystack', secret_key })
  // The keys were revoked at the provider.
  account.keys.secret_key = 'sk_test_revoked'
  await reconcile(sale.school)
  const operator = await createPlatformAccount('privileged')
  const { data } = await operator.api(consoleListReconciledSchools, { has_problems: true, limit: 100 })
  // The console also shows schools of other tests in this database.
  expect(data.find(({ school_id }) => school_id === sale.school.school_id)).toMatchObject({
    last_run_state: 'failed',
    failing_providers: ['paystack'],
  })
  await expect(
    operator.api(consoleListSchoolDifferences, { school_id: '019a0000-0000-7000-8000-000000000000' }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a payment that the provider does not have is missing there', async () => {
  const paid = await payUnseen('paystack')
  await runPaymentJobs(paid.school)
  payments.sandbox.paystack.payments(paid.reference)[0]!.status = 'failed'
  await reconcile(paid.school)
  const admin = await paid.school.admin()
  expect((await admin.api(listReconciliationDifferences, {})).data).toMatchObject([
    { kind: 'missing_remote', expected_amount: testPrice, found_amount: null, order_id: paid.order_id },
  ])
})

test('the console shows payments of the platform’s account that belong to no school', async () => {
  const operator = await createPlatformAccount('privileged')
  const openDifferences = async () =>
    (await operator.api(consoleListReconciliationDifferences, { state: 'open', limit: 100 })).data
  const earlier = new Set((await openDifferences()).map(({ id }) => id))
  const paid = await payUnseen('paystack', { reference: `of-another-system-${Date.now()}` })
  await reconcile(paid.school)
  const found = (await openDifferences()).filter(({ id }) => !earlier.has(id))
  expect(found).toMatchObject([{ kind: 'missing_local', found_amount: testPrice }])
  const runs = (await operator.api(consoleListReconciliationRuns, {})).data
  expect(runs.some(({ new_differences }) => new_differences === 1)).toBe(true)
  const { id } = found[0]!
  const resolved = { id, explanation: 'A sale of the old shop.' }
  await operator.api(consoleResolveReconciliationDifference, resolved)
  await expect(operator.api(consoleResolveReconciliationDifference, resolved)).rejects.toMatchObject({
    code: 'difference_resolved',
  })
})

test('a refund of ours is no difference', async () => {
  const paid = await payUnseen('stripe')
  await runPaymentJobs(paid.school)
  const admin = await paid.school.admin()
  await admin.api(refundOrder, { id: paid.order_id })
  await runPaymentJobs(paid.school)
  await reconcile(paid.school)
  expect((await admin.api(listReconciliationDifferences, {})).data).toEqual([])
})

test('a webhook that could not be stored is answered with an error, and its redelivery succeeds', async () => {
  const paid = await payUnseen('paystack')
  const { body } = payments.sandbox.paystack.webhooks().at(-1)!
  const { databases } = paid.school.app.services
  const { db } = databases
  const broken = new Proxy(db, {
    get() {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
  })
  databases.db = broken
  try {
    expect(await postWebhook('paystack', body)).toBeGreaterThanOrEqual(500)
  } finally {
    databases.db = db
  }
  expect((await readBooks(paid.school, paid.student)).events).toEqual([])
  expect(await postWebhook('paystack', body)).toBe(200)
  await runPaymentJobs(paid.school)
  expect((await readBooks(paid.school, paid.student)).orders).toMatchObject([{ status: 'paid' }])
})
