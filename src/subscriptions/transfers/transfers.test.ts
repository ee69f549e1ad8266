import { describe, expect, test } from 'vitest'
import {
  createCheckout,
  getMyBankTransfer,
  getPaymentMethods,
  startBankTransfer,
  updateBankTransferSettings,
} from '#payments/contract.ts'
import { testTransferSettings } from '#testing/builders/billing/bank-transfers.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { readBooks } from '#testing/builders/payments-builder.ts'
import { billAtOnce, runBilling } from '#testing/builders/plans/plan-builder.ts'
import {
  buyByTransfer,
  createPlanSchool,
  keepLoggedIn,
  planMails,
  transferPrice,
} from '#testing/builders/plans/transfer-plans.ts'
import { setClock } from '#testing/builders/school-builder.ts'
import {
  cancelMyPlanChange,
  cancelMySubscription,
  changeMyPlan,
  listMySubscriptions,
  listSubscriptions,
  pauseMySubscription,
  previewPlanChange,
  resumeMySubscription,
  transferMySubscription,
} from '../contract.ts'
import { addDays } from '../rules/periods.ts'

useTestPayments()

describe('a plan by bank transfer', () => {
  test('is sold only if the school allows it, and not with a trial that needs a card', async () => {
    const { admin, student, plan, createPlan } = await createPlanSchool()
    const trial = await createPlan({ trial_days: 7, trial_needs_card: true })
    const buy = (plan_id: string) => student.api(startBankTransfer, { plan_id })
    await expect(buy(trial.id)).rejects.toMatchObject({ code: 'bank_transfer_not_for_plan' })
    await admin.api(updateBankTransferSettings, { ...testTransferSettings, allows_plans: false })
    expect(await student.api(getPaymentMethods, {})).toMatchObject({ bank_transfer_for_plans: false })
    await expect(buy(plan.id)).rejects.toMatchObject({ code: 'bank_transfer_not_for_plan' })
    await admin.api(updateBankTransferSettings, { ...testTransferSettings, allows_plans: true })
    // A change of other settings leaves it as it is.
    expect(await admin.api(updateBankTransferSettings, testTransferSettings)).toMatchObject({
      allows_plans: true,
    })
    expect(await student.api(getPaymentMethods, {})).toMatchObject({ bank_transfer_for_plans: true })
    expect(await buy(plan.id)).toMatchObject({ url: expect.stringContaining('/payments/transfer') })
  })

  test('begins when staff approve, and every later payment is a transfer that is ordered a week before', async () => {
    const plan = await buyByTransfer()
    expect(await plan.mine()).toMatchObject({ status: 'active', pays_by: 'bank_transfer', paid_count: 1 })
    for (const period of [1, 2]) {
      await plan.at(-8, plan.due(period))
      expect(await plan.mine()).toMatchObject({ is_payable: false, transfer: null })
      await plan.at(-7, plan.due(period))
      await plan.at(-7, plan.due(period))
      expect(await plan.mine()).toMatchObject({
        status: 'active',
        is_due: false,
        is_payable: true,
        next_amount: transferPrice,
        next_at: plan.due(period).toISOString(),
        transfer: { state: 'waiting' },
      })
      const order_id = await plan.order()
      await plan.prove(order_id)
      expect((await plan.mine()).transfer).toEqual({ order_id, state: 'submitted' })
      await plan.approve(order_id)
      expect(await plan.mine()).toMatchObject({
        status: 'active',
        paid_count: period + 1,
        is_due: false,
        is_payable: false,
        next_at: plan.due(period + 1).toISOString(),
      })
      await plan.at(3, plan.due(period))
      expect(await plan.mayLearn()).toBe(true)
    }
    expect(await plan.mails()).toEqual(['plan_transfer_due', 'plan_transfer_due'])
    const [mail] = await planMails(plan.school)
    const reference = (await plan.transferOf((await readBooks(plan.school, plan.student)).orders[1]!.id))
      .reference
    for (const part of ['10,000', '0690000031', reference, plan.due(1).toISOString().slice(0, 10)])
      expect(mail!.text).toContain(part)
    const { balances } = await readBooks(plan.school, plan.student)
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
    expect((await plan.admin.api(listSubscriptions, {})).data).toMatchObject([
      { pays_by: 'bank_transfer', card: null },
    ])
  })

  test('gets one order and one mail although several workers bill at once', async () => {
    const plan = await buyByTransfer()
    setClock(addDays(plan.due(1), -7))
    await billAtOnce(plan.school, plan.id, 4)
    setClock(plan.due(1))
    await billAtOnce(plan.school, plan.id, 4)
    expect((await readBooks(plan.school, plan.student)).orders).toHaveLength(2)
    expect(await plan.mails()).toEqual(['plan_transfer_due', 'plan_transfer_due'])
  })

  test('that is overdue is reminded, suspended after 7 days, opened by a payment, or ended after 14', async () => {
    const plan = await buyByTransfer()
    const seen: [day: number, mails: number, status: string, access: boolean][] = []
    for (const day of [-7, 0, 0.5, 1, 3, 5, 6.9, 7, 10]) {
      await plan.at(day, plan.due(1))
      seen.push([day, (await plan.mails()).length, (await plan.mine()).status, await plan.mayLearn()])
    }
    expect(seen).toEqual([
      [-7, 1, 'active', true],
      [0, 2, 'past_due', true],
      [0.5, 2, 'past_due', true],
      [1, 3, 'past_due', true],
      [3, 4, 'past_due', true],
      [5, 5, 'past_due', true],
      [6.9, 5, 'past_due', true],
      [7, 6, 'unpaid', false],
      [10, 6, 'unpaid', false],
    ])
    expect(await plan.mails()).toEqual([...Array<string>(5).fill('plan_transfer_due'), 'plan_suspended'])
    const order_id = await plan.order()
    await plan.prove(order_id)
    expect(await plan.mayLearn()).toBe(false)
    await plan.approve(order_id)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2, is_due: false })
    expect(await plan.mayLearn()).toBe(true)
    for (const day of [-7, 0, 7, 14]) await plan.at(day, plan.due(2))
    expect(await plan.mine()).toMatchObject({ status: 'canceled', transfer: null, is_payable: false })
    const { attempts } = await readBooks(plan.school, plan.student)
    expect(attempts.filter(({ state }) => state === 'pending')).toEqual([])
  })

  test('is not suspended while staff check a proof, for 21 days at most', async () => {
    const plan = await buyByTransfer()
    for (const day of [-7, 0, 6]) await plan.at(day, plan.due(1))
    await plan.prove(await plan.order())
    for (const day of [7, 10, 14, 20.9]) {
      await plan.at(day, plan.due(1))
      expect([await plan.mayLearn(), (await plan.mine()).status]).toEqual([true, 'past_due'])
    }
    expect((await plan.mine()).access_ends_at).toBe(addDays(plan.due(1), 21).toISOString())
    await plan.at(21, plan.due(1))
    expect([await plan.mayLearn(), (await plan.mine()).status]).toEqual([false, 'canceled'])
  })

  test('is suspended as soon as a late proof is declined, and has three days for another one', async () => {
    const plan = await buyByTransfer()
    for (const day of [-7, 0, 6]) await plan.at(day, plan.due(1))
    const order_id = await plan.order()
    await plan.prove(order_id)
    await plan.at(15, plan.due(1))
    expect(await plan.mayLearn()).toBe(true)
    await plan.decline(order_id)
    expect(await plan.mayLearn()).toBe(false)
    await plan.bill()
    expect(await plan.mine()).toMatchObject({ status: 'unpaid', transfer: { state: 'declined' } })
    await plan.prove(order_id)
    await plan.at(16, plan.due(1))
    await plan.approve(order_id)
    expect([await plan.mayLearn(), (await plan.mine()).status]).toEqual([true, 'active'])
  })

  test('with a part of the money stays due, and the rest completes it', async () => {
    const plan = await buyByTransfer()
    for (const day of [-7, 0]) await plan.at(day, plan.due(1))
    const order_id = await plan.order()
    await plan.prove(order_id)
    await plan.approve(order_id, 4_000_00)
    expect(await plan.mine()).toMatchObject({ status: 'past_due', is_payable: true })
    const { url } = await plan.student.api(transferMySubscription, { id: plan.id, what: 'due' })
    expect(url).toContain(order_id)
    expect(await plan.student.api(getMyBankTransfer, { id: order_id })).toMatchObject({ amount: 6_000_00 })
    await plan.prove(order_id)
    await plan.approve(order_id)
    expect(await plan.mine()).toMatchObject({ status: 'active', paid_count: 2 })
  })
})

describe('what happens before the next period', () => {
  test('a cancellation ends the next order, and its money is given back', async () => {
    const plan = await buyByTransfer()
    await plan.at(-7, plan.due(1))
    const order_id = await plan.order()
    await plan.prove(order_id)
    expect(await plan.student.api(cancelMySubscription, { id: plan.id, at: 'period_end' })).toMatchObject({
      cancel_at_period_end: true,
      transfer: null,
      is_payable: false,
    })
    await plan.approve(order_id)
    const { refunds } = await readBooks(plan.school, plan.student)
    expect(refunds).toMatchObject([{ order_id, amount: transferPrice }])
    await plan.at(0, plan.due(1))
    expect([await plan.mayLearn(), (await plan.mine()).status]).toEqual([false, 'canceled'])
  })

  test('a resumption orders it again, and a pause ends it', async () => {
    const plan = await buyByTransfer()
    await plan.at(-7, plan.due(1))
    await plan.student.api(cancelMySubscription, { id: plan.id, at: 'period_end' })
    await plan.student.api(resumeMySubscription, { id: plan.id })
    await plan.bill()
    expect(await plan.mine()).toMatchObject({ is_payable: true, transfer: { state: 'waiting' } })
    expect(await plan.student.api(pauseMySubscription, { id: plan.id })).toMatchObject({
      is_payable: false,
      transfer: null,
    })
  })

  test('a change of plan replaces the order, and waits for a proof in review', async () => {
    const plan = await buyByTransfer()
    const cheaper = await plan.createPlan({ name: 'Rowing', price: 5_000_00 })
    await plan.at(-7, plan.due(1))
    const order_id = await plan.order()
    const preview = () => plan.student.api(previewPlanChange, { id: plan.id, plan_id: cheaper.id })
    await plan.prove(order_id)
    await expect(preview()).rejects.toMatchObject({ code: 'plan_not_changeable' })
    await plan.decline(order_id)
    const { prorated_at } = await preview()
    await plan.student.api(changeMyPlan, {
      id: plan.id,
      plan_id: cheaper.id,
      prorated_at: String(prorated_at),
      with_card: false,
    })
    expect(await plan.mine()).toMatchObject({ is_payable: false, next_amount: 5_000_00 })
    await plan.student.api(cancelMyPlanChange, { id: plan.id })
    await plan.bill()
    expect(await plan.mine()).toMatchObject({ is_payable: true, next_amount: transferPrice })
    await plan.approve(await plan.order())
    await expect(preview()).rejects.toMatchObject({ code: 'plan_not_changeable' })
    await plan.at(1, plan.due(1))
    expect(await preview()).toMatchObject({ takes_effect: 'period_end' })
  })
})

describe('instalments by transfer', () => {
  const instalments = { kind: 'instalments', price: 100_000, instalment_count: 3 }

  test('are paid to the end, one by one', async () => {
    const plan = await buyByTransfer(instalments)
    for (const period of [1, 2]) {
      await plan.at(-7, plan.due(period))
      const order_id = await plan.order()
      await plan.prove(order_id)
      await plan.approve(order_id)
    }
    expect(await plan.mine()).toMatchObject({ status: 'completed', paid_count: 3, access_ends_at: null })
    await plan.at(0, plan.due(3))
    expect([await plan.settled(), await plan.mayLearn()]).toEqual([3, true])
  })

  test('are all paid at once, and the next order ends', async () => {
    const plan = await buyByTransfer(instalments)
    await plan.at(-7, plan.due(1))
    const { url } = await plan.student.api(transferMySubscription, { id: plan.id, what: 'all' })
    const payoff = new URL(url, 'http://school.test').searchParams.get('order')!
    await plan.prove(payoff)
    // Nothing else is paid meanwhile, and nothing is suspended.
    await expect(
      plan.student.api(transferMySubscription, { id: plan.id, what: 'due' }),
    ).rejects.toMatchObject({ code: 'transfer_in_review' })
    for (const day of [0, 7, 10]) await plan.at(day, plan.due(1))
    expect(await plan.mayLearn()).toBe(true)
    await plan.approve(payoff)
    expect(await plan.mine()).toMatchObject({ status: 'completed', paid_count: 3, remaining_amount: 0 })
    expect(await plan.mayLearn()).toBe(true)
    expect(await plan.settled()).toBe(2)
  })
})

test('a trial without a card in a school without a provider goes on by transfer', async () => {
  const sale = await createPlanSchool({ trial_days: 14 })
  const { school, student, plan, prove, approve } = sale
  const { order_id } = await student.api(startBankTransfer, { plan_id: plan.id })
  expect(order_id).toBeTruthy()
  const [first] = (await student.api(listMySubscriptions, {})).data
  expect(first).toMatchObject({ status: 'trialing', pays_by: 'bank_transfer' })
  setClock(addDays(new Date(first!.created_at), 8))
  await keepLoggedIn(school)
  await runBilling(school)
  const [mine] = (await student.api(listMySubscriptions, {})).data
  expect(mine).toMatchObject({ status: 'trialing', is_payable: true, transfer: { state: 'waiting' } })
  await prove(mine!.transfer!.order_id)
  await approve(mine!.transfer!.order_id)
  expect((await student.api(listMySubscriptions, {})).data).toMatchObject([
    { status: 'active', paid_count: 1 },
  ])
  await expect(student.api(createCheckout, { plan_id: plan.id })).rejects.toMatchObject({
    code: 'already_paid',
  })
})
