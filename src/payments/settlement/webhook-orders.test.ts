import { describe, expect, test } from 'vitest'
import { listInvoices } from '#invoices/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { getOrder, refundOrder, verifyMyOrder } from '../contract.ts'

const payments = useTestPayments()

const types = [
  'checkout.session.completed',
  'payment_intent.succeeded',
  'refund.created',
  'refund.updated',
] as const

const permutations = (rest: readonly string[]): string[][] =>
  rest.length < 2
    ? [[...rest]]
    : rest.flatMap((first) =>
        permutations(rest.filter((one) => one !== first)).map((others) => [first, ...others]),
      )

const typeOf = ({ body }: { body: string }) => (JSON.parse(body) as { type: string }).type

/** The student pays, and staff refund the order; Stripe's webhooks about both have not arrived yet. */
async function buyAndRefund() {
  const { stripe } = payments.sandbox
  const sale = await createSellingSchool('stripe')
  const admin = await sale.school.admin()
  const before = stripe.webhooks().length
  stripe.configureWebhooks({ mode: 'hold' })
  stripe.setRefunds('stay_pending')
  const { url, order_id: id } = await startCheckout(sale)
  await payOnPage('stripe', url)
  await sale.student.api(verifyMyOrder, { id })
  await admin.api(refundOrder, { id })
  await runPaymentJobs(sale.school)
  expect(await admin.api(getOrder, { id })).toMatchObject({ status: 'paid', refunds: [{ state: 'pending' }] })
  const { attempts } = await readBooks(sale.school, sale.student)
  stripe.changeRefund(attempts[0]!.reference, 'succeeded')
  return { ...sale, admin, id, held: stripe.webhooks().slice(before).map(typeOf) }
}

/** Delivers the held webhooks in this order, and lets workers handle each before the next arrives. */
async function deliver(
  { school, held }: { school: SellingSchool['school']; held: readonly string[] },
  order: readonly string[],
) {
  const { stripe } = payments.sandbox
  const positions = order.map((type) => held.indexOf(type))
  expect(positions, held.join(', ')).not.toContain(-1)
  stripe.configureWebhooks({ mode: 'deliver' })
  stripe.deliverHeldWebhooks(positions)
  await stripe.webhooksIdle()
  await runPaymentJobs(school)
}

describe('webhooks about a payment and its refund lead to the same state', () => {
  test.each(types)('in the six orders that begin with %s', async (first) => {
    const orders = permutations(types).filter((order) => order[0] === first)
    expect(orders).toHaveLength(6)
    for (const order of orders) await expectRefunded(order)
  })
})

async function expectRefunded(order: readonly string[]) {
  const sale = await buyAndRefund()
  await deliver(sale, order)
  const { admin, school, student, id } = sale
  expect(await admin.api(getOrder, { id }), order.join(', ')).toMatchObject({
    status: 'refunded',
    refunded_amount: testPrice,
    payments: [{ amount: testPrice }],
    refunds: [{ state: 'succeeded' }],
    attention: [],
  })
  const { entitlements, receipts, events, balances } = await readBooks(school, student)
  expect(entitlements).toMatchObject([{ revocation_reason: 'refunded' }])
  expect(receipts).toHaveLength(1)
  expect(new Set(events.map(({ state }) => state))).toEqual(new Set(['processed']))
  expect(Object.values(balances).reduce((sum, one) => sum + one, 0)).toBe(0)
  const documents = (await admin.api(listInvoices, {})).data.map(({ kind }) => kind)
  expect(documents.toSorted()).toEqual(['credit_note', 'invoice'])
}
