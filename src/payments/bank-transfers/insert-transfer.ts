import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { verifyAttemptJob } from '../job-handles.ts'
import type { OrderRow } from '../orders/order-queries.ts'
import { bankTransfer } from '../records/bank-transfer.ts'
import { paymentReference } from '../records/payment-reference.ts'
import { getBankTransferSettings } from '../settings/transfer-settings.ts'

const dayMs = 86_400_000

interface NewTransfer {
  /** Of the attempt, among those of the order. */
  number: number
  /** The money may arrive until then, if that is later than the days of the school. */
  until?: Date
}

/** Stores a transfer that waits for its money. Returns when its time is over. The order is locked. */
export async function insertTransfer(
  ctx: Ctx,
  order: OrderRow,
  { number, until = ctx.now }: NewTransfer,
): Promise<Date> {
  const { tx, school_id, now } = ctx
  const { waiting_days } = await getBankTransferSettings(ctx)
  const expires_at = new Date(Math.max(now.getTime() + waiting_days * dayMs, until.getTime()))
  const id = newId()
  const { id: order_id, buyer_id } = order
  await tx
    .insertInto('payment_attempts')
    .values({ ...attemptOf(ctx, order, id), number, expires_at })
    .execute()
  await tx
    .insertInto('bank_transfers')
    .values({ school_id, id, order_id, buyer_id, state: 'waiting', created_at: now })
    .execute()
  await ctx.enqueue(
    verifyAttemptJob,
    { attempt_id: id },
    { run_at: expires_at, job_key: `verify-payment/${id}` },
  )
  return expires_at
}

const attemptOf = ({ school_id, now }: Ctx, order: OrderRow, id: string) => ({
  school_id,
  id,
  order_id: order.id,
  provider: bankTransfer,
  payment_account_id: null,
  mode: 'live',
  reference: paymentReference(school_id, id),
  amount: order.total - order.paid_amount,
  currency: order.currency,
  state: 'pending',
  saves_card: false,
  created_at: now,
  updated_at: now,
})
