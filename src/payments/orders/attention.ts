import { sql } from 'kysely'
import { findEntitlingLines } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { findOrdersInReview } from '../records/bank-transfer.ts'
import { getOrderView } from './get-order.ts'
import { lockOrder, updateOrder } from './order-queries.ts'
import type { AttentionReason } from './order-state.ts'

/** Adds a reason for which staff should look at an order. */
export const addAttention = ({ tx, school_id, now }: Ctx, order_id: string, reason: AttentionReason) =>
  tx
    .updateTable('orders')
    .set({ attention: sql`array_append(attention, ${reason}::text)`, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', order_id)
    .where(sql<boolean>`not attention @> array[${reason}::text]`)
    .execute()

/** Removes a reason that does not apply any more. */
export const removeAttention = (
  { tx, school_id, now }: Ctx,
  order_ids: readonly string[],
  reason: AttentionReason,
) =>
  tx
    .updateTable('orders')
    .set({ attention: sql`array_remove(attention, ${reason}::text)`, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', 'in', [...order_ids])
    .where(sql<boolean>`attention @> array[${reason}::text]`)
    .execute()

/** Removes all reasons for which staff should look at an order. A proof in review needs a decision instead. */
export async function dismissOrderAttention(
  ctx: Ctx,
  { id }: Input<typeof contract.dismissOrderAttention>,
): Promise<Reply<typeof contract.dismissOrderAttention>> {
  const order = await lockOrder(ctx, id)
  if ((await findOrdersInReview(ctx, [id])).size > 0) throw new Refusal('transfer_undecided')
  if (order.attention.length > 0) {
    await updateOrder(ctx, id, { attention: [] })
    await ctx.audit('order.attention_dismissed', ['order', id], { attention: order.attention })
  }
  return getOrderView(ctx, id)
}

/**
 * Marks the paid orders that opened a course for a student when staff decline or remove the student, so that staff refund them;
 * takes the mark back when the student gets access after all. The order may be a gift of another person.
 */
export async function flagDeclinedBuyer(
  ctx: Ctx,
  { course_id, student_id, isDeclined }: { course_id: string; student_id: string; isDeclined: boolean },
): Promise<void> {
  const { tx, school_id } = ctx
  const line_ids = await findEntitlingLines(ctx, { user_id: student_id, course_id, withRevoked: true })
  if (line_ids.length === 0) return
  const rows = await tx
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.school_id', '=', 'l.school_id').onRef('o.id', '=', 'l.order_id'),
    )
    .where('l.school_id', '=', school_id)
    .where('l.id', 'in', line_ids)
    .where('o.status', 'in', ['paid', 'partially_refunded'])
    .where(sql<boolean>`l.refund_reserved < l.net`)
    .orderBy('o.id')
    .select('o.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  if (isDeclined) for (const id of ids) await addAttention(ctx, id, 'student_declined')
  else await removeAttention(ctx, ids, 'student_declined')
}
