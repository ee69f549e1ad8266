import { Type } from 'typebox'
import { Id, Instant, MinorUnits, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { subscriptionStatuses } from './rules/states.ts'

export const ById = Type.Object({ id: Id })

const Card = Type.Object({
  id: Id,
  brand: Type.String(),
  last4: Type.String(),
  exp_month: Type.Integer(),
  exp_year: Type.Integer(),
})

const subscriptionFields = {
  id: Id,
  plan_id: Id,
  title: Type.String(),
  kind: StringEnum('instalments', 'subscription'),
  status: StringEnum(...subscriptionStatuses),
  cancel_at_period_end: Type.Boolean(),
  currency: Type.String(),
  interval: StringEnum('week', 'month', 'quarter', 'year'),
  /** How the later payments are made. */
  pays_by: StringEnum('card', 'bank_transfer'),
  /** The bank transfer that waits for its money, or that staff check; null without one. */
  transfer: Nullable(Type.Object({ order_id: Id, state: StringEnum('waiting', 'submitted', 'declined') })),
  /** The next payment can be made now: it is due, or its order was sent before the due date. */
  is_payable: Type.Boolean(),
  /** What is charged next, or is due now, with tax; null if nothing follows. */
  next_amount: Nullable(MinorUnits),
  /** When; in the past if it is due. */
  next_at: Nullable(Instant),
  /** An open payment is due: the caller can pay it. */
  is_due: Type.Boolean(),
  /** Payments so far, and of instalments in all. */
  paid_count: Type.Integer(),
  total_count: Nullable(Type.Integer()),
  /** What is left of instalments, with tax. */
  remaining_amount: MinorUnits,
  /** Used by the next charges. */
  credit: MinorUnits,
  /** The plan that begins at the end of the period; null without one. */
  scheduled_change: Nullable(Type.Object({ plan_id: Id, title: Type.String(), at: Instant })),
  /** When access ends; null without an end. After this moment it has ended. */
  access_ends_at: Nullable(Instant),
  created_at: Instant,
}

export const OwnSubscription = Type.Object({
  ...subscriptionFields,
  /** The card that is charged next; null without one. */
  card: Nullable(Card),
})

export const StaffSubscription = Type.Object({
  ...subscriptionFields,
  /** The card that is charged next; null without one. */
  card: Nullable(Card),
  person: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
})
