import { money } from '#lib/money/money.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { verifyAttemptJob } from '../job-handles.ts'
import { removeAttention } from '../orders/attention.ts'
import { transferReviewChanged } from '../plan-events.ts'
import { isOrderBeingCharged } from '../orders/order-commands.ts'
import { getOrderView } from '../orders/get-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import type { ProviderMode } from '../providers/provider.ts'
import { findAttempt, updateAttempt } from '../records/attempt-queries.ts'
import { bankTransfer } from '../records/bank-transfer.ts'
import { recordPayment } from '../settlement/record-payment.ts'
import { mailTransferDecision } from '../settlement/mail-transfer.ts'
import type * as contract from './transfer-contract.ts'
import { findTransfer, selectTransfers, transferViews, updateTransfer } from './transfer-queries.ts'

/** Time for another proof after a decline. */
const minRepeatMs = 3 * 86_400_000

export async function listBankTransfers(
  ctx: Ctx,
  { limit, cursor, state, order_id }: Input<typeof contract.listBankTransfers>,
): Promise<Reply<typeof contract.listBankTransfers>> {
  const query = selectTransfers(ctx)
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.buyer_id'),
    )
    .select(['u.name as buyer_name', 'u.email as buyer_email'])
    .$if(state !== undefined, (some) => some.where('t.state', '=', state!))
    .$if(order_id !== undefined, (some) => some.where('t.order_id', '=', order_id!))
  const page = await paginateByKeyset(query, {
    by: ['t.created_at', 't.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  const views = await transferViews(ctx, page.data)
  return {
    ...page,
    data: page.data.map((row, index) => ({
      ...views[index]!,
      buyer: { id: row.buyer_id, name: row.buyer_name, email: row.buyer_email },
      decided_at: row.decided_at,
    })),
  }
}

/** The order is locked, so that two members of staff decide one after the other. */
async function lockTransfer(ctx: Ctx, id: string) {
  const { order_id } = ensureFound(await findTransfer(ctx, id))
  const order = await lockOrder(ctx, order_id)
  const transfer = ensureFound(await findTransfer(ctx, id))
  if (transfer.state === 'approved') throw new Refusal('transfer_decided')
  return { order, transfer }
}

/**
 * Settles a transfer with the money that arrived, as a payment of a provider is settled. It needs no proof, and is possible
 * after the order expired.
 */
export async function approveBankTransfer(
  ctx: Ctx,
  { id, amount }: Input<typeof contract.approveBankTransfer>,
): Promise<Reply<typeof contract.approveBankTransfer>> {
  const { order } = await lockTransfer(ctx, id)
  if (await isOrderBeingCharged(ctx, order.id)) throw new Refusal('order_being_charged')
  const attempt = ensureFound(await findAttempt(ctx, id))
  const { now } = ctx
  await updateTransfer(ctx, id, { state: 'approved', decided_by: ctx.actor.id, decided_at: now })
  await removeAttention(ctx, [order.id], 'transfer_submitted')
  await ctx.audit('order.transfer_approved', ['order', order.id], { amount, currency: order.currency })
  await recordPayment(ctx, {
    attempt,
    order,
    found: {
      state: 'paid',
      transaction_id: id,
      reference: attempt.reference,
      amount: money(amount, order.currency),
      fee: money(0, order.currency),
      mode: attempt.mode as ProviderMode,
      paid_at: now,
      method: bankTransfer,
      card: null,
    },
  })
  const view = await getOrderView(ctx, order.id)
  if (view.status !== 'partially_paid') return view
  await mailTransferDecision(ctx, view, { kind: 'partial' })
  await ctx.emit(transferReviewChanged, { order_id: order.id, is_in_review: false })
  return view
}

/** The buyer has at least three days for another proof. */
export async function declineBankTransfer(
  ctx: Ctx,
  { id, reason }: Input<typeof contract.declineBankTransfer>,
): Promise<Reply<typeof contract.declineBankTransfer>> {
  const { order, transfer } = await lockTransfer(ctx, id)
  if (transfer.state !== 'submitted') throw new Refusal('transfer_decided')
  const { now } = ctx
  const decline_reason = reason.trim()
  await updateTransfer(ctx, id, {
    state: 'declined',
    decline_reason,
    decided_by: ctx.actor.id,
    decided_at: now,
  })
  const expires_at = new Date(Math.max(transfer.expires_at.getTime(), now.getTime() + minRepeatMs))
  await updateAttempt(ctx, id, { expires_at })
  await ctx.enqueue(
    verifyAttemptJob,
    { attempt_id: id },
    { run_at: expires_at, job_key: `verify-payment/${id}` },
  )
  await removeAttention(ctx, [order.id], 'transfer_submitted')
  await ctx.emit(transferReviewChanged, { order_id: order.id, is_in_review: false })
  await ctx.audit('order.transfer_declined', ['order', order.id], { reason: decline_reason })
  const view = await getOrderView(ctx, order.id)
  await mailTransferDecision(ctx, view, { kind: 'declined', reason: decline_reason })
  return view
}
