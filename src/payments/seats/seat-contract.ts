import { Type } from 'typebox'
import { Email, Id, Instant, MinorUnits, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { AffiliateCode } from '#affiliates/contract.ts'
import { couponRefusals, TypedCode } from '#coupons/contract.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { TaxAmounts } from '../shapes.ts'
import { Gift, Seats } from './purchase-schemas.ts'

const ById = Type.Object({ id: Id })
const BySeat = Type.Object({ id: Id, seat_id: Id })
const Purpose = StringEnum('gift', 'seats')
const Code = Type.String({ minLength: 20, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' })

const seatFields = {
  id: Id,
  /** `waiting` for its mail; `scheduled`: the day of a gift has not come. */
  state: StringEnum('waiting', 'scheduled', 'sent', 'taken'),
  /** Null for a person who joined by the link. */
  email: Nullable(Type.String()),
  name: Type.String(),
  mailed_at: Nullable(Instant),
  taken_at: Nullable(Instant),
  /** Who has the seat. */
  person: Nullable(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
  has_completed: Type.Boolean(),
}

const purchaseFields = {
  order_id: Id,
  order_number: Type.String(),
  purpose: Purpose,
  course_id: Id,
  title: Type.String(),
  tier: Nullable(Type.Integer()),
  quantity: Type.Integer(),
  refunded_quantity: Type.Integer(),
  /** Seats that nobody has or is invited to. */
  free: Type.Integer(),
  is_paid: Type.Boolean(),
  /** Why nobody can take a seat any more; null while people can. */
  closed: Nullable(StringEnum('refunded', 'disputed')),
}

/** A gift or a group's seats, as their buyer sees them. */
export const MySeats = Type.Object({
  ...purchaseFields,
  /** The buyer has the course, perhaps by a seat of this purchase. */
  has_course: Type.Boolean(),
  /** Null without a link. `url` is null if a new link is needed. */
  join_link: Nullable(
    Type.Object({ url: Nullable(Type.String()), max_uses: Type.Integer(), uses: Type.Integer() }),
  ),
  seats: Type.Array(
    Type.Object({
      ...seatFields,
      message: Type.String(),
      send_on: Nullable(Type.String()),
      /** For the recipient. Null once the seat is taken, or if it must be sent again. */
      url: Nullable(Type.String()),
    }),
  ),
})

export const getSeatOffer = defineRoute({
  name: 'getSeatOffer',
  method: 'GET',
  path: '/payments/v1/seat-offers/:id',
  access: 'student',
  summary: 'What a course costs as a gift or for a group',
  params: ById,
  reply: [
    200,
    Type.Object({
      course_id: Id,
      course_name: Type.String(),
      currency: Type.String(),
      /** Of one seat: one price for each tier, or the price of a course without tiers. */
      prices: Type.Array(MinorUnits),
      enable_tiering: Type.Boolean(),
      seats_offered: Type.Boolean(),
      /** Seats that the caller paid by a transfer which staff have not checked yet. */
      in_review: Type.Array(Type.Object({ order_id: Id, quantity: Type.Integer() })),
    }),
  ],
  refusals: ['course_coming_soon', 'course_ended', 'direct_registration_disabled', 'course_is_free'],
})

export const getSeatQuote = defineRoute({
  name: 'getSeatQuote',
  method: 'GET',
  path: '/payments/v1/seat-offers/:id/quote',
  access: 'student',
  summary: 'What a checkout of a gift or of seats would ask the caller for; holds nothing',
  limits: [{ by: 'user', max: 600, seconds: 3600 }],
  params: ById,
  query: Type.Object({
    purpose: Purpose,
    /** Absent for a gift. */
    seats: Type.Optional(Seats),
    /** In a course with tiers; absent for the lowest one. */
    tier: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    coupon_code: Type.Optional(TypedCode),
    affiliate_code: Type.Optional(AffiliateCode),
  }),
  reply: [
    200,
    Type.Object({
      currency: Type.String(),
      /** Of all seats, before the discount. */
      price: MinorUnits,
      discount: MinorUnits,
      taxes: TaxAmounts,
      /** What a company keeps back and pays to the state itself. */
      withheld: MinorUnits,
      total: MinorUnits,
      /** Why the coupon takes nothing off; null if it does, and without one. */
      coupon_refusal: Nullable(StringEnum(...couponRefusals)),
    }),
  ],
  refusals: [
    'course_coming_soon',
    'course_ended',
    'direct_registration_disabled',
    'course_is_free',
    'tiering_disabled',
    'tier_unknown',
    'seats_not_offered',
  ],
})

export const getMySeats = defineRoute({
  name: 'getMySeats',
  method: 'GET',
  path: '/payments/v1/my-orders/:id/seats',
  access: 'student',
  summary: 'The gift or the seats of an order of the caller, with who has them',
  params: ById,
  reply: [200, MySeats],
})

export const inviteToSeats = defineRoute({
  name: 'inviteToSeats',
  method: 'POST',
  path: '/payments/v1/my-orders/:id/seats',
  access: 'student',
  summary: 'Invites people to free seats by mail; addresses that are invited already are left out',
  idempotent: true,
  limits: [{ by: 'user', max: 120, seconds: 3600 }],
  bodyLimitBytes: 160 * 1024,
  params: ById,
  body: Type.Object({ emails: Type.Array(Email, { minItems: 1, maxItems: 500 }) }),
  reply: [200, MySeats],
  refusals: ['seats_not_paid', 'seats_closed', 'seats_all_used', 'seat_of_gift'],
})

export const takeMySeat = defineRoute({
  name: 'takeMySeat',
  method: 'POST',
  path: '/payments/v1/my-orders/:id/seats/mine',
  access: 'student',
  summary: 'Gives the buyer a free seat',
  params: ById,
  reply: [200, MySeats],
  refusals: [
    'seats_not_paid',
    'seats_closed',
    'seats_all_used',
    'seat_of_gift',
    'seat_course_owned',
    'seat_code_expired',
  ],
})

export const endSeat = defineRoute({
  name: 'endSeat',
  method: 'DELETE',
  path: '/payments/v1/my-orders/:id/seats/:seat_id',
  access: 'student',
  summary: 'Withdraws an invitation, or takes back a seat: access ends, progress is kept, the seat is free',
  params: BySeat,
  reply: [200, MySeats],
  refusals: ['seat_of_gift', 'seat_completed'],
})

export const resendSeat = defineRoute({
  name: 'resendSeat',
  method: 'POST',
  path: '/payments/v1/my-orders/:id/seats/:seat_id/resend',
  access: 'student',
  summary: 'Mails a gift or an invitation again, a gift also before its day',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: BySeat,
  reply: [200, MySeats],
  refusals: ['seats_closed', 'seat_taken'],
})

export const updateGift = defineRoute({
  name: 'updateGift',
  method: 'PUT',
  path: '/payments/v1/my-orders/:id/seats/:seat_id',
  access: 'student',
  summary: 'Changes the recipient of a gift that nobody has redeemed; another address gets a new link',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: BySeat,
  body: Gift,
  reply: [200, MySeats],
  refusals: ['seats_not_paid', 'seats_closed', 'seat_taken'],
})

export const updateSeatLink = defineRoute({
  name: 'updateSeatLink',
  method: 'PUT',
  path: '/payments/v1/my-orders/:id/seat-link',
  access: 'student',
  summary: 'Creates, limits, replaces or ends the link by which people take free seats',
  params: ById,
  body: Type.Object({
    /** How many people may use it; null ends the link. */
    max_uses: Nullable(Seats),
    /** Whether a new link replaces the current one. */
    replace: Type.Optional(Type.Boolean()),
  }),
  reply: [200, MySeats],
  refusals: ['seats_not_paid', 'seats_closed', 'seat_of_gift', 'seats_all_used'],
})

/** `full`: the join link has no seats left. `owned`: the caller has the course already. */
const CodeState = StringEnum('open', 'used', 'replaced', 'void', 'expired', 'full', 'owned')

export const readSeatCode = defineRoute({
  name: 'readSeatCode',
  method: 'POST',
  path: '/payments/v1/seat-codes/read',
  access: 'public',
  summary: 'What a link of a gift or seat opens, and whether it can still be used',
  limits: [{ by: 'address', max: 300, seconds: 3600 }],
  body: Type.Object({ code: Code }),
  reply: [
    200,
    Type.Object({
      state: CodeState,
      purpose: Purpose,
      course_id: Id,
      course_name: Type.String(),
      tier: Nullable(Type.Integer()),
      /** Who bought it. */
      giver: Type.String(),
      /** Of a gift; empty otherwise. */
      name: Type.String(),
      message: Type.String(),
      /** The caller took this seat. */
      is_mine: Type.Boolean(),
    }),
  ],
  refusals: ['seat_code_unknown'],
})

export const redeemSeatCode = defineRoute({
  name: 'redeemSeatCode',
  method: 'POST',
  path: '/payments/v1/seat-codes/redeem',
  access: 'student',
  summary: 'Takes the seat of a code for the caller',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  body: Type.Object({ code: Code }),
  reply: [
    200,
    Type.Object({
      course_id: Id,
      /** `pending` waits for the school’s approval. */
      enrolment_status: Nullable(StringEnum('pending', 'approved', 'unapproved', 'expired', 'removed')),
    }),
  ],
  refusals: [
    'seat_code_unknown',
    'seat_code_used',
    'seat_code_replaced',
    'seat_code_void',
    'seat_code_expired',
    'seat_link_full',
    'seat_course_owned',
  ],
})

export const listOrderSeats = defineRoute({
  name: 'listOrderSeats',
  method: 'GET',
  path: '/payments/v1/orders/:id/seats',
  access: 'admin',
  summary: 'The gift or the seats of an order, without their links; no purchase for an order for the buyer',
  params: ById,
  reply: [
    200,
    Type.Object({
      purchase: Nullable(Type.Object({ ...purchaseFields, seats: Type.Array(Type.Object(seatFields)) })),
    }),
  ],
})
