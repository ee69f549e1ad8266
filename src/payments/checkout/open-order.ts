import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { referralDiscount } from '#affiliates/index.ts'
import { findCouponOfOrder, getCouponByCode, holdCoupon, type Coupon } from '#coupons/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { chooseBumps, type AddedCourse, type ChosenBump } from '../bumps/choose-bumps.ts'
import type { OfferedBump } from '../bumps/find-bumps.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { insertOrder } from '../orders/insert-order.ts'
import { selectLines, selectOrders, type LineRow, type OrderRow } from '../orders/order-queries.ts'
import { lineTitle } from '../orders/order-state.ts'
import { taxOfBuyer, type OrderTax } from '../tax/invoice-recipient.ts'
import { findOrdersInReview, isOrderInReview } from '../records/bank-transfer.ts'
import { isGiftTo, storeGift, updateUnpaidGift } from '../seats/gift-details.ts'
import {
  courseOf,
  discountsOfLines,
  findReferrals,
  giftOf,
  isSameChoice,
  isSamePrice,
  linesOf,
  recipientsOf,
  withFreePeriods,
  type Purchase,
  type Reductions,
  type StoredLine,
} from './price-lines.ts'
import { findBumpsFor, type PurchaseItem } from './purchase-item.ts'

export interface PurchaseTerms {
  /** Null for the full price; undefined keeps the coupon of the open order. */
  coupon_code: string | null | undefined
  /** Code of the link that brought the buyer, or null; undefined keeps the affiliate of the open order. */
  affiliate_code: string | null | undefined
  /** Courses that the buyer adds; undefined keeps those of the open order. */
  bumps: readonly ChosenBump[] | undefined
}

export interface PricedPurchase extends PurchaseTerms {
  item: PurchaseItem
}

export interface OpenedOrder {
  order: OrderRow
  /** What mails and payment pages call it. */
  title: string
  /** Orders that this one replaces. */
  canceled_ids: string[]
  /** Whether staff check the proof of its transfer. */
  isInReview: boolean
}

/**
 * The buyer's unpaid order of this course or plan and these added courses at its price with this coupon, else a new one. The order holds
 * a use of its coupon; a coupon that cannot be used is refused. Other orders of the item are canceled unless a part was paid.
 */
export async function openOrder(ctx: Ctx, given: PricedPurchase): Promise<OpenedOrder> {
  const open = await openOrders(ctx, given.item)
  const inReview = await findInReview(ctx, open)
  if (inReview) return { order: inReview.order, title: '', canceled_ids: [], isInReview: true }
  const coupon = await chosenCoupon(ctx, given, open)
  const offered = await findBumpsFor(ctx, given.item)
  const added = addedCourses(given, { offered, newest: open[0] })
  const purchase = { item: withFreePeriods(given.item, coupon), added }
  const tax = await taxOfBuyer(ctx, ctx.actor.id!)
  const referrals = await findReferrals(ctx, purchase, given.affiliate_code)
  const terms = { coupon, referrals, tax }
  const current = open.find((each) => isCurrent(ctx, each, { purchase, terms }))
  const replaced = open.filter((each) => each !== current && each.order.paid_amount === 0)
  const canceled_ids = replaced.map(({ order }) => order.id)
  for (const id of canceled_ids) await cancelOrder(ctx, id)
  const title = titleOf(purchase)
  if (!current) {
    // A page that states no choice shows no offers.
    const seen = given.bumps === undefined ? added : offered
    const order = await insertPricedOrder(ctx, { purchase, terms, seen })
    return { order, title, canceled_ids, isInReview: false }
  }
  await continueOrder(ctx, current, purchase)
  return { order: current.order, title, canceled_ids, isInReview: false }
}

/** Renews what an open order holds. */
async function continueOrder(ctx: Ctx, { order, applied }: OpenOrder, purchase: Purchase) {
  const gift = giftOf(purchase.item.choice)
  if (gift) await updateUnpaidGift(ctx, order, gift)
  if (applied && !applied.isHeld && order.paid_amount === 0)
    await hold(ctx, purchase, { coupon: applied.coupon, order })
}

/** Characters of a title that every provider shows. */
const maxTitle = 250

function titleOf(purchase: Purchase) {
  const titles = linesOf(purchase).map(lineTitle)
  return titles.length === 1 ? titles[0]! : Array.from(titles.join(', ')).slice(0, maxTitle).join('')
}

/** The buyer may have paid it already: no second order begins before staff decide, whatever the price is now. */
async function findInReview(ctx: Ctx, open: readonly OpenOrder[]) {
  const inReview = await findOrdersInReview(
    ctx,
    open.map(({ order }) => order.id),
  )
  return open.find(({ order }) => inReview.has(order.id))
}

interface OpenOrder {
  order: OrderRow
  /** What was bought first, then the added courses. */
  lines: readonly (StoredLine & Pick<LineRow, 'course_id' | 'title'>)[]
  applied: Awaited<ReturnType<typeof findCouponOfOrder>>
}

/**
 * The newest first. They are locked, so that no settlement releases their coupons meanwhile. An order to which the course was only
 * added buys something else.
 */
async function openOrders(ctx: Ctx, { choice }: PurchaseItem): Promise<OpenOrder[]> {
  const gift = giftOf(choice)
  const orders = await selectOrders(ctx)
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 'o.school_id').onRef('l.order_id', '=', 'o.id'),
    )
    .where('o.buyer_id', '=', ctx.actor.id)
    .where('l.bump_id', 'is', null)
    .$call((query) =>
      'plan_id' in choice
        ? query.where('l.kind', '=', 'plan').where('l.plan_id', '=', choice.plan_id)
        : query
            .where('l.kind', 'in', ['course', 'tier'])
            .where('l.course_id', '=', choice.course_id)
            .where('l.purpose', '=', choice.recipients.purpose),
    )
    // Gifts of one course to several people are orders of their own.
    .$if(gift !== null, (query) => query.where(isGiftTo(gift!.email)))
    .where(isOpenTo(choice))
    .where('o.status', 'in', ['awaiting_payment', 'partially_paid'])
    .orderBy('o.created_at', 'desc')
    .limit(5)
    .forNoKeyUpdate('o')
    .execute()
  const open: OpenOrder[] = []
  for (const order of orders) {
    const lines = await selectLines(ctx, [order.id]).execute()
    open.push({ order, lines, applied: await findCouponOfOrder(ctx, order.id) })
  }
  return open
}

/** Whether order `o` is open to this choice: a group whose transfer is being checked may buy more seats by another order. */
function isOpenTo(choice: PurchaseItem['choice']) {
  const recipients = recipientsOf(choice)
  if (recipients.purpose !== 'seats') return sql<boolean>`true`
  return sql<boolean>`(o.id = ${recipients.order_id ?? null} or not ${isOrderInReview})`
}

async function chosenCoupon(
  ctx: Ctx,
  { coupon_code }: PurchaseTerms,
  open: readonly OpenOrder[],
): Promise<Coupon | null> {
  if (coupon_code === null) return null
  if (coupon_code === undefined) return open[0]?.applied?.coupon ?? null
  return getCouponByCode(ctx, coupon_code)
}

/** The chosen courses. Without a choice those of the newest open order, which an order that is partly paid keeps at its price. */
function addedCourses(
  { item, bumps }: PricedPurchase,
  { offered, newest }: { offered: readonly OfferedBump[]; newest: OpenOrder | undefined },
): readonly AddedCourse[] {
  if (bumps !== undefined) return chooseBumps(offered, bumps)
  const stored = (newest?.lines ?? []).flatMap(({ bump_id, course_id, title, tier, gross }) =>
    bump_id && course_id ? [{ bump_id, course_id, title, tier, price: gross, regular_price: null }] : [],
  )
  if (newest && newest.order.paid_amount > 0 && isSameChoice(newest.lines, { item, added: stored }))
    return stored
  return chooseBumps(
    offered,
    stored.map(({ bump_id: id, price }) => ({ id, price })),
  )
}

interface Terms extends Reductions {
  tax: OrderTax
}

/** What the link of an affiliate takes off the price; 0 without one. */
export async function linkDiscount(
  ctx: Ctx,
  { item, affiliate_code }: Pick<PricedPurchase, 'item' | 'affiliate_code'>,
): Promise<number> {
  const [referral] = (await findReferrals(ctx, { item, added: [] }, affiliate_code)) ?? []
  return referral ? referralDiscount(referral, item) : 0
}

/** An order of which a part was paid stays as it is. */
function isCurrent(
  ctx: Ctx,
  { order, lines, applied }: OpenOrder,
  { purchase, terms }: { purchase: Purchase; terms: Terms },
) {
  if (!isSameChoice(lines, purchase)) return false
  if (order.paid_amount > 0) return true
  const isSameCoupon = (applied?.coupon.id ?? null) === (terms.coupon?.id ?? null)
  const { tax_terms, recipient, currency } = order
  const isSameTax = isDeepStrictEqual({ tax_terms, recipient }, terms.tax)
  if (currency !== purchase.item.currency || !isSameCoupon || !isSameTax) return false
  return isSamePrice(ctx, lines, { purchase, reductions: terms })
}

/** Checks a coupon, and holds a use of it. */
async function hold(
  ctx: Ctx,
  purchase: Purchase,
  { coupon, order }: { coupon: Coupon; order: { id: string } },
) {
  const discounts = discountsOfLines(ctx, purchase, { coupon, referrals: undefined })
  const discount = discounts.reduce((sum, each) => sum + each, 0)
  const course_id = courseOf(purchase.item.choice)
  await holdCoupon(ctx, coupon, { order_id: order.id, course_id, user_id: ctx.actor.id, discount })
}

interface NewPurchase {
  purchase: Purchase
  terms: Terms
  /** The offers that the buyer saw. */
  seen: readonly { bump_id: string }[]
}

async function insertPricedOrder(ctx: Ctx, { purchase, terms, seen }: NewPurchase): Promise<OrderRow> {
  const { coupon, referrals, tax } = terms
  const discounts = discountsOfLines(ctx, purchase, terms)
  const lines = linesOf(purchase).map((line, index) => ({
    ...line,
    discount: discounts[index]!,
    referral: referrals?.[index],
  }))
  const { choice, currency } = purchase.item
  const offered_bump_ids = seen.map(({ bump_id }) => bump_id)
  const order = await insertOrder(ctx, { buyer_id: ctx.actor.id, currency, lines, tax, offered_bump_ids })
  if (coupon) await hold(ctx, purchase, { coupon, order })
  const gift = giftOf(choice)
  if (gift) await storeGift(ctx, order, gift)
  return order
}
