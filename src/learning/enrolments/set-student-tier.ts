import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { recordEnrolmentChanges } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { lockStudents } from './student-queries.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules, lockEnrolments, effectiveStatus } from '../queries.ts'
import { validateTier } from './set-tier-of-students.ts'

export async function setStudentTier(
  ctx: Ctx,
  { student_id, course_id, tier }: Input<typeof contract.setStudentTier>,
): Promise<Reply<typeof contract.setStudentTier>> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  validateTier(course, tier)
  const student = ensureFound((await lockStudents(ctx, [student_id]))[0])
  const [before] = await lockEnrolments(ctx, course_id, [student_id])
  if (!before || before.status === 'removed') throw new Refusal('not_enrolled')

  const after = { ...before, tier }
  if (before.tier !== tier)
    await recordEnrolmentChanges(ctx, course, [{ student, before, after, cause: 'tier_changed' }])
  return { ...after, student_id, status: effectiveStatus(after, course, ctx.now) }
}
