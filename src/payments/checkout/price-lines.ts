import { isDeepStrictEqual } from 'node:util'
import { findReferral, referralDiscount, type Referral } from '#affiliates/index.ts'
import { discountsOf, freePeriods, type Coupon } from '#coupons/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { AddedCourse } from '../bumps/choose-bumps.ts'
import type { Sold } from '../orders/insert-order.ts'
import type { LinePurpose } from '../orders/order-state.ts'
import type { PurchaseItem, Purpose } from './purchase-item.ts'

/** What a buyer pays for: an item, and the courses that the buyer adds to it. */
export interface Purchase {
  item: PurchaseItem
  added: readonly AddedCourse[]
}

/** What reduces the prices. A coupon replaces the discount of an affiliate's link. */
export interface Reductions {
  coupon: Coupon | null
  /** Of each line, null without an affiliate; undefined keeps those of the open order. */
  referrals: readonly (Referral | null)[] | undefined
}

/** For whom a choice is bought; a plan is for the buyer. */
export const recipientsOf = (choice: PurchaseItem['choice']): Purpose =>
  'recipients' in choice ? choice.recipients : { purpose: 'self' }

/** The recipient of a gift; null for anything else. */
export function giftOf(choice: PurchaseItem['choice']) {
  const recipients = recipientsOf(choice)
  return recipients.purpose === 'gift' ? recipients.gift : null
}

/** The course of a choice; null for a plan. */
export const courseOf = (choice: PurchaseItem['choice']): string | null =>
  'course_id' in choice ? choice.course_id : null

const soldOf = ({ course_id, tier }: AddedCourse): Sold =>
  tier === null ? { kind: 'course', course_id } : { kind: 'tier', course_id, tier }

type UnreducedLine = Sold & {
  title: string
  gross: number
  purpose: LinePurpose
  quantity: number
  bump_id: string | null
}

/** The lines of a purchase before discounts, the item first. */
export function linesOf({ item, added }: Purchase): readonly UnreducedLine[] {
  const { sold, title, price, quantity } = item
  const { purpose } = recipientsOf(item.choice)
  return [
    { ...sold, title, gross: price, purpose, quantity, bump_id: null },
    ...added.map((course) => ({
      ...soldOf(course),
      title: course.title,
      gross: course.price,
      purpose: 'self' as const,
      quantity: 1,
      bump_id: course.bump_id,
    })),
  ]
}

/** The referral of each line by the code of a link; undefined without a statement about it. */
export async function findReferrals(
  ctx: Ctx,
  { item: { choice }, added }: Purchase,
  code: string | null | undefined,
): Promise<Reductions['referrals']> {
  if (code === undefined) return undefined
  const items = [
    'plan_id' in choice ? { plan_id: choice.plan_id } : { course_id: choice.course_id },
    ...added.map(({ course_id }) => ({ course_id })),
  ]
  if (code === null) return items.map(() => null)
  const referrals: (Referral | null)[] = []
  for (const referred of items) referrals.push(await findReferral(ctx, { code, ...referred }))
  return referrals
}

const planOf = (sold: Sold) =>
  sold.kind === 'plan'
    ? {
        id: sold.plan_id,
        interval: sold.plan_terms.kind === 'subscription' ? sold.plan_terms.interval : null,
      }
    : null

/** A subscription with the periods that a coupon makes free: the first is the discount, the terms have the others. */
export function withFreePeriods(item: PurchaseItem, coupon: Coupon | null): PurchaseItem {
  const { sold } = item
  if (!coupon || sold.kind !== 'plan' || sold.plan_terms.kind !== 'subscription') return item
  const periods = freePeriods(coupon, planOf(sold))
  if (periods === 0) return item
  return { ...item, sold: { ...sold, plan_terms: { ...sold.plan_terms, free_months: periods - 1 } } }
}

/**
 * Discount of each line. A coupon reduces the lines that it covers; the link of an affiliate reduces the item alone, because the price
 * of an added course is the one of its offer. Refuses a coupon that reduces nothing.
 */
export function discountsOfLines(
  ctx: Ctx,
  { item, added }: Purchase,
  { coupon, referrals }: Reductions,
): readonly number[] {
  if (!coupon) {
    const referral = referrals?.[0]
    return [referral ? referralDiscount(referral, item) : 0, ...added.map(() => 0)]
  }
  return discountsOf(ctx, coupon, couponItems({ item, added }))
}

/** The lines of a purchase as the rules of coupons know them. A reduced offer counts as a sale price. */
export const couponItems = ({ item, added }: Purchase) => [
  {
    course_id: courseOf(item.choice),
    plan: planOf(item.sold),
    isOnSale: item.isOnSale,
    price: item.price,
  },
  ...added.map(({ course_id, regular_price, price }) => ({
    course_id,
    plan: null,
    isOnSale: regular_price !== null,
    price,
  })),
]

/** A line of an open order. */
export interface StoredLine {
  bump_id: string | null
  tier: number | null
  quantity: number
  gross: number
  discount: number
  affiliate_id: string | null
  plan_terms: unknown
}

/** Whether stored lines buy the same things, at whatever price. */
export function isSameChoice(stored: readonly StoredLine[], purchase: Purchase): boolean {
  const lines = linesOf(purchase)
  const choiceOf = ({ bump_id, tier, quantity }: Pick<StoredLine, 'bump_id' | 'tier' | 'quantity'>) => ({
    bump_id,
    tier,
    quantity,
  })
  const chosen = lines.map((line) => choiceOf({ ...line, tier: line.kind === 'tier' ? line.tier : null }))
  return isDeepStrictEqual(stored.map(choiceOf), chosen)
}

/** Whether stored lines of the same choice have these prices, terms and affiliates. With a coupon, its use says the discounts. */
export function isSamePrice(
  ctx: Ctx,
  stored: readonly StoredLine[],
  { purchase, reductions }: { purchase: Purchase; reductions: Reductions },
): boolean {
  const { coupon, referrals } = reductions
  const { sold } = purchase.item
  if (sold.kind === 'plan' && !isDeepStrictEqual(stored[0]?.plan_terms, sold.plan_terms)) return false
  const lines = linesOf(purchase)
  if (stored.some(({ gross }, index) => gross !== lines[index]?.gross)) return false
  if (referrals === undefined) return true
  const ids = referrals.map((referral) => referral?.affiliate_id ?? null)
  if (stored.some(({ affiliate_id }, index) => affiliate_id !== ids[index])) return false
  if (coupon) return true
  const discounts = discountsOfLines(ctx, purchase, reductions)
  return stored.every(({ discount }, index) => discount === discounts[index])
}
