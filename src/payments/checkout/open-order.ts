import { discountOf, findCouponOfOrder, getCouponByCode, holdCoupon, type Coupon } from '#coupons/index.ts'
import type { CourseRules } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { insertOrder } from '../orders/insert-order.ts'
import { selectOrders, type OrderRow } from '../orders/order-queries.ts'

export interface CoursePurchase {
  course: CourseRules
  /** What the buyer pays without a coupon. */
  price: number
  tier: number | null
  currency: string
  /** Null for the full price; undefined keeps the coupon of the open order. */
  coupon_code: string | null | undefined
}

/**
 * The buyer's unpaid order of this course at its price with this coupon, else a new one. The order holds a use of its
 * coupon; a coupon that cannot be used is refused. Other orders of the course are canceled unless a part was paid.
 */
export async function openOrder(
  ctx: Ctx,
  purchase: CoursePurchase,
): Promise<{ order: OrderRow; canceled_ids: string[] }> {
  const open = await openOrders(ctx, purchase.course.id)
  const coupon = await chosenCoupon(ctx, purchase, open)
  const current = open.find((each) => isCurrent(each, purchase, coupon))
  const replaced = open.filter((each) => each !== current && each.order.paid_amount === 0)
  const canceled_ids = replaced.map(({ order }) => order.id)
  for (const id of canceled_ids) await cancelOrder(ctx, id)
  if (!current) return { order: await insertCourseOrder(ctx, purchase, coupon), canceled_ids }
  const { order, applied } = current
  if (applied && !applied.isHeld && order.paid_amount === 0)
    await hold(ctx, purchase, { coupon: applied.coupon, order })
  return { order, canceled_ids }
}

interface PricedOrder {
  order: OrderRow
  tier: number | null
  applied: Awaited<ReturnType<typeof findCouponOfOrder>>
}

/** The newest first. They are locked, so that no settlement releases their coupons meanwhile. */
async function openOrders(ctx: Ctx, course_id: string): Promise<PricedOrder[]> {
  const orders = await selectOrders(ctx)
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 'o.school_id').onRef('l.order_id', '=', 'o.id'),
    )
    .where('o.buyer_id', '=', ctx.actor.id)
    .where('l.kind', 'in', ['course', 'tier'])
    .where('l.course_id', '=', course_id)
    .where('o.status', 'in', ['awaiting_payment', 'partially_paid'])
    .orderBy('o.created_at', 'desc')
    .limit(5)
    .select('l.tier')
    .forNoKeyUpdate('o')
    .execute()
  const priced: PricedOrder[] = []
  for (const { tier, ...order } of orders)
    priced.push({ order, tier, applied: await findCouponOfOrder(ctx, order.id) })
  return priced
}

async function chosenCoupon(
  ctx: Ctx,
  { coupon_code }: CoursePurchase,
  open: readonly PricedOrder[],
): Promise<Coupon | null> {
  if (coupon_code === null) return null
  if (coupon_code === undefined) return open[0]?.applied?.coupon ?? null
  return getCouponByCode(ctx, coupon_code)
}

/** An order of which a part was paid stays as it is. */
function isCurrent(
  { order, tier, applied }: PricedOrder,
  { price, tier: chosenTier, currency }: CoursePurchase,
  coupon: Coupon | null,
) {
  if (tier !== chosenTier) return false
  if (order.paid_amount > 0) return true
  const isSamePrice = order.total + (applied?.discount ?? 0) === price && order.currency === currency
  return isSamePrice && (applied?.coupon.id ?? null) === (coupon?.id ?? null)
}

/** Checks a coupon, and holds a use of it. */
async function hold(
  ctx: Ctx,
  { course, price }: CoursePurchase,
  { coupon, order }: { coupon: Coupon; order: { id: string } },
) {
  const discount = discountOf(ctx, coupon, { id: course.id, price })
  const use = { order_id: order.id, course_id: course.id, user_id: ctx.actor.id, discount }
  await holdCoupon(ctx, coupon, use)
}

async function insertCourseOrder(
  ctx: Ctx,
  purchase: CoursePurchase,
  coupon: Coupon | null,
): Promise<OrderRow> {
  const { course, price: gross, tier, currency } = purchase
  const discount = coupon ? discountOf(ctx, coupon, { id: course.id, price: gross }) : 0
  const price = { gross, discount, tax: 0 }
  const sold = tier === null ? ({ kind: 'course' } as const) : ({ kind: 'tier', tier } as const)
  const line = { ...sold, course_id: course.id, title: course.course_name, ...price }
  const order = await insertOrder(ctx, { buyer_id: ctx.actor.id, currency, lines: [line] })
  if (coupon) await hold(ctx, purchase, { coupon, order })
  return order
}
