import { Type } from 'typebox'
import {
  Email,
  Id,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  SingleLineText,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { BankDetails, Commission, OwnAffiliate, Payout, StaffAffiliate, StaffCommission } from './shapes.ts'

export { refusals } from './refusals.ts'

const ById = Type.Object({ id: Id })
/** The code of an affiliate as a link carries it. */
export const AffiliateCode = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9]{1,40}$' })
const Currency = Type.String({ pattern: '^[A-Za-z]{3}$', maxLength: 3 })
const Percentage = Type.Number({ minimum: 0, maximum: 100 })
export const recordAffiliateClick = defineRoute({
  name: 'recordAffiliateClick',
  method: 'POST',
  path: '/affiliates/v1/clicks',
  access: 'public',
  summary: 'Counts a click on the link of an affiliate; says how long the browser should remember it',
  limits: [{ by: 'address', max: 120, seconds: 3600 }],
  body: Type.Object({ code: AffiliateCode }),
  reply: [200, Type.Object({ code: Type.String(), link_days: Type.Integer() })],
})

export const previewReferral = defineRoute({
  name: 'previewReferral',
  method: 'GET',
  path: '/affiliates/v1/preview',
  access: 'public',
  summary: 'What a course, a tier of it or the first payment of a plan costs with the link of an affiliate',
  limits: [{ by: 'address', max: 300, seconds: 3600 }],
  query: Type.Object({
    /** Either a course or a plan. */
    course_id: Type.Optional(Id),
    plan_id: Type.Optional(Id),
    code: AffiliateCode,
    tier: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  }),
  reply: [
    200,
    Type.Object({ currency: Type.String(), price: MinorUnits, discount: MinorUnits, total: MinorUnits }),
  ],
})

export const getMyAffiliate = defineRoute({
  name: 'getMyAffiliate',
  method: 'GET',
  path: '/affiliates/v1/me',
  access: 'student',
  summary: 'The caller as an affiliate, and whether the school takes affiliates',
  reply: [
    200,
    Type.Object({
      /** Whether a course or plan of the school pays affiliates. */
      is_open: Type.Boolean(),
      affiliate: Nullable(OwnAffiliate),
      bank_details: Nullable(BankDetails),
      /** Courses that pay affiliates, with the caller's rate and the discount of buyers, in percent. */
      courses: Type.Array(
        Type.Object({
          id: Id,
          course_name: Type.String(),
          commission_percentage: Type.Number(),
          discount_percentage: Type.Number(),
        }),
      ),
      plans: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          commission_percentage: Type.Number(),
          discount_percentage: Type.Number(),
        }),
      ),
      link_days: Type.Integer(),
      hold_days: Type.Integer(),
      renewal_months: Nullable(Type.Integer()),
    }),
  ],
})

export const becomeAffiliate = defineRoute({
  name: 'becomeAffiliate',
  method: 'POST',
  path: '/affiliates/v1/me',
  access: 'student',
  summary: 'Makes the caller an affiliate of the school',
  idempotent: true,
  reply: [201, OwnAffiliate],
  refusals: ['affiliates_disabled', 'already_affiliate'],
})

export const listMyCommissions = defineRoute({
  name: 'listMyCommissions',
  method: 'GET',
  path: '/affiliates/v1/me/commissions',
  access: 'student',
  summary: 'The caller’s commissions and clawbacks, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Commission)],
})

export const listMyPayouts = defineRoute({
  name: 'listMyPayouts',
  method: 'GET',
  path: '/affiliates/v1/me/payouts',
  access: 'student',
  summary: 'Payouts to the caller, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Payout)],
})

export const listAffiliates = defineRoute({
  name: 'listAffiliates',
  method: 'GET',
  path: '/affiliates/v1/affiliates',
  access: 'admin',
  csv: 'affiliates',
  summary: 'The affiliates of the school, newest first',
  query: Type.Object({
    ...PagingParams,
    /** Part of the name, e-mail address or code. */
    search: Type.Optional(Text(200)),
  }),
  reply: [200, PageOf(StaffAffiliate)],
})

export const getAffiliate = defineRoute({
  name: 'getAffiliate',
  method: 'GET',
  path: '/affiliates/v1/affiliates/:id',
  access: 'admin',
  summary: 'An affiliate with balances and bank account',
  params: ById,
  reply: [200, StaffAffiliate],
})

export const addAffiliate = defineRoute({
  name: 'addAffiliate',
  method: 'POST',
  path: '/affiliates/v1/affiliates',
  access: 'admin',
  summary: 'Makes a student an affiliate',
  idempotent: true,
  body: Type.Object({ email: Email, commission_percentage: Type.Optional(Nullable(Percentage)) }),
  reply: [201, StaffAffiliate],
  refusals: ['affiliate_not_student', 'already_affiliate'],
})

export const updateAffiliate = defineRoute({
  name: 'updateAffiliate',
  method: 'PUT',
  path: '/affiliates/v1/affiliates/:id',
  access: 'admin',
  summary: 'Changes the rate of an affiliate for later sales, or suspends the affiliate',
  params: ById,
  body: Type.Object({
    /** Null for the rate of each course. */
    commission_percentage: Type.Optional(Nullable(Percentage)),
    is_suspended: Type.Optional(Type.Boolean()),
  }),
  reply: [200, StaffAffiliate],
})

export const listAffiliateCommissions = defineRoute({
  name: 'listAffiliateCommissions',
  method: 'GET',
  path: '/affiliates/v1/affiliates/:id/commissions',
  access: 'admin',
  csv: 'commissions',
  summary: 'Commissions and clawbacks of an affiliate, newest first',
  params: ById,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(StaffCommission)],
})

export const listAffiliatePayouts = defineRoute({
  name: 'listAffiliatePayouts',
  method: 'GET',
  path: '/affiliates/v1/affiliates/:id/payouts',
  access: 'admin',
  csv: 'payouts',
  summary: 'Payouts to an affiliate, newest first',
  params: ById,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Payout)],
})

export const recordAffiliatePayout = defineRoute({
  name: 'recordAffiliatePayout',
  method: 'POST',
  path: '/affiliates/v1/affiliates/:id/payouts',
  access: 'admin',
  summary: 'Records that the school paid everything payable in one currency to an affiliate',
  idempotent: true,
  params: ById,
  body: Type.Object({
    currency: Currency,
    /** What was paid: it must be the payable balance. */
    amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
    /** The number of the transfer. */
    reference: SingleLineText(100),
  }),
  reply: [201, StaffAffiliate],
  refusals: ['payout_changed'],
})

const Settings = Type.Object({
  /** How long a click on a link counts. */
  link_days: Type.Integer({ minimum: 1, maximum: 365 }),
  /** How long a commission waits after the payment: at least as long as the school refunds. */
  hold_days: Type.Integer({ minimum: 0, maximum: 180 }),
  /** For how many months after the first payment renewals of subscriptions earn; 0 for the first alone, null without an end. */
  renewal_months: Nullable(Type.Integer({ minimum: 0, maximum: 120 })),
})

export const getAffiliateSettings = defineRoute({
  name: 'getAffiliateSettings',
  method: 'GET',
  path: '/affiliates/v1/settings',
  access: 'admin',
  summary: 'How long links and holds last, and how long renewals earn',
  reply: [200, Settings],
})

export const updateAffiliateSettings = defineRoute({
  name: 'updateAffiliateSettings',
  method: 'PUT',
  path: '/affiliates/v1/settings',
  access: 'admin',
  summary: 'Changes how long links and holds last and renewals earn, for later clicks and sales',
  body: Type.Partial(Settings),
  reply: [200, Settings],
})

export const listBanks = defineRoute({
  name: 'listBanks',
  method: 'GET',
  path: '/affiliates/v1/banks',
  access: 'student',
  summary: 'Banks of the school’s country that the payment provider knows; empty where it has no list',
  transaction: 'own',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  reply: [200, Type.Object({ banks: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })) })],
  refusals: ['bank_check_failed'],
})

export const updateBankDetails = defineRoute({
  name: 'updateBankDetails',
  method: 'PUT',
  path: '/students/v2/:id/bank-details',
  access: 'student',
  summary: 'Stores the caller’s bank account for payouts, after the provider has found its holder',
  transaction: 'own',
  limits: [{ by: 'user', max: 20, seconds: 3600 }],
  params: ById,
  body: Type.Object({
    bank_code: SingleLineText(40),
    /** Text, because leading zeros count. */
    account_number: Type.String({ minLength: 4, maxLength: 34, pattern: '^[0-9A-Za-z]+$' }),
  }),
  reply: [200, BankDetails],
  refusals: ['banks_unavailable', 'bank_account_unknown', 'bank_check_failed'],
})
