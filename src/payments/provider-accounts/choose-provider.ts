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

/**
 * The rule for a school that has own accounts at these providers: its Stripe account takes the other currencies even where
 * the platform has none, and its account at the second African provider wins if it has none at the primary one.
 */
export function ruleWithOwnAccounts(
  { primary, isStripeEnabled }: ProviderRule,
  own: ReadonlySet<string>,
): ProviderRule {
  const second = primary === 'paystack' ? 'flutterwave' : 'paystack'
  return {
    primary: !own.has(primary) && own.has(second) ? second : primary,
    isStripeEnabled: isStripeEnabled || own.has('stripe'),
  }
}
