import type { StripeClient } from '#payments/index.ts'
import { originFor } from '#platform/config/config.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { isBillable } from './billing-view.ts'
import type * as contract from '../contract.ts'
import { offersFor, type Offer } from '../offers.ts'
import { ownedSchool, type SchoolCtx } from '../owned-school.ts'
import { isAgreedPlan, isLive } from '../policy.ts'
import { exceedsSeats, lockBilling, updateBilling, type BillingRow } from '../queries.ts'
import { refreshBilling } from '../refresh-billing.ts'
import { answering, isRefused, openStripe } from '../stripe/stripe-calls.ts'

/** Page of the plan, to which Stripe's pages return. */
export const planPage = ({ config, school }: Pick<SchoolCtx, 'config' | 'school'>, query = '') =>
  `${originFor(config, school.host)}/manage/settings/plan${query}`

/** Opens the payment page of a subscription. Another open one of the school is closed first. */
export async function createSubscriptionSession(
  ctx: CtxWithoutTx,
  { school_id, price_id, quantity }: Input<typeof contract.createSubscriptionSession>,
): Promise<Reply<typeof contract.createSubscriptionSession>> {
  const school = await ownedSchool(ctx, school_id)
  if (!isBillable(school, school.school)) throw new Refusal('billing_unavailable')
  const offer = offersFor(ctx.config, school.school).find((one) => one.price_id === price_id)
  if (!offer) throw new Refusal('price_not_offered')
  const stripe = await openStripe(ctx)
  const begun = await school.transact((tx) => beginCheckout(tx, quantity))
  return answering(async () => {
    await closeCheckout(school, stripe, begun)
    const customer = begun.customer_id ?? (await createCustomer(school, stripe, begun))
    const { id, url } = await openPage(school, stripe, { offer, quantity, customer, begun })
    const isLatest = await school.transact((tx) => storePage(tx, id, begun))
    if (isLatest) return { url: url! }
    await stripe.run('expireSession', (sdk) => sdk.checkout.sessions.expire(id))
    throw new Refusal('plan_checkout_in_progress')
  })
}

/** Refuses what Stripe would accept, and numbers the page. */
async function beginCheckout(ctx: Ctx, quantity: number): Promise<BillingRow> {
  const row = await lockBilling(ctx)
  if (isLive(row.status)) throw new Refusal('already_subscribed')
  if (isAgreedPlan(ctx.school!.plan_name)) throw new Refusal('plan_managed_by_platform')
  if (await exceedsSeats(ctx, quantity)) throw new Refusal('seats_in_use')
  const checkout_number = row.checkout_number + 1
  await updateBilling(ctx, { checkout_number })
  return { ...row, checkout_number }
}

/** Closes the earlier page. One that was paid in the meantime has begun a subscription. */
async function closeCheckout(ctx: SchoolCtx, stripe: StripeClient, { checkout_session_id: id }: BillingRow) {
  if (id === null) return
  try {
    await stripe.run('expireSession', (sdk) => sdk.checkout.sessions.expire(id))
  } catch (error) {
    // It has ended: paid or expired.
    if (!isRefused(error)) throw error
    if (isLive((await refreshBilling(ctx))?.status ?? 'none')) throw new Refusal('already_subscribed')
  }
}

async function createCustomer(ctx: SchoolCtx, stripe: StripeClient, { checkout_number }: BillingRow) {
  const { school, school_id, actor } = ctx
  const { id } = await stripe.run('createCustomer', (sdk) =>
    sdk.customers.create(
      { email: actor.email, name: school.name, metadata: { school_id } },
      { idempotencyKey: `school-customer:${school_id}:${checkout_number}` },
    ),
  )
  return ctx.transact(async (tx) => {
    const { customer_id } = await lockBilling(tx)
    if (customer_id === null) await updateBilling(tx, { customer_id: id })
    return customer_id ?? id
  })
}

interface NewPage {
  offer: Offer
  quantity: number
  customer: string
  begun: BillingRow
}

function openPage(ctx: SchoolCtx, stripe: StripeClient, { offer, quantity, customer, begun }: NewPage) {
  const { school_id } = ctx
  return stripe.run('createSubscriptionSession', (sdk) =>
    sdk.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: offer.price_id, quantity }],
        customer,
        success_url: planPage(ctx, '?checkout=done'),
        cancel_url: planPage(ctx),
        client_reference_id: school_id,
        metadata: { school_id },
        subscription_data: { metadata: { school_id, plan: offer.plan } },
      },
      { idempotencyKey: `school-plan:${school_id}:${begun.checkout_number}` },
    ),
  )
}

/** Stores the page unless another call opened a later one. */
async function storePage(ctx: Ctx, checkout_session_id: string, { checkout_number }: BillingRow) {
  const row = await lockBilling(ctx)
  if (row.checkout_number !== checkout_number) return false
  await updateBilling(ctx, { checkout_session_id })
  return true
}
