import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { parseApprovalEnd, enrolmentResult } from './approve-students.ts'
import { changeEnrolments } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { lockStudents, type StudentRow } from './student-queries.ts'
import { approvalEnd, mayManageStudents } from '../policy.ts'
import { getCourseRulesById, type CourseRules } from '../queries.ts'
import { scheduleCourseEndJob } from './schedule-course-end-job.ts'

/** A student added by staff is approved. */
export async function changeStudentCourses(
  ctx: Ctx,
  {
    student_id,
    add_course_ids = [],
    remove_course_ids = [],
    student_approval_end_date,
  }: Input<typeof contract.changeStudentCourses>,
): Promise<Reply<typeof contract.changeStudentCourses>> {
  if (add_course_ids.some((id) => remove_course_ids.includes(id)))
    refuseInvalidField(
      'remove_course_ids',
      'contradiction',
      'A course cannot be added and removed in one request.',
    )
  const chosen = parseApprovalEnd(ctx, student_approval_end_date)
  const student = ensureFound((await lockStudents(ctx, [student_id]))[0])

  const courseIds = [...add_course_ids, ...remove_course_ids]
  const courses = new Map((await getCourseRulesById(ctx, courseIds)).map((course) => [course.id, course]))
  const results = []
  for (const course_id of courseIds) {
    const course = courses.get(course_id)
    if (!course) results.push({ course_id, ok: false, status: null, code: 'not_found' as const })
    else if (!mayManageStudents(ctx.actor, course).allowed)
      results.push({ course_id, ok: false, status: null, code: 'not_your_course' as const })
    else if (add_course_ids.includes(course_id))
      results.push({ course_id, ...(await add(ctx, course, { student, chosen })) })
    else results.push({ course_id, ...(await remove(ctx, course, student)) })
  }
  return { results: results as Reply<typeof contract.changeStudentCourses>['results'] }
}

async function add(
  ctx: Ctx,
  course: CourseRules,
  { student, chosen }: { student: StudentRow; chosen: Date | null | undefined },
) {
  const end = approvalEnd(chosen, course.student_access_limit_after_approval, ctx.now)
  const [outcome] = await changeEnrolments(ctx, course, {
    students: [student],
    step: { kind: 'add', end },
    cause: 'added',
  })
  await scheduleCourseEndJob(ctx, course)
  return enrolmentResult(ctx, outcome)
}

async function remove(ctx: Ctx, course: CourseRules, student: StudentRow) {
  const [outcome] = await changeEnrolments(ctx, course, {
    students: [student],
    step: { kind: 'remove' },
    cause: 'removed',
  })
  return enrolmentResult(ctx, outcome)
}
