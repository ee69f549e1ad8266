import { Type } from 'typebox'
import {
  Id,
  Instant,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  StringEnum,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Amount, Provider } from '../shapes.ts'

const ById = Type.Object({ id: Id })

const Card = Type.Object({
  id: Id,
  brand: Type.String(),
  last4: Type.String(),
  exp_month: Type.Integer(),
  exp_year: Type.Integer(),
  /** Later charges use it first. */
  is_default: Type.Boolean(),
  is_expired: Type.Boolean(),
})

export const listCards = defineRoute({
  name: 'listCards',
  method: 'GET',
  path: '/credit-cards/v2/card',
  access: 'student',
  summary: 'The cards that the caller saved for later payments, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Card)],
})

export const setDefaultCard = defineRoute({
  name: 'setDefaultCard',
  method: 'PUT',
  path: '/credit-cards/v2/card/:id/default',
  access: 'student',
  summary: 'Makes a card the one that later payments use first',
  params: ById,
  reply: [200, OkReply],
})

export const deleteCard = defineRoute({
  name: 'deleteCard',
  method: 'DELETE',
  path: '/credit-cards/v2/card/:id',
  access: 'student',
  summary: 'Deletes a saved card, here and at the payment provider',
  params: ById,
  reply: [200, OkReply],
  refusals: ['card_in_use'],
})

export const updateBillingCard = defineRoute({
  name: 'updateBillingCard',
  method: 'POST',
  path: '/users/api/v1/stripe/update-billing-card',
  access: 'student',
  summary: 'Opens the provider’s page on which the caller saves a new card for later payments',
  idempotent: true,
  transaction: 'own',
  limits: [{ by: 'user', max: 10, seconds: 3600 }],
  reply: [
    201,
    Type.Object({
      setup_id: Id,
      provider: Provider,
      /** A small charge that saves the card and is given back; null where the provider saves a card without one. */
      charge: Nullable(Type.Object({ amount: Amount, currency: Type.String() })),
      url: Type.String(),
      expires_at: Instant,
    }),
  ],
  refusals: ['payments_unavailable', 'payment_provider_unavailable'],
})

export const verifyMyCardSetup = defineRoute({
  name: 'verifyMyCardSetup',
  method: 'POST',
  path: '/payments/v1/card-setups/:id/verify',
  access: 'student',
  summary: 'Asks the provider whether the card was saved',
  transaction: 'own',
  limits: [{ by: 'user', max: 240, seconds: 3600 }],
  params: ById,
  reply: [200, Type.Object({ state: StringEnum('pending', 'saved', 'failed') })],
})
