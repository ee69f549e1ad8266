import { Type } from 'typebox'
import { strict, Count, Email, Expand, Metadata, Text, Truth, Url } from '../form-values.ts'

/** Bodies of requests of Stripe Billing by docs.stripe.com/api, as far as the product sends them. */

export const CreateSubscriptionSession = strict({
  mode: Type.Literal('subscription'),
  line_items: Type.Array(strict({ price: Text, quantity: Count }), { minItems: 1, maxItems: 1 }),
  customer: Text,
  success_url: Url,
  cancel_url: Type.Optional(Url),
  client_reference_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  expires_at: Type.Optional(Count),
  metadata: Type.Optional(Metadata),
  subscription_data: Type.Optional(strict({ metadata: Type.Optional(Metadata) })),
  expand: Type.Optional(Expand),
})

export const CreateCustomer = strict({
  email: Type.Optional(Email),
  name: Type.Optional(Text),
  metadata: Type.Optional(Metadata),
})

const Behavior = Type.Enum(['always_invoice', 'create_prorations', 'none'])
const Item = strict({ id: Text, price: Type.Optional(Text), quantity: Type.Optional(Count) })

export const UpdateSubscription = strict({
  items: Type.Optional(Type.Array(Item, { minItems: 1, maxItems: 1 })),
  proration_behavior: Type.Optional(Behavior),
  proration_date: Type.Optional(Count),
  payment_behavior: Type.Optional(Type.Enum(['allow_incomplete', 'pending_if_incomplete'])),
  cancel_at_period_end: Type.Optional(Truth),
  expand: Type.Optional(Expand),
})

export const CreatePreview = strict({
  customer: Type.Optional(Text),
  subscription: Text,
  subscription_details: strict({
    items: Type.Array(Item, { minItems: 1, maxItems: 1 }),
    proration_behavior: Type.Optional(Behavior),
    proration_date: Type.Optional(Count),
  }),
})

export const CreatePortal = strict({
  customer: Text,
  return_url: Type.Optional(Url),
  flow_data: Type.Optional(
    strict({
      type: Type.Literal('payment_method_update'),
      after_completion: Type.Optional(
        strict({ type: Type.Literal('redirect'), redirect: strict({ return_url: Url }) }),
      ),
    }),
  ),
})

export const PayInvoice = strict({ expand: Type.Optional(Expand) })

/** With a pending update, Stripe accepts these parameters only (docs.stripe.com/billing/subscriptions/pending-updates). */
export const pendingParameters = [
  'items',
  'proration_behavior',
  'proration_date',
  'payment_behavior',
  'expand',
]
