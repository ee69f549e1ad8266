import { Type, type TSchema } from 'typebox'

/** Bodies of requests by developer.flutterwave.com/v3.0. The stand-in refuses further fields, to find misspelt ones. */
const strict = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

const Currency = Type.Enum([
  'NGN',
  'GHS',
  'KES',
  'ZAR',
  'UGX',
  'RWF',
  'TZS',
  'XAF',
  'XOF',
  'MWK',
  'USD',
  'EUR',
  'GBP',
])
const Amount = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000_000 })
const Email = Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', maxLength: 254 })
const Reference = Type.String({ minLength: 1, maxLength: 100 })
const Url = Type.String({ pattern: '^https?://' })
const Text = Type.String()

export const CreatePayment = strict({
  tx_ref: Reference,
  amount: Amount,
  currency: Currency,
  redirect_url: Url,
  customer: strict({ email: Email, name: Type.Optional(Text), phonenumber: Type.Optional(Text) }),
  customizations: Type.Optional(
    strict({
      title: Type.Optional(Text),
      logo: Type.Optional(Text),
      description: Type.Optional(Text),
    }),
  ),
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  payment_options: Type.Optional(Text),
  payload_hash: Type.Optional(Text),
  configurations: Type.Optional(
    strict({
      session_duration: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
      max_retry_attempt: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
})

export const DisableLink = strict({ link: Url })

export const ChargeToken = strict({
  token: Type.String({ minLength: 1 }),
  currency: Currency,
  country: Type.Optional(Text),
  amount: Amount,
  email: Email,
  tx_ref: Reference,
  narration: Text,
})

export const CreateRefund = strict({ amount: Type.Optional(Amount), comments: Type.Optional(Text) })

export const ResolveAccount = strict({
  account_number: Type.String({ pattern: '^[0-9]{1,20}$' }),
  account_bank: Type.String({ minLength: 1 }),
})
