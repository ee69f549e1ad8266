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
  /** When the approval ends; left out, the course's own limit holds. */
  until?: Date | undefined
}

/** Adds students to a course, approved by that, for a domain that works lists off. Answers for whom that changed something. */
export async function addApprovedStudents(
  ctx: Ctx,
  { course_id, student_ids, until }: Admitted,
): Promise<string[]> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  if (student_ids.length === 0) return []
  const students = await lockStudents(ctx, [...student_ids])
  const end = approvalEnd(until, course.student_access_limit_after_approval, ctx.now)
  const outcomes = await changeEnrolments(ctx, course, {
    students,
    step: { kind: 'add', end },
    cause: 'added',
  })
  const changed = students.filter((_student, index) => outcomes[index]!.kind === 'changed')
  if (changed.length > 0) await scheduleCourseEndJob(ctx, course)
  return changed.map(({ id }) => id)
}
