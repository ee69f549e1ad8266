import { Type } from 'typebox'
import {
  Id,
  Instant,
  InstantText,
  MinorUnits,
  Nullable,
  Optional,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { billingIntervals, planTiers, subscriptionStatuses } from './policy.ts'

export { refusals } from './refusals.ts'

const stripe = '/users/api/v1/stripe'
const own = '/school-billing/v1'

export const PlanTier = StringEnum(...planTiers)
export const BillingInterval = StringEnum(...billingIntervals)
export const SubscriptionStatus = StringEnum(...subscriptionStatuses)

const PriceId = SingleLineText(255)
/** Seats: each student needs one. */
const Quantity = Type.Integer({ minimum: 1, maximum: 100_000 })
/** At a school’s own host its school; required at the root host. */
const OfSchool = { school_id: Optional(Id) }
const Page = Type.Object({
  /** Address of Stripe’s page. */
  url: Type.String(),
})

export const Billing = Type.Object({
  /** Whether the school can subscribe or change its plan here. */
  is_available: Type.Boolean(),
  /** Stripe is in test mode: no money moves. */
  is_test: Type.Boolean(),
  status: SubscriptionStatus,
  plan: Nullable(PlanTier),
  interval: Nullable(BillingInterval),
  price_id: Nullable(Type.String()),
  quantity: Nullable(Type.Integer()),
  /** Price of one seat for one interval. */
  unit_amount: Nullable(MinorUnits),
  currency: Nullable(Type.String()),
  period_end: Nullable(Instant),
  cancel_at_period_end: Type.Boolean(),
  /** A change that takes effect when its invoice is paid. */
  pending: Nullable(Type.Object({ quantity: Type.Integer(), price_id: Type.String(), expires_at: Instant })),
  past_due_since: Nullable(Instant),
  /** When the limits of the free plan return, unless the invoice is paid; null if they apply already. */
  grace_ends_at: Nullable(Instant),
  /** Stripe’s page of the invoice to pay. */
  payment_url: Nullable(Type.String()),
  seats_in_use: Type.Integer(),
})

/** Stripe answers, or the call changes nothing that the caller can see. */
const answering = ['billing_unavailable', 'billing_provider_unavailable'] as const
const writeLimits = [{ by: 'user', max: 120, seconds: 3600 }] as const
const write = { access: 'owner', support: 'never', transaction: 'own', limits: writeLimits } as const

export const createSubscriptionSession = defineRoute({
  ...write,
  name: 'createSubscriptionSession',
  method: 'POST',
  path: `${stripe}/create-subscription-session`,
  scope: 'any',
  summary: 'Opens Stripe’s payment page on which a school subscribes to a plan',
  body: Type.Object({ price_id: PriceId, quantity: Quantity, school_id: Id }),
  reply: [201, Page],
  refusals: [
    ...answering,
    'plan_managed_by_platform',
    'price_not_offered',
    'already_subscribed',
    'seats_in_use',
    'plan_checkout_in_progress',
  ],
})

export const createBillingPortalSession = defineRoute({
  ...write,
  name: 'createBillingPortalSession',
  method: 'POST',
  path: `${stripe}/create-billing-portal-session`,
  scope: 'any',
  whileClosing: true,
  summary: 'Opens Stripe’s portal, where the school changes its card and sees its invoices',
  body: Type.Object(OfSchool),
  reply: [201, Page],
  refusals: [...answering, 'no_subscription'],
})

export const openCardUpdate = defineRoute({
  ...write,
  name: 'openCardUpdate',
  method: 'POST',
  path: `${own}/card-update`,
  scope: 'any',
  whileClosing: true,
  summary: 'Opens the page of Stripe’s portal on which the school replaces the card of its plan',
  body: Type.Object(OfSchool),
  reply: [201, Page],
  refusals: [...answering, 'no_subscription'],
})

export const updateSubscriptionQuantity = defineRoute({
  ...write,
  name: 'updateSubscriptionQuantity',
  method: 'PUT',
  path: `${stripe}/subscription-quantity`,
  scope: 'any',
  summary: 'Changes the seats of the school’s plan; more seats are charged at once, fewer give credit',
  body: Type.Object({
    ...OfSchool,
    quantity: Quantity,
    /** Moment of a preview, so that the invoice has the same amount. */
    proration_date: Optional(InstantText),
  }),
  reply: [200, Billing],
  refusals: [...answering, 'no_subscription', 'seats_in_use', 'plan_payment_overdue'],
})

export const cancelSubscription = defineRoute({
  ...write,
  name: 'cancelSubscription',
  method: 'PUT',
  path: `${stripe}/cancel-subscription`,
  scope: 'any',
  whileClosing: true,
  summary: 'Cancels the school’s plan at the end of the paid period, or at once',
  body: Type.Object({ ...OfSchool, at_period_end: Type.Boolean({ default: true }) }),
  reply: [200, Billing],
  refusals: [...answering, 'no_subscription'],
})

export const getSchoolBilling = defineRoute({
  name: 'getSchoolBilling',
  method: 'GET',
  path: `${own}/billing`,
  access: 'owner',
  summary: 'The school’s subscription to a plan, as Stripe last reported it',
  reply: [200, Billing],
})

export const refreshSchoolBilling = defineRoute({
  ...write,
  name: 'refreshSchoolBilling',
  method: 'POST',
  path: `${own}/refresh`,
  whileClosing: true,
  summary: 'Asks Stripe about the school’s subscription, for the return from its pages',
  reply: [200, Billing],
  refusals: answering,
})

export const listPlanPrices = defineRoute({
  name: 'listPlanPrices',
  method: 'GET',
  path: `${own}/prices`,
  access: 'owner',
  transaction: 'own',
  summary: 'Plans that the school can subscribe to, with the price of a seat',
  reply: [
    200,
    Type.Object({
      data: Type.Array(
        Type.Object({
          price_id: Type.String(),
          plan: PlanTier,
          interval: BillingInterval,
          unit_amount: MinorUnits,
          currency: Type.String(),
          /** Bytes of storage that the plan includes. */
          storage: Type.Integer(),
        }),
      ),
    }),
  ],
  refusals: answering,
})

const Amount = Type.Integer({ minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 })

export const previewSchoolPlan = defineRoute({
  ...write,
  name: 'previewSchoolPlan',
  method: 'POST',
  path: `${own}/preview`,
  summary: 'What a change of seats or plan costs now, as Stripe computes it',
  body: Type.Object({ price_id: Optional(PriceId), quantity: Quantity }),
  reply: [
    200,
    Type.Object({
      currency: Type.String(),
      /** Charged at once. */
      amount_due: Amount,
      /** Sum of the lines; negative for a credit. */
      total: Amount,
      lines: Type.Array(Type.Object({ description: Type.String(), amount: Amount })),
      proration_date: Instant,
    }),
  ],
  refusals: [...answering, 'no_subscription', 'price_not_offered', 'seats_in_use', 'plan_payment_overdue'],
})

export const changeSchoolPlan = defineRoute({
  ...write,
  name: 'changeSchoolPlan',
  method: 'PUT',
  path: `${own}/plan`,
  summary: 'Changes plan, interval and seats; a higher price is charged at once',
  body: Type.Object({ price_id: PriceId, quantity: Quantity, proration_date: Optional(InstantText) }),
  reply: [200, Billing],
  refusals: [...answering, 'no_subscription', 'price_not_offered', 'seats_in_use', 'plan_payment_overdue'],
})

export const reactivateSubscription = defineRoute({
  ...write,
  name: 'reactivateSubscription',
  method: 'PUT',
  path: `${own}/reactivate`,
  summary: 'Takes back a cancellation at the end of the period',
  reply: [200, Billing],
  refusals: [...answering, 'no_subscription'],
})

export const listSchoolInvoices = defineRoute({
  name: 'listSchoolInvoices',
  method: 'GET',
  path: `${own}/invoices`,
  access: 'owner',
  summary: 'Invoices of the school’s plan, newest first',
  query: Type.Object(PagingParams),
  reply: [
    200,
    PageOf(
      Type.Object({
        invoice_id: Type.String(),
        number: Nullable(Type.String()),
        /** Stripe’s: draft, open, paid, uncollectible or void. */
        status: Type.String(),
        currency: Type.String(),
        /** Negative for a credit. */
        total: Amount,
        invoice_url: Nullable(Type.String()),
        pdf_url: Nullable(Type.String()),
        created_at: Instant,
      }),
    ),
  ],
})
