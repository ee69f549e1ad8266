import { openPlatformStripe, ProviderError, type StripeClient } from '#payments/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { RequestContext } from '#tenancy/context/request-context.ts'

/** Stripe of the platform. Refuses `billing_unavailable` without keys. */
export async function openStripe(ctx: Pick<RequestContext, 'config' | 'log'>): Promise<StripeClient> {
  const stripe = await openPlatformStripe(ctx)
  if (!stripe) throw new Refusal('billing_unavailable')
  return stripe
}

/** Runs calls of Stripe for a person. A failure becomes a refusal: the page then shows what Stripe did. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal('billing_provider_unavailable', { retry_after_seconds: 5 })
    throw error
  }
}

/** Whether Stripe refused a call because the object has ended or is unknown. */
export const isRefused = (error: unknown) => error instanceof ProviderError && !error.isOutcomeUnknown
