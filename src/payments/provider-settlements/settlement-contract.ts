import { Type } from 'typebox'
import { Id, Instant, Nullable, PageOf, PagingParams, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Provider } from '../shapes.ts'

/** In minor units; negative for money that was taken. */
const SignedAmount = Type.Integer()
const Status = StringEnum('pending', 'paid', 'failed')

const Settlement = Type.Object({
  id: Id,
  provider: Provider,
  /** Whether it went to the platform's bank account: then the amounts are the school's part. */
  is_platform: Type.Boolean(),
  /** The provider's id. */
  settlement_id: Type.String(),
  currency: Type.String(),
  status: Status,
  paid_at: Instant,
  /** What buyers paid; null until it is known. */
  gross: Nullable(SignedAmount),
  fees: Nullable(SignedAmount),
  /** Refunds and chargebacks that the provider subtracted in one sum. */
  deductions: SignedAmount,
  net: SignedAmount,
  /** The part of the net amount that belongs to payments, refunds and disputes of the school. */
  matched_amount: SignedAmount,
  payment_count: Type.Integer(),
})

const ById = Type.Object({ id: Id })

export const listSettlements = defineRoute({
  name: 'listSettlements',
  method: 'GET',
  path: '/payments/v1/settlements',
  access: 'admin',
  csv: 'settlements',
  summary: 'What payment providers paid out to bank accounts, newest first',
  query: Type.Object({ ...PagingParams, status: Type.Optional(Status) }),
  reply: [200, PageOf(Settlement)],
})

export const getSettlement = defineRoute({
  name: 'getSettlement',
  method: 'GET',
  path: '/payments/v1/settlements/:id',
  access: 'admin',
  summary: 'One settlement',
  params: ById,
  reply: [200, Settlement],
})

export const listSettlementEntries = defineRoute({
  name: 'listSettlementEntries',
  method: 'GET',
  path: '/payments/v1/settlements/:id/entries',
  access: 'admin',
  csv: 'settlement-entries',
  summary: 'Payments, refunds and disputes of the school in a settlement',
  params: ById,
  query: Type.Object(PagingParams),
  reply: [
    200,
    PageOf(
      Type.Object({
        id: Id,
        kind: StringEnum('payment', 'refund', 'dispute'),
        order_id: Id,
        order_number: Type.String(),
        /** The provider's id of the payment. */
        transaction_id: Type.String(),
        currency: Type.String(),
        gross: SignedAmount,
        fee: SignedAmount,
        net: SignedAmount,
        paid_at: Instant,
      }),
    ),
  ],
})
