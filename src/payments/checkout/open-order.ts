import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { findReferral, referralCommission, referralDiscount, type Referral } from '#affiliates/index.ts'
import {
  discountOf,
  findCouponOfOrder,
  freePeriods,
  getCouponByCode,
  holdCoupon,
  type Coupon,
} from '#coupons/index.ts'
import type { PlanTerms } from '#payment-plans/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { insertOrder } from '../orders/insert-order.ts'
import { selectOrders, type OrderRow } from '../orders/order-queries.ts'
import { taxOfBuyer, type OrderTax } from '../tax/invoice-recipient.ts'
import { taxesOfPrice } from '../tax/tax-terms.ts'
import type { PurchaseItem } from './purchase-item.ts'

export interface PricedPurchase {
  item: PurchaseItem
  /** Null for the full price; undefined keeps the coupon of the open order. */
  coupon_code: string | null | undefined
  /** Code of the link that brought the buyer, or null; undefined keeps the affiliate of the open order. */
  affiliate_code: string | null | undefined
}

/**
 * The buyer's unpaid order of this course or plan at its price with this coupon, else a new one. The order holds a use of
 * its coupon; a coupon that cannot be used is refused. Other orders of the item are canceled unless a part was paid.
 */
export async function openOrder(
  ctx: Ctx,
  given: PricedPurchase,
): Promise<{ order: OrderRow; canceled_ids: string[] }> {
  const open = await openOrders(ctx, given.item)
  const coupon = await chosenCoupon(ctx, given, open)
  const purchase = { ...given, item: withFreePeriods(given.item, coupon) }
  const tax = await taxOfBuyer(ctx, ctx.actor.id!)
  const offer = { coupon, referral: await findReferralOf(ctx, purchase), tax }
  const current = open.find((each) => isCurrent(each, purchase, offer))
  const replaced = open.filter((each) => each !== current && each.order.paid_amount === 0)
  const canceled_ids = replaced.map(({ order }) => order.id)
  for (const id of canceled_ids) await cancelOrder(ctx, id)
  if (!current) return { order: await insertPricedOrder(ctx, purchase, offer), canceled_ids }
  const { order, applied } = current
  if (applied && !applied.isHeld && order.paid_amount === 0)
    await hold(ctx, purchase, { coupon: applied.coupon, order })
  return { order, canceled_ids }
}

interface PricedOrder {
  order: OrderRow
  tier: number | null
  plan_terms: PlanTerms | null
  affiliate_id: string | null
  gross: number
  discount: number
  applied: Awaited<ReturnType<typeof findCouponOfOrder>>
}

/** The newest first. They are locked, so that no settlement releases their coupons meanwhile. */
async function openOrders(ctx: Ctx, { choice }: PurchaseItem): Promise<PricedOrder[]> {
  const orders = await selectOrders(ctx)
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 'o.school_id').onRef('l.order_id', '=', 'o.id'),
    )
    .where('o.buyer_id', '=', ctx.actor.id)
    .$call((query) =>
      'plan_id' in choice
        ? query.where('l.kind', '=', 'plan').where('l.plan_id', '=', choice.plan_id)
        : query.where('l.kind', 'in', ['course', 'tier']).where('l.course_id', '=', choice.course_id),
    )
    .where('o.status', 'in', ['awaiting_payment', 'partially_paid'])
    .orderBy('o.created_at', 'desc')
    .limit(5)
    .select(['l.tier', 'l.gross', 'l.discount', 'l.affiliate_id'])
    .select(sql<PlanTerms | null>`l.plan_terms`.as('plan_terms'))
    .forNoKeyUpdate('o')
    .execute()
  const priced: PricedOrder[] = []
  for (const { tier, plan_terms, gross, discount, affiliate_id, ...order } of orders) {
    const applied = await findCouponOfOrder(ctx, order.id)
    priced.push({ order, tier, plan_terms, gross, discount, affiliate_id, applied })
  }
  return priced
}

async function chosenCoupon(
  ctx: Ctx,
  { coupon_code }: PricedPurchase,
  open: readonly PricedOrder[],
): Promise<Coupon | null> {
  if (coupon_code === null) return null
  if (coupon_code === undefined) return open[0]?.applied?.coupon ?? null
  return getCouponByCode(ctx, coupon_code)
}

/** What reduces the price. A coupon replaces the discount of an affiliate's link. */
interface Offer {
  coupon: Coupon | null
  /** Null without an affiliate; undefined keeps the one of the open order. */
  referral: Referral | null | undefined
  tax: OrderTax
}

/** What the link of an affiliate takes off the price; 0 without one. */
export async function linkDiscount(
  ctx: Ctx,
  purchase: Pick<PricedPurchase, 'item' | 'affiliate_code'>,
): Promise<number> {
  const referral = await findReferralOf(ctx, purchase)
  return referral ? referralDiscount(referral, purchase.item) : 0
}

/** Affiliates earn with courses and tiers. */
async function findReferralOf(
  ctx: Ctx,
  { affiliate_code: code, item }: Pick<PricedPurchase, 'item' | 'affiliate_code'>,
) {
  const course_id = courseOf(item.choice)
  if (typeof code !== 'string') return code
  return course_id === null ? null : findReferral(ctx, { code, course_id })
}

/** An order of which a part was paid stays as it is. */
function isCurrent(open: PricedOrder, { item }: PricedPurchase, offer: Offer) {
  const { coupon, tax } = offer
  const { order, applied } = open
  const { sold, price, currency } = item
  if (open.tier !== (sold.kind === 'tier' ? sold.tier : null)) return false
  if (order.paid_amount > 0) return true
  const isSamePrice = open.gross === price && order.currency === currency
  const isSamePlan = sold.kind !== 'plan' || isDeepStrictEqual(open.plan_terms, sold.plan_terms)
  const isSameCoupon = (applied?.coupon.id ?? null) === (coupon?.id ?? null)
  const isSameTax = isDeepStrictEqual(taxOf(order), tax)
  return isSamePrice && isSameTax && isSamePlan && isSameCoupon && isSameReferral(open, item, offer)
}

const taxOf = ({ tax_terms, recipient }: OrderRow): OrderTax => ({ tax_terms, recipient })

function isSameReferral(open: PricedOrder, item: PurchaseItem, { coupon, referral }: Offer) {
  if (referral === undefined) return true
  const discount = referral ? referralDiscount(referral, item) : 0
  return (
    open.affiliate_id === (referral?.affiliate_id ?? null) && (coupon !== null || open.discount === discount)
  )
}

/** Discount of what is paid now. Of a plan this is the first payment; a free trial has none. */
function discountOfItem(ctx: Ctx, coupon: Coupon, { choice, sold, price }: PurchaseItem) {
  if (price === 0) throw new Refusal('coupon_not_for_course')
  return discountOf(ctx, coupon, { course_id: courseOf(choice), plan: planOf(sold), price })
}

const planOf = (sold: PurchaseItem['sold']) =>
  sold.kind === 'plan'
    ? {
        id: sold.plan_id,
        interval: sold.plan_terms.kind === 'subscription' ? sold.plan_terms.interval : null,
      }
    : null

/** A subscription with the periods that a coupon makes free: the first is the discount, the terms have the others. */
function withFreePeriods(item: PurchaseItem, coupon: Coupon | null): PurchaseItem {
  const { sold } = item
  if (!coupon || sold.kind !== 'plan' || sold.plan_terms.kind !== 'subscription') return item
  const periods = freePeriods(coupon, planOf(sold))
  if (periods === 0) return item
  return { ...item, sold: { ...sold, plan_terms: { ...sold.plan_terms, free_months: periods - 1 } } }
}

const courseOf = (choice: PurchaseItem['choice']) => ('course_id' in choice ? choice.course_id : null)

/** Checks a coupon, and holds a use of it. */
async function hold(
  ctx: Ctx,
  { item }: PricedPurchase,
  { coupon, order }: { coupon: Coupon; order: { id: string } },
) {
  const discount = discountOfItem(ctx, coupon, item)
  const use = { order_id: order.id, course_id: courseOf(item.choice), user_id: ctx.actor.id, discount }
  await holdCoupon(ctx, coupon, use)
}

async function insertPricedOrder(
  ctx: Ctx,
  purchase: PricedPurchase,
  { coupon, referral, tax }: Offer,
): Promise<OrderRow> {
  const { sold, title, price, currency } = purchase.item
  const ofLink = referral ? referralDiscount(referral, purchase.item) : 0
  const discount = coupon ? discountOfItem(ctx, coupon, purchase.item) : ofLink
  const { included } = taxesOfPrice(tax.tax_terms, price - discount, currency)
  const commission = referral && {
    affiliate_id: referral.affiliate_id,
    affiliate_amount: referralCommission(referral, { paid: price - discount - included, currency }),
  }
  const line = { ...sold, title, gross: price, discount, ...commission }
  const order = await insertOrder(ctx, { buyer_id: ctx.actor.id, currency, lines: [line], tax })
  if (coupon) await hold(ctx, purchase, { coupon, order })
  return order
}
