import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { verifyAttemptJob } from '../job-handles.ts'
import { ProviderError, type PaymentFound, type PaymentProvider } from '../providers/provider.ts'
import { expireTransfer } from './expire-transfer.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { isPaidToSchool } from '../records/payment-channel.ts'
import { releaseCouponOfUnpaid } from '../orders/cancel-order.ts'
import { lockOrder, type OrderRow } from '../orders/order-queries.ts'
import { findAttempt, isLive, updateAttempt, type AttemptRow } from '../records/attempt-queries.ts'
import { expiryGraceMs, nextCheckAt, unknownGraceMs } from './check-times.ts'
import { recordPayment } from './record-payment.ts'

/**
 * Asks the provider about an attempt and records the answer: the only way in which a payment gives anything. Waits for
 * the provider outside of transactions. Returns the attempt's state, or null for an unknown attempt. Throws
 * `ProviderError` if the provider does not answer.
 */
export async function verifyAttempt(ctx: CtxWithoutTx, attempt_id: string): Promise<string | null> {
  const prepared = await ctx.transact(async (tx) => {
    const attempt = await findAttempt(tx, attempt_id)
    if (!attempt) return null
    if (isPaidToSchool(attempt)) return { attempt, account: null }
    return { attempt, account: await accountOfAttempt(tx, attempt) }
  })
  if (!prepared) return null
  const { attempt, account } = prepared
  // Staff decide about a transfer; only its time ends by itself.
  if (!account) return ctx.transact((tx) => expireTransfer(tx, attempt_id))
  if (attempt.state === 'succeeded') return attempt.state
  const provider = await openAccount(ctx, account)
  const { reference, provider_reference, created_at } = attempt
  const found = await provider.findPayment({ reference, provider_reference, created_at })
  const state = await ctx.transact((tx) => recordFinding(tx, attempt_id, found))
  if (state === 'succeeded') await labelCard(ctx, { attempt, provider, found })
  return state
}

interface Verified {
  attempt: AttemptRow
  provider: PaymentProvider
  found: PaymentFound
}

/** Lets later webhooks about the saved card lead to this school. A failure costs such a webhook only. */
async function labelCard(ctx: CtxWithoutTx, { attempt, provider, found }: Verified) {
  if (!attempt.saves_card || !provider.cardLookup || found.state !== 'paid' || !found.card) return
  try {
    await provider.cardLookup.label(found.card.token, attempt.reference)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, attempt_id: attempt.id }, 'saved card not labelled')
  }
}

/** Records what the provider says of an attempt. Returns the attempt's state. */
export async function recordFinding(ctx: Ctx, attempt_id: string, found: PaymentFound): Promise<string> {
  const before = (await findAttempt(ctx, attempt_id))!
  const order = await lockOrder(ctx, before.order_id)
  // Another settlement may have recorded the payment meanwhile.
  const attempt = (await findAttempt(ctx, attempt_id))!
  if (attempt.state === 'succeeded') return attempt.state
  const state = await recordAnswer(ctx, { attempt, order, found })
  if (state !== 'succeeded') await releaseCouponOfUnpaid(ctx, order)
  return state
}

async function recordAnswer(
  ctx: Ctx,
  { attempt, order, found }: { attempt: AttemptRow; order: OrderRow; found: PaymentFound },
): Promise<string> {
  if (found.state === 'paid') return recordPayment(ctx, { attempt, order, found })
  if (!isLive(attempt)) return attempt.state
  const next = stateFor(attempt, found, ctx.now)
  if (next.state !== attempt.state) await updateAttempt(ctx, attempt.id, next)
  return next.state
}

/** State of a live attempt that is not paid. A declined payment page may be tried again until it expires. */
function stateFor(
  attempt: AttemptRow,
  found: Exclude<PaymentFound, { state: 'paid' }>,
  now: Date,
): { state: string; failure_code?: string } {
  const isOlderThan = (start: Date, ms: number) => now.getTime() - start.getTime() > ms
  switch (found.state) {
    case 'failed':
      return { state: 'failed', failure_code: found.code }
    case 'expired':
      return { state: 'expired' }
    case 'not_found':
      return isOlderThan(attempt.created_at, unknownGraceMs)
        ? { state: 'failed', failure_code: 'not_created' }
        : { state: attempt.state }
    default:
      if (isOlderThan(attempt.expires_at, expiryGraceMs)) return { state: 'expired' }
      return { state: attempt.checkout_url ? 'pending' : attempt.state }
  }
}

/** Asks about an attempt now and, unless it was paid, again later: a buyer may pay late, and webhooks may be lost. */
export async function verifyAttemptAndReschedule(ctx: CtxWithoutTx, attempt_id: string): Promise<void> {
  try {
    await verifyAttempt(ctx, attempt_id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, attempt_id }, 'payment provider does not answer')
  }
  await ctx.transact((tx) => scheduleSettlement(tx, attempt_id))
}

/** Schedules the next question about an attempt; none if it was paid or is too old. */
export async function scheduleSettlement(ctx: Ctx, attempt_id: string): Promise<void> {
  const attempt = await findAttempt(ctx, attempt_id)
  if (!attempt || attempt.state === 'succeeded' || attempt.state === 'quarantined') return
  // The sweep finds a transfer again once its time is over.
  if (isBankTransfer(attempt)) return
  const run_at = nextCheckAt(attempt.created_at, ctx.now)
  if (run_at)
    await ctx.enqueue(verifyAttemptJob, { attempt_id }, { run_at, job_key: `verify-payment/${attempt_id}` })
}
