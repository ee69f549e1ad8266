import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import { changeEnrolments } from './change-enrolments.ts'
import { lockStudents } from './student-queries.ts'
import { approvalEnd, mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'
import { scheduleCourseEndJob } from './schedule-course-end-job.ts'

interface Admitted {
  course_id: string
  student_ids: readonly string[]
  /** End of the approval; default: the course's own limit. */
  approvalEndsAt?: Date | undefined
}

/**
 * Adds approved students to a course, for imports and invitations. Returns the students whose enrolment changed.
 */
export async function addApprovedStudents(
  ctx: Ctx,
  { course_id, student_ids, approvalEndsAt }: Admitted,
): Promise<string[]> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  if (student_ids.length === 0) return []
  const students = await lockStudents(ctx, [...student_ids])
  const end = approvalEnd(approvalEndsAt, course.student_access_limit_after_approval, ctx.now)
  const outcomes = await changeEnrolments(ctx, course, {
    students,
    step: { kind: 'add', end },
    cause: 'added',
  })
  const changed = students.filter((_student, index) => outcomes[index]!.kind === 'changed')
  if (changed.length > 0) await scheduleCourseEndJob(ctx, course)
  return changed.map(({ id }) => id)
}
