import { Type } from 'typebox'
import { Id, MinorUnits, Nullable, SingleLineText, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Amount, ManualMethod, OrderDetails, Tier } from '../shapes.ts'

const ById = Type.Object({ id: Id })
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 })

const paymentFields = {
  method: ManualMethod,
  /** The day in the school’s time zone on which the school got the money, as 2026-11-28. */
  paid_on: SingleLineText(10),
  /** The number of a receipt or transfer. */
  reference: Type.Optional(Text(100)),
}

export const createManualOrder = defineRoute({
  name: 'createManualOrder',
  method: 'POST',
  path: '/payments/v1/manual-orders',
  access: 'admin',
  summary: 'Records a sale that was paid to the school itself, or gives a course without a payment',
  idempotent: true,
  body: Type.Object({
    student_id: Id,
    /** Exactly one of course and plan. A plan must be paid once. */
    course_id: Type.Optional(Id),
    plan_id: Type.Optional(Id),
    /** In a course with tiers; absent for the lowest one. */
    tier: Type.Optional(Tier),
    /** What was agreed, before tax, at most the price of today; absent for that price. 0 gives it without a payment. */
    price: Type.Optional(MinorUnits),
    /** Absent if nothing was paid. */
    payment: Type.Optional(
      Type.Object({
        ...paymentFields,
        /** Absent: the whole total. Less leaves the order partly paid. */
        amount: Type.Optional(Amount),
      }),
    ),
    /** The last day of access to what is given without a payment; absent or null for no end. */
    access_ends_on: Type.Optional(Nullable(Day)),
    note: Type.Optional(Text(500)),
  }),
  reply: [201, OrderDetails],
  refusals: [
    'course_is_free',
    'already_enrolled',
    'already_paid',
    'tiering_disabled',
    'tier_unknown',
    'manual_order_plan',
    'manual_price_too_high',
  ],
})

export const recordManualPayment = defineRoute({
  name: 'recordManualPayment',
  method: 'POST',
  path: '/payments/v1/orders/:id/manual-payments',
  access: 'admin',
  summary: 'Records money for an unpaid order that the school got itself, such as cash',
  idempotent: true,
  params: ById,
  body: Type.Object({ ...paymentFields, amount: Amount, note: Type.Optional(Text(500)) }),
  reply: [200, OrderDetails],
  refusals: ['order_not_payable', 'order_being_charged', 'transfer_undecided'],
})

export const endGivenAccess = defineRoute({
  name: 'endGivenAccess',
  method: 'POST',
  path: '/payments/v1/orders/:id/end-access',
  access: 'admin',
  summary: 'Ends access that staff gave without a payment; progress is kept',
  params: ById,
  reply: [200, OrderDetails],
  refusals: ['access_not_given'],
})
