import { Type } from 'typebox'
import { Id, Instant, MinorUnits, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { commissionStates } from './policy.ts'

/** A signed amount in minor units. */
const SignedAmount = Type.Integer()

/** Sums of commissions in one currency. A negative `payable` reduces the next payout. */
const Balance = Type.Object({
  currency: Type.String(),
  pending: SignedAmount,
  payable: SignedAmount,
  frozen: SignedAmount,
  paid: SignedAmount,
})

const affiliateFields = {
  id: Id,
  code: Type.String(),
  is_suspended: Type.Boolean(),
  /** In percent; null for the rate of each course. */
  commission_percentage: Nullable(Type.Number()),
  clicks_count: Type.Integer(),
  sales_count: Type.Integer(),
  balances: Type.Array(Balance),
  created_at: Instant,
}

export const OwnAffiliate = Type.Object(affiliateFields)

/** What people see of a bank account; the number itself is never returned. */
export const BankDetails = Type.Object({
  country: Type.String(),
  bank_code: Type.String(),
  bank_name: Type.String(),
  account_name: Type.String(),
  /** The last four digits. */
  account_suffix: Type.String(),
})

export const StaffAffiliate = Type.Object({
  ...affiliateFields,
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  bank_details: Nullable(BankDetails),
})

export const Commission = Type.Object({
  id: Id,
  /** A clawback takes back what a refund returned to the buyer; a restoration undoes one. */
  kind: StringEnum('commission', 'clawback', 'restoration'),
  title: Type.String(),
  currency: Type.String(),
  amount: SignedAmount,
  state: StringEnum(...commissionStates),
  payable_at: Instant,
  created_at: Instant,
})

/** A commission as staff see it. */
export const StaffCommission = Type.Object({ ...Commission.properties, order_id: Id })

export const Payout = Type.Object({
  id: Id,
  currency: Type.String(),
  amount: MinorUnits,
  reference: Type.String(),
  paid_at: Instant,
})
