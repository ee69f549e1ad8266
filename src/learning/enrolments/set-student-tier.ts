import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, found, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { record } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { studentsForChange } from './student-queries.ts'
import { mayManageStudents } from '../policy.ts'
import { courseFacts, enrolmentsForChange, standing } from '../queries.ts'
import { ensureTier } from './set-tier-of-students.ts'

export async function setStudentTier(
  ctx: Ctx,
  { student_id, course_id, tier }: Input<typeof contract.setStudentTier>,
): Promise<Reply<typeof contract.setStudentTier>> {
  const course = await courseFacts(ctx, course_id)
  ensure(mayManageStudents(ctx.actor, course))
  ensureTier(course, tier)
  const student = found((await studentsForChange(ctx, [student_id]))[0])
  const [before] = await enrolmentsForChange(ctx, course_id, [student_id])
  if (!before || before.status === 'removed') throw new Refusal('not_enrolled')

  const after = { ...before, tier }
  if (before.tier !== tier) await record(ctx, course, [{ student, before, after, cause: 'tier_changed' }])
  return { ...after, student_id, status: standing(after, course, ctx.now) }
}
