import { Type } from 'typebox'
import {
  Id,
  Instant,
  InstantText,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { subscriptionStatuses } from './rules/states.ts'
import { ById, OwnSubscription, StaffSubscription } from './shapes.ts'

export { refusals } from './refusals.ts'
export * from './transfers/transfer-contract.ts'

const CancelBody = Type.Object({
  /** Access lasts until the end of what is paid, or ends now. */
  at: StringEnum('period_end', 'now'),
})

export const listMySubscriptions = defineRoute({
  name: 'listMySubscriptions',
  method: 'GET',
  path: '/subscriptions/v1/my-subscriptions',
  access: 'student',
  summary: 'Instalments and subscriptions of the caller, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(OwnSubscription)],
})

export const cancelMySubscription = defineRoute({
  name: 'cancelMySubscription',
  method: 'POST',
  path: '/subscriptions/v1/my-subscriptions/:id/cancel',
  access: 'student',
  summary: 'Cancels a subscription or instalments; again changes nothing',
  params: ById,
  body: CancelBody,
  reply: [200, OwnSubscription],
})

export const pauseMySubscription = defineRoute({
  name: 'pauseMySubscription',
  method: 'POST',
  path: '/subscriptions/v1/my-subscriptions/:id/pause',
  access: 'student',
  summary: 'Pauses a subscription: nothing is charged, and access ends with the paid period',
  params: ById,
  reply: [200, OwnSubscription],
  refusals: ['subscription_not_pausable'],
})

export const resumeMySubscription = defineRoute({
  name: 'resumeMySubscription',
  method: 'POST',
  path: '/subscriptions/v1/my-subscriptions/:id/resume',
  access: 'student',
  summary: 'Takes back a pause, or a cancellation at the end of the period',
  params: ById,
  reply: [200, OwnSubscription],
  refusals: ['subscription_ended'],
})

export const setMySubscriptionCard = defineRoute({
  name: 'setMySubscriptionCard',
  method: 'PUT',
  path: '/subscriptions/v1/my-subscriptions/:id/card',
  access: 'student',
  summary: 'Charges a saved card from now on, and at once what is due',
  params: ById,
  body: Type.Object({ card_id: Id }),
  reply: [200, OwnSubscription],
})

export const payMySubscription = defineRoute({
  name: 'payMySubscription',
  method: 'POST',
  path: '/subscriptions/v1/my-subscriptions/:id/pay',
  access: 'student',
  summary: 'Pays what is due, or all remaining instalments, with the saved card or on the provider’s page',
  idempotent: true,
  transaction: 'own',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  params: ById,
  body: Type.Object({
    what: StringEnum('due', 'all'),
    /** False: on the provider’s page, with every method that it offers. */
    with_card: Type.Boolean(),
  }),
  reply: [
    200,
    Type.Object({
      is_paid: Type.Boolean(),
      /** The page on which to pay; null if it is paid, or the provider has not answered yet. */
      url: Nullable(Type.String()),
    }),
  ],
  refusals: [
    'nothing_to_pay',
    'order_not_payable',
    'transfer_in_review',
    'payments_unavailable',
    'payment_provider_unavailable',
    'amount_not_supported',
    'checkout_in_progress',
  ],
})

export const previewPlanChange = defineRoute({
  name: 'previewPlanChange',
  method: 'GET',
  path: '/subscriptions/v1/my-subscriptions/:id/change',
  access: 'student',
  summary: 'What a change of a subscription to another plan costs now, and what follows',
  params: ById,
  query: Type.Object({ plan_id: Id }),
  reply: [
    200,
    Type.Object({
      title: Type.String(),
      currency: Type.String(),
      /** A cheaper plan begins at the end of the period. */
      takes_effect: StringEnum('now', 'period_end'),
      /** The part of the paid period that is not used yet, as a credit. Amounts are without added tax. */
      unused: MinorUnits,
      /** Price of the first period of the new plan that is paid now; 0 if nothing is. */
      price: MinorUnits,
      /** How much of it credit pays. */
      credit_used: MinorUnits,
      credit_left: MinorUnits,
      /** Taxes of what is due now. */
      taxes: Type.Array(
        Type.Object({
          name: Type.String(),
          basis_points: Type.Integer(),
          amount: MinorUnits,
          is_included: Type.Boolean(),
        }),
      ),
      /** Due now, with tax. */
      due: MinorUnits,
      /** The payment after it, with tax. */
      next_amount: MinorUnits,
      next_at: Instant,
      /** The moment of the computation: a change that names it costs the same for 15 minutes. */
      prorated_at: Instant,
      /** Names of the courses that the new plan does not have. */
      closing_courses: Type.Array(Type.String()),
    }),
  ],
  refusals: ['plan_disputed', 'plan_not_changeable', 'plan_owned_already'],
})

export const changeMyPlan = defineRoute({
  name: 'changeMyPlan',
  method: 'POST',
  path: '/subscriptions/v1/my-subscriptions/:id/change',
  access: 'student',
  summary: 'Changes a subscription to another plan: now once it is paid, or at the end of the period',
  idempotent: true,
  transaction: 'own',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  params: ById,
  body: Type.Object({
    plan_id: Id,
    /** As in the preview. */
    prorated_at: InstantText,
    /** False: on the provider’s page, with every method that it offers. */
    with_card: Type.Boolean(),
  }),
  reply: [
    200,
    Type.Object({
      is_done: Type.Boolean(),
      /** The page on which to pay what is due; the plan changes after the payment. */
      url: Nullable(Type.String()),
    }),
  ],
  refusals: [
    'plan_disputed',
    'plan_not_changeable',
    'plan_owned_already',
    'preview_outdated',
    'plan_change_in_progress',
    'payments_unavailable',
    'payment_provider_unavailable',
  ],
})

export const cancelMyPlanChange = defineRoute({
  name: 'cancelMyPlanChange',
  method: 'DELETE',
  path: '/subscriptions/v1/my-subscriptions/:id/change',
  access: 'student',
  summary: 'Keeps the present plan instead of the one at the end of the period; again changes nothing',
  params: ById,
  reply: [200, OwnSubscription],
})

export const listSubscriptions = defineRoute({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/subscriptions/v1/subscriptions',
  access: 'admin',
  summary: 'Instalments and subscriptions of the school, newest first',
  query: Type.Object({
    ...PagingParams,
    status: Type.Optional(StringEnum(...subscriptionStatuses)),
    /** Part of the person’s name or e-mail address, or of the plan’s name. */
    search: Type.Optional(Text(200)),
    user_id: Type.Optional(Id),
  }),
  reply: [200, PageOf(StaffSubscription)],
})

export const cancelStudentSubscription = defineRoute({
  name: 'cancelStudentSubscription',
  method: 'POST',
  path: '/subscriptions/v1/subscriptions/:id/cancel',
  access: 'admin',
  summary: 'Cancels a person’s subscription or instalments; again changes nothing',
  params: ById,
  body: CancelBody,
  reply: [200, StaffSubscription],
})
