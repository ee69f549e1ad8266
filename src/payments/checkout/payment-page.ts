import { Refusal } from '#platform/contract/refusal.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { releaseCouponOfUnpaid } from '../orders/cancel-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { ProviderError, type Checkout, type CheckoutRequest } from '../providers/provider.ts'
import { bankTransfer } from '../records/bank-transfer.ts'
import {
  findAttempt,
  isLive,
  selectAttempts,
  updateAttempt,
  updateLiveAttempt,
  type AttemptRow,
} from '../records/attempt-queries.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import type { PreparedAttempt } from './prepare-attempt.ts'

/** Creates the provider's page; null if the attempt ended and a new one may work. */
export async function createPage(
  ctx: CtxWithoutTx,
  { attempt, account }: Pick<PreparedAttempt, 'attempt' | 'account'>,
  request: CheckoutRequest,
): Promise<Checkout | null> {
  const provider = await openAccount(ctx, account)
  try {
    const checkout = await provider.createCheckout(request)
    const { url: checkout_url, provider_reference, expires_at } = checkout
    await ctx.transact(async (tx) => {
      await updateAttempt(tx, attempt.id, { checkout_url, provider_reference, expires_at })
      await updateLiveAttempt(tx, attempt.id, { state: 'pending' })
    })
    return checkout
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return recordFailedCreation(ctx, attempt, error)
  }
}

async function recordFailedCreation(ctx: CtxWithoutTx, { id, order_id }: AttemptRow, error: ProviderError) {
  const { code, isOutcomeUnknown } = error
  await ctx.transact(async (tx) => {
    const order = await lockOrder(tx, order_id)
    if (isOutcomeUnknown) return updateLiveAttempt(tx, id, { state: 'unknown' })
    await updateLiveAttempt(tx, id, { state: 'failed', failure_code: code })
    return releaseCouponOfUnpaid(tx, order)
  })
  if (code === 'duplicate_reference') return null
  if (code === 'amount_not_supported') throw new Refusal('amount_not_supported')
  if (code === 'currency_not_supported') throw new Refusal('payments_unavailable')
  if (!isOutcomeUnknown) ctx.log.error({ err: error, attempt_id: id }, 'provider refused a checkout')
  throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
}

/** Verifies an attempt, and closes its page so that the buyer does not pay on two. */
export async function closeAttempt(ctx: CtxWithoutTx, attempt_id: string): Promise<void> {
  try {
    const state = await verifyAttempt(ctx, attempt_id)
    if (state && isLive({ state })) await closePage(ctx, attempt_id)
  } catch (error) {
    refuseProviderError(error)
  }
}

/** Closes the page of an attempt at its own provider. A page that cannot be closed may be paid, and is refunded then. */
export async function closePage(ctx: CtxWithoutTx, attempt_id: string): Promise<void> {
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

/** Closes the pages of canceled orders, so that the buyer does not pay at the old price. */
export async function closePagesOf(ctx: CtxWithoutTx, order_ids: readonly string[]) {
  if (order_ids.length === 0) return
  const attempts = await ctx.transact((tx) =>
    selectAttempts(tx)
      .where('a.order_id', 'in', [...order_ids])
      .where('a.state', '=', 'pending')
      .where('a.provider', '<>', bankTransfer)
      .execute(),
  )
  for (const { id } of attempts) await closePage(ctx, id)
}

function refuseProviderError(error: unknown): never {
  if (error instanceof ProviderError)
    throw new Refusal('payment_provider_unavailable', { retry_after_seconds: 5 })
  throw error
}
