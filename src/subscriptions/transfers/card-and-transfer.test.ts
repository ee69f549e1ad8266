import { describe, expect, test } from 'vitest'
import { approveBankTransfer, updateBankTransferSettings } from '#payments/contract.ts'
import { testTransferSettings } from '#testing/builders/billing/bank-transfers.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { payOnPage, readBooks, runPaymentJobs, saveCard } from '#testing/builders/payments-builder.ts'
import { buyByTransfer, keepLoggedIn, transferPrice } from '#testing/builders/plans/transfer-plans.ts'
import { setClock } from '#testing/builders/school-builder.ts'
import {
  cancelMySubscription,
  payMySubscription,
  setMySubscriptionCard,
  setMySubscriptionMethod,
  transferMySubscription,
} from '../contract.ts'
import { addDays } from '../rules/periods.ts'

const payments = useTestPayments()

describe('card and transfer', () => {
  const withCard = async () => {
    const plan = await buyByTransfer()
    await saveCard({ ...plan, provider: 'paystack', sandbox: payments.sandbox })
    await runPaymentJobs(plan.school)
    const charges = payments.sandbox.paystack.chargeCount()
    return { ...plan, charges: () => payments.sandbox.paystack.chargeCount() - charges }
  }
  const setMethod = (plan: Awaited<ReturnType<typeof buyByTransfer>>, pays_by: 'card' | 'bank_transfer') =>
    plan.student.api(setMySubscriptionMethod, { id: plan.id, pays_by })

  test('a saved card is not charged for a plan that is paid by transfer', async () => {
    const plan = await withCard()
    for (const day of [-7, 0, 1, 3, 7]) await plan.at(day, plan.due(1))
    expect([plan.charges(), (await plan.mine()).status]).toEqual([0, 'unpaid'])
  })

  test('a change to the card charges what is due at once, and ends the transfer', async () => {
    const plan = await withCard()
    for (const day of [-7, 0]) await plan.at(day, plan.due(1))
    expect(await setMethod(plan, 'card')).toMatchObject({ pays_by: 'card', transfer: null })
    await plan.bill()
    expect(plan.charges()).toBe(1)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
    await plan.at(0, plan.due(2))
    expect(plan.charges()).toBe(2)
  })

  test('a change before the due date charges the card on the day, by the same order', async () => {
    const plan = await withCard()
    await plan.at(-5, plan.due(1))
    await setMethod(plan, 'card')
    await plan.bill()
    expect(plan.charges()).toBe(0)
    await plan.at(0, plan.due(1))
    expect(plan.charges()).toBe(1)
    expect(
      (await readBooks(plan.school, plan.student)).orders.filter(
        ({ total }) => Number(total) === transferPrice,
      ),
    ).toHaveLength(2)
  })

  test('a change to transfers mails where to send what is due, and back again', async () => {
    const plan = await withCard()
    await setMethod(plan, 'card')
    payments.sandbox.paystack.setSavedCardResult(plan.student.email, 'expired_card')
    await plan.at(0, plan.due(1))
    expect(await plan.mails()).toEqual(['plan_payment_failed'])
    await setMethod(plan, 'bank_transfer')
    await setMethod(plan, 'bank_transfer')
    await plan.bill()
    expect(await plan.mails()).toEqual(['plan_payment_failed', 'plan_transfer_due'])
    const order_id = await plan.order()
    await plan.prove(order_id)
    await plan.approve(order_id)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2, pays_by: 'bank_transfer' })
  })

  test('the choice of a card pays by card', async () => {
    const plan = await withCard()
    await plan.at(0, plan.due(1))
    const card_id = (await plan.mine()).card!.id
    expect(await plan.student.api(setMySubscriptionCard, { id: plan.id, card_id })).toMatchObject({
      pays_by: 'card',
    })
    await plan.bill()
    expect(plan.charges()).toBe(1)
  })

  test('neither a card nor a page pays what staff check, and approval pays once', async () => {
    const plan = await withCard()
    await plan.at(0, plan.due(1))
    const order_id = await plan.order()
    await plan.prove(order_id)
    for (const with_card of [true, false])
      await expect(
        plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card }),
      ).rejects.toMatchObject({ code: 'transfer_in_review' })
    await setMethod(plan, 'card')
    await plan.bill()
    await plan.at(1, plan.due(1))
    expect(plan.charges()).toBe(0)
    const transfer = await plan.transferOf(order_id)
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        plan.admin.api(approveBankTransfer, { id: transfer.id, amount: transfer.amount }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await plan.bill()
    expect([plan.charges(), await plan.settled()]).toEqual([0, 3])
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
  })

  test('a declined proof lets the chosen card be charged', async () => {
    const plan = await withCard()
    await plan.at(0, plan.due(1))
    const order_id = await plan.order()
    await plan.prove(order_id)
    await setMethod(plan, 'card')
    await plan.decline(order_id)
    expect(
      await plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: true }),
    ).toMatchObject({ is_paid: true })
    expect(plan.charges()).toBe(1)
  })

  test('a transfer is not approved while a card is charged for the same order', async () => {
    const plan = await withCard()
    await plan.at(0, plan.due(1))
    const order_id = await plan.order()
    const { id } = await plan.transferOf(order_id)
    // The answer of the provider is lost, so the charge may have taken the money.
    payments.sandbox.paystack.failNext({
      kind: 'error_500_after',
      request: 'POST /transaction/charge_authorization',
    })
    expect(await plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: true })).toEqual({
      is_paid: false,
      url: null,
    })
    await expect(plan.admin.api(approveBankTransfer, { id, amount: transferPrice })).rejects.toMatchObject({
      code: 'order_being_charged',
    })
    payments.sandbox.paystack.failNext({ kind: 'error_500', request: 'GET /transaction/verify', times: 1 })
    await expect(
      plan.student.api(transferMySubscription, { id: plan.id, what: 'due' }),
    ).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
    setClock(addDays(plan.due(1), 0.1))
    await keepLoggedIn(plan.school)
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
    // The money of the transfer arrived, too: it is given back.
    await plan.admin.api(approveBankTransfer, { id, amount: transferPrice })
    const { refunds } = await readBooks(plan.school, plan.student)
    expect(refunds.filter(({ kind }) => kind === 'duplicate')).toHaveLength(1)
  })

  test('a charge and an approval at the same moment take the money once, or give one back', async () => {
    const plan = await withCard()
    await plan.at(0, plan.due(1))
    const order_id = await plan.order()
    const { id } = await plan.transferOf(order_id)
    const [paid, approved] = await Promise.allSettled([
      plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: true }),
      plan.admin.api(approveBankTransfer, { id, amount: transferPrice }),
    ])
    await plan.bill()
    const { refunds } = await readBooks(plan.school, plan.student)
    const isTransferCounted = approved.status === 'fulfilled'
    const duplicates = refunds.filter(({ kind }) => kind === 'duplicate').length
    expect(plan.charges() + (isTransferCounted ? 1 : 0) - duplicates).toBe(1)
    expect([paid.status, await plan.settled()]).toEqual(['fulfilled', 3])
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
  })

  test('an open payment page is closed for a transfer, and a transfer without a proof for a page', async () => {
    const plan = await withCard()
    await plan.at(0, plan.due(1))
    const pay = () => plan.student.api(payMySubscription, { id: plan.id, what: 'due', with_card: false })
    const first = await pay()
    expect((await plan.mine()).transfer).toBeNull()
    await plan.student.api(transferMySubscription, { id: plan.id, what: 'due' })
    expect((await plan.mine()).transfer).toMatchObject({ state: 'waiting' })
    const second = await pay()
    expect(second.url).not.toBe(first.url)
    await payOnPage('paystack', second.url!)
    await runPaymentJobs(plan.school)
    await runPaymentJobs(plan.school)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2, pays_by: 'bank_transfer' })
  })

  test('refuses a transfer of nothing, without accounts, while a charge runs, and of a plan that ended', async () => {
    const plan = await withCard()
    const transfer = (what: 'due' | 'all' = 'due') =>
      plan.student.api(transferMySubscription, { id: plan.id, what })
    await expect(transfer()).rejects.toMatchObject({ code: 'nothing_to_pay' })
    await expect(transfer('all')).rejects.toMatchObject({ code: 'nothing_to_pay' })
    await setMethod(plan, 'card')
    // The provider does not know the charge yet, and may still make it.
    payments.sandbox.paystack.failNext({
      kind: 'error_500',
      request: 'POST /transaction/charge_authorization',
    })
    await plan.at(0, plan.due(1))
    await expect(transfer()).rejects.toMatchObject({ code: 'checkout_in_progress' })
    await plan.admin.api(updateBankTransferSettings, { ...testTransferSettings, allows_plans: false })
    await expect(transfer()).rejects.toMatchObject({ code: 'bank_transfer_unavailable' })
    await expect(setMethod(plan, 'bank_transfer')).rejects.toMatchObject({
      code: 'bank_transfer_unavailable',
    })
    await plan.student.api(cancelMySubscription, { id: plan.id, at: 'now' })
    await expect(setMethod(plan, 'bank_transfer')).rejects.toMatchObject({ code: 'subscription_ended' })
  })

  test('a school that ends transfers for plans asks for other ways to pay', async () => {
    const plan = await buyByTransfer()
    await plan.admin.api(updateBankTransferSettings, { ...testTransferSettings, allows_plans: false })
    await plan.at(-7, plan.due(1))
    expect(await plan.mine()).toMatchObject({ is_payable: false })
    await plan.at(0, plan.due(1))
    expect(await plan.mails()).toEqual(['plan_payment_failed'])
  })
})
