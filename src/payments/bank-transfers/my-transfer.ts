import { discardUpload, getUsableUpload } from '#uploads/index.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { transferReviewChanged } from '../plan-events.ts'
import { addAttention } from '../orders/attention.ts'
import { lockOrder, selectLines, selectOrders, type OrderRow } from '../orders/order-queries.ts'
import { lineTitle, type OrderStatus } from '../orders/order-state.ts'
import type * as contract from './transfer-contract.ts'
import {
  hasExpired,
  latestTransfer,
  transferViews,
  updateTransfer,
  type TransferRow,
} from './transfer-queries.ts'
import { getBankTransferSettings } from '../settings/transfer-settings.ts'

type MyTransfer = Reply<typeof contract.getMyBankTransfer>

export async function getMyBankTransfer(
  ctx: Ctx,
  { id }: Input<typeof contract.getMyBankTransfer>,
): Promise<MyTransfer> {
  const order = ensureFound(
    await selectOrders(ctx).where('o.id', '=', id).where('o.buyer_id', '=', ctx.actor.id).executeTakeFirst(),
  )
  return myTransferView(ctx, order, ensureFound(await latestTransfer(ctx, id)))
}

/** The accounts are shown while the order waits, even if the school ended transfers meanwhile. */
async function myTransferView(ctx: Ctx, order: OrderRow, transfer: TransferRow): Promise<MyTransfer> {
  const lines = await selectLines(ctx, [order.id]).execute()
  const { accounts } = await getBankTransferSettings(ctx)
  const [view] = await transferViews(ctx, [transfer])
  return {
    ...view!,
    title: lines.map(lineTitle).join(', '),
    order_status: order.status as OrderStatus,
    open_amount: order.total - order.paid_amount,
    accounts: accounts.filter(({ currency }) => currency === order.currency),
  }
}

/** Stores the proof for staff. The file of an earlier proof is deleted. */
export async function submitTransferProof(
  ctx: Ctx,
  { id, upload_id, amount, paid_on, sender_name }: Input<typeof contract.submitTransferProof>,
): Promise<MyTransfer> {
  await getMyBankTransfer(ctx, { id })
  await lockOrder(ctx, id)
  const transfer = ensureFound(await latestTransfer(ctx, id))
  if (transfer.state === 'approved') throw new Refusal('transfer_decided')
  if (hasExpired(transfer)) throw new Refusal('transfer_expired')
  ensureDayOfPayment(ctx, paid_on)
  const upload = await getUsableUpload(ctx, upload_id, { purpose: 'payment_proof' })
  const before = transfer.proof_upload_id
  await updateTransfer(ctx, transfer.id, {
    state: 'submitted',
    proof_upload_id: upload.id,
    claimed_amount: amount,
    paid_on,
    sender_name: sender_name.trim(),
    submitted_at: ctx.now,
    decline_reason: null,
  })
  await addAttention(ctx, id, 'transfer_submitted')
  await ctx.emit(transferReviewChanged, { order_id: id, is_in_review: true })
  if (before !== null && before !== upload.id) await discardUpload(ctx, before)
  return getMyBankTransfer(ctx, { id })
}

const dayMs = 86_400_000
const maxAgeDays = 365

/** Refuses a day that does not exist, is in the future in every time zone, or is older than a year. */
function ensureDayOfPayment({ now }: Ctx, paid_on: string) {
  const day = new Date(`${paid_on}T00:00:00Z`)
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(paid_on)
  const age = now.getTime() - day.getTime()
  if (!isReal || age < -dayMs || age > maxAgeDays * dayMs)
    refuseInvalidField('paid_on', 'date_out_of_range', 'Enter the day of the transfer.')
}
