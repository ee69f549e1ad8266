import { isSameOriginHost } from './return-addresses.ts'
import { money } from '#lib/money/money.ts'
import { originFor } from '#platform/config/config.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { Checkout } from '../providers/provider.ts'
import { closeAttempt, closePagesOf, createPage } from './payment-page.ts'
import {
  prepareAttempt,
  type ExpectedPrice,
  type FreeOrder,
  type PreparedAttempt,
} from './prepare-attempt.ts'
import { choiceOf, type Choice } from './purchase-item.ts'

type Started = Reply<typeof contract.createCheckout>

/** Starts the payment of a course or plan; the provider returns the buyer to `/payments/return`. */
export const createCheckout = (
  ctx: CtxWithoutTx,
  { coupon_code, affiliate_code, ...requested }: Input<typeof contract.createCheckout>,
): Promise<Started> =>
  startCheckout(ctx, {
    choice: choiceOf(requested),
    email: ctx.actor.email,
    coupon_code,
    affiliate_code,
  })

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
    choice: choiceOf(metadata),
    email,
    expected: { amount, currency },
    coupon_code: null,
    affiliate_code: metadata.affiliate_code ?? null,
    addresses: { return_url: success_url, cancel_url },
  })
}

interface Purchase {
  choice: Choice
  email: string
  expected?: ExpectedPrice
  /** Null for the full price; undefined keeps the coupon of the open order. */
  coupon_code: string | null | undefined
  /** Null without an affiliate; undefined keeps the one of the open order. */
  affiliate_code: string | null | undefined
  addresses?: { return_url: string; cancel_url: string }
}

/** Attempts that end without a page before the call gives up. */
const maxRounds = 3

async function startCheckout(ctx: CtxWithoutTx, purchase: Purchase): Promise<Started> {
  const verified = new Set<string>()
  const { choice, ...terms } = purchase
  for (let round = 0; round < maxRounds; round++) {
    const prepared = await ctx.transact((tx) => prepareAttempt(tx, choice, { ...terms, verified }))
    if (prepared.kind === 'free') return startedFree(ctx, prepared)
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

/** The return page shows the order, as after a payment. */
const startedFree = (ctx: CtxWithoutTx, { order_id }: FreeOrder): Started => ({
  order_id,
  provider: null,
  url: returnAddress(ctx, order_id),
  expires_at: null,
})

const returnAddress = (ctx: CtxWithoutTx, order_id: string) =>
  `${originFor(ctx.config, ctx.school!.host)}/payments/return?order=${order_id}`

function checkoutRequest(ctx: CtxWithoutTx, { attempt, item }: PreparedAttempt, purchase: Purchase) {
  const origin = originFor(ctx.config, ctx.school!.host)
  const { order_id, reference, expires_at } = attempt
  return {
    reference,
    amount: money(attempt.amount, attempt.currency),
    description: item.title,
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
const pageOf = (choice: Choice) =>
  'plan_id' in choice ? `/plans/${choice.plan_id}` : `/?selected_course_id=${choice.course_id}`

const itemOf = (choice: Choice): { plan_id: string } | { course_id: string } =>
  'plan_id' in choice ? choice : { course_id: choice.course_id }
