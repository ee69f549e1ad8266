import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { processRefundJob } from '../job-handles.ts'
import { removeAttention } from '../orders/attention.ts'
import { getOrderView } from '../orders/get-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { insertRefund } from '../records/insert-refund.ts'
import { isPaidToSchool } from '../records/payment-channel.ts'
import { getRefund, recordRefund, updateRefund } from './record-refund.ts'

/**
 * Continues a refund whose result the provider did not tell: sends it again if staff found none at the provider, or
 * follows the one that they found. The provider's answer decides in both cases.
 */
export async function resolveRefund(
  ctx: Ctx,
  { id, action, provider_refund_id }: Input<typeof contract.resolveRefund>,
): Promise<Reply<typeof contract.resolveRefund>> {
  const { order_id } = ensureFound(await getRefund(ctx, id))
  await lockOrder(ctx, order_id)
  const refund = ensureFound(await getRefund(ctx, id))
  if (isPaidToSchool(refund) || action === 'paid_back') return recordPaidBack(ctx, refund, action)
  if (refund.state === 'failed' && refund.kind !== 'order' && action === 'retry')
    return repeatRefund(ctx, refund)
  if (refund.state !== 'needs_attention' || refund.provider_refund_id) throw new Refusal('refund_not_waiting')
  if (action === 'follow' && !provider_refund_id)
    refuseInvalidField('provider_refund_id', 'required', 'Give the id of the refund at the provider.')
  await updateRefund(
    ctx,
    id,
    action === 'follow'
      ? { state: 'pending', provider_refund_id: provider_refund_id!.trim() }
      : { state: 'requested', sent_at: null },
  )
  await removeAttention(ctx, [order_id], 'refund_needs_attention')
  await ctx.enqueue(processRefundJob, { refund_id: id }, { job_key: `refund/${id}`, priority: 'soon' })
  await ctx.audit('order.refund_resolved', ['order', order_id], { result: action, amount: refund.amount })
  return getOrderView(ctx, order_id)
}

/** Records a refund that staff gave back themselves. */
async function recordPaidBack(
  ctx: Ctx,
  refund: NonNullable<Awaited<ReturnType<typeof getRefund>>>,
  action: string,
) {
  const isOpen = refund.state === 'needs_attention' || refund.state === 'requested'
  if (!isPaidToSchool(refund) || action !== 'paid_back' || !isOpen) throw new Refusal('refund_not_waiting')
  const { id, order_id, amount } = refund
  await recordRefund(ctx, id, { state: 'succeeded', provider_refund_id: null })
  await removeAttention(ctx, [order_id], 'refund_needs_attention')
  await ctx.audit('order.refund_resolved', ['order', order_id], { result: action, amount })
  return getOrderView(ctx, order_id)
}

/** Requests an automatic refund again that the provider refused. Refunds of an order are requested by refundOrder. */
async function repeatRefund(ctx: Ctx, refund: NonNullable<Awaited<ReturnType<typeof getRefund>>>) {
  const { order_id, payment_id, amount } = refund
  const kind = refund.kind as 'overpayment' | 'duplicate' | 'quarantined'
  await insertRefund(ctx, { order_id, payment_id, amount, kind, reason: '', lines: [] })
  await removeAttention(ctx, [order_id], 'refund_failed')
  await ctx.audit('order.refund_resolved', ['order', order_id], { result: 'retry', amount })
  return getOrderView(ctx, order_id)
}
