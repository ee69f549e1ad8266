import { Type, type TSchema } from 'typebox'

/**
 * Replies of Paystack as far as we read them (paystack.com/docs/api). Properties of doubtful type are loose on purpose:
 * amounts of refunds come as text or integer, `metadata` as object, text or 0, times as `paid_at` and `paidAt`.
 */
const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const Amount = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,16}$' })])
const Id = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })])
const Domain = Type.Union([Type.Literal('test'), Type.Literal('live')])
const Time = Type.Optional(Nullable(Type.String()))

const envelope = <Data extends TSchema>(data: Data) =>
  Type.Object({ status: Type.Literal(true), message: Type.String(), data })

export const Authorization = Type.Object({
  authorization_code: Type.String(),
  last4: Type.String(),
  exp_month: Type.Union([Type.String(), Type.Integer()]),
  exp_year: Type.Union([Type.String(), Type.Integer()]),
  brand: Type.Optional(Nullable(Type.String())),
  card_type: Type.Optional(Nullable(Type.String())),
  reusable: Type.Boolean(),
  signature: Type.Optional(Nullable(Type.String())),
})

export const Transaction = Type.Object({
  id: Id,
  domain: Domain,
  status: Type.String(),
  reference: Type.String(),
  amount: Amount,
  requested_amount: Type.Optional(Nullable(Amount)),
  currency: Type.String(),
  fees: Type.Optional(Nullable(Amount)),
  gateway_response: Type.Optional(Nullable(Type.String())),
  paid_at: Time,
  paidAt: Time,
  channel: Type.Optional(Nullable(Type.String())),
  // Not `Authorization`: it is an empty object for other channels than cards.
  authorization: Type.Optional(Nullable(Type.Object({}))),
  customer: Type.Optional(Nullable(Type.Object({ customer_code: Type.Optional(Type.String()) }))),
})

export const InitializedReply = envelope(
  Type.Object({ authorization_url: Type.String(), access_code: Type.String(), reference: Type.String() }),
)
export const TransactionReply = envelope(Transaction)

/** A charge that waits for the customer has `paused` and little else. */
export const ChargedReply = envelope(
  Type.Object({
    reference: Type.String(),
    status: Type.Optional(Type.String()),
    paused: Type.Optional(Type.Boolean()),
    authorization_url: Type.Optional(Type.String()),
  }),
)

export const Refund = Type.Object({
  id: Id,
  status: Type.String(),
  amount: Amount,
  currency: Type.String(),
  merchant_note: Type.Optional(Nullable(Type.String())),
  transaction: Type.Union([Id, Type.Object({ id: Id })]),
})
export const RefundReply = envelope(Refund)

const Meta = Type.Optional(
  Type.Object({ pageCount: Type.Optional(Nullable(Type.Union([Type.Integer(), Type.String()]))) }),
)
const listOf = <Row extends TSchema>(row: Row) =>
  Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(row), meta: Meta })
export const RefundList = listOf(Refund)
export const TransactionList = listOf(Transaction)

export const Settlement = Type.Object({
  id: Id,
  domain: Domain,
  status: Type.String(),
  currency: Type.String(),
  /** What buyers paid, the provider's fees, and what the bank account gets. */
  total_processed: Amount,
  total_fees: Amount,
  effective_amount: Amount,
  settlement_date: Time,
  createdAt: Time,
})
export const SettlementList = listOf(Settlement)

export const DisputeReply = envelope(
  Type.Object({
    id: Id,
    refund_amount: Nullable(Amount),
    currency: Nullable(Type.String()),
    status: Type.String(),
    resolution: Type.Optional(Nullable(Type.String())),
    category: Type.Optional(Nullable(Type.String())),
    dueAt: Time,
    transaction: Type.Object({
      id: Id,
      amount: Amount,
      currency: Type.String(),
      reference: Type.Optional(Nullable(Type.String())),
    }),
  }),
)

export const DoneReply = Type.Object({ status: Type.Literal(true), message: Type.String() })
export const BankList = listOf(Type.Object({ code: Type.String(), name: Type.String() }))
export const BankAccountReply = envelope(Type.Object({ account_name: Type.String() }))
