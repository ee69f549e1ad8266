import type Stripe from 'stripe'
import { fromStripeAmount, type StripeClient } from '#payments/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { viewOf } from './get-billing.ts'
import { offersFor } from '../offers.ts'
import { ownedSchool, type SchoolCtx } from '../owned-school.ts'
import { isLive } from '../policy.ts'
import { exceedsSeats, findBilling } from '../queries.ts'
import { refreshBilling } from '../refresh-billing.ts'
import { answering, openStripe } from '../stripe/stripe-calls.ts'

interface Change {
  quantity: number
  /** Undefined keeps the price. */
  price_id?: string | undefined
  proration_date?: Date | string | undefined
}

type Changed = Reply<typeof contract.updateSubscriptionQuantity>

export const updateSubscriptionQuantity = async (
  ctx: CtxWithoutTx,
  { school_id, ...change }: Input<typeof contract.updateSubscriptionQuantity>,
): Promise<Changed> => changeSubscription(await ownedSchool(ctx, school_id), change)

export const changeSchoolPlan = async (
  ctx: CtxWithoutTx,
  change: Input<typeof contract.changeSchoolPlan>,
): Promise<Changed> => changeSubscription(await ownedSchool(ctx), change)

/**
 * Sets price and seats at Stripe. A change that must be paid waits for its payment (`pending`): until then the school keeps what
 * it has. The quantity is absolute, so that of two calls one wins.
 */
async function changeSubscription(ctx: SchoolCtx, change: Change): Promise<Changed> {
  const row = await answering(async () => {
    const { stripe, subscription } = await openChange(ctx, change)
    await stripe.run('updateSubscription', (sdk) =>
      sdk.subscriptions.update(subscription.id, {
        items: [itemOf(subscription, change)],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...prorationDate(change),
      }),
    )
    return refreshBilling(ctx)
  })
  return viewOf(ctx, row)
}

/** The invoice of a change, before it is made. */
export async function previewSchoolPlan(
  ctx: CtxWithoutTx,
  change: Input<typeof contract.previewSchoolPlan>,
): Promise<Reply<typeof contract.previewSchoolPlan>> {
  const school = await ownedSchool(ctx)
  const proration_date = new Date(Math.floor(ctx.now.getTime() / 1000) * 1000)
  const invoice = await answering(async () => {
    const { stripe, subscription } = await openChange(school, change)
    return stripe.run('previewInvoice', (sdk) =>
      sdk.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: {
          items: [itemOf(subscription, change)],
          proration_behavior: 'always_invoice',
          ...prorationDate({ ...change, proration_date }),
        },
      }),
    )
  })
  const minor = (amount: number) => fromStripeAmount(amount, invoice.currency).minor
  return {
    currency: invoice.currency.toUpperCase(),
    amount_due: minor(invoice.amount_due),
    total: minor(invoice.total),
    lines: invoice.lines.data.map(({ description, amount }) => ({
      description: description ?? '',
      amount: minor(amount),
    })),
    proration_date,
  }
}

/** The live subscription as Stripe has it now, after the checks of the product. */
async function openChange(
  ctx: SchoolCtx,
  { price_id, quantity }: Change,
): Promise<{ stripe: StripeClient; subscription: Stripe.Subscription }> {
  const stripe = await openStripe(ctx)
  const isOffered =
    price_id === undefined || offersFor(ctx.config, ctx.school).some((offer) => offer.price_id === price_id)
  if (!isOffered) throw new Refusal('price_not_offered')
  const { row, isBelowUse } = await ctx.transact(async (tx) => ({
    row: await findBilling(tx),
    isBelowUse: await exceedsSeats(tx, quantity),
  }))
  if (!row?.subscription_id || !isLive(row.status)) throw new Refusal('no_subscription')
  if (isBelowUse) throw new Refusal('seats_in_use')
  const subscription = await stripe.run('findSubscription', (sdk) =>
    sdk.subscriptions.retrieve(row.subscription_id!),
  )
  if (!isLive(subscription.status)) throw new Refusal('no_subscription')
  if (subscription.status !== 'active' && subscription.status !== 'trialing')
    throw new Refusal('plan_payment_overdue')
  return { stripe, subscription }
}

const itemOf = (subscription: Stripe.Subscription, { price_id, quantity }: Change) => ({
  id: subscription.items.data[0]!.id,
  quantity,
  ...(price_id !== undefined && { price: price_id }),
})

const prorationDate = ({ proration_date }: Change) =>
  proration_date !== undefined && {
    proration_date: Math.floor(new Date(proration_date).getTime() / 1000),
  }
