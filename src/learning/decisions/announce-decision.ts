import type { Ctx } from '#tenancy/context/request-context.ts'
import { getCourseRulesWithDeleted, lockEnrolments } from '../queries.ts'
import { announceChanges, type EnrolmentChange } from '../enrolments/change-enrolments.ts'
import { takeDecision, type DecidedChange } from '../enrolments/stored-decisions.ts'
import type { Enrolment } from '../enrolments/enrolment.ts'
import { lockStudents } from '../enrolments/student-queries.ts'

/** Sends notifications, mails and webhooks of a decision that can be undone no more. Safe to repeat. */
export async function announceDecision(ctx: Ctx, decision_id: string) {
  const decision = await takeDecision(ctx, decision_id)
  if (!decision) return
  const course = await getCourseRulesWithDeleted(ctx, decision.course_id)
  await announceChanges(ctx, course, await currentChanges(ctx, course.id, decision.changes))
}

/** Returns the changes that nobody has changed since, with the row of each student. */
export async function currentChanges(
  ctx: Ctx,
  course_id: string,
  changes: DecidedChange[],
): Promise<EnrolmentChange[]> {
  const ids = changes.map(({ user_id }) => user_id)
  const students = new Map((await lockStudents(ctx, ids)).map((student) => [student.id, student]))
  const stored = new Map((await lockEnrolments(ctx, course_id, ids)).map((row) => [row.user_id, row]))
  return changes.flatMap(({ user_id, ...change }) => {
    const [student, enrolment] = [students.get(user_id), stored.get(user_id)]
    return student && enrolment && isSame(enrolment, change.after) ? [{ ...change, student }] : []
  })
}

const isSame = (one: Enrolment, other: Enrolment) =>
  one.status === other.status &&
  one.tier === other.tier &&
  one.approved_at?.getTime() === other.approved_at?.getTime() &&
  one.student_approval_end_date?.getTime() === other.student_approval_end_date?.getTime()
