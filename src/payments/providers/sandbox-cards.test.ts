import { describe, expect, test } from 'vitest'
import {
  attemptOf,
  checkoutFor,
  pay,
  payWith,
  sandboxCases,
  useSandbox,
} from '#testing/builders/provider-builder.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import type { PaidPayment } from './provider.ts'

const sandbox = useSandbox()

test.each([
  ['paystack', 'NGN'],
  ['stripe', 'USD'],
] as const)('%s: a dispute is opened, and won', async (name, currency) => {
  const one = sandboxCases.find((each) => each.name === name && each.currency === currency)!
  const provider = await sandbox.open(one)
  const { request, payment } = await pay(one, provider)
  const id = sandbox.controls(name).openDispute(request.reference, 'fraudulent')
  const find = () => provider.findDispute({ provider_dispute_id: id })
  expect(await find()).toMatchObject({ state: 'open', amount: request.amount, reason: 'fraudulent' })
  sandbox.controls(name).closeDispute(id, 'won')
  expect(await find()).toMatchObject({ state: 'won' })
  const subjects = await sandbox.webhooksOf(one, provider, id)
  expect(subjects.length).toBeGreaterThan(1)
  for (const { subject } of subjects)
    expect(subject).toMatchObject({
      kind: 'dispute',
      provider_dispute_id: id,
      transaction_id: payment.transaction_id,
    })
})

describe('test cards of Stripe', () => {
  const [, , one] = sandboxCases
  async function payByCard(...[number, ...answers]: [string, ...string[]]) {
    const provider = await sandbox.open(one)
    const request = checkoutFor(one)
    const checkout = await provider.createCheckout(request)
    await payWithCard(checkout.url, number, ...answers)
    const found = await provider.findPayment(attemptOf(request, checkout))
    return { provider, request, found, payment: found as PaidPayment }
  }
  const refundAll = ({ provider, request, payment }: Awaited<ReturnType<typeof payByCard>>) =>
    provider.createRefund({
      reference: `${request.reference}-r1`,
      transaction_id: payment.transaction_id,
      amount: request.amount,
      reason: 'asked',
    })

  test('3184 asks for the buyer at each payment', async () => {
    expect((await payByCard('4000002760003184', 'reject')).found.state).toBe('pending')
    const { provider, request, payment } = await payByCard('4000002760003184', 'approve')
    const charged = await provider.chargeSavedCard({
      reference: `${request.reference}-2`,
      amount: request.amount,
      description: 'Instalment 2',
      email: request.email,
      card: payment.card!,
      metadata: {},
    })
    expect(charged.payment).toMatchObject({ state: 'failed', code: 'authentication_required' })
    expect(charged.provider_reference).toMatch(/^pi_/)
  })
  test('7726 has refunds that succeed later, and 5126 refunds that fail later', async () => {
    const pending = await payByCard('4000000000007726')
    expect((await refundAll(pending)).state).toBe('pending')
    const failing = await payByCard('4000000000005126')
    const { provider_refund_id, state } = await refundAll(failing)
    expect(state).toBe('succeeded')
    sandbox.controls('stripe').changeRefund(failing.request.reference, 'failed')
    const { transaction_id } = failing.payment
    expect(await failing.provider.findRefund({ provider_refund_id, transaction_id })).toMatchObject({
      state: 'failed',
    })
  })
  test('0259 is disputed', async () => {
    const { payment, provider } = await payByCard('4000000000000259')
    const disputes = (await sandbox.received('stripe', payment.transaction_id))
      .filter(({ raw }) => raw.includes('charge.dispute.created'))
      .map(({ body }) => (body as { data: { object: { id: string } } }).data.object.id)
    expect(disputes).toHaveLength(1)
    expect(await provider.findDispute({ provider_dispute_id: disputes[0]! })).toMatchObject({
      state: 'open',
    })
  })
  test('a customer of an earlier payment pays again, and an unknown one is refused', async () => {
    const { provider, payment } = await payByCard('4242424242424242')
    const { customer_reference } = payment.card!
    const request = checkoutFor(one, { customer_reference })
    const checkout = await provider.createCheckout(request)
    await payWith(one, checkout.url)
    expect(await provider.findPayment(attemptOf(request, checkout))).toMatchObject({
      card: { customer_reference },
    })
    await expect(
      provider.createCheckout(checkoutFor(one, { customer_reference: 'cus_unknown' })),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

test.each([
  ['flutterwave', ['5531886652142950', '3310', '99999']],
  ['flutterwave', ['5531886652142950', '1111']],
  ['flutterwave', ['5438898014560229', 'reject']],
  ['paystack', ['5060666666666666666', '1234', '000000']],
] as const)('%s declines a buyer whom the bank does not confirm (%j)', async (name, [number, ...answers]) => {
  const one = sandboxCases.find((each) => each.name === name)!
  const provider = await sandbox.open(one)
  const request = checkoutFor(one)
  const checkout = await provider.createCheckout(request)
  await payWithCard(checkout.url, number, ...answers)
  expect(await provider.findPayment(attemptOf(request, checkout))).toMatchObject({
    state: 'failed',
    code: 'authentication_required',
  })
})
