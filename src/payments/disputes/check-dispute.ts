import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { checkDisputeJob } from '../job-handles.ts'
import type { DisputeFound } from '../providers/provider.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import { findDisputedPayment, findDisputeRow } from '../records/dispute-queries.ts'
import { recordDispute } from './record-dispute.ts'

/** An account at a provider; `payment_account_id` is null for the platform's. */
export interface AccountReference {
  provider: string
  payment_account_id: string | null
}

/** Asks the provider about a dispute. */
export async function askAboutDispute(
  ctx: CtxWithoutTx,
  account: AccountReference,
  provider_dispute_id: string,
): Promise<DisputeFound> {
  const opened = await openAccount(ctx, await ctx.transact((tx) => accountOfAttempt(tx, account)))
  return opened.findDispute({ provider_dispute_id })
}

/** Records a dispute of this school. Throws if its payment is not stored yet, so that the webhook is tried again. */
export async function recordFoundDispute(ctx: CtxWithoutTx, provider: string, found: DisputeFound) {
  const { transaction_id, reference } = found
  const record = () =>
    ctx.transact(async (tx) => {
      const payment = await findDisputedPayment(tx, provider, transaction_id)
      if (!payment) return false
      const id = await recordDispute(tx, payment, found)
      await scheduleDisputeCheck(tx, id)
      return true
    })
  if (await record()) return
  // The dispute may be reported before its payment.
  const attempt = reference === null ? null : parsePaymentReference(reference)
  if (attempt) await verifyAttempt(ctx, attempt.attempt_id)
  if (!(await record())) throw new Error('The payment of a dispute is not stored.')
}

const pauseMs = 6 * 3_600_000
const maxAgeMs = 200 * 86_400_000

/** Asks again later while the dispute is open: a webhook about its end may be lost. */
async function scheduleDisputeCheck(ctx: Ctx, dispute_id: string) {
  const dispute = await findDisputeRow(ctx, dispute_id)
  if (dispute?.state !== 'open' || ctx.now.getTime() - dispute.created_at.getTime() > maxAgeMs) return
  await ctx.enqueue(
    checkDisputeJob,
    { dispute_id },
    { run_at: new Date(ctx.now.getTime() + pauseMs), job_key: `dispute/${dispute_id}` },
  )
}

/** Asks the provider about an open dispute, and records the answer. */
export async function checkDispute(ctx: CtxWithoutTx, dispute_id: string): Promise<void> {
  const dispute = await ctx.transact((tx) => findOpenWithAccount(tx, dispute_id))
  if (!dispute || dispute.provider === 'flutterwave') return
  const found = await askAboutDispute(ctx, dispute, dispute.provider_dispute_id)
  await recordFoundDispute(ctx, dispute.provider, found)
}

/** An open dispute, with the account of its payment. */
export const findOpenWithAccount = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('disputes as d')
    .innerJoin('payments as p', (on) =>
      on.onRef('p.school_id', '=', 'd.school_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .innerJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 'p.school_id').onRef('a.id', '=', 'p.attempt_id'),
    )
    .where('d.school_id', '=', school_id)
    .where('d.id', '=', id)
    .where('d.state', '=', 'open')
    .select(['d.id', 'd.order_id', 'd.provider', 'd.provider_dispute_id', 'a.payment_account_id'])
    .executeTakeFirst()
