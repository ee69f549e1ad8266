import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { changeEnrolments } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import type { Step } from './enrolment.ts'
import { studentsForChange } from './student-queries.ts'
import { approvalEnd, approvalFor, mayAsk } from '../policy.ts'
import { courseFacts, courseFactsByCode, enrolmentOf, type CourseFacts } from '../queries.ts'

type Asked = Input<typeof contract.askToJoin>

/** Asking again while one waits or learns changes nothing, so that a doubled click is one request. */
export async function askToJoin(ctx: Ctx, asked: Asked): Promise<Reply<typeof contract.askToJoin>> {
  const course = await askedCourse(ctx, asked)
  const students = await studentsForChange(ctx, [ctx.actor.id])
  const before = await enrolmentOf(ctx, course.id, ctx.actor.id)
  if (before?.status === 'approved') return { ...before, student_id: ctx.actor.id }
  const asking = mayAsk(course, asked.course_id && !before ? 'id' : 'code', ctx.now)
  // A request that waits is kept although the course has closed since.
  if (before?.status === 'pending' && !asking.allowed) return { ...before, student_id: ctx.actor.id }
  ensure(asking)

  const step = stepFor(ctx, course)
  const cause = step.approval === 'at_once' ? 'approved_at_once' : 'asked'
  await changeEnrolments(ctx, course, students, { step, cause })
  const after = (await enrolmentOf(ctx, course.id, ctx.actor.id))!
  return { ...after, student_id: ctx.actor.id }
}

async function askedCourse(ctx: Ctx, { course_id, course_code }: Asked) {
  if (course_id) return courseFacts(ctx, course_id)
  if (course_code?.trim()) return courseFactsByCode(ctx, course_code)
  return refuseField('course_id', 'required', 'Name a course by its id or its code.')
}

function stepFor(ctx: Ctx, course: CourseFacts): Step & { kind: 'ask' } {
  const approval = approvalFor({
    ...course,
    plan_name: ctx.school!.plan_name,
    allow_manual_student_approval: ctx.school!.allow_manual_student_approval,
  })
  const end = approvalEnd(undefined, course.student_access_limit_after_approval, ctx.now)
  return { kind: 'ask', approval: approval === 'at_once' ? 'at_once' : 'wait', end }
}
