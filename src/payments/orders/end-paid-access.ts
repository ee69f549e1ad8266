import { closePaidEnrolment, lowerPaidTier } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findPaidTier } from './paid-tier.ts'

interface EndedAccess {
  user_id: string
  course_id: string
  /** The tier that the line paid; null in a course without tiers. */
  tier: number | null
  cause?: 'refunded' | 'access_ended'
}

/** Closes the course for a person after an entitlement ended, or sets the tier back to one that another order paid. */
export async function endPaidAccess(ctx: Ctx, { tier, cause = 'refunded', ...entitled }: EndedAccess) {
  const { course_id, user_id: student_id } = entitled
  await closePaidEnrolment(ctx, { course_id, student_id }, cause)
  if (tier === null) return
  const paid = (await findPaidTier(ctx, entitled)) || null
  await lowerPaidTier(ctx, { course_id, student_id, refunded: tier, tier: paid })
}
