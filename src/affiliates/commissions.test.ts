import { describe, expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import {
  closeManualDispute,
  createCheckout,
  getOrder,
  recordManualDispute,
  refundOrder,
  createStripeCheckoutSession,
  verifyMyOrder,
} from '#payments/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import { resetClock, setClock, type TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  addAffiliate,
  becomeAffiliate,
  getAffiliate,
  getMyAffiliate,
  listAffiliates,
  listMyCommissions,
  listMyPayouts,
  previewReferral,
  recordAffiliateClick,
  recordAffiliatePayout,
  updateAffiliate,
  updateAffiliateSettings,
} from './contract.ts'
import { freezeCommissions, loseCommissions, releaseCommissions } from './index.ts'

const payments = useTestPayments()

const dayMs = 86_400_000
const afterDays = (days: number) => setClock(new Date(Date.now() + days * dayMs))

/** A school with a course that gives buyers 10 % off and affiliates 20 %, and an affiliate. */
async function createReferredSale() {
  const { school, student: buyer } = await createSellingSchool('paystack', { plan_name: 'commission' })
  const course = await school.course({
    price: testPrice,
    enable_affiliates: true,
    affiliates_percentage_off: 10,
    default_affiliate_commission: 20,
  })
  const person = await school.student()
  const affiliate = await person.api(becomeAffiliate, {})
  const admin = await school.admin()
  // Shorter than the sessions of the test.
  await admin.api(updateAffiliateSettings, { hold_days: 1 })
  return { school, course, buyer, person, affiliate, admin, code: affiliate.code }
}

type Sale = Awaited<ReturnType<typeof createReferredSale>>

/** What the buyer pays, and what the affiliate earns of it. */
const net = testPrice * 0.9
const earned = net * 0.2

async function buy({ course, code }: Pick<Sale, 'course' | 'code'>, buyer: TestUser, input: object = {}) {
  const { url, order_id, provider } = await buyer.api(createCheckout, {
    course_id: course.id,
    affiliate_code: code,
    ...input,
  })
  await payOnPage(provider!, url)
  return buyer.api(verifyMyOrder, { id: order_id })
}

async function refund({ school, admin }: Sale, order: Awaited<ReturnType<typeof buy>>, amount?: number) {
  const lines = [{ line_id: order.lines[0]!.id, ...(amount && { amount }) }]
  await admin.api(refundOrder, { id: order.id, lines })
  await runPaymentJobs(school)
  await runPaymentJobs(school)
}

const noBalance = { currency: '', pending: 0, payable: 0, frozen: 0, paid: 0 }

const balanceOf = async ({ person }: Sale) => {
  const { affiliate } = await person.api(getMyAffiliate, {})
  const { currency: _currency, ...sums } = affiliate!.balances[0] ?? noBalance
  return sums
}

const payOut = ({ admin, affiliate }: Sale, amount: number) =>
  admin.api(recordAffiliatePayout, { id: affiliate.id, currency: 'NGN', amount, reference: 'T-1' })

const affiliatePayable = async ({ school, buyer }: Sale) => {
  const { balances } = await readBooks(school, buyer)
  expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  return 0 - (balances.affiliate_payable ?? 0)
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('a sale by a link', () => {
  test('costs the buyer less, and pays the affiliate after the hold', async () => {
    const sale = await createReferredSale()
    const { buyer, course, code, person } = sale
    const click = await sale.school.visitor().api(recordAffiliateClick, { code: code.toUpperCase() })
    expect(click).toEqual({ code, link_days: 30 })
    const preview = await buyer.api(previewReferral, { course_id: course.id, code })
    expect(preview).toEqual({ currency: 'NGN', price: testPrice, discount: testPrice / 10, total: net })
    expect(await buy(sale, buyer)).toMatchObject({ total: net, lines: [{ discount: testPrice / 10 }] })
    expect(await balanceOf(sale)).toEqual({ pending: earned, payable: 0, frozen: 0, paid: 0 })
    expect(await affiliatePayable(sale)).toBe(earned)
    expect(await codeOf(payOut(sale, earned))).toBe('payout_changed')

    afterDays(2)
    expect(await balanceOf(sale)).toMatchObject({ pending: 0, payable: earned })
    expect(await codeOf(payOut(sale, earned - 1))).toBe('payout_changed')
    const paid = await payOut(sale, earned)
    expect(paid).toMatchObject({ clicks_count: 1, sales_count: 1, balances: [{ payable: 0, paid: earned }] })
    expect(await affiliatePayable(sale)).toBe(0)
    const [payout] = (await person.api(listMyPayouts, {})).data
    expect(payout).toMatchObject({ amount: earned, reference: 'T-1', currency: 'NGN' })
    expect(await codeOf(payOut(sale, earned))).toBe('payout_changed')
  })

  test('uses the rate of the affiliate before that of the course, and snapshots it', async () => {
    const sale = await createReferredSale()
    const { admin, affiliate, buyer } = sale
    await admin.api(updateAffiliate, { id: affiliate.id, commission_percentage: 33.33 })
    await buy(sale, buyer)
    await admin.api(updateAffiliate, { id: affiliate.id, commission_percentage: null })
    expect(await balanceOf(sale)).toMatchObject({ pending: Math.floor(net * 0.3333) })
  })

  test('with a coupon has the discount of the coupon, and still pays the affiliate', async () => {
    const sale = await createReferredSale()
    await sale.admin.api(createCoupon, { code: 'HALF', percent_off: 50 })
    const order = await buy(sale, sale.buyer, { coupon_code: 'HALF' })
    expect(order).toMatchObject({ total: testPrice / 2, coupon_code: 'HALF' })
    expect(await balanceOf(sale)).toMatchObject({ pending: testPrice * 0.5 * 0.2 })
  })

  test('pays nobody for an own purchase, an unknown code, a suspended affiliate or a course without affiliates', async () => {
    const sale = await createReferredSale()
    const { school, person, admin, affiliate, buyer } = sale
    expect(await buy(sale, person)).toMatchObject({ total: testPrice })
    expect(await buy({ ...sale, code: 'nothing' }, await school.student())).toMatchObject({
      total: testPrice,
    })
    const course = await school.course({ price: testPrice })
    expect(await buy({ ...sale, course }, buyer)).toMatchObject({ total: testPrice })
    await admin.api(updateAffiliate, { id: affiliate.id, is_suspended: true })
    expect(await buy(sale, await school.student())).toMatchObject({ total: testPrice })
    expect(await balanceOf(sale)).toMatchObject({ pending: 0 })
    expect((await person.api(listMyCommissions, {})).data).toEqual([])
  })
})

describe('the specified checkout call', () => {
  const start = ({ school, course, code }: Sale, buyer: TestUser, changes: object = {}) =>
    buyer.api(createStripeCheckoutSession, {
      metadata: { course_id: course.id, affiliate_code: code },
      email: buyer.email,
      success_url: `http://${school.host}:3000/done`,
      cancel_url: `http://${school.host}:3000/`,
      amount: net,
      currency: 'NGN',
      product_name: course.course_name,
      ...changes,
    })

  test('honours the code of an affiliate, with the discount of the link', async () => {
    const sale = await createReferredSale()
    expect(await codeOf(start(sale, sale.buyer, { amount: testPrice }))).toBe('amount_mismatch')
    const { url, order_id, provider } = await start(sale, sale.buyer)
    await payOnPage(provider!, url)
    await sale.buyer.api(verifyMyOrder, { id: order_id })
    expect(await balanceOf(sale)).toMatchObject({ pending: earned })
  })

  test('pays nobody for an own purchase: the affiliate pays the full price', async () => {
    const sale = await createReferredSale()
    expect(await codeOf(start(sale, sale.person))).toBe('amount_mismatch')
    const { url, order_id, provider } = await start(sale, sale.person, { amount: testPrice })
    await payOnPage(provider!, url)
    await sale.person.api(verifyMyOrder, { id: order_id })
    expect(await balanceOf(sale)).toMatchObject({ pending: 0, payable: 0 })
  })
})

describe('a refund', () => {
  test('before the payout leaves nothing of the commission', async () => {
    const sale = await createReferredSale()
    await refund(sale, await buy(sale, sale.buyer))
    expect(await balanceOf(sale)).toMatchObject({ pending: 0, payable: 0 })
    afterDays(2)
    expect(await balanceOf(sale)).toMatchObject({ pending: 0, payable: 0 })
    expect(await affiliatePayable(sale)).toBe(0)
    const { data } = await sale.person.api(listMyCommissions, {})
    const amounts = Object.fromEntries(data.map(({ kind, amount }) => [kind, amount]))
    expect(amounts).toEqual({ commission: earned, clawback: -earned })
  })

  test('of a half takes back a half; odd parts add up to the whole', async () => {
    const sale = await createReferredSale()
    const order = await buy(sale, sale.buyer)
    await refund(sale, order, net / 2)
    expect(await balanceOf(sale)).toMatchObject({ pending: earned / 2 })
    await refund(sale, order, 33_333)
    await refund(sale, order)
    expect(await balanceOf(sale)).toMatchObject({ pending: 0 })
    expect(await affiliatePayable(sale)).toBe(0)
  })

  test('after the payout makes the balance negative, and reduces the next payout', async () => {
    const sale = await createReferredSale()
    const buyers = [await sale.school.student(), await sale.school.student()]
    const order = await buy(sale, sale.buyer)
    afterDays(2)
    await payOut(sale, earned)
    await refund(sale, order)
    expect(await balanceOf(sale)).toMatchObject({ payable: -earned, paid: earned })
    expect(await affiliatePayable(sale)).toBe(-earned)
    resetClock()
    for (const buyer of buyers) await buy(sale, buyer)
    afterDays(2)
    expect(await balanceOf(sale)).toMatchObject({ payable: earned })
    await payOut(sale, earned)
    expect(await balanceOf(sale)).toMatchObject({ payable: 0, paid: 2 * earned })
    expect(await affiliatePayable(sale)).toBe(0)
  })

  test('that fails after it succeeded gives the commission back', async () => {
    const sale = await createReferredSale()
    const order = await buy(sale, sale.buyer)
    await refund(sale, order)
    const { attempts } = await readBooks(sale.school, sale.buyer)
    payments.sandbox.paystack.changeRefund(attempts[0]!.reference, 'failed')
    await runPaymentJobs(sale.school)
    await runPaymentJobs(sale.school)
    expect(await balanceOf(sale)).toMatchObject({ pending: earned })
    expect(await affiliatePayable(sale)).toBe(earned)
  })
})

describe('a dispute', () => {
  test('freezes the commission; a won one releases it', async () => {
    const sale = await createReferredSale()
    const order = await buy(sale, sale.buyer)
    await sale.school.transact((ctx) => freezeCommissions(ctx, order.id))
    afterDays(2)
    expect(await balanceOf(sale)).toMatchObject({ frozen: earned, payable: 0 })
    expect(await codeOf(payOut(sale, earned))).toBe('payout_changed')
    await sale.school.transact((ctx) => releaseCommissions(ctx, order.id))
    expect(await balanceOf(sale)).toMatchObject({ frozen: 0, payable: earned })
  })

  test('that is lost takes the commission back once', async () => {
    const sale = await createReferredSale()
    const order = await buy(sale, sale.buyer)
    await sale.school.transact((ctx) => freezeCommissions(ctx, order.id))
    const lose = () =>
      sale.school.transact((ctx) =>
        loseCommissions(ctx, {
          order_id: order.id,
          dispute_id: 'd1',
          lines: [{ line_id: order.lines[0]!.id, commission: earned }],
        }),
      )
    expect(await lose()).toBe(earned)
    expect(await lose()).toBe(0)
    expect(await balanceOf(sale)).toMatchObject({ pending: 0, frozen: 0, payable: 0 })
  })

  test('about a part of the payment takes back this part of the commission only', async () => {
    const sale = await createReferredSale()
    payments.configure({ primary: 'flutterwave' })
    const order = await buy(sale, sale.buyer)
    const { payments: paid } = await sale.admin.api(getOrder, { id: order.id })
    const { disputes } = await sale.admin.api(recordManualDispute, {
      id: order.id,
      payment_id: paid[0]!.id,
      provider_dispute_id: 'FLW-1',
      amount: net / 4,
    })
    expect(await balanceOf(sale)).toMatchObject({ frozen: earned })
    await sale.admin.api(closeManualDispute, { id: disputes[0]!.id, result: 'lost' })
    expect(await balanceOf(sale)).toMatchObject({ pending: earned * 0.75, frozen: 0 })
    expect(await affiliatePayable(sale)).toBe(earned * 0.75)
  })
})

describe('affiliates of a school', () => {
  test('join once, where a course pays them', async () => {
    const { school, person } = await createReferredSale()
    expect(await codeOf(person.api(becomeAffiliate, {}))).toBe('already_affiliate')
    expect(await person.api(getMyAffiliate, {})).toMatchObject({
      is_open: true,
      link_days: 30,
      courses: [{ commission_percentage: 20, discount_percentage: 10 }],
    })
    const plain = await createSellingSchool('paystack')
    expect(await codeOf(plain.student.api(becomeAffiliate, {}))).toBe('affiliates_disabled')
    expect(await plain.student.api(listMyCommissions, {})).toEqual({ data: [], next_cursor: null })
    expect(school.school_id).not.toBe(plain.school.school_id)
  })

  test('are added, found and listed by staff, and belong to the school', async () => {
    const { school, admin, affiliate, person } = await createReferredSale()
    const student = await school.student({ name: 'Ọláyínká Adé' })
    const added = await admin.api(addAffiliate, { email: student.email, commission_percentage: 12.5 })
    expect(added).toMatchObject({ user: { id: student.id }, commission_percentage: 12.5 })
    expect(await codeOf(admin.api(addAffiliate, { email: student.email }))).toBe('already_affiliate')
    expect(await codeOf(admin.api(addAffiliate, { email: 'nobody@example.test' }))).toBe(
      'affiliate_not_student',
    )
    const idsOf = async (search: string) =>
      (await admin.api(listAffiliates, { search })).data.map(({ id }) => id)
    expect(await idsOf('olayinka')).toEqual([added.id])
    expect(await idsOf(affiliate.code)).toEqual([affiliate.id])
    const other = await createReferredSale()
    expect(await codeOf(other.admin.api(getAffiliate, { id: affiliate.id }))).toBe('not_found')
    expect(await codeOf(person.api(getAffiliate, { id: affiliate.id }) as Promise<unknown>)).not.toBe('done')
  })

  test('wait as long as the school says', async () => {
    const sale = await createReferredSale()
    await sale.admin.api(updateAffiliateSettings, { hold_days: 0, link_days: 90 })
    await buy(sale, sale.buyer)
    expect(await balanceOf(sale)).toMatchObject({ payable: earned })
    const { link_days } = await sale.school.visitor().api(recordAffiliateClick, { code: sale.code })
    expect(link_days).toBe(90)
  })
})
