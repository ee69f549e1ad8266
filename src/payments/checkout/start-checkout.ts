import { isSameOriginHost } from './return-addresses.ts'
import { money } from '#lib/money/money.ts'
import { originFor } from '#platform/config/config.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import type * as contract from '../contract.ts'
import { releaseCouponOfUnpaid } from '../orders/cancel-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { ProviderError, type Checkout } from '../providers/provider.ts'
import {
  findAttempt,
  isLive,
  selectAttempts,
  updateAttempt,
  type AttemptRow,
} from '../settlement/attempt-queries.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import {
  prepareAttempt,
  type ExpectedPrice,
  type FreeOrder,
  type PreparedAttempt,
} from './prepare-attempt.ts'

type Started = Reply<typeof contract.createCheckout>

/** Starts the payment of a course; the provider returns the buyer to `/payments/return`. */
export const createCheckout = (
  ctx: CtxWithoutTx,
  { course_id, coupon_code }: Input<typeof contract.createCheckout>,
): Promise<Started> => startCheckout(ctx, { course_id, email: ctx.actor.email, coupon_code })

/** The specified call: amount and currency must be those of the course, and the addresses of this school. */
export async function createStripeCheckoutSession(
  ctx: CtxWithoutTx,
  input: Input<typeof contract.createStripeCheckoutSession>,
): Promise<Started> {
  const { metadata, email, success_url, cancel_url, amount, currency } = input
  for (const [path, url] of Object.entries({ success_url, cancel_url }))
    if (!(await isSameOriginHost(ctx, url)))
      refuseInvalidField(path, 'foreign_url', 'Give an address of this school.')
  return startCheckout(ctx, {
    course_id: metadata.course_id,
    email,
    expected: { amount, currency },
    coupon_code: null,
    addresses: { return_url: success_url, cancel_url },
  })
}

interface Purchase {
  course_id: string
  email: string
  expected?: ExpectedPrice
  /** Null for the full price; undefined keeps the coupon of the open order. */
  coupon_code: string | null | undefined
  addresses?: { return_url: string; cancel_url: string }
}

/** Attempts that end without a page before the call gives up. */
const maxRounds = 3

async function startCheckout(ctx: CtxWithoutTx, purchase: Purchase): Promise<Started> {
  const verified = new Set<string>()
  const { course_id, expected, coupon_code } = purchase
  for (let round = 0; round < maxRounds; round++) {
    const prepared = await ctx.transact((tx) =>
      prepareAttempt(tx, course_id, { expected, coupon_code, verified }),
    )
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
    const checkout = await createPage(ctx, prepared, purchase)
    if (checkout) return startedCheckout(prepared, checkout)
  }
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

/** Verifies an attempt, and closes its page so that the buyer does not pay on two. */
async function closeAttempt(ctx: CtxWithoutTx, attempt_id: string) {
  try {
    const state = await verifyAttempt(ctx, attempt_id)
    if (state && isLive({ state })) await closePage(ctx, attempt_id)
  } catch (error) {
    refuseProviderError(error)
  }
}

/** Closes the pages of canceled orders, so that the buyer does not pay at the old price. */
async function closePagesOf(ctx: CtxWithoutTx, order_ids: readonly string[]) {
  if (order_ids.length === 0) return
  const attempts = await ctx.transact((tx) =>
    selectAttempts(tx)
      .where('a.order_id', 'in', [...order_ids])
      .where('a.state', '=', 'pending')
      .execute(),
  )
  for (const { id } of attempts) await closePage(ctx, id)
}

/** Closes the page of an attempt at its own provider. A page that cannot be closed may be paid, and is refunded then. */
async function closePage(ctx: CtxWithoutTx, attempt_id: string) {
  const { attempt, account } = await ctx.transact(async (tx) => {
    const attempt = (await findAttempt(tx, attempt_id))!
    return { attempt, account: await accountOfAttempt(tx, attempt) }
  })
  const provider = await openAccount(ctx, account)
  try {
    await provider.closeCheckout(attempt)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, attempt_id }, 'payment page not closed')
  }
}

function refuseProviderError(error: unknown): never {
  if (error instanceof ProviderError)
    throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
  throw error
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

/** Creates the provider's page; null if the attempt ended and a new one may work. */
async function createPage(ctx: CtxWithoutTx, prepared: PreparedAttempt, purchase: Purchase) {
  const { attempt, account } = prepared
  const provider = await openAccount(ctx, account)
  try {
    const checkout = await provider.createCheckout(checkoutRequest(ctx, prepared, purchase))
    const { url: checkout_url, provider_reference, expires_at } = checkout
    await ctx.transact((tx) =>
      updateAttempt(tx, attempt.id, { state: 'pending', checkout_url, provider_reference, expires_at }),
    )
    return checkout
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return recordFailedCreation(ctx, attempt, error)
  }
}

async function recordFailedCreation(ctx: CtxWithoutTx, { id, order_id }: AttemptRow, error: ProviderError) {
  const { code, isOutcomeUnknown } = error
  await ctx.transact(async (tx) => {
    if (isOutcomeUnknown) return updateAttempt(tx, id, { state: 'unknown' })
    const order = await lockOrder(tx, order_id)
    await updateAttempt(tx, id, { state: 'failed', failure_code: code })
    return releaseCouponOfUnpaid(tx, order)
  })
  if (code === 'duplicate_reference') return null
  if (code === 'amount_not_supported') throw new Refusal('amount_not_supported')
  if (code === 'currency_not_supported') throw new Refusal('payments_unavailable')
  if (!isOutcomeUnknown) ctx.log.error({ err: error, attempt_id: id }, 'provider refused a checkout')
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

function checkoutRequest(ctx: CtxWithoutTx, { attempt, course_name }: PreparedAttempt, purchase: Purchase) {
  const origin = originFor(ctx.config, ctx.school!.host)
  const { order_id, reference, expires_at } = attempt
  return {
    reference,
    amount: money(attempt.amount, attempt.currency),
    description: course_name,
    email: purchase.email,
    name: ctx.actor.name || null,
    return_url: returnAddress(ctx, order_id),
    cancel_url: `${origin}/?selected_course_id=${purchase.course_id}`,
    ...purchase.addresses,
    expires_at,
    saves_card: false,
    customer_reference: null,
    metadata: { school_id: ctx.school_id, order_id, course_id: purchase.course_id },
  }
}
