import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'
import { enrolmentResult } from '../enrolments/approve-students.ts'
import { changeEnrolments } from '../enrolments/change-enrolments.ts'
import { lockStudents } from '../enrolments/student-queries.ts'

/** Returns a result per student; a refusal does not block the others. */
export async function declineRequests(
  ctx: Ctx,
  { course_id, student_ids, reason, undoable }: Input<typeof contract.declineEnrolmentRequests>,
): Promise<Reply<typeof contract.declineEnrolmentRequests>> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  const decision_id = undoable ? newId() : undefined
  const students = await lockStudents(ctx, student_ids)
  const outcomes = await changeEnrolments(ctx, course, {
    students,
    step: { kind: 'decline' },
    cause: 'declined',
    reason: reason?.trim() || null,
    decision_id,
  })
  const outcomeOf = new Map(students.map((student, index) => [student.id, outcomes[index]!]))
  return {
    decision_id: decision_id ?? null,
    results: student_ids.map((student_id) => ({
      student_id,
      ...enrolmentResult(ctx, outcomeOf.get(student_id)),
    })),
  }
}
