import { Type } from 'typebox'
import {
  Email,
  Id,
  InstantText,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { AffiliateCode } from '#affiliates/contract.ts'
import { couponRefusals } from '#coupons/contract.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { bumpRefusals, CheckoutBody, checkoutLimits, checkoutRefusals } from './checkout/checkout-contract.ts'
import { othersRefusals, Seats } from './seats/purchase-schemas.ts'
import { PublicTax } from './tax/tax-contract.ts'
import {
  Amount,
  OrderDetails,
  OrderStatus,
  OwnOrder,
  PaymentEvent,
  Provider,
  StaffOrder,
  StartedCheckout,
  Tier,
} from './shapes.ts'

export * from './disputes/dispute-contract.ts'
export * from './provider-accounts/account-contract.ts'
export * from './provider-settlements/settlement-contract.ts'
export * from './quarantine/quarantine-contract.ts'
export * from './reconciliation/reconciliation-contract.ts'
export * from './revenue/revenue-contract.ts'
export * from './bumps/bump-contract.ts'
export * from './cards/contract.ts'
export * from './tax/tax-contract.ts'
export * from './bank-transfers/transfer-contract.ts'
export * from './manual-orders/manual-contract.ts'
export * from './seats/seat-contract.ts'
export { refusals } from './refusals.ts'
export { PaymentEvent, OrderDetails, OwnOrder, StaffOrder } from './shapes.ts'

const ById = Type.Object({ id: Id })

export const createCheckout = defineRoute({
  name: 'createCheckout',
  method: 'POST',
  path: '/payments/v1/checkout',
  access: 'student',
  summary: 'Starts the payment of a course or payment plan at the provider for the school’s currency',
  idempotent: true,
  transaction: 'own',
  limits: checkoutLimits,
  body: CheckoutBody,
  reply: [201, StartedCheckout],
  refusals: [...checkoutRefusals, ...othersRefusals, ...couponRefusals, ...bumpRefusals],
})

export const createStripeCheckoutSession = defineRoute({
  name: 'createStripeCheckoutSession',
  method: 'POST',
  path: '/users/api/v1/stripe/create-checkout-session',
  access: 'student',
  summary:
    'The same as createCheckout with own return addresses; amount and currency must be those of the course or plan’s first payment',
  idempotent: true,
  transaction: 'own',
  limits: checkoutLimits,
  body: Type.Object({
    /** Exactly one of course and plan. */
    metadata: Type.Object({
      course_id: Type.Optional(Id),
      plan_id: Type.Optional(Id),
      tier: Type.Optional(Tier),
      /** Of the link that brought the buyer. The amount is then the price with the discount of the link. */
      affiliate_code: Type.Optional(AffiliateCode),
    }),
    email: Email,
    success_url: SingleLineText(2_000),
    cancel_url: SingleLineText(2_000),
    amount: Amount,
    currency: Type.String({ pattern: '^[A-Za-z]{3}$', maxLength: 3 }),
    product_name: SingleLineText(300),
  }),
  reply: [201, StartedCheckout],
  refusals: [...checkoutRefusals, 'amount_mismatch', 'transfer_in_review'],
})

export const getPaymentMethods = defineRoute({
  name: 'getPaymentMethods',
  method: 'GET',
  path: '/payments/v1/methods',
  access: 'public',
  summary: 'Whether the school takes payments online, and through which provider',
  reply: [
    200,
    Type.Object({
      currency: Type.String(),
      /** Null: the school takes no payments online. */
      provider: Nullable(Provider),
      /** The provider is in test mode: no money moves. */
      is_test: Type.Boolean(),
      /** Whether students may pay by transfer to the school's bank account. */
      bank_transfer: Type.Boolean(),
      /** The same for instalments and subscriptions. */
      bank_transfer_for_plans: Type.Boolean(),
      /** Null: the school charges no tax. */
      tax: Nullable(PublicTax),
    }),
  ],
})

export const listMyOrders = defineRoute({
  name: 'listMyOrders',
  method: 'GET',
  path: '/payments/v1/my-orders',
  access: 'student',
  summary: 'The orders of the caller, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(OwnOrder)],
})

export const getMyOrder = defineRoute({
  name: 'getMyOrder',
  method: 'GET',
  path: '/payments/v1/my-orders/:id',
  access: 'student',
  summary: 'An order of the caller',
  params: ById,
  reply: [200, OwnOrder],
})

export const verifyMyOrder = defineRoute({
  name: 'verifyMyOrder',
  method: 'POST',
  path: '/payments/v1/my-orders/:id/verify',
  access: 'student',
  summary: 'Asks the provider whether the order was paid, and returns the order',
  transaction: 'own',
  limits: [{ by: 'user', max: 240, seconds: 3600 }],
  params: ById,
  reply: [200, OwnOrder],
})

export const listOrders = defineRoute({
  name: 'listOrders',
  method: 'GET',
  path: '/payments/v1/orders',
  access: 'admin',
  csv: 'orders',
  summary: 'The orders of the school, newest first',
  query: Type.Object({
    ...PagingParams,
    status: Type.Optional(OrderStatus),
    /** Part of the buyer’s name or e-mail address, the order number, or a provider’s transaction id. */
    search: Type.Optional(Text(200)),
    buyer_id: Type.Optional(Id),
    course_id: Type.Optional(Id),
    /** Orders created from this moment on, and before `to`. */
    from: Type.Optional(InstantText),
    to: Type.Optional(InstantText),
    /** Only orders that staff should look at. */
    needs_attention: Type.Optional(Type.Boolean()),
  }),
  reply: [200, PageOf(StaffOrder)],
})

export const getOrder = defineRoute({
  name: 'getOrder',
  method: 'GET',
  path: '/payments/v1/orders/:id',
  access: 'admin',
  summary: 'An order with its payments, attempts and refunds',
  params: ById,
  reply: [200, OrderDetails],
})

export const refundOrder = defineRoute({
  name: 'refundOrder',
  method: 'POST',
  path: '/payments/v1/orders/:id/refund',
  access: 'admin',
  summary: 'Requests the refund of an order, or of amounts of some of its lines',
  idempotent: true,
  params: ById,
  body: Type.Object({
    /** Without lines, everything that is left is refunded; a line without an amount means its rest. */
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          line_id: Id,
          amount: Type.Optional(Amount),
          /** Instead of an amount: seats that nobody uses, each at its part of the price. */
          seats: Type.Optional(Seats),
        }),
        { minItems: 1, maxItems: 20 },
      ),
    ),
    reason: Type.Optional(Text(500)),
    /** Ends access to lines that are refunded in part too. A full refund always ends it. */
    ends_access: Type.Optional(Type.Boolean()),
  }),
  reply: [200, OrderDetails],
  refusals: ['order_not_refundable', 'refund_above_remainder', 'seats_not_free'],
})

export const resolveRefund = defineRoute({
  name: 'resolveRefund',
  method: 'POST',
  path: '/payments/v1/refunds/:id/resolve',
  access: 'admin',
  summary:
    'Continues a refund that needs attention: sends it again, follows the one that staff found at the provider, or records one that was paid back by transfer',
  params: ById,
  body: Type.Object({
    /** `follow` needs `provider_refund_id`; `paid_back` is for payments by bank transfer. */
    action: StringEnum('retry', 'follow', 'paid_back'),
    provider_refund_id: Type.Optional(SingleLineText(200)),
  }),
  reply: [200, OrderDetails],
  refusals: ['refund_not_waiting'],
})

export const dismissOrderAttention = defineRoute({
  name: 'dismissOrderAttention',
  method: 'POST',
  path: '/payments/v1/orders/:id/dismiss-attention',
  access: 'admin',
  summary: 'Removes the reasons for which staff should look at an order',
  params: ById,
  reply: [200, OrderDetails],
  refusals: ['transfer_undecided'],
})

export const listPaymentEvents = defineRoute({
  name: 'listPaymentEvents',
  method: 'GET',
  path: '/payments/v1/webhook-events',
  access: 'admin',
  summary: 'Webhooks that payment providers sent for the school, newest first',
  query: Type.Object({
    ...PagingParams,
    state: Type.Optional(StringEnum('received', 'processed', 'ignored', 'failed')),
  }),
  reply: [200, PageOf(PaymentEvent)],
})

export const replayPaymentEvent = defineRoute({
  name: 'replayPaymentEvent',
  method: 'POST',
  path: '/payments/v1/webhook-events/:id/replay',
  access: 'admin',
  summary: 'Handles a failed webhook again',
  params: ById,
  reply: [200, OkReply],
  refusals: ['payment_event_not_failed'],
})
