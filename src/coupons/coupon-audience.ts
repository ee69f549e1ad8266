import { findEnrolmentStatuses } from '#learning/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { buyerHistory } from './buyer-history.ts'
import type { Coupon } from './queries.ts'

/**
 * Refuses a coupon that is for other people: `first_purchase` for those who have not paid for anything yet, `students` for those who
 * are or were approved in one of its courses. A visitor (null) is a new buyer.
 */
export async function ensureForPerson(
  ctx: Ctx,
  { audience, student_course_ids }: Coupon,
  user_id: string | null,
): Promise<void> {
  if (audience === 'first_purchase' && user_id !== null)
    if (await ctx.reactions.slot(buyerHistory)(ctx, user_id)) throw new Refusal('coupon_not_for_person')
  if (audience !== 'students') return
  if (user_id === null) throw new Refusal('coupon_not_for_person')
  const statuses = await findEnrolmentStatuses(ctx, user_id, student_course_ids)
  const isStudent = [...statuses.values()].some((status) => status === 'approved' || status === 'expired')
  if (!isStudent) throw new Refusal('coupon_not_for_person')
}
