import type { StripeClient } from '#payments/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { viewOf } from './get-billing.ts'
import { ownedSchool, type SchoolCtx } from '../owned-school.ts'
import { isLive } from '../policy.ts'
import { findBilling, type BillingRow } from '../queries.ts'
import { refreshBilling } from '../refresh-billing.ts'
import { answering, isRefused, openStripe } from '../stripe/stripe-calls.ts'

/** Cancels at the end of the period, or at once. Canceling again changes nothing. */
export async function cancelSubscription(
  ctx: CtxWithoutTx,
  { school_id, at_period_end }: Input<typeof contract.cancelSubscription>,
): Promise<Reply<typeof contract.cancelSubscription>> {
  return changeLive(await ownedSchool(ctx, school_id), async (stripe, row) => {
    if (at_period_end === false)
      await stripe.run('cancelSubscription', (sdk) => sdk.subscriptions.cancel(row.subscription_id!))
    else if (!row.cancel_at_period_end) await setCancelAtPeriodEnd(stripe, row, true)
  })
}

/** Takes back a cancellation at the end of the period. */
export async function reactivateSubscription(
  ctx: CtxWithoutTx,
): Promise<Reply<typeof contract.reactivateSubscription>> {
  const school = await ownedSchool(ctx)
  const row = await school.transact((tx) => findBilling(tx))
  if (!row || !isLive(row.status)) throw new Refusal('no_subscription')
  return changeLive(school, (stripe, { subscription_id }) =>
    setCancelAtPeriodEnd(stripe, { subscription_id }, false),
  )
}

const setCancelAtPeriodEnd = (
  stripe: StripeClient,
  { subscription_id }: Pick<BillingRow, 'subscription_id'>,
  cancel_at_period_end: boolean,
) =>
  stripe.run('updateSubscription', (sdk) =>
    sdk.subscriptions.update(subscription_id!, { cancel_at_period_end }),
  )

/** Changes a live subscription, and shows what Stripe says afterwards. One that has ended is shown as it is. */
async function changeLive(
  ctx: SchoolCtx,
  change: (stripe: StripeClient, row: BillingRow) => Promise<unknown>,
) {
  const row = await ctx.transact((tx) => findBilling(tx))
  if (!row?.subscription_id) throw new Refusal('no_subscription')
  if (!isLive(row.status)) return viewOf(ctx, row)
  const stripe = await openStripe(ctx)
  const after = await answering(async () => {
    try {
      await change(stripe, row)
    } catch (error) {
      // It has ended in the meantime.
      if (!isRefused(error)) throw error
    }
    return refreshBilling(ctx)
  })
  return viewOf(ctx, after)
}
