import { describe, expect, test } from 'vitest'
import { chooseProvider } from './choose-provider.ts'

describe.each(['paystack', 'flutterwave'] as const)('with %s as the primary provider', (primary) => {
  describe.each([true, false])('and Stripe enabled: %s', (isStripeEnabled) => {
    test.each(['NGN', 'GHS', 'KES', 'ZAR', 'ngn', ' ngn ', 'Zar'])('%j goes to the primary', (currency) => {
      expect(chooseProvider(currency, { primary, isStripeEnabled })).toBe(primary)
    })
    test.each(['USD', 'UGX', 'JPY', 'EUR', 'gbp'])('%s goes to Stripe, else Flutterwave', (currency) => {
      expect(chooseProvider(currency, { primary, isStripeEnabled })).toBe(
        isStripeEnabled ? 'stripe' : 'flutterwave',
      )
    })
  })
})
