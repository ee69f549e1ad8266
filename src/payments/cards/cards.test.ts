import { describe, expect, test } from 'vitest'
import { captureLog } from '#testing/harness/harness.ts'
import {
  createSellingSchool,
  payOnPage,
  runPaymentJobs,
  readBooks,
  saveCard as save,
  startCheckout,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  deleteCard,
  listCards,
  listMyOrders,
  setDefaultCard,
  updateBillingCard,
  verifyMyCardSetup,
  verifyMyOrder,
} from '../contract.ts'

const payments = useTestPayments()

const providers = ['stripe', 'paystack', 'flutterwave'] as const
const cardsOf = async (student: TestUser) => (await student.api(listCards, {})).data
const saveCard = (sale: Pick<SellingSchool, 'student' | 'provider'>, card?: string) =>
  save({ ...sale, sandbox: payments.sandbox }, card)

describe.each(providers)('a card saved at %s', (provider) => {
  test('is listed with brand, last digits, expiry and default, and without its token', async () => {
    const sale = await createSellingSchool(provider)
    expect(await cardsOf(sale.student)).toEqual([])
    const { token, number, state, location, setup_id } = await saveCard(sale)
    expect(state).toBe('saved')
    expect(location).toContain(`/payments?card=${setup_id}`)
    const { text } = await sale.student.request({ method: 'GET', url: '/api/credit-cards/v2/card' })
    const [card, ...more] = await cardsOf(sale.student)
    expect(more).toEqual([])
    expect(Object.keys(card!).toSorted()).toEqual(
      ['id', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default', 'is_expired'].toSorted(),
    )
    expect(card).toMatchObject({
      last4: number.slice(-4),
      exp_month: 9,
      exp_year: 2032,
      is_default: true,
      is_expired: false,
    })
    expect(token.length).toBeGreaterThan(5)
    expect(text).not.toContain(token)
    const [row] = await sale.school.transact(({ tx, school_id }) =>
      tx.selectFrom('payment_cards').where('school_id', '=', school_id).selectAll().execute(),
    )
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row!.encrypted_token.includes(token)).toBe(false)
  })

  test('is stored once, however often it is saved', async () => {
    const sale = await createSellingSchool(provider)
    await saveCard(sale)
    const [before] = await cardsOf(sale.student)
    await saveCard(sale)
    expect(await cardsOf(sale.student)).toEqual([before])
  })

  test('belongs to its buyer: others see and delete nothing', async () => {
    const sale = await createSellingSchool(provider)
    const { setup_id } = await saveCard(sale)
    const [card] = await cardsOf(sale.student)
    const other = await sale.school.student()
    expect(await cardsOf(other)).toEqual([])
    const missing = { status: 404 }
    await expect(other.api(deleteCard, { id: card!.id })).rejects.toMatchObject(missing)
    await expect(other.api(setDefaultCard, { id: card!.id })).rejects.toMatchObject(missing)
    await expect(other.api(verifyMyCardSetup, { id: setup_id })).rejects.toMatchObject(missing)
    expect(await cardsOf(sale.student)).toHaveLength(1)
  })

  test('is deleted here at once, and at the provider by a job', async () => {
    const sale = await createSellingSchool(provider)
    await saveCard(sale)
    const [card] = await cardsOf(sale.student)
    await sale.student.api(deleteCard, { id: card!.id })
    expect(await cardsOf(sale.student)).toEqual([])
    await runPaymentJobs(sale.school)
    const rows = await sale.school.transact(({ tx, school_id }) =>
      tx.selectFrom('payment_cards').where('school_id', '=', school_id).select('id').execute(),
    )
    expect(rows).toEqual([])
    // v3 of Flutterwave has no call that revokes a token.
    const left = provider === 'flutterwave' ? 1 : 0
    expect(payments.sandbox[provider].savedCards(sale.student.email)).toHaveLength(left)
  })

  test('is not stored when a course is bought: the buyer did not agree to later charges', async () => {
    const sale = await createSellingSchool(provider)
    const { url, order_id } = await startCheckout(sale)
    await payOnPage(provider, url)
    expect(await sale.student.api(verifyMyOrder, { id: order_id })).toMatchObject({ status: 'paid' })
    expect(await cardsOf(sale.student)).toEqual([])
  })
})

describe.each(['paystack', 'flutterwave'] as const)('the charge that saves a card at %s', (provider) => {
  test('is given back, and opens nothing', async () => {
    const sale = await createSellingSchool(provider)
    const { charge, state } = await saveCard(sale)
    expect([charge, state]).toEqual([{ amount: 100_00, currency: 'NGN' }, 'saved'])
    await runPaymentJobs(sale.school)
    await runPaymentJobs(sale.school)
    const { orders, refunds, receipts, entitlements, balances } = await readBooks(sale.school, sale.student)
    expect(orders).toMatchObject([{ total: 100_00, refunded_amount: 100_00, status: 'refunded' }])
    expect(refunds).toMatchObject([{ state: 'succeeded', amount: 100_00, requested_by: null }])
    expect([receipts, entitlements]).toEqual([[], []])
    const { school_payable = 0, provider_clearing = 0, ...others } = balances
    // The provider keeps its fee, which the school bears.
    expect(school_payable + provider_clearing).toBe(0)
    expect(Object.values(others).every((amount) => amount === 0)).toBe(true)
  })

  test('replaces one that was not finished', async () => {
    const sale = await createSellingSchool(provider)
    const first = await sale.student.api(updateBillingCard, {})
    expect((await saveCard(sale)).state).toBe('saved')
    expect(await sale.student.api(verifyMyCardSetup, { id: first.setup_id })).toEqual({ state: 'failed' })
    const { orders } = await readBooks(sale.school, sale.student)
    expect(orders.map(({ status }) => status)).toEqual(['canceled', 'paid'])
    expect((await sale.student.api(listMyOrders, {})).data).toHaveLength(1)
  })
})

test('keys, tokens and card numbers are in no log line, answer or error of a payment', async () => {
  const lines = captureLog()
  for (const provider of providers) {
    const sale = await createSellingSchool(provider)
    payments.sandbox[provider].failNext({ kind: 'error_500', times: 1 })
    const refusal = await sale.student.api(updateBillingCard, {}).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'payment_provider_unavailable' })
    const { token, number } = await saveCard(sale)
    const answer = await sale.student.request({ method: 'GET', url: '/api/credit-cards/v2/card' })
    const [card] = await cardsOf(sale.student)
    await sale.student.api(deleteCard, { id: card!.id })
    await runPaymentJobs(sale.school)
    const { keys } = payments.sandbox[provider]
    const output = JSON.stringify([lines, answer.text, refusal, String((refusal as Error).stack)])
    expect(output).toContain('payment provider called')
    for (const secret of [keys.secret_key, ...keys.webhook_keys, token, number])
      expect(output, provider).not.toContain(secret)
  }
})

describe('updateBillingCard at Stripe', () => {
  test('saves a card on the setup page without a charge, and it becomes the default', async () => {
    const sale = await createSellingSchool('stripe')
    await saveCard(sale)
    const started = await sale.student.api(updateBillingCard, {})
    expect(started).toMatchObject({ provider: 'stripe', charge: null })
    expect(await sale.student.api(verifyMyCardSetup, { id: started.setup_id })).toEqual({ state: 'pending' })
    await payOnPage('stripe', started.url, '4000000000000341')
    expect(await sale.student.api(verifyMyCardSetup, { id: started.setup_id })).toEqual({ state: 'saved' })
    expect((await cardsOf(sale.student)).map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['0341', true],
      ['4242', false],
    ])
    expect((await readBooks(sale.school, sale.student)).orders).toEqual([])
  })

  test('stores the card from the webhook if the browser does not return', async () => {
    const sale = await createSellingSchool('stripe')
    const { url } = await sale.student.api(updateBillingCard, {})
    await payOnPage('stripe', url)
    await payments.sandbox.stripe.webhooksIdle()
    await runPaymentJobs(sale.school)
    expect(await cardsOf(sale.student)).toMatchObject([{ last4: '4242', is_default: true }])
  })

  test('is refused without a provider', async () => {
    const sale = await createSellingSchool('stripe')
    payments.configure({ accounts: {} })
    await expect(sale.student.api(updateBillingCard, {})).rejects.toMatchObject({
      code: 'payments_unavailable',
    })
  })
})

test('a card that was removed at Stripe disappears', async () => {
  const sale = await createSellingSchool('stripe')
  await saveCard(sale)
  const bystander = await createSellingSchool('stripe')
  await saveCard(bystander)
  payments.sandbox.stripe.removeSavedCards(sale.student.email)
  await payments.sandbox.stripe.webhooksIdle()
  await runPaymentJobs(sale.school)
  expect(await cardsOf(sale.student)).toEqual([])
  expect(await cardsOf(bystander.student)).toHaveLength(1)
})

test('the default moves: to the chosen card, and to the newest when the default is deleted', async () => {
  const sale = await createSellingSchool('stripe')
  await saveCard(sale)
  await saveCard(sale, '4000000000000341')
  const [second, first] = await cardsOf(sale.student)
  await sale.student.api(setDefaultCard, { id: first!.id })
  expect((await cardsOf(sale.student)).map(({ is_default }) => is_default)).toEqual([false, true])
  await sale.student.api(deleteCard, { id: first!.id })
  expect(await cardsOf(sale.student)).toMatchObject([{ id: second!.id, is_default: true }])
})
