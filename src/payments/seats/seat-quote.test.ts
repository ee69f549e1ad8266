import { describe, expect, test } from 'vitest'
import { becomeAffiliate } from '#affiliates/contract.ts'
import { createCoupon } from '#coupons/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import { createSellingSchool } from '#testing/builders/payments-builder.ts'
import { buyForOthers, giftFor, refusalOf } from '#testing/builders/plans/seats-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  createCheckout,
  getMyOrder,
  getSeatQuote,
  updateMyInvoiceRecipient,
  updateTaxSettings,
} from '../contract.ts'

useTestPayments()

const price = 200_000
const vat = {
  mode: 'exclusive' as const,
  rates: [{ name: 'VAT', basis_points: 750 }],
  reverse_charge_text: null,
  withholding: { name: 'WHT', basis_points: 500 },
}

/** A course with an affiliate's link that takes off 10 %, and coupons. */
async function createOffer() {
  const { school, student } = await createSellingSchool('paystack', { plan_name: 'commission' })
  const admin = await school.admin()
  const course = await school.course({
    price,
    seats_offered: true,
    enable_affiliates: true,
    affiliates_percentage_off: 10,
    default_affiliate_commission: 20,
  })
  const { code } = await (await school.student()).api(becomeAffiliate, {})
  const other = await school.course({ price })
  for (const coupon of [
    { code: 'TEN', percent_off: 10, once_per_person: true },
    { code: 'FIXED', amount_off: 50_000 },
    { code: 'ALL', percent_off: 100 },
    { code: 'OTHER', percent_off: 5, course_ids: [other.id] },
  ])
    await admin.api(createCoupon, coupon)
  return { school, student, admin, course, affiliate_code: code }
}

type Terms = Omit<Input<typeof getSeatQuote>, 'id' | 'purpose' | 'seats'>

/** What the page shows, and what the order is for. */
async function quoteAndCharge(offer: Awaited<ReturnType<typeof createOffer>>, seats: number, terms: Terms) {
  const student = await offer.school.student()
  const id = offer.course.id
  const quote = await student.api(getSeatQuote, { id, purpose: 'seats', seats, ...terms })
  const { order_id } = await student.api(createCheckout, { course_id: id, seats, ...terms })
  const { total } = await student.api(getMyOrder, { id: order_id })
  return { quote, total }
}

describe('the quote of seats', () => {
  test.each([
    ['without a discount', {}, 4 * price],
    ['with a percentage', { coupon_code: 'ten' }, 4 * price * 0.9],
    ['with an amount', { coupon_code: 'FIXED' }, 4 * price - 50_000],
    ['with everything off', { coupon_code: 'ALL' }, 0],
  ])('%s is what the order charges', async (_name, terms, total) => {
    const charged = await quoteAndCharge(await createOffer(), 4, terms)
    expect(charged.quote).toMatchObject({ price: 4 * price, total, coupon_refusal: null })
    expect(charged.total).toBe(total)
  })

  test('has the discount of a link, which a coupon replaces', async () => {
    const offer = await createOffer()
    const { affiliate_code } = offer
    const linked = await quoteAndCharge(offer, 2, { affiliate_code })
    expect([linked.quote.discount, linked.quote.total, linked.total]).toEqual([
      price * 0.2,
      price * 1.8,
      price * 1.8,
    ])
    const both = await quoteAndCharge(offer, 2, { affiliate_code, coupon_code: 'FIXED' })
    expect([both.quote.total, both.total]).toEqual([2 * price - 50_000, 2 * price - 50_000])
  })

  test('has the tax of the buyer, and what a company keeps back', async () => {
    const offer = await createOffer()
    const { admin, student, course } = offer
    await admin.api(updateTaxSettings, vat)
    const person = await quoteAndCharge(offer, 2, { coupon_code: 'FIXED' })
    expect(person.quote).toMatchObject({
      total: 376_250,
      withheld: 0,
      taxes: [{ name: 'VAT', amount: 26_250, is_included: false }],
    })
    expect(person.total).toBe(376_250)
    const recipient = {
      company: 'Harbour Ltd',
      address: '1 Quay',
      country: 'NG',
      tax_number: '999',
      withholds_tax: true,
    }
    await student.api(updateMyInvoiceRecipient, { recipient })
    const id = course.id
    const quote = await student.api(getSeatQuote, { id, purpose: 'seats', seats: 2 })
    const { order_id } = await student.api(createCheckout, { course_id: id, seats: 2 })
    const { total, withholding } = await student.api(getMyOrder, { id: order_id })
    expect([quote.total, quote.withheld]).toEqual([total, withholding?.amount ?? 0])
  })

  test('says why a coupon takes nothing off, and counts a use that the open order holds as free', async () => {
    const { student, course } = await createOffer()
    const quoteOf = (coupon_code: string) =>
      student.api(getSeatQuote, { id: course.id, purpose: 'gift', coupon_code })
    for (const [code, coupon_refusal] of [
      ['NOTHING', 'coupon_unknown'],
      ['OTHER', 'coupon_not_for_course'],
    ] as const)
      expect(await quoteOf(code)).toMatchObject({ coupon_refusal, discount: 0, total: price })
    await student.api(createCheckout, { course_id: course.id, seats: 2, coupon_code: 'TEN' })
    expect(await quoteOf('TEN')).toMatchObject({ coupon_refusal: null, total: price * 0.9 })
    const order = await buyForOthers(
      { student, course },
      { ...giftFor('ada@people.test'), coupon_code: 'FIXED' },
    )
    expect(order.total).toBe(price - 50_000)
  })

  test('is refused for what nobody may buy for others', async () => {
    const { school, student, course } = await createOffer()
    const quoteOf = async (details: object, query: object = { purpose: 'seats', seats: 2 }) => {
      const { id } = await school.course({ price, seats_offered: true, ...details })
      return refusalOf(student.api(getSeatQuote, { id, ...query } as never))
    }
    expect(await quoteOf({ is_coming_soon: true })).toBe('course_coming_soon')
    expect(await quoteOf({ course_end_date: new Date(Date.now() - 60_000) })).toBe('course_ended')
    expect(await quoteOf({ disable_direct_registration: true })).toBe('direct_registration_disabled')
    expect(await quoteOf({ price: 0 })).toBe('course_is_free')
    expect(await quoteOf({ seats_offered: false })).toBe('seats_not_offered')
    expect(await quoteOf({}, { purpose: 'gift', tier: 1 })).toBe('tiering_disabled')
    const tiering_prices = JSON.stringify([price, price * 2, price * 3])
    const tiers = { enable_tiering: true, tiering_maximum: 3, tiering_prices }
    expect(await quoteOf(tiers, { purpose: 'gift', tier: 4 })).toBe('tier_unknown')
    expect(await quoteOf(tiers, { purpose: 'gift', tier: 2 })).toBe('done')
    for (const query of [{}, { purpose: 'self' }, { purpose: 'seats', seats: 0 }])
      expect(await refusalOf(student.api(getSeatQuote, { id: course.id, ...query } as never))).toBe(
        'invalid_input',
      )
  })
})
