import { Type } from 'typebox'

/** What createCheckout and startBankTransfer have in common. */
export const Tier = Type.Integer({ minimum: 1, maximum: 20 })

export const checkoutRefusals = [
  'course_not_open',
  'course_coming_soon',
  'course_ended',
  'direct_registration_disabled',
  'course_is_free',
  'already_enrolled',
  'already_paid',
  'tiering_disabled',
  'tier_unknown',
  'payments_unavailable',
  'amount_not_supported',
  'checkout_in_progress',
  'payment_provider_unavailable',
  'transfer_in_review',
] as const

export const checkoutLimits = [{ by: 'user', max: 60, seconds: 3600 }] as const
