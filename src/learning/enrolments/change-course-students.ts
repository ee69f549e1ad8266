import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { parseApprovalEnd, enrolmentResult } from './approve-students.ts'
import { changeEnrolments } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { lockStudents } from './student-queries.ts'
import { approvalEnd, mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'
import { scheduleCourseEndJob } from './schedule-course-end-job.ts'

/** Adds and removes many students of one course; added students are approved. */
export async function changeCourseStudents(
  ctx: Ctx,
  input: Input<typeof contract.changeCourseStudents>,
): Promise<Reply<typeof contract.changeCourseStudents>> {
  const { course_id, add_student_ids = [], remove_student_ids = [] } = input
  const adding = new Set(add_student_ids)
  if (remove_student_ids.some((id) => adding.has(id)))
    refuseInvalidField(
      'remove_student_ids',
      'contradiction',
      'A student cannot be added and removed in one request.',
    )
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  const chosen = parseApprovalEnd(ctx, input.student_approval_end_date)
  const studentIds = [...add_student_ids, ...remove_student_ids]
  // Locks all students in one order, to avoid deadlocks.
  const students = studentIds.length > 0 ? await lockStudents(ctx, studentIds) : []
  const end = approvalEnd(chosen, course.student_access_limit_after_approval, ctx.now)
  const added = students.filter(({ id }) => adding.has(id))
  const removed = students.filter(({ id }) => !adding.has(id))
  const outcomes = [
    ...(await changeEnrolments(ctx, course, { students: added, step: { kind: 'add', end }, cause: 'added' })),
    ...(await changeEnrolments(ctx, course, {
      students: removed,
      step: { kind: 'remove' },
      cause: 'removed',
    })),
  ]
  if (added.length > 0) await scheduleCourseEndJob(ctx, course)

  const outcomeOf = new Map([...added, ...removed].map(({ id }, index) => [id, outcomes[index]!]))
  return {
    results: studentIds.map((student_id) => ({
      student_id,
      ...enrolmentResult(ctx, outcomeOf.get(student_id)),
    })),
  }
}
