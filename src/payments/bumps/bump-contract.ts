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
import { AffiliateCode } from '#affiliates/contract.ts'
import { couponRefusals, TypedCode } from '#coupons/contract.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Amount, TaxAmounts, Tier } from '../shapes.ts'

const ById = Type.Object({ id: Id })

const terms = {
  /** Null: the price of the course. In the school’s currency; must be below the price of the course. */
  price: Nullable(Amount),
  /** Above the name of the course; may be empty. */
  headline: Text(120),
  description: Text(600),
  is_on: Type.Boolean(),
}

export const BumpOffer = Type.Object({
  id: Id,
  /** What it is added to: a course or a plan. */
  course_id: Nullable(Id),
  plan_id: Nullable(Id),
  item_name: Type.String(),
  bump_course_id: Id,
  bump_course_name: Type.String(),
  /** Null: the price of the course. */
  price: Nullable(MinorUnits),
  /** Of the price. */
  currency: Type.String(),
  headline: Type.String(),
  description: Type.String(),
  is_on: Type.Boolean(),
  position: Type.Integer(),
  /**
   * What buyers see now: `course_closed` if the course is private, free, deleted or closed for new students, `currency_changed` if the
   * price is in a former currency of the school, `included` if the plan has the course.
   */
  state: StringEnum('offered', 'off', 'course_closed', 'currency_changed', 'included'),
  /** Paid orders whose buyers saw the offer, and those who took it. */
  offered_count: Type.Integer(),
  accepted_count: Type.Integer(),
  /** Share of both in hundredths of a percent; null before the first order. */
  take_rate: Nullable(Type.Integer()),
  /** Sales of the offer without tax, after refunds and disputes. */
  revenue: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Integer() })),
  created_at: Instant,
})

export const listBumpOffers = defineRoute({
  name: 'listBumpOffers',
  method: 'GET',
  path: '/payments/v1/bump-offers',
  access: 'admin',
  csv: 'order-bumps',
  summary: 'Offers of courses that buyers can add to a purchase, with what they sold, newest first',
  query: Type.Object({
    ...PagingParams,
    /** Only those of a course or of a plan. */
    course_id: Type.Optional(Id),
    plan_id: Type.Optional(Id),
  }),
  reply: [200, PageOf(BumpOffer)],
})

export const createBumpOffer = defineRoute({
  name: 'createBumpOffer',
  method: 'POST',
  path: '/payments/v1/bump-offers',
  access: 'admin',
  summary: 'Offers a course to the buyers of a course or of a plan that is paid once; at most three for each',
  body: Type.Object({
    /** Either a course or a plan. */
    course_id: Type.Optional(Id),
    plan_id: Type.Optional(Id),
    bump_course_id: Id,
    ...Type.Partial(Type.Object(terms)).properties,
  }),
  reply: [201, BumpOffer],
  refusals: [
    'bump_offers_full',
    'bump_item_unsuitable',
    'bump_course_unsuitable',
    'bump_course_offered',
    'bump_price_too_high',
  ],
})

export const updateBumpOffer = defineRoute({
  name: 'updateBumpOffer',
  method: 'PUT',
  path: '/payments/v1/bump-offers/:id',
  access: 'admin',
  summary: 'Changes price and texts of an offer, switches it on or off, and moves it',
  params: ById,
  body: Type.Object({
    ...Type.Partial(Type.Object(terms)).properties,
    /** The place among the offers of the same item, from 0. */
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
  reply: [200, BumpOffer],
  refusals: ['bump_course_unsuitable', 'bump_price_too_high'],
})

export const deleteBumpOffer = defineRoute({
  name: 'deleteBumpOffer',
  method: 'DELETE',
  path: '/payments/v1/bump-offers/:id',
  access: 'admin',
  summary: 'Deletes an offer; what buyers bought by it stays',
  params: ById,
  reply: [200, OkReply],
})

/** Ids of offers in one parameter. */
const idPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const getPurchaseQuote = defineRoute({
  name: 'getPurchaseQuote',
  method: 'GET',
  path: '/payments/v1/quote',
  access: 'public',
  summary:
    'What a course or plan costs the caller now with added courses, coupon and tax, and the courses that can be added; stores nothing',
  limits: [{ by: 'address', max: 1_200, seconds: 3600 }],
  query: Type.Object({
    /** Either a course or a plan. */
    course_id: Type.Optional(Id),
    plan_id: Type.Optional(Id),
    tier: Type.Optional(Tier),
    coupon_code: Type.Optional(TypedCode),
    affiliate_code: Type.Optional(AffiliateCode),
    /** Ids of the added offers, with commas between them. Those that are not offered to the caller are left out. */
    bump_ids: Type.Optional(Type.String({ pattern: `^${idPattern}(,${idPattern}){0,2}$`, maxLength: 120 })),
  }),
  reply: [
    200,
    Type.Object({
      currency: Type.String(),
      /** What is bought first, then the added courses. `net` is the price without the discount, before added tax. */
      lines: Type.Array(
        Type.Object({ title: Type.String(), gross: MinorUnits, discount: MinorUnits, net: MinorUnits }),
      ),
      /** Why the coupon reduces nothing; null if it does, or was not given. */
      coupon_refusal: Nullable(StringEnum(...couponRefusals)),
      taxes: TaxAmounts,
      /** With added tax, without what a company withholds. */
      total: MinorUnits,
      bumps: Type.Array(
        Type.Object({
          id: Id,
          course_id: Id,
          title: Type.String(),
          image_url: Nullable(Type.String()),
          headline: Type.String(),
          description: Type.String(),
          price: MinorUnits,
          /** Without the offer and without a sale; null if it is not higher. */
          regular_price: Nullable(MinorUnits),
        }),
      ),
    }),
  ],
})
