import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { changeEnrolments } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { enrolmentStatusAt, type EnrolmentTransition, type EnrolmentStep } from './enrolment.ts'
import { lockStudents } from './student-queries.ts'
import { approvalEnd, mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'
import { scheduleCourseEndJob } from './schedule-course-end-job.ts'

/** Returns a result per student; a refusal does not block the others. */
export async function approveStudents(
  ctx: Ctx,
  {
    course_id,
    student_ids,
    approved,
    student_approval_end_date,
    undoable,
  }: Input<typeof contract.approveStudents>,
): Promise<Reply<typeof contract.approveStudents>> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  const end = approvalEnd(
    parseApprovalEnd(ctx, student_approval_end_date),
    course.student_access_limit_after_approval,
    ctx.now,
  )

  const decision_id = undoable ? newId() : undefined
  const step: EnrolmentStep = approved ? { kind: 'approve', end } : { kind: 'unapprove' }
  const students = await lockStudents(ctx, student_ids)
  const outcomes = await changeEnrolments(ctx, course, {
    students,
    step,
    cause: approved ? 'approved' : 'unapproved',
    decision_id,
  })
  if (approved) await scheduleCourseEndJob(ctx, course)

  const outcomeOf = new Map(students.map((student, index) => [student.id, outcomes[index]!]))
  return {
    decision_id: decision_id ?? null,
    results: student_ids.map((student_id) => ({
      student_id,
      ...enrolmentResult(ctx, outcomeOf.get(student_id)),
    })),
  }
}

/** The end that staff chose; undefined uses the course's limit. */
export function parseApprovalEnd(ctx: Ctx, text: string | null | undefined): Date | null | undefined {
  if (text === undefined || text === null) return text
  const end = new Date(text)
  if (end <= ctx.now)
    refuseInvalidField('student_approval_end_date', 'end_date_passed', 'Choose a date in the future.')
  return end
}

export function enrolmentResult(ctx: Ctx, outcome: EnrolmentTransition | undefined) {
  if (!outcome) return { ok: false, status: null, code: 'not_found' as const }
  if (outcome.kind === 'refused') return { ok: false, status: null, code: outcome.code }
  return { ok: true, status: enrolmentStatusAt(outcome.enrolment, ctx.now), code: null }
}
