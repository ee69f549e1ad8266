import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { processRefundJob } from '../job-handles.ts'

interface RefundedPart {
  line_id: string
  amount: number
  /** Seats that this part gives back. */
  seats?: number
}

export interface NewRefund {
  order_id: string
  payment_id: string
  amount: number
  kind: 'order' | 'overpayment' | 'duplicate' | 'quarantined'
  reason: string
  ends_access?: boolean
  /** Requested by the product, not by the person who acts. */
  isAutomatic?: boolean
  lines: readonly RefundedPart[]
}

/**
 * Requests a refund of a payment: reserves its amount and enqueues the call to the provider. The order must be locked.
 * Check constraints refuse an amount above what is left.
 */
export async function insertRefund(ctx: Ctx, { lines, isAutomatic, ...refund }: NewRefund): Promise<string> {
  const { tx, school_id, now, actor } = ctx
  const id = newId()
  const payment = await tx
    .updateTable('payments')
    .set({ refund_reserved: sql`refund_reserved + ${refund.amount}` })
    .where('school_id', '=', school_id)
    .where('id', '=', refund.payment_id)
    .returning(['provider', 'currency'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refunds')
    .values({
      school_id,
      id,
      ...refund,
      ...payment,
      state: 'requested',
      requested_by: actor.role === 'system' || refund.kind !== 'order' || isAutomatic ? null : actor.id,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (lines.length > 0)
    await tx
      .insertInto('refund_lines')
      .values(lines.map((line) => ({ school_id, refund_id: id, ...line })))
      .execute()
  await takeSeats(ctx, lines)
  if (refund.kind === 'order') await reserve(ctx, { order_id: refund.order_id, lines, sign: 1 })
  await ctx.enqueue(processRefundJob, { refund_id: id }, { job_key: `refund/${id}`, priority: 'soon' })
  return id
}

/** Takes the refunded seats off their lines, from the request on: nobody may take them meanwhile. */
async function takeSeats(ctx: Ctx, lines: readonly RefundedPart[]) {
  for (const { line_id, seats = 0 } of lines) await changeRefundedSeats(ctx, line_id, seats)
}

/** Makes the seats of a refund that failed free again. */
export async function returnSeats(ctx: Ctx, lines: readonly RefundedPart[]): Promise<void> {
  for (const { line_id, seats = 0 } of lines) await changeRefundedSeats(ctx, line_id, -seats)
}

async function changeRefundedSeats({ tx, school_id }: Ctx, line_id: string, seats: number) {
  if (seats === 0) return
  await tx
    .updateTable('order_lines')
    .set({ refunded_quantity: sql`refunded_quantity + ${seats}` })
    .where('school_id', '=', school_id)
    .where('id', '=', line_id)
    .execute()
}

/** Adds (1) or releases (-1) the reservations of a refund at its order and lines. */
export async function reserve(
  { tx, school_id, now }: Ctx,
  { order_id, lines, sign }: Pick<NewRefund, 'order_id' | 'lines'> & { sign: 1 | -1 },
): Promise<void> {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  await tx
    .updateTable('orders')
    .set({ refund_reserved: sql`refund_reserved + ${sign * total}`, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', order_id)
    .execute()
  for (const { line_id, amount } of lines)
    await tx
      .updateTable('order_lines')
      .set({ refund_reserved: sql`refund_reserved + ${sign * amount}` })
      .where('school_id', '=', school_id)
      .where('id', '=', line_id)
      .execute()
}
