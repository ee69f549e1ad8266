import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  course_is_free: [409, 'This course is free. Join it without a payment.'],
  already_enrolled: [409, 'You already have access to this course.'],
  already_paid: [409, 'You have already paid for this course.'],
  payments_unavailable: [409, 'This school does not take payments online in its currency.'],
  amount_not_supported: [409, 'The payment provider cannot charge this amount. Contact the school.'],
  amount_mismatch: [422, 'The price has changed. Reload the page.'],
  checkout_in_progress: [409, 'Your payment is being prepared. Try again in a few seconds.'],
  payment_provider_unavailable: [
    503,
    'The payment provider does not answer. You were not charged. Try again.',
  ],
  payment_key_format: [409, 'This is not a secret key of this provider.'],
  payment_key_must_be_live: [409, 'Connect a key of the live mode. Test keys are refused here.'],
  payment_key_must_be_test: [409, 'Connect a key of the test mode. Live keys are refused here.'],
  payment_key_refused: [409, 'The provider does not accept this key.'],
  payment_key_unchecked: [503, 'The provider did not answer, so no key was stored. Try again.'],
  order_not_payable: [409, 'This order cannot be paid any more. Reload the page.'],
  order_not_refundable: [409, 'Only paid orders can be refunded.'],
  refund_above_remainder: [409, 'The refund is higher than what is left of the order.'],
  refund_not_waiting: [409, 'This refund does not need attention.'],
  payment_event_not_failed: [409, 'Only webhooks that failed can be replayed.'],
})
