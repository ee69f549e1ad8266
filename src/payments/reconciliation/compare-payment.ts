import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lateFeeJournal } from '../ledger/postings.ts'
import { postJournals } from '../ledger/post-journals.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { ProviderError, type ListedPayment } from '../providers/provider.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import { verifyAttempt } from '../settlement/verify-attempt.ts'
import { recordDifference, resolveDifferences } from '../records/record-difference.ts'

/** What the comparison of one payment found. */
export type Comparison = 'equal' | 'settled' | 'difference' | 'old_difference'

/**
 * Compares a payment of the provider's list with ours. One that is missing here is settled; a fee that was unknown is posted,
 * once. Everything else is a difference for people.
 */
export async function comparePayment(
  ctx: CtxWithoutTx,
  provider: string,
  listed: ListedPayment,
): Promise<Comparison> {
  const found = await ctx.transact((tx) => compareStored(tx, provider, listed))
  if (found) return found
  const attempt = parsePaymentReference(listed.reference)
  if (attempt?.school_id === ctx.school_id) await verifyIfAnswered(ctx, attempt.attempt_id)
  return ctx.transact(async (tx) => {
    const settled = await compareStored(tx, provider, listed)
    if (settled) return settled === 'equal' ? 'settled' : settled
    return recordMissing(tx, provider, listed)
  })
}

async function verifyIfAnswered(ctx: CtxWithoutTx, attempt_id: string) {
  try {
    await verifyAttempt(ctx, attempt_id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, attempt_id }, 'reconciliation: the provider does not answer')
  }
}

/** A payment of the provider without one of ours. */
export async function recordMissing(ctx: Ctx, provider: string, listed: ListedPayment): Promise<Comparison> {
  const isNew = await recordDifference(ctx, {
    provider,
    kind: 'missing_local',
    transaction_id: listed.transaction_id,
    order_id: null,
    expected_amount: null,
    found_amount: listed.amount.minor,
    currency: listed.amount.currency,
  })
  return isNew ? 'difference' : 'old_difference'
}

/** Null if we do not have the payment. */
async function compareStored(ctx: Ctx, provider: string, listed: ListedPayment): Promise<Comparison | null> {
  const { tx, school_id, now } = ctx
  const { transaction_id, amount } = listed
  const payment = await findPayment(ctx, provider, transaction_id)
  if (!payment) return null
  await lockOrder(ctx, payment.order_id)
  if (payment.fee === null && listed.fee && listed.fee.currency === payment.currency)
    await postLateFee(ctx, payment, listed.fee.minor)
  await tx
    .updateTable('payments')
    .set({ reconciled_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', payment.id)
    .execute()
  await resolveDifferences(ctx, { provider, transaction_id, kinds: ['missing_local', 'missing_remote'] })
  const about = { provider, transaction_id, order_id: payment.order_id, currency: payment.currency }
  if (amount.minor !== payment.amount || amount.currency !== payment.currency) {
    const amounts = { expected_amount: payment.amount, found_amount: amount.minor }
    return (await recordDifference(ctx, { ...about, ...amounts, kind: 'amount_diff' }))
      ? 'difference'
      : 'old_difference'
  }
  const refunded = await refundedAmount(ctx, payment.id)
  if (listed.refunded && listed.refunded.minor > refunded) {
    const amounts = { expected_amount: refunded, found_amount: listed.refunded.minor }
    return (await recordDifference(ctx, { ...about, ...amounts, kind: 'orphan_refund' }))
      ? 'difference'
      : 'old_difference'
  }
  return 'equal'
}

const findPayment = ({ tx, school_id }: Ctx, provider: string, transaction_id: string) =>
  tx
    .selectFrom('payments')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('transaction_id', '=', transaction_id)
    .select(['id', 'order_id', 'amount', 'currency', 'fee', 'quarantine_reason'])
    .executeTakeFirst()

/** Quarantined money has no journals, so its fee has none. */
async function postLateFee(
  ctx: Ctx,
  payment: NonNullable<Awaited<ReturnType<typeof findPayment>>>,
  fee: number,
) {
  const { id, currency, quarantine_reason } = payment
  await ctx.tx
    .updateTable('payments')
    .set({ fee })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  if (fee > 0 && !quarantine_reason)
    await postJournals(ctx, { source_type: 'payment', source_id: id, currency, payment_id: id }, [
      lateFeeJournal(fee),
    ])
}

/** Refunds of a payment that were not refused. */
async function refundedAmount({ tx, school_id }: Ctx, payment_id: string) {
  const { total } = await tx
    .selectFrom('refunds')
    .where('school_id', '=', school_id)
    .where('payment_id', '=', payment_id)
    .where('state', '<>', 'failed')
    .select(({ fn }) => fn.sum<string>('amount').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
