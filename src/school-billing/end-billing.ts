import { openPlatformStripe, ProviderError } from '#payments/index.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { isLive } from './policy.ts'
import { isRefused } from './stripe/stripe-calls.ts'

/** Cancels the subscription of a school that is being erased, and deletes its row. Safe to repeat. */
export async function endBilling(ctx: CtxWithoutTx, school_id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('school_billing')
    .where('school_id', '=', school_id)
    .select(['subscription_id', 'status'])
    .executeTakeFirst()
  if (!row) return
  const stripe = await openPlatformStripe(ctx)
  if (stripe && row.subscription_id && isLive(row.status))
    try {
      await stripe.run('cancelSubscription', (sdk) => sdk.subscriptions.cancel(row.subscription_id!))
    } catch (error) {
      // It has ended already.
      if (!(error instanceof ProviderError) || !isRefused(error)) throw error
    }
  await ctx.db.deleteFrom('school_billing').where('school_id', '=', school_id).execute()
}
