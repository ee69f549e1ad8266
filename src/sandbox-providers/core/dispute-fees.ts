import type { ProviderName } from './wire.ts'

/** What a provider takes for a dispute, in its own unit. */
export const disputeFees: Record<ProviderName, number> = { stripe: 1500, paystack: 0, flutterwave: 0 }
