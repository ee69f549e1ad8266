import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, ensureAllowed, refuse } from '#platform/contract/refusal.ts'
import { ensureForPerson } from './coupon-audience.ts'
import { couponDiscount, mayApplyCoupon, type Bought } from './policy.ts'
import {
  findCoupon,
  findRedemption,
  schoolCurrency,
  schoolDay,
  selectUsesOf,
  type Coupon,
} from './queries.ts'

/** The coupon with a code in any case; refuses an unknown one. */
export async function getCouponByCode(ctx: Ctx, code: string): Promise<Coupon> {
  const coupon = await findCoupon(ctx, { code })
  if (!coupon) throw new Refusal('coupon_unknown')
  return coupon
}

/** The coupon of an order, with its discount and whether the order holds a use of it now; null without a coupon. */
export async function findCouponOfOrder(ctx: Ctx, order_id: string) {
  const redemption = await findRedemption(ctx, order_id)
  if (!redemption) return null
  const coupon = (await findCoupon(ctx, { id: redemption.coupon_id }))!
  return { coupon, discount: redemption.discount, isHeld: redemption.state === 'held' }
}

/** Codes of the coupons of orders, by order. Orders without a coupon are absent. */
export async function findCodesOfOrders(
  { tx, school_id }: Ctx,
  order_ids: readonly string[],
): Promise<Map<string, string>> {
  if (order_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('coupon_redemptions as r')
    .innerJoin('coupons as k', (on) =>
      on.onRef('k.school_id', '=', 'r.school_id').onRef('k.id', '=', 'r.coupon_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.order_id', 'in', [...order_ids])
    .select(['r.order_id', 'k.code'])
    .execute()
  return new Map(rows.map(({ order_id, code }) => [order_id, code]))
}

/** Discount of what is paid now, in minor units. Refuses a coupon that cannot be used today. */
export function discountOf(
  ctx: Ctx,
  coupon: Coupon,
  { price, ...bought }: Bought & { price: number },
): number {
  const currency = schoolCurrency(ctx)
  ensureAllowed(mayApplyCoupon(coupon, { ...bought, currency, today: schoolDay(ctx) }))
  return couponDiscount(coupon, price, currency)
}

/**
 * Discounts of what is paid now for each item of a purchase, in minor units. A percentage reduces every item that the coupon covers; an
 * amount is taken off once, from the covered items in their order. Refuses a coupon that covers none of them, with the reason of the
 * first one.
 */
export function discountsOf(
  ctx: Ctx,
  coupon: Coupon,
  items: readonly (Bought & { price: number })[],
): number[] {
  const currency = schoolCurrency(ctx)
  const today = schoolDay(ctx)
  const verdicts = items.map(({ price, ...bought }) =>
    price === 0 ? refuse('coupon_not_for_course') : mayApplyCoupon(coupon, { ...bought, currency, today }),
  )
  if (!verdicts.some(({ allowed }) => allowed)) ensureAllowed(verdicts[0]!)
  let { amount_off } = coupon
  return items.map(({ price }, index) => {
    if (!verdicts[index]!.allowed) return 0
    const discount = couponDiscount({ ...coupon, amount_off }, price, currency)
    if (amount_off !== null) amount_off -= discount
    return discount
  })
}

/**
 * As `discountsOf`, for a purchase that the caller may make. A use that an unpaid order of this course or of a plan (null) holds for the
 * caller counts as free.
 */
export async function previewDiscounts(
  ctx: Ctx,
  coupon: Coupon,
  { course_id, items }: { course_id: string | null; items: Parameters<typeof discountsOf>[2] },
): Promise<number[]> {
  const { actor } = ctx
  const uses =
    actor.role === 'student' ? await selectUsesOf(ctx, { coupon_id: coupon.id, user_id: actor.id }) : []
  await ensureForPerson(ctx, coupon, actor.role === 'student' ? actor.id : null)
  const isHeld = uses.some((use) => use.state === 'held' && use.course_id === course_id)
  if (coupon.once_per_person && uses.length > 0 && !isHeld) throw new Refusal('coupon_already_used')
  return discountsOf(ctx, { ...coupon, held_count: coupon.held_count - (isHeld ? 1 : 0) }, items)
}

interface CouponUse {
  order_id: string
  /** Null for a plan. */
  course_id: string | null
  user_id: string
  discount: number
}

/**
 * Holds a use of a coupon for an unpaid order, also after a former one was released. One statement checks the limit and counts, so
 * that concurrent orders cannot exceed it. The caller has locked the buyer.
 */
export async function holdCoupon(ctx: Ctx, coupon: Coupon, use: CouponUse): Promise<void> {
  const { tx, school_id, now } = ctx
  const coupon_id = coupon.id
  await ensureForPerson(ctx, coupon, use.user_id)
  const uses = await selectUsesOf(ctx, { coupon_id, user_id: use.user_id })
  if (coupon.once_per_person && uses.length > 0) throw new Refusal('coupon_already_used')
  const counted = await tx
    .updateTable('coupons')
    .set({ held_count: sql`held_count + 1` })
    .where('school_id', '=', school_id)
    .where('id', '=', coupon_id)
    .where(sql<boolean>`(max_uses is null or held_count + used_count < max_uses)`)
    .returning('id')
    .executeTakeFirst()
  if (!counted) throw new Refusal('coupon_used_up')
  const held = { slot: freeSlot(uses), state: 'held', updated_at: now }
  await tx
    .insertInto('coupon_redemptions')
    .values({ school_id, coupon_id, ...use, ...held, created_at: now })
    .onConflict((oc) => oc.columns(['school_id', 'order_id']).doUpdateSet(held))
    .execute()
}

/** The number after the highest of a person's uses. */
const freeSlot = (uses: readonly { slot: number }[]) => Math.max(0, ...uses.map(({ slot }) => slot)) + 1

/** Changes the counters of a coupon. */
const count = ({ tx, school_id }: Ctx, coupon_id: string, { held, used }: { held: 0 | -1; used: 0 | 1 }) =>
  tx
    .updateTable('coupons')
    .set({ held_count: sql`held_count + ${held}`, used_count: sql`used_count + ${used}` })
    .where('school_id', '=', school_id)
    .where('id', '=', coupon_id)
    .execute()

const updateRedemption = (
  { tx, school_id, now }: Ctx,
  order_id: string,
  changes: { state: 'used' | 'released'; slot?: number; is_late?: boolean },
) =>
  tx
    .updateTable('coupon_redemptions')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('order_id', '=', order_id)
    .execute()

/**
 * Counts the coupon of a paid order as used. A payment that arrives after the use was released counts too, even above
 * the limit: the buyer has paid the reduced price. Returns whether it was late. The caller has locked the order.
 */
export async function recordCouponUse(ctx: Ctx, order_id: string): Promise<{ isLate: boolean }> {
  const redemption = await findRedemption(ctx, order_id)
  if (!redemption || redemption.state === 'used') return { isLate: false }
  const isLate = redemption.state === 'released'
  const slot = isLate ? freeSlot(await selectUsesOf(ctx, redemption)) : redemption.slot
  await updateRedemption(ctx, order_id, { state: 'used', slot, is_late: isLate })
  await count(ctx, redemption.coupon_id, { held: isLate ? 0 : -1, used: 1 })
  return { isLate }
}

/** Gives back the use that an unpaid order holds. The caller has locked the order. */
export async function releaseCoupon(ctx: Ctx, order_id: string): Promise<void> {
  const redemption = await findRedemption(ctx, order_id)
  if (redemption?.state !== 'held') return
  await updateRedemption(ctx, order_id, { state: 'released' })
  await count(ctx, redemption.coupon_id, { held: -1, used: 0 })
}
