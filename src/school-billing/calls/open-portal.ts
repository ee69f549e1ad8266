import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { ownedSchool } from '../owned-school.ts'
import { findBilling } from '../queries.ts'
import { planPage } from './start-subscription.ts'
import { answering, openStripe } from '../stripe/stripe-calls.ts'

/** Opens Stripe's portal. */
export const createBillingPortalSession = (
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.createBillingPortalSession>,
): Promise<Reply<typeof contract.createBillingPortalSession>> => openPortal(ctx, school_id)

/** Opens the page of Stripe's portal that replaces the card of the school's plan. */
export const openCardUpdate = (
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.openCardUpdate>,
): Promise<Reply<typeof contract.openCardUpdate>> => openPortal(ctx, school_id, 'payment_method_update')

async function openPortal(ctx: CtxWithoutTx, school_id?: string, flow?: 'payment_method_update') {
  const school = await ownedSchool(ctx, school_id)
  const stripe = await openStripe(ctx)
  const row = await school.transact((tx) => findBilling(tx))
  const customer = row?.customer_id
  if (!customer || !row.subscription_id) throw new Refusal('no_subscription')
  const return_url = planPage(school, '?checkout=done')
  const { url } = await answering(() =>
    stripe.run('openPortal', (sdk) =>
      sdk.billingPortal.sessions.create({
        customer,
        return_url,
        ...(flow && {
          flow_data: { type: flow, after_completion: { type: 'redirect', redirect: { return_url } } },
        }),
      }),
    ),
  )
  return { url }
}
