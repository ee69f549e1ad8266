import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  startTestPayments,
  testPrice,
  type TestPayments,
} from '#testing/builders/payments-builder.ts'
import { createPlatformAccount, resetClock, setClock } from '#testing/builders/school-builder.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import {
  connectPaymentAccount,
  consoleDecideQuarantinedPayment,
  consoleListQuarantinedPayments,
  decideQuarantinedPayment,
  getOrder,
  verifyMyOrder,
} from '../contract.ts'

let payments: TestPayments
let operator: TestUser
beforeAll(async () => {
  payments = await startTestPayments()
  operator = (await createPlatformAccount('privileged')) as unknown as TestUser
})
afterAll(() => payments.close())
afterEach(() => {
  resetClock()
  payments.reset()
})

type Change = Parameters<TestPayments['sandbox']['paystack']['changeNextPayment']>[0]
const reason = 'Checked with the provider'

/** A payment that differs from its attempt, found when the buyer returned. */
async function quarantine(change: Change, provider: 'paystack' | 'flutterwave' = 'paystack') {
  const sale = await createSellingSchool(provider)
  const { url, order_id } = await startCheckout(sale)
  payments.sandbox[provider].changeNextPayment(change)
  await payOnPage(provider, url)
  await sale.student.api(verifyMyOrder, { id: order_id })
  const admin = await sale.school.admin()
  const [row] = (await admin.api(getOrder, { id: order_id })).quarantined
  return { ...sale, admin, order_id, url, id: row!.id, row: row! }
}

const decide = (id: string, decision: 'accept' | 'return' | 'ignore') =>
  operator.api(consoleDecideQuarantinedPayment, { id, decision, reason })

describe('a payment with another reference', () => {
  test('is listed in the console with what the provider says and what was expected', async () => {
    const { id, order_id, school, row } = await quarantine({ reference: 'other-shop-1' })
    const { data } = await operator.api(consoleListQuarantinedPayments, { state: 'open', limit: 100 })
    const listed = data.find((one) => one.id === id)
    expect(listed).toMatchObject({
      order_id,
      order_number: order_id.slice(-8).toUpperCase(),
      reason: 'reference',
      is_own_account: false,
      expected: { amount: testPrice, currency: 'NGN', mode: 'test' },
      found: { reference: 'other-shop-1', amount: testPrice, currency: 'NGN', mode: 'test' },
      state: 'open',
      school: { school_id: school.school_id },
    })
    expect(listed!.school.url).toContain(school.school_url)
    expect(row).toMatchObject({ id, state: 'open', explanation: '' })
  })

  test('opens the course once when two people accept it at the same time', async () => {
    const { id, order_id, admin, school, student } = await quarantine({ reference: 'other-shop-2' })
    const answers = await Promise.all([decide(id, 'accept'), decide(id, 'accept')])
    expect(answers.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    expect((await decide(id, 'accept')).explanation).toBe(reason)
    const books = await readBooks(school, student)
    expect(books.orders).toMatchObject([{ status: 'paid', paid_amount: testPrice }])
    expect(books.payments).toHaveLength(1)
    expect(books.entitlements).toHaveLength(1)
    expect(books.receipts).toHaveLength(1)
    const order = await admin.api(getOrder, { id: order_id })
    expect(order).toMatchObject({ attention: [], quarantined: [{ state: 'accepted', explanation: reason }] })
    await expect(decide(id, 'return')).rejects.toMatchObject({ code: 'quarantine_decided' })
    const { rows } = await auditOf(school, order_id)
    expect(rows).toHaveLength(1)
  })

  test('of a part of the price leaves the order partly paid', async () => {
    const { id, school, student } = await quarantine({ reference: 'other-shop-3', amount: testPrice - 100 })
    await decide(id, 'accept')
    const { orders, entitlements } = await readBooks(school, student)
    expect(orders).toMatchObject([{ status: 'partially_paid', paid_amount: testPrice - 100 }])
    expect(entitlements).toEqual([])
  })

  test('of more than the price opens the course, and the surplus is given back', async () => {
    const change = { reference: 'other-shop-4', amount: testPrice + 100 }
    const { id, school, student } = await quarantine(change, 'flutterwave')
    await decide(id, 'accept')
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    const { orders, refunds } = await readBooks(school, student)
    expect(orders).toMatchObject([{ status: 'paid' }])
    expect(refunds).toMatchObject([{ kind: 'overpayment', amount: 100, state: 'succeeded' }])
  })

  test('is given back through the provider, once, without a journal', async () => {
    const { id, school, student } = await quarantine({ reference: 'other-shop-5' })
    await Promise.all([decide(id, 'return'), decide(id, 'return')])
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    const { orders, refunds, journals, payments: stored } = await readBooks(school, student)
    expect(refunds).toMatchObject([{ kind: 'quarantined', amount: testPrice, state: 'succeeded' }])
    expect(stored).toMatchObject([{ quarantine_reason: 'reference', applied_amount: 0 }])
    expect(orders).toMatchObject([{ status: 'awaiting_payment', attention: [] }])
    expect(journals).toEqual([])
  })

  test('of another order of ours can only be ignored', async () => {
    const other = await createSellingSchool('paystack')
    await startCheckout(other)
    const [attempt] = (await readBooks(other.school, other.student)).attempts
    const { id } = await quarantine({ reference: attempt!.reference })
    await expect(decide(id, 'accept')).rejects.toMatchObject({ code: 'payment_of_other_order' })
    await expect(decide(id, 'return')).rejects.toMatchObject({ code: 'payment_of_other_order' })
    expect((await decide(id, 'ignore')).state).toBe('ignored')
  })

  test('is not accepted while the provider does not answer, or reports something else', async () => {
    const { id, school, student } = await quarantine({ reference: 'other-shop-6' })
    payments.sandbox.paystack.failNext({ kind: 'error_500', times: 100 })
    await expect(decide(id, 'accept')).rejects.toMatchObject({ code: 'provider_unreachable' })
    payments.sandbox.paystack.clearFailures()
    const [attempt] = (await readBooks(school, student)).attempts
    payments.sandbox.paystack.payments(attempt!.reference)[0]!.amount = testPrice - 5
    await expect(decide(id, 'accept')).rejects.toMatchObject({ code: 'payment_not_confirmed' })
    expect((await readBooks(school, student)).payments).toEqual([])
  })
})

describe.each([
  ['currency', { currency: 'GHS' }],
  ['mode', { mode: 'live' as const }],
])('a payment with another %s', (_name, change) => {
  test('cannot be accepted, and is given back', async () => {
    const { id, school, student } = await quarantine(change)
    await expect(decide(id, 'accept')).rejects.toMatchObject({ code: 'quarantine_not_acceptable' })
    expect((await decide(id, 'return')).state).toBe('returned')
    await runPaymentJobs(school)
    expect((await readBooks(school, student)).refunds).toMatchObject([{ kind: 'quarantined' }])
  })
})

/** The same in the school's own account. */
async function quarantineInOwnAccount(change: Change) {
  const sale = await createSellingSchool('paystack')
  const owner = await sale.school.owner()
  const secret_key = `sk_test_${crypto.randomUUID()}`
  const account = payments.sandbox.paystack.addAccount({
    secret_key,
    webhook_keys: [secret_key],
    mode: 'test',
  })
  await owner.api(connectPaymentAccount, { provider: 'paystack', secret_key })
  const { url, order_id } = await startCheckout(sale)
  account.changeNextPayment(change)
  await payOnPage('paystack', url)
  await sale.student.api(verifyMyOrder, { id: order_id })
  const [row] = (await owner.api(getOrder, { id: order_id })).quarantined
  const decideOwn = (decision: 'accept' | 'return' | 'ignore') =>
    owner.api(decideQuarantinedPayment, { id: row!.id, decision, reason })
  return { ...sale, owner, account, order_id, row, decideOwn }
}

test('a school is refused what does not fit in its own account either', async () => {
  const currency = await quarantineInOwnAccount({ currency: 'GHS' })
  await expect(currency.decideOwn('accept')).rejects.toMatchObject({ code: 'quarantine_not_acceptable' })
  await currency.decideOwn('ignore')
  await expect(currency.decideOwn('return')).rejects.toMatchObject({ code: 'quarantine_decided' })

  const other = await createSellingSchool('paystack')
  await startCheckout(other)
  const [taken] = (await readBooks(other.school, other.student)).attempts
  const reference = await quarantineInOwnAccount({ reference: taken!.reference })
  await expect(reference.decideOwn('accept')).rejects.toMatchObject({ code: 'payment_of_other_order' })

  const changed = await quarantineInOwnAccount({ reference: 'own-shop-2' })
  payments.sandbox.paystack.failNext({ kind: 'error_500', times: 100 })
  await expect(changed.decideOwn('accept')).rejects.toMatchObject({ code: 'provider_unreachable' })
  payments.sandbox.paystack.clearFailures()
  const [attempt] = (await readBooks(changed.school, changed.student)).attempts
  changed.account.payments(attempt!.reference)[0]!.amount = testPrice - 5
  await expect(changed.decideOwn('accept')).rejects.toMatchObject({ code: 'payment_not_confirmed' })
})

test('a school decides about money in its own account, and reads the platform’s decisions', async () => {
  const ofPlatform = await quarantine({ currency: 'GHS' })
  const input = { id: ofPlatform.id, decision: 'ignore' as const, reason }
  await expect(ofPlatform.admin.api(decideQuarantinedPayment, input)).rejects.toMatchObject({
    code: 'quarantine_of_other_account',
  })
  const { owner, row, order_id } = await quarantineInOwnAccount({ reference: 'own-shop-1' })
  expect(row).toMatchObject({ is_own_account: true, state: 'open' })
  await expect(decide(row!.id, 'ignore')).rejects.toMatchObject({ code: 'quarantine_of_other_account' })
  const accepted = await owner.api(decideQuarantinedPayment, { id: row!.id, decision: 'accept', reason })
  expect(accepted.state).toBe('accepted')
  expect((await owner.api(getOrder, { id: order_id })).status).toBe('paid')
})

test('pages through the list, and keeps decided ones', async () => {
  const first = await quarantine({ currency: 'GHS' })
  setClock(new Date(Date.now() + 60_000))
  const second = await quarantine({ currency: 'GHS' })
  await decide(second.id, 'ignore')
  const page = await operator.api(consoleListQuarantinedPayments, { limit: 1 })
  expect(page.data).toMatchObject([{ id: second.id, state: 'ignored', explanation: reason }])
  const next = await operator.api(consoleListQuarantinedPayments, { limit: 1, cursor: page.next_cursor! })
  expect(next.data).toMatchObject([{ id: first.id }])
})

test('an unknown payment is not found', async () => {
  const { school } = await createSellingSchool('paystack')
  const id = '019a0000-0000-7000-8000-000000000000'
  await expect(decide(id, 'ignore')).rejects.toMatchObject({ status: 404 })
  const admin = await school.admin()
  await expect(admin.api(decideQuarantinedPayment, { id, decision: 'ignore', reason })).rejects.toMatchObject(
    { status: 404 },
  )
})

const auditOf = (school: Awaited<ReturnType<typeof createSellingSchool>>['school'], order_id: string) =>
  school.transact(async ({ tx, school_id }) => ({
    rows: await tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('subject_id', '=', order_id)
      .where('action', '=', 'order.quarantine_decided')
      .selectAll()
      .execute(),
  }))
