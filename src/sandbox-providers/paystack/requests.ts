import { Type, type TSchema } from 'typebox'

/** Bodies of requests by paystack.com/docs/api. Paystack ignores further fields; the stand-in refuses them, to find misspelt ones. */
const strict = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

const Currency = Type.Enum(['NGN', 'GHS', 'KES', 'ZAR', 'USD'])
const Amount = Type.Integer({ minimum: 1, maximum: 9_999_999_999 })
const Email = Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', maxLength: 254 })
const Reference = Type.String({ pattern: '^[A-Za-z0-9.=-]{1,100}$' })
const Url = Type.String({ pattern: '^https?://' })
const Channel = Type.Enum(['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer'])

export const InitializeTransaction = strict({
  email: Email,
  amount: Amount,
  currency: Type.Optional(Currency),
  reference: Type.Optional(Reference),
  callback_url: Type.Optional(Url),
  channels: Type.Optional(Type.Array(Channel, { minItems: 1 })),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  subaccount: Type.Optional(Type.String()),
  transaction_charge: Type.Optional(Type.Integer({ minimum: 0 })),
  bearer: Type.Optional(Type.Enum(['account', 'subaccount'])),
  split_code: Type.Optional(Type.String()),
})

export const ChargeAuthorization = strict({
  email: Email,
  amount: Amount,
  authorization_code: Type.String({ minLength: 1 }),
  currency: Type.Optional(Currency),
  reference: Type.Optional(Reference),
  metadata: Type.Optional(Type.String()),
  queue: Type.Optional(Type.Boolean()),
})

export const CreateRefund = strict({
  transaction: Type.String({ minLength: 1 }),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Currency),
  customer_note: Type.Optional(Type.String()),
  merchant_note: Type.Optional(Type.String()),
})

export const DisputeEvidence = strict({
  customer_email: Email,
  customer_name: Type.String(),
  customer_phone: Type.String({ minLength: 1 }),
  service_details: Type.String(),
  delivery_address: Type.Optional(Type.String()),
  delivery_date: Type.Optional(Type.String()),
})

export const DeactivateAuthorization = strict({ authorization_code: Type.String({ minLength: 1 }) })

/** Smallest amounts in subunits, by currency. */
export const minimumAmounts: Record<string, number> = { NGN: 5000, GHS: 10, KES: 300, ZAR: 100, USD: 200 }
