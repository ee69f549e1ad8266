import { Type } from 'typebox'
import { StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { ById, OwnSubscription } from '../shapes.ts'

export const setMySubscriptionMethod = defineRoute({
  name: 'setMySubscriptionMethod',
  method: 'PUT',
  path: '/subscriptions/v1/my-subscriptions/:id/method',
  access: 'student',
  summary: 'Makes the later payments by card or by bank transfer',
  params: ById,
  body: Type.Object({ pays_by: StringEnum('card', 'bank_transfer') }),
  reply: [200, OwnSubscription],
  refusals: ['subscription_ended', 'bank_transfer_unavailable'],
})

export const transferMySubscription = defineRoute({
  name: 'transferMySubscription',
  method: 'POST',
  path: '/subscriptions/v1/my-subscriptions/:id/transfer',
  access: 'student',
  summary: 'Opens the bank transfer of what is due, of the next period, or of all remaining instalments',
  idempotent: true,
  transaction: 'own',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  params: ById,
  body: Type.Object({ what: StringEnum('due', 'all') }),
  /** Path of the page that says where to send the money, and takes the proof. */
  reply: [200, Type.Object({ url: Type.String() })],
  refusals: [
    'nothing_to_pay',
    'transfer_in_review',
    'bank_transfer_unavailable',
    'checkout_in_progress',
    'payment_provider_unavailable',
  ],
})
