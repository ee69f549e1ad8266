import { Type } from 'typebox'
import {
  Id,
  Instant,
  InstantText,
  MinorUnits,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Amount, PaymentChannel } from '../shapes.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 })
/** In minor units; negative if more was given back than sold. */
const SignedAmount = Type.Integer()

const figures = {
  currency: Type.String(),
  sales: SignedAmount,
  refunds: SignedAmount,
  disputes: SignedAmount,
  /** What payment providers charge. */
  fees: SignedAmount,
  /** The platform's share. */
  platform_share: SignedAmount,
  /** What affiliates earn. */
  commissions: SignedAmount,
  /** Sales without everything else: what the school earns. */
  net: SignedAmount,
}

const period = {
  /** First and last day, in the school's time zone; at most 366 days. The last 30 days if absent. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

export const listRevenue = defineRoute({
  name: 'listRevenue',
  method: 'GET',
  path: '/payments/v1/revenue',
  access: 'admin',
  csv: 'revenue',
  summary: 'Revenue of a period by day, month, course or plan, and by currency, as the ledger has it',
  query: Type.Object({
    ...PagingParams,
    ...period,
    by: StringEnum('day', 'month', 'course', 'plan'),
  }),
  reply: [
    200,
    PageOf(
      Type.Object({
        /** A day (`2026-11-23`), a month (`2026-11`), or the id of the course or plan. */
        key: Type.String(),
        /** Name of the course or plan; the day or month. */
        name: Type.String(),
        ...figures,
      }),
    ),
  ],
})

export const getRevenueTotals = defineRoute({
  name: 'getRevenueTotals',
  method: 'GET',
  path: '/payments/v1/revenue/totals',
  access: 'admin',
  summary: 'Revenue of a period in each currency',
  query: Type.Object(period),
  reply: [200, Type.Object({ from: Day, to: Day, totals: Type.Array(Type.Object(figures)) })],
})

const Owed = Type.Object({ currency: Type.String(), amount: SignedAmount })

export const getBalances = defineRoute({
  name: 'getPaymentBalances',
  method: 'GET',
  path: '/payments/v1/balances',
  access: 'admin',
  summary: 'What each account at a provider received in all, and what the platform owes the school',
  reply: [
    200,
    Type.Object({
      accounts: Type.Array(
        Type.Object({
          provider: PaymentChannel,
          /** The platform’s account instead of the school’s own. */
          is_platform: Type.Boolean(),
          currency: Type.String(),
          /** Payments without fees, refunds and lost disputes. */
          received: SignedAmount,
          /** Set aside for open disputes. */
          disputed: SignedAmount,
        }),
      ),
      owed: Type.Array(Owed),
    }),
  ],
})

const Payout = Type.Object({
  id: Id,
  currency: Type.String(),
  amount: MinorUnits,
  reference: Type.String(),
  paid_at: Instant,
})
const PayoutPage = PageOf(Payout)

export const listPayouts = defineRoute({
  name: 'listPayouts',
  method: 'GET',
  path: '/payments/v1/payouts',
  access: 'admin',
  csv: 'payouts',
  summary: 'Payouts of the platform to the school, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PayoutPage],
})

const console = { scope: 'platform' as const, access: 'privileged' as const }
const OfSchool = Type.Object({ school_id: Id })

export const consoleGetSchoolPayouts = defineRoute({
  ...console,
  name: 'consoleGetSchoolPayouts',
  method: 'GET',
  path: '/console/v1/schools/:school_id/payouts',
  summary: 'What the platform owes a school, and the payouts to it, newest first',
  params: OfSchool,
  query: Type.Object(PagingParams),
  reply: [200, Type.Object({ owed: Type.Array(Owed), ...PayoutPage.properties })],
})

export const consoleRecordSchoolPayout = defineRoute({
  ...console,
  name: 'consoleRecordSchoolPayout',
  method: 'POST',
  path: '/console/v1/schools/:school_id/payouts',
  summary: 'Records money that the platform transferred to a school',
  params: OfSchool,
  body: Type.Object({
    currency: Type.String({ pattern: '^[A-Za-z]{3}$', maxLength: 3 }),
    amount: Amount,
    /** The number of the transfer, once per school. */
    reference: SingleLineText(100),
    /** When it was transferred; now if absent. */
    paid_at: Type.Optional(InstantText),
  }),
  reply: [201, Payout],
  refusals: ['payout_above_owed', 'payout_recorded'],
})
