import { Type } from 'typebox'
import {
  Id,
  Instant,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  maxInstalments,
  maxTrialDays,
  minInstalments,
  planIntervals,
  planKinds,
  planStatuses,
} from './policy.ts'

export { refusals } from './refusals.ts'

const plans = '/payments-plan/v2'
const ById = Type.Object({ id: Id })
const Interval = StringEnum(...planIntervals)

const offerFields = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  kind: StringEnum(...planKinds),
  /** Of everything; of each period for a subscription. */
  price: MinorUnits,
  currency: Type.String(),
  /** Every payment of instalments, the largest first. Empty for other kinds. */
  instalments: Type.Array(MinorUnits),
  /** Between two payments; null for a plan that is paid once. */
  interval: Nullable(Interval),
  trial_days: Type.Integer(),
  /** The buyer saves a card before the trial begins. */
  trial_needs_card: Type.Boolean(),
  courses: Type.Array(Type.Object({ id: Id, course_name: Type.String() })),
  /** A sale that runs today, with the prices that buyers of today pay; null without one. */
  current_sale: Nullable(
    Type.Object({
      price: MinorUnits,
      instalments: Type.Array(MinorUnits),
      /** The last day in the school's time zone; null without an end. */
      ends_on: Nullable(Type.String()),
    }),
  ),
  /** When the price changes because a sale begins or ends; null if it does not. */
  price_changes_at: Nullable(Instant),
}

const Percentage = Type.Number({ minimum: 0, maximum: 100 })
const SalePrice = Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }))
/** A day in the school's time zone. */
const Day = Type.String({ minLength: 10, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

/** What visitors see of a published plan. */
export const PlanOffer = Type.Object(offerFields)

export const PaymentPlan = Type.Object({
  ...offerFields,
  sale_price: Nullable(MinorUnits),
  /** First and last day of the sale; null without a limit. */
  sale_starts_on: Nullable(Type.String()),
  sale_ends_on: Nullable(Type.String()),
  status: StringEnum(...planStatuses),
  enable_affiliates: Type.Boolean(),
  affiliates_percentage_off: Type.Number(),
  default_affiliate_commission: Type.Number(),
  position: Type.Integer(),
  /** People who have bought it. */
  buyer_count: Type.Integer(),
  created_at: Instant,
})

const settings = {
  description: Type.Optional(Text(2_000)),
  /** Needed for instalments. */
  instalment_count: Type.Optional(Type.Integer({ minimum: minInstalments, maximum: maxInstalments })),
  /** Needed for instalments and subscriptions. */
  interval: Type.Optional(Interval),
  /** Only of a subscription. */
  trial_days: Type.Optional(Type.Integer({ minimum: 0, maximum: maxTrialDays })),
  /** Only with a trial: it begins once the buyer has saved a card. */
  trial_needs_card: Type.Optional(Type.Boolean()),
  /** Below the price, for those who buy from the first to the last day. A null day means no limit. */
  sale_price: Type.Optional(SalePrice),
  sale_starts_on: Type.Optional(Nullable(Day)),
  sale_ends_on: Type.Optional(Nullable(Day)),
  status: Type.Optional(StringEnum(...planStatuses)),
  /** Whether affiliates may sell the plan, and what buyers with a link save of the first payment, and affiliates earn. */
  enable_affiliates: Type.Optional(Type.Boolean()),
  affiliates_percentage_off: Type.Optional(Percentage),
  default_affiliate_commission: Type.Optional(Percentage),
}
const Price = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })
const CourseIds = Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true })

export const listPaymentPlans = defineRoute({
  name: 'listPaymentPlans',
  method: 'GET',
  path: '/schools/auth/api/v1/all-payments-plan/:id',
  scope: 'any',
  access: 'public',
  summary: 'The published payment plans of a school in its order',
  transaction: 'own',
  params: ById,
  query: Type.Object({
    ...PagingParams,
    /** Only plans that open this course. */
    course_id: Type.Optional(Id),
  }),
  reply: [200, PageOf(PlanOffer)],
})

export const getPlanOffer = defineRoute({
  name: 'getPlanOffer',
  method: 'GET',
  path: `${plans}/offers/:id`,
  access: 'public',
  summary: 'A published payment plan, as visitors see it',
  params: ById,
  reply: [200, PlanOffer],
})

export const listPlansForStaff = defineRoute({
  name: 'listPlansForStaff',
  method: 'GET',
  path: `${plans}/plan`,
  access: 'admin',
  summary: 'The payment plans of the school in their order',
  query: Type.Object({ ...PagingParams, status: Type.Optional(StringEnum(...planStatuses)) }),
  reply: [200, PageOf(PaymentPlan)],
})

export const getPaymentPlan = defineRoute({
  name: 'getPaymentPlan',
  method: 'GET',
  path: `${plans}/plan-details/:id`,
  access: 'admin',
  summary: 'A payment plan with the number of its buyers',
  params: ById,
  reply: [200, PaymentPlan],
})

export const createPaymentPlan = defineRoute({
  name: 'createPaymentPlan',
  method: 'POST',
  path: `${plans}/plan`,
  access: 'admin',
  summary: 'Creates a payment plan, priced in the currency of the school',
  idempotent: true,
  body: Type.Object({
    name: SingleLineText(120),
    kind: StringEnum(...planKinds),
    price: Price,
    course_ids: CourseIds,
    ...settings,
  }),
  reply: [201, PaymentPlan],
  refusals: ['too_many_plans'],
})

export const updatePaymentPlan = defineRoute({
  name: 'updatePaymentPlan',
  method: 'PUT',
  path: `${plans}/plan/:id`,
  access: 'admin',
  summary: 'Changes a payment plan for new buyers; its kind stays',
  params: ById,
  body: Type.Object({
    name: Type.Optional(SingleLineText(120)),
    price: Type.Optional(Price),
    course_ids: Type.Optional(CourseIds),
    /** Index in the list of all plans, from 0 on. */
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
    ...settings,
  }),
  reply: [200, PaymentPlan],
})

export const deletePaymentPlan = defineRoute({
  name: 'deletePaymentPlan',
  method: 'DELETE',
  path: `${plans}/plan/:id`,
  access: 'admin',
  summary: 'Deletes a payment plan; one that somebody has bought is archived instead',
  params: ById,
  reply: [200, Type.Object({ outcome: StringEnum('deleted', 'archived') })],
})
