import { approvalMode } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { changeEnrolments } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import type { EnrolmentStep } from './enrolment.ts'
import { scheduleStaffNotification } from './notify-staff-of-requests.ts'
import { lockStudents } from './student-queries.ts'
import { approvalEnd, mayRequestEnrolment } from '../policy.ts'
import { getCourseRules, getCourseRulesByCode, findEnrolment, type CourseRules } from '../queries.ts'

type JoinRequest = Input<typeof contract.requestEnrolment>

/** Repeating a request while pending or approved changes nothing, so a double click is harmless. */
export async function requestToJoin(
  ctx: Ctx,
  input: JoinRequest,
): Promise<Reply<typeof contract.requestEnrolment>> {
  const course = await requestedCourse(ctx, input)
  const students = await lockStudents(ctx, [ctx.actor.id])
  const before = await findEnrolment(ctx, course.id, ctx.actor.id)
  if (before?.status === 'approved') return { ...before, student_id: ctx.actor.id }
  const asking = mayRequestEnrolment(course, input.course_id && !before ? 'id' : 'code', ctx.now)
  // A pending request stays, even if the course has closed since.
  if (before?.status === 'pending' && !asking.allowed) return { ...before, student_id: ctx.actor.id }
  ensureAllowed(asking)

  const step = stepFor(ctx, course)
  const cause = step.approval === 'at_once' ? 'approved_at_once' : 'asked'
  const [outcome] = await changeEnrolments(ctx, course, { students, step, cause })
  if (cause === 'asked' && outcome?.kind === 'changed') await scheduleStaffNotification(ctx)
  const after = (await findEnrolment(ctx, course.id, ctx.actor.id))!
  return { ...after, student_id: ctx.actor.id }
}

async function requestedCourse(ctx: Ctx, { course_id, course_code }: JoinRequest) {
  if (course_id) return getCourseRules(ctx, course_id)
  if (course_code?.trim()) return getCourseRulesByCode(ctx, course_code)
  return refuseInvalidField('course_id', 'required', 'Give the id or the code of a course.')
}

function stepFor(ctx: Ctx, course: CourseRules): EnrolmentStep & { kind: 'ask' } {
  const approval = approvalMode({
    ...course,
    plan_name: ctx.school!.plan_name,
    allow_manual_student_approval: ctx.school!.allow_manual_student_approval,
  })
  const end = approvalEnd(undefined, course.student_access_limit_after_approval, ctx.now)
  return { kind: 'ask', approval: approval === 'at_once' ? 'at_once' : 'wait', end }
}
