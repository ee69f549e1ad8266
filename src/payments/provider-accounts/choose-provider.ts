import type { ProviderName } from '../providers/provider.ts'

export const providerNames = ['stripe', 'paystack', 'flutterwave'] as const satisfies readonly ProviderName[]

export interface ProviderRule {
  /** Provider of the African currencies. */
  primary: 'paystack' | 'flutterwave'
  isStripeEnabled: boolean
}

const africanCurrencies = new Set(['NGN', 'GHS', 'KES', 'ZAR'])

/**
 * Provider for a currency, by the rule of the specification: NGN, GHS, KES and ZAR go to the primary provider, all
 * others to Stripe, or to Flutterwave if Stripe is off. Codes match ignoring case and surrounding spaces.
 */
export function chooseProvider(
  currency_code: string,
  { primary, isStripeEnabled }: ProviderRule,
): ProviderName {
  if (africanCurrencies.has(currency_code.trim().toUpperCase())) return primary
  return isStripeEnabled ? 'stripe' : 'flutterwave'
}
