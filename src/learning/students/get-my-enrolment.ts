import { mayLearn } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isStaff } from '#tenancy/access/actor.ts'
import { Refusal, type Verdict } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getTierPrices } from '../price-for-student.ts'
import { mayRequestEnrolment, mayManageStudents } from '../policy.ts'
import { getCourseRules, effectiveStatus, findStoredEnrolment } from '../queries.ts'

const reasonOf = <Code extends string>(status: Verdict) => (status.allowed ? null : (status.code as Code))

/** Enrolment of the caller in a course. Refuses `not_found` for people who may not see the course. */
export async function getMyEnrolment(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getMyEnrolment>,
): Promise<Reply<typeof contract.getMyEnrolment>> {
  const course = await getCourseRules(ctx, course_id)
  const stored = await findStoredEnrolment(ctx, course_id, ctx.actor.id)
  const status = stored && effectiveStatus(stored, course, ctx.now)
  const asking = mayRequestEnrolment(course, stored ? 'code' : 'id', ctx.now)
  const reason = reasonOf<'course_not_open' | 'not_found'>(asking)
  if (reason === 'not_found') throw new Refusal('not_found')
  return {
    course_id,
    status,
    tier: stored?.tier ?? null,
    tier_prices: await getTierPrices(ctx, course),
    student_approval_end_date: stored?.student_approval_end_date ?? null,
    has_access: mayLearn(course, stored, ctx.now).allowed,
    may_request: asking.allowed && status !== 'pending' && status !== 'approved',
    code: reason,
  }
}

export async function hasAccess(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getCourseAccess>,
): Promise<Reply<typeof contract.getCourseAccess>> {
  const course = await getCourseRules(ctx, course_id)
  if (isStaff(ctx.actor)) {
    const code = reasonOf<'not_your_course'>(mayManageStudents(ctx.actor, course))
    return { course_id, has_access: code === null, code, student_approval_end_date: null }
  }
  const stored = await findStoredEnrolment(ctx, course_id, ctx.actor.id)
  if (!stored && !course.is_public) throw new Refusal('not_found')
  const code = reasonOf<'not_enrolled'>(mayLearn(course, stored, ctx.now))
  const student_approval_end_date = stored?.student_approval_end_date ?? null
  return { course_id, has_access: code === null, code, student_approval_end_date }
}
