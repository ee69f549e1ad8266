import type { Log } from '#platform/telemetry/log.ts'
import type { PaymentProvider, ProviderAccount, ProviderName } from './provider.ts'

export interface OpenProviderOptions {
  log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds for one call; default 10 seconds. */
  timeoutMs?: number
}

/** Creates the adapter of one account. Loads a provider's code on first use: Stripe's SDK is large. */
export async function openProvider(
  name: ProviderName,
  account: ProviderAccount,
  options: OpenProviderOptions,
): Promise<PaymentProvider> {
  switch (name) {
    case 'stripe':
      return (await import('./stripe/stripe.ts')).createStripe(account, options)
    case 'paystack':
      return (await import('./paystack/paystack.ts')).createPaystack(account, options)
    case 'flutterwave':
      return (await import('./flutterwave/flutterwave.ts')).createFlutterwave(account, options)
  }
}
