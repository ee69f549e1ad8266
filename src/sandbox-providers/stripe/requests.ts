import { Type } from 'typebox'
import { strict, Count, Currency, Email, Expand, Metadata, Text, Truth, Url } from './form-values.ts'

/** Bodies of requests by docs.stripe.com/api, version 2026-10-28.endive, as far as the product sends them. */

export const CreateSession = strict({
  mode: Type.Literal('payment'),
  line_items: Type.Array(
    strict({
      quantity: Count,
      price_data: strict({
        currency: Currency,
        unit_amount: Count,
        product_data: strict({ name: Text, description: Type.Optional(Text) }),
      }),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  success_url: Url,
  cancel_url: Type.Optional(Url),
  client_reference_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  customer: Type.Optional(Text),
  customer_email: Type.Optional(Email),
  customer_creation: Type.Optional(Type.Enum(['always', 'if_required'])),
  expires_at: Type.Optional(Count),
  adaptive_pricing: Type.Optional(strict({ enabled: Truth })),
  metadata: Type.Optional(Metadata),
  payment_intent_data: Type.Optional(
    strict({
      description: Type.Optional(Text),
      metadata: Type.Optional(Metadata),
      setup_future_usage: Type.Optional(Type.Enum(['off_session', 'on_session'])),
    }),
  ),
  expand: Type.Optional(Expand),
})

/** A page that saves a card. */
export const CreateSetupSession = strict({
  mode: Type.Literal('setup'),
  currency: Currency,
  success_url: Url,
  cancel_url: Type.Optional(Url),
  client_reference_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  customer: Type.Optional(Text),
  customer_email: Type.Optional(Email),
  customer_creation: Type.Optional(Type.Enum(['always', 'if_required'])),
  expires_at: Type.Optional(Count),
  metadata: Type.Optional(Metadata),
  setup_intent_data: Type.Optional(
    strict({ description: Type.Optional(Text), metadata: Type.Optional(Metadata) }),
  ),
  expand: Type.Optional(Expand),
})

export const UpdatePaymentMethod = strict({ metadata: Metadata })

export const CreateIntent = strict({
  amount: Count,
  currency: Currency,
  customer: Text,
  payment_method: Text,
  // The stand-in has off-session charges only.
  confirm: Type.Literal('true'),
  off_session: Type.Literal('true'),
  description: Type.Optional(Text),
  metadata: Type.Optional(Metadata),
  expand: Type.Optional(Expand),
})

export const CreateRefund = strict({
  payment_intent: Text,
  amount: Type.Optional(Count),
  reason: Type.Optional(Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: Type.Optional(Metadata),
})

export const UpdateDispute = strict({
  evidence: strict({
    customer_name: Type.Optional(Type.String()),
    customer_email_address: Type.Optional(Type.String()),
    product_description: Type.Optional(Type.String({ maxLength: 20_000 })),
    access_activity_log: Type.Optional(Type.String({ maxLength: 20_000 })),
    uncategorized_text: Type.Optional(Type.String({ maxLength: 20_000 })),
    service_date: Type.Optional(Type.String()),
  }),
  submit: Truth,
})

export const NoParameters = strict({})

/** Divisors of amounts that Stripe takes with two or three decimals though the currency has fewer. */
const divisors: Record<string, number> = { ugx: 100, isk: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 }
const minimums: Record<string, number> = { usd: 50, eur: 50, gbp: 30 }
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** Why Stripe would refuse the amount, or null. */
export function invalidAmount(amount: number, currency: string): string | null {
  if (!currencies.has(currency)) return `currency ${currency} is invalid`
  if (amount % (divisors[currency] ?? 1) !== 0) return `amount must be divisible by ${divisors[currency]}`
  return null
}

export const isTooSmall = (amount: number, currency: string): boolean => amount < (minimums[currency] ?? 1)
