import type { ProviderMode } from '../providers/provider.ts'

/** Mode of a secret key of Stripe, Paystack (both `sk_test_…`) or Flutterwave (`FLWSECK_TEST-…`). */
export const keyMode = (secret_key: string): ProviderMode =>
  /^(?:[a-z]+_test_|FLWSECK_TEST)/.test(secret_key) ? 'test' : 'live'
