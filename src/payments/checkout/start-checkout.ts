import { isSameOriginHost } from './return-addresses.ts'
import { money } from '#lib/money/money.ts'
import { originFor } from '#platform/config/config.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { Checkout } from '../providers/provider.ts'
import { startCardSetup } from './card-setups.ts'
import { closeAttempt, closePagesOf, createPage } from './payment-page.ts'
import {
  prepareAttempt,
  type ExpectedPrice,
  type OrderInReview,
  type OrderWithoutCard,
  type PreparedAttempt,
} from './prepare-attempt.ts'
import type { PurchaseTerms } from './open-order.ts'
import { choiceOf, type Choice } from './purchase-item.ts'

type Started = Reply<typeof contract.createCheckout>

/** Starts the payment of a course or plan; the provider returns the buyer to `/payments/return`. */
export async function createCheckout(
  ctx: CtxWithoutTx,
  { coupon_code, affiliate_code, ...requested }: Input<typeof contract.createCheckout>,
): Promise<Started> {
  const choice = await choiceOf(ctx, requested)
  const { bumps } = requested
  return startCheckout(ctx, { choice, email: ctx.actor.email, coupon_code, affiliate_code, bumps })
}

/** The specified call: amount and currency must be those of the course or plan, and the addresses of this school. */
export async function createStripeCheckoutSession(
  ctx: CtxWithoutTx,
  input: Input<typeof contract.createStripeCheckoutSession>,
): Promise<Started> {
  const { metadata, email, success_url, cancel_url, amount, currency } = input
  for (const [path, url] of Object.entries({ success_url, cancel_url }))
    if (!(await isSameOriginHost(ctx, url)))
      refuseInvalidField(path, 'foreign_url', 'Give an address of this school.')
  return startCheckout(ctx, {
    choice: await choiceOf(ctx, metadata),
    email,
    expected: { amount, currency },
    coupon_code: null,
    // The expected amount is that of the item alone.
    bumps: [],
    affiliate_code: metadata.affiliate_code ?? null,
    addresses: { return_url: success_url, cancel_url },
  })
}

interface Purchase extends PurchaseTerms {
  choice: Choice
  email: string
  expected?: ExpectedPrice
  addresses?: { return_url: string; cancel_url: string }
}

/** Attempts that end without a page before the call gives up. */
const maxRounds = 3

async function startCheckout(ctx: CtxWithoutTx, purchase: Purchase): Promise<Started> {
  const verified = new Set<string>()
  const { choice, ...terms } = purchase
  for (let round = 0; round < maxRounds; round++) {
    const prepared = await ctx.transact((tx) => prepareAttempt(tx, choice, { ...terms, verified }))
    if (prepared.kind === 'free') return withoutPage(prepared.order_id, returnAddress(ctx, prepared.order_id))
    if (prepared.kind === 'review') return startedInReview(ctx, purchase, prepared)
    if (prepared.kind === 'card') return startedWithCard(ctx, purchase, prepared)
    await closePagesOf(ctx, prepared.canceled_ids)
    const { attempt } = prepared
    if (prepared.kind === 'reuse')
      return startedCheckout(prepared, { url: attempt.checkout_url!, expires_at: attempt.expires_at })
    if (prepared.kind === 'verify') {
      await closeAttempt(ctx, attempt.id)
      verified.add(attempt.id)
      continue
    }
    const checkout = await createPage(ctx, prepared, checkoutRequest(ctx, prepared, purchase))
    if (checkout) return startedCheckout(prepared, checkout)
  }
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

const startedCheckout = (
  { attempt, account }: PreparedAttempt,
  { url, expires_at }: Pick<Checkout, 'url' | 'expires_at'>,
): Started => ({ order_id: attempt.order_id, provider: account.provider, url, expires_at })

/** No provider takes part: this page of the school shows the order. */
const withoutPage = (order_id: string, url: string): Started => ({
  order_id,
  provider: null,
  url,
  expires_at: null,
})

/** Leads to the transfer that staff check. The specified call has no such answer. */
function startedInReview(ctx: CtxWithoutTx, { expected }: Purchase, { order_id }: OrderInReview): Started {
  if (expected) throw new Refusal('transfer_in_review')
  return withoutPage(
    order_id,
    `${originFor(ctx.config, ctx.school!.host)}/payments/transfer?order=${order_id}`,
  )
}

/** Leads to the page on which the buyer saves the card of a trial. */
async function startedWithCard(
  ctx: CtxWithoutTx,
  { choice }: Purchase,
  { order_id }: OrderWithoutCard,
): Promise<Started> {
  const cancel_url = `${originFor(ctx.config, ctx.school!.host)}${pageOf(choice)}`
  const { provider, url, expires_at } = await startCardSetup(ctx, { trial_order_id: order_id, cancel_url })
  return { order_id, provider, url, expires_at }
}

const returnAddress = (ctx: CtxWithoutTx, order_id: string) =>
  `${originFor(ctx.config, ctx.school!.host)}/payments/return?order=${order_id}`

function checkoutRequest(ctx: CtxWithoutTx, { attempt, title }: PreparedAttempt, purchase: Purchase) {
  const origin = originFor(ctx.config, ctx.school!.host)
  const { order_id, reference, expires_at } = attempt
  return {
    reference,
    amount: money(attempt.amount, attempt.currency),
    description: title,
    email: purchase.email,
    name: ctx.actor.name || null,
    return_url: returnAddress(ctx, order_id),
    cancel_url: `${origin}${pageOf(purchase.choice)}`,
    ...purchase.addresses,
    expires_at,
    saves_card: attempt.saves_card,
    customer_reference: null,
    metadata: { school_id: ctx.school_id, order_id, ...itemOf(purchase.choice) },
  }
}

/** The public page of what is sold. */
function pageOf(choice: Choice) {
  if ('plan_id' in choice) return `/plans/${choice.plan_id}`
  const { course_id, recipients } = choice
  return recipients.purpose === 'self'
    ? `/?selected_course_id=${course_id}`
    : `/payments/courses/${course_id}?for=${recipients.purpose}`
}

const itemOf = (choice: Choice): { plan_id: string } | { course_id: string } =>
  'plan_id' in choice ? choice : { course_id: choice.course_id }
