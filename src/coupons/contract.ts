import { Type } from 'typebox'
import {
  Id,
  Instant,
  MinorUnits,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { couponAudiences, couponStates } from './policy.ts'

export { refusals } from './refusals.ts'

const coupons = '/coupons/v1/coupons'
const ById = Type.Object({ id: Id })

/** Stored in capitals, accepted in any case. */
const Code = Type.String({ minLength: 3, maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$' })
/** A code as a person types it. */
export const TypedCode = Text(60)
/** A day in the school's time zone. */
const Day = Type.String({ minLength: 10, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
const MaxUses = Type.Integer({ minimum: 1, maximum: 1_000_000 })

/** Why a coupon does not reduce the price of a course. */
export const couponRefusals = [
  'coupon_unknown',
  'coupon_expired',
  'coupon_not_started',
  'coupon_paused',
  'coupon_used_up',
  'coupon_already_used',
  'coupon_not_for_course',
  'coupon_not_with_sale',
  'coupon_not_for_person',
] as const

export const Coupon = Type.Object({
  id: Id,
  code: Type.String(),
  /** One of `percent_off`, `amount_off` in `currency`, and `free_months` of a subscription. */
  percent_off: Nullable(Type.Integer()),
  amount_off: Nullable(MinorUnits),
  free_months: Nullable(Type.Integer()),
  currency: Nullable(Type.String()),
  /** It applies to all courses and plans. */
  applies_to_all_courses: Type.Boolean(),
  /** Courses and plans that were chosen. */
  courses: Type.Array(Type.Object({ id: Id, course_name: Type.String() })),
  plans: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** `first_purchase`: who has not paid for anything yet. `students`: who is or was a student of `student_courses`. */
  audience: StringEnum(...couponAudiences),
  student_courses: Type.Array(Type.Object({ id: Id, course_name: Type.String() })),
  /** First and last day in the school's time zone; null without one. */
  starts_on: Nullable(Type.String()),
  ends_on: Nullable(Type.String()),
  is_paused: Type.Boolean(),
  max_uses: Nullable(Type.Integer()),
  once_per_person: Type.Boolean(),
  /** It does not reduce a sale price further. */
  excludes_sale_prices: Type.Boolean(),
  /** Paid orders, and unpaid ones whose payment page is open. */
  used_count: Type.Integer(),
  held_count: Type.Integer(),
  state: StringEnum(...couponStates),
  created_at: Instant,
})

const settings = {
  starts_on: Type.Optional(Nullable(Day)),
  ends_on: Type.Optional(Nullable(Day)),
  max_uses: Type.Optional(Nullable(MaxUses)),
  once_per_person: Type.Optional(Type.Boolean()),
  excludes_sale_prices: Type.Optional(Type.Boolean()),
  audience: Type.Optional(StringEnum(...couponAudiences)),
  /** For the audience `students`, which needs at least one. */
  student_course_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
  /** Without courses and plans the coupon applies to all of them. */
  course_ids: Type.Optional(Nullable(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }))),
  plan_ids: Type.Optional(Nullable(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }))),
}

export const previewCoupon = defineRoute({
  name: 'previewCoupon',
  method: 'GET',
  path: '/coupons/v1/preview',
  access: 'public',
  summary: 'The price of a course, or of a tier of it, with a coupon',
  limits: [{ by: 'address', max: 300, seconds: 3600 }],
  query: Type.Object({
    course_id: Id,
    code: TypedCode,
    /** In a course with tiers; absent for the lowest one. */
    tier: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  }),
  reply: [
    200,
    Type.Object({
      code: Type.String(),
      currency: Type.String(),
      price: MinorUnits,
      discount: MinorUnits,
      total: MinorUnits,
      percent_off: Nullable(Type.Integer()),
      ends_on: Nullable(Type.String()),
    }),
  ],
  refusals: couponRefusals,
})

export const listCoupons = defineRoute({
  name: 'listCoupons',
  method: 'GET',
  path: coupons,
  access: 'admin',
  summary: 'The coupons of the school, newest first',
  query: Type.Object({
    ...PagingParams,
    /** A part of the code. */
    search: Type.Optional(Text(60)),
    state: Type.Optional(StringEnum(...couponStates)),
  }),
  csv: 'coupons',
  reply: [200, PageOf(Coupon)],
})

export const getCoupon = defineRoute({
  name: 'getCoupon',
  method: 'GET',
  path: `${coupons}/:id`,
  access: 'admin',
  summary: 'A coupon',
  params: ById,
  reply: [200, Coupon],
})

export const createCoupon = defineRoute({
  name: 'createCoupon',
  method: 'POST',
  path: coupons,
  access: 'admin',
  summary: 'Creates a coupon with a percentage, an amount in the school’s currency, or free months',
  idempotent: true,
  body: Type.Object({
    code: Code,
    /** Exactly one of the three. */
    percent_off: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    amount_off: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
    free_months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
    ...settings,
  }),
  reply: [201, Coupon],
  refusals: ['coupon_code_taken'],
})

export const updateCoupon = defineRoute({
  name: 'updateCoupon',
  method: 'PUT',
  path: `${coupons}/:id`,
  access: 'admin',
  summary: 'Changes dates, limits, courses and plans of a coupon, or pauses it; its code and value stay',
  params: ById,
  body: Type.Object({ ...settings, is_paused: Type.Optional(Type.Boolean()) }),
  reply: [200, Coupon],
})

export const deleteCoupon = defineRoute({
  name: 'deleteCoupon',
  method: 'DELETE',
  path: `${coupons}/:id`,
  access: 'admin',
  summary: 'Deletes a coupon that no order has used',
  params: ById,
  reply: [200, OkReply],
  refusals: ['coupon_in_use'],
})
