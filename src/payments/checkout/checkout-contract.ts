import { Type } from 'typebox'
import { AffiliateCode } from '#affiliates/contract.ts'
import { couponRefusals, TypedCode } from '#coupons/contract.ts'
import { Id, Nullable } from '#platform/contract/schemas.ts'
import { Gift, othersRefusals, Seats } from '../seats/purchase-schemas.ts'
import { Tier } from '../shapes.ts'

/** What a buyer chose, of createCheckout and startBankTransfer. */
export const CheckoutBody = Type.Object({
  /** Exactly one of the three. */
  course_id: Type.Optional(Id),
  plan_id: Type.Optional(Id),
  /** An unpaid order of the caller that buys something for others, to continue its payment at today’s price. */
  order_id: Type.Optional(Id),
  /** The course is for another person. Neither this nor `seats`: for the caller. */
  gift: Type.Optional(Gift),
  /** The course is for a group of people. The price is that of all seats. */
  seats: Type.Optional(Seats),
  /** In a course with tiers; absent for the lowest one. A student pays the difference to the current tier. */
  tier: Type.Optional(Tier),
  /** Null for the full price. Absent: an open order of the same item keeps its coupon. */
  coupon_code: Type.Optional(Nullable(TypedCode)),
  /** Of the link that brought the buyer: an unknown one means none. Absent: an open order keeps its affiliate. */
  affiliate_code: Type.Optional(Nullable(AffiliateCode)),
  /**
   * Courses that are added to the purchase, each with the price that the buyer saw: another price is refused. Absent: an open order of
   * the same item keeps its added courses.
   */
  bumps: Type.Optional(
    Type.Array(Type.Object({ id: Id, price: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }) }), {
      maxItems: 3,
    }),
  ),
})

/** Reasons why an item is not sold, however it is paid. */
const itemRefusals = [
  'course_not_open',
  'course_coming_soon',
  'course_ended',
  'direct_registration_disabled',
  'course_is_free',
  'already_enrolled',
  'already_paid',
  'tiering_disabled',
  'tier_unknown',
  'payment_provider_unavailable',
] as const

/** Reasons why a course cannot be added: its offer ended, or its price has changed. */
export const bumpRefusals = ['bump_unavailable', 'amount_mismatch'] as const

/** Reasons why an item is not sold on a page of a provider. */
export const checkoutRefusals = [
  ...itemRefusals,
  'payments_unavailable',
  'amount_not_supported',
  'checkout_in_progress',
] as const

/** Reasons why an item is not sold by bank transfer. */
export const transferRefusals = [
  ...itemRefusals,
  ...othersRefusals,
  ...couponRefusals,
  ...bumpRefusals,
  'bank_transfer_unavailable',
  'bank_transfer_not_for_plan',
] as const

export const checkoutLimits = [{ by: 'user', max: 60, seconds: 3600 }] as const
