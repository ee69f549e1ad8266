import { Type, type TSchema } from 'typebox'

/**
 * Replies of Flutterwave v3 as far as we read them. Amounts are major units; the client reads their numbers as text
 * (`exactNumbers`), because 7500.55 has no exact floating-point number.
 */
export const exactNumbers = [
  'amount',
  'charged_amount',
  'app_fee',
  'merchant_fee',
  'amount_settled',
  'amount_refunded',
  'gross_amount',
  'net_amount',
  'stampduty_charge',
  'settlement_amount',
  'refund',
  'chargeback',
]

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const Amount = Type.String({ pattern: '^[0-9]{1,16}(\\.[0-9]{1,20})?$' })
const Id = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })])

const envelope = <Data extends TSchema>(data: Data) =>
  Type.Object({ status: Type.Literal('success'), message: Type.String(), data })

export const LinkReply = envelope(Type.Object({ link: Type.String() }))
export const DoneReply = Type.Object({ status: Type.Literal('success'), message: Type.String() })

export const Card = Type.Object({
  first_6digits: Type.String(),
  last_4digits: Type.String(),
  type: Type.Optional(Nullable(Type.String())),
  expiry: Type.String({ pattern: '^[0-9]{1,2}/[0-9]{2,4}$' }),
  /** Only in the reply of verify, and only if the card may be charged again. */
  token: Type.Optional(Nullable(Type.String())),
})

export const Transaction = Type.Object({
  id: Id,
  tx_ref: Type.String(),
  amount: Amount,
  currency: Type.String(),
  charged_amount: Type.Optional(Nullable(Amount)),
  app_fee: Type.Optional(Nullable(Amount)),
  processor_response: Type.Optional(Nullable(Type.String())),
  status: Type.String(),
  payment_type: Type.Optional(Nullable(Type.String())),
  created_at: Type.String(),
  customer: Type.Optional(
    Nullable(Type.Object({ id: Type.Optional(Id), email: Type.Optional(Type.String()) })),
  ),
  // Not `Card`: other methods have none, or an object without digits.
  card: Type.Optional(Nullable(Type.Object({}))),
})
export const TransactionReply = envelope(Transaction)

/** A charge of a saved card: the bank may ask the buyer to confirm at `meta.authorization.redirect`. */
export const ChargedReply = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  data: Type.Object({ id: Id, tx_ref: Type.String(), status: Type.String() }),
  meta: Type.Optional(
    Nullable(
      Type.Object({
        authorization: Type.Optional(Type.Object({ redirect: Type.Optional(Type.String()) })),
      }),
    ),
  ),
})

const Meta = Type.Optional(
  Nullable(
    Type.Object({ page_info: Type.Optional(Type.Object({ total_pages: Type.Optional(Type.Integer()) })) }),
  ),
)
export const TransactionList = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  data: Type.Array(Transaction),
  meta: Meta,
})

export const RefundReply = envelope(
  Type.Object({ id: Id, tx_id: Type.Optional(Id), amount_refunded: Amount, status: Type.String() }),
)

const Fees = {
  app_fee: Type.Optional(Nullable(Amount)),
  merchant_fee: Type.Optional(Nullable(Amount)),
  stampduty_charge: Type.Optional(Nullable(Amount)),
}
const Time = Type.Optional(Nullable(Type.String()))

export const Settlement = Type.Object({
  id: Id,
  status: Type.String(),
  currency: Type.String(),
  gross_amount: Amount,
  ...Fees,
  chargeback: Type.Optional(Nullable(Amount)),
  refund: Type.Optional(Nullable(Amount)),
  net_amount: Amount,
  processed_date: Time,
  due_date: Time,
  created_at: Time,
})
export const SettlementTransaction = Type.Object({
  id: Id,
  tx_ref: Type.String(),
  charged_amount: Amount,
  ...Fees,
  currency: Type.String(),
})
export const SettlementList = Type.Object({
  status: Type.Literal('success'),
  message: Type.String(),
  data: Type.Array(Settlement),
  meta: Meta,
})
export const SettlementReply = envelope(
  Type.Object({ id: Id, transactions: Type.Optional(Nullable(Type.Array(SettlementTransaction))) }),
)

export const BankList = envelope(Type.Array(Type.Object({ code: Type.String(), name: Type.String() })))
export const BankAccountReply = envelope(Type.Object({ account_name: Type.String() }))
