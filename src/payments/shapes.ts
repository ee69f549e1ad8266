import { Type } from 'typebox'
import { Id, Instant, MinorUnits, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { attentionReasons, lineKinds, linePurposes, orderStatuses } from './orders/order-state.ts'

export const OrderStatus = StringEnum(...orderStatuses)
export const Provider = StringEnum('stripe', 'paystack', 'flutterwave')
/** Where the money of a payment arrived: at a provider, in the school's bank account, or by hand, as staff recorded it. */
export const PaymentChannel = StringEnum('stripe', 'paystack', 'flutterwave', 'bank_transfer', 'manual')
/** How the school got money that staff record by hand. */
export const ManualMethod = StringEnum(
  'cash',
  'bank_transfer',
  'card_terminal',
  'mobile_money',
  'cheque',
  'other',
)
/** An amount to pay or refund, in minor units. */
export const Amount = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })

const PaymentFacts = Type.Object({
  reference: Type.String(),
  amount: MinorUnits,
  currency: Type.String(),
  mode: StringEnum('test', 'live'),
})

/** A payment that does not fit its attempt. */
export const QuarantinedPayment = Type.Object({
  id: Id,
  order_id: Id,
  provider: Provider,
  /** It arrived in the school's own account at the provider: the school decides. Otherwise the platform does. */
  is_own_account: Type.Boolean(),
  reason: StringEnum('reference', 'currency', 'mode'),
  transaction_id: Type.String(),
  /** What the attempt was created with, and what the provider reports. */
  expected: PaymentFacts,
  found: PaymentFacts,
  /** `returned`: a refund was requested; the refunds of the order say what became of it. */
  state: StringEnum('open', 'accepted', 'returned', 'ignored'),
  /** The reason that people gave; empty while open. */
  explanation: Type.String(),
  paid_at: Instant,
  decided_at: Nullable(Instant),
  created_at: Instant,
})

/** The number of a tier of a course. */
export const Tier = Type.Integer({ minimum: 1, maximum: 20 })

/** Taxes by name: added to the prices, or part of them. */
export const TaxAmounts = Type.Array(
  Type.Object({
    name: Type.String(),
    basis_points: Type.Integer(),
    amount: MinorUnits,
    is_included: Type.Boolean(),
  }),
)

const orderLineFields = {
  id: Id,
  /** `plan` is a payment plan with its first payment, `plan_period` a later payment of it. */
  kind: StringEnum(...lineKinds),
  /** Of a course or tier. */
  course_id: Nullable(Id),
  plan_id: Nullable(Id),
  /** The offer by which the buyer added the line to the purchase. */
  bump_id: Nullable(Id),
  title: Type.String(),
  /** The tier that it buys; null in a course without tiers. */
  tier: Nullable(Type.Integer()),
  /** Who learns: the buyer, the recipient of a gift, or the people to whom the buyer gives seats. */
  purpose: StringEnum(...linePurposes),
  /** Seats; 1 for everything else. The amounts are those of all of them. */
  quantity: Type.Integer(),
  /** Seats that were given back. */
  refunded_quantity: Type.Integer(),
  /** The price, and what a coupon takes off; `net` is left to pay. */
  gross: MinorUnits,
  discount: MinorUnits,
  net: MinorUnits,
  refunded_amount: MinorUnits,
}

const orderFields = {
  id: Id,
  /** What people read and quote: the end of the id. */
  number: Type.String(),
  status: OrderStatus,
  currency: Type.String(),
  total: MinorUnits,
  taxes: TaxAmounts,
  /** What the buyer’s company keeps back for the tax authority: the total is less by it. */
  withholding: Nullable(Type.Object({ name: Type.String(), amount: MinorUnits })),
  /** The coupon whose discount the lines show. */
  coupon_code: Nullable(Type.String()),
  paid_amount: MinorUnits,
  refunded_amount: MinorUnits,
  created_at: Instant,
  paid_at: Nullable(Instant),
  /** Its payment page was one of the provider's test mode: no money moved. */
  is_test: Type.Boolean(),
}

export const OwnOrder = Type.Object({
  ...orderFields,
  lines: Type.Array(
    Type.Object({
      ...orderLineFields,
      /** What the line opens. */
      courses: Type.Array(
        Type.Object({
          id: Id,
          course_name: Type.String(),
          /** Of the buyer in the course: `pending` waits for the school's approval. Null without an enrolment. */
          enrolment_status: Nullable(StringEnum('pending', 'approved', 'unapproved', 'expired', 'removed')),
        }),
      ),
    }),
  ),
  /** Whether a bank transfer is on its way: the page of the transfer says what to do. */
  is_awaiting_transfer: Type.Boolean(),
  /** Whether a payment page is open, whose result is not known yet. */
  is_awaiting_provider: Type.Boolean(),
})

const Buyer = Type.Object({ id: Id, name: Type.String(), email: Type.String() })

export const StaffOrder = Type.Object({
  ...orderFields,
  buyer: Buyer,
  lines: Type.Array(Type.Object(orderLineFields)),
  /** Why staff should look at it; empty for most orders. */
  attention: Type.Array(StringEnum(...attentionReasons)),
})

export const OrderDetails = Type.Object({
  ...StaffOrder.properties,
  /** What can still be refunded. */
  refundable_amount: MinorUnits,
  payments: Type.Array(
    Type.Object({
      id: Id,
      provider: PaymentChannel,
      transaction_id: Type.String(),
      mode: StringEnum('test', 'live'),
      method: Type.String(),
      amount: MinorUnits,
      currency: Type.String(),
      /** The provider's fee; null while the provider has not reported it. */
      fee: Nullable(MinorUnits),
      /** A payment that does not fit the order: it opens nothing. */
      quarantine_reason: Nullable(StringEnum('currency', 'reference', 'mode')),
      paid_at: Instant,
    }),
  ),
  attempts: Type.Array(
    Type.Object({
      id: Id,
      provider: PaymentChannel,
      reference: Type.String(),
      state: StringEnum('created', 'pending', 'unknown', 'succeeded', 'failed', 'expired', 'quarantined'),
      amount: MinorUnits,
      failure_code: Nullable(Type.String()),
      created_at: Instant,
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      id: Id,
      provider: PaymentChannel,
      /** `overpayment` and `duplicate` give back money that paid for nothing, and are automatic; so is `quarantined` after its decision. */
      kind: StringEnum('order', 'overpayment', 'duplicate', 'quarantined'),
      /** `needs_attention`: the provider or its silence needs a person; see resolveRefund. */
      state: StringEnum('requested', 'pending', 'succeeded', 'failed', 'needs_attention'),
      amount: MinorUnits,
      reason: Type.String(),
      /** Null for an automatic refund. */
      requested_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
      created_at: Instant,
    }),
  ),
  /** What staff recorded by hand: payments, and access without a payment. */
  manual_entries: Type.Array(
    Type.Object({
      id: Id,
      /** Null if nothing was paid. */
      payment_id: Nullable(Id),
      method: Nullable(ManualMethod),
      reference: Type.String(),
      note: Type.String(),
      /** When the access that was given ends by itself, and when staff ended it. */
      access_ends_at: Nullable(Instant),
      access_ended_at: Nullable(Instant),
      recorded_by: Type.Object({ id: Id, name: Type.String() }),
      created_at: Instant,
    }),
  ),
  /** Payments that do not fit the order, with what was decided about them. */
  quarantined: Type.Array(QuarantinedPayment),
  disputes: Type.Array(
    Type.Object({
      id: Id,
      payment_id: Id,
      provider: Provider,
      provider_dispute_id: Type.String(),
      state: StringEnum('open', 'won', 'lost'),
      amount: MinorUnits,
      currency: Type.String(),
      reason: Type.String(),
      due_at: Nullable(Instant),
      evidence_sent_at: Nullable(Instant),
      created_at: Instant,
      closed_at: Nullable(Instant),
    }),
  ),
})

export const StartedCheckout = Type.Object({
  order_id: Id,
  /** Null if nothing is left to pay: the course is open. */
  provider: Nullable(Provider),
  /** Address of the provider's payment page, or of the return page if nothing is left to pay. */
  url: Type.String(),
  expires_at: Nullable(Instant),
})

export const PaymentEvent = Type.Object({
  id: Id,
  provider: Provider,
  event_type: Type.String(),
  /** `ignored`: nothing handles it. `failed`: handling failed too often; it can be replayed. */
  state: StringEnum('received', 'processed', 'ignored', 'failed'),
  tries: Type.Integer(),
  last_error: Nullable(Type.String()),
  order_id: Nullable(Id),
  received_at: Instant,
  processed_at: Nullable(Instant),
})
