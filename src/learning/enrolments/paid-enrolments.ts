import type { Ctx } from '#tenancy/context/request-context.ts'
import { changeEnrolments, recordEnrolmentChanges } from './change-enrolments.ts'
import { scheduleStaffNotification } from './notify-staff-of-requests.ts'
import { lockStudents } from './student-queries.ts'
import { scheduleCourseEndJob } from './schedule-course-end-job.ts'
import { approvalEnd } from '../policy.ts'
import {
  findStoredEnrolment,
  getCourseRulesWithDeleted,
  lockEnrolments,
  type CourseRules,
} from '../queries.ts'

interface PaidCourse {
  course_id: string
  student_id: string
}

interface PaidTier extends PaidCourse {
  /** The tier that was paid; null in a course without tiers. */
  tier: number | null
}

type Approval = 'at_once' | 'wait'

/**
 * Enrols a student who has an entitlement because of a payment. The enrolment is approved at once if the course approves
 * on payment, or staff have approved it (`isApproved`); otherwise it waits for staff. Does nothing for a person who has left or
 * is not a student.
 */
export async function openPaidEnrolment(
  ctx: Ctx,
  { isApproved = false, ...paid }: PaidTier & { isApproved?: boolean },
): Promise<void> {
  const course = await getCourseRulesWithDeleted(ctx, paid.course_id)
  await pay(ctx, course, { ...paid, approval: isApproved ? 'at_once' : approvalOnPayment(course) })
}

/**
 * Opens an enrolment again that a refund closed, because the refund failed later: with the approval that it had before.
 * An enrolment that staff closed stays closed.
 */
export async function reopenPaidEnrolment(ctx: Ctx, paid: PaidTier): Promise<void> {
  const course = await getCourseRulesWithDeleted(ctx, paid.course_id)
  const cause = await lastCause(ctx, paid)
  // The refund of a higher tier set the tier back, and the course stayed open.
  if (cause !== 'refunded' && !(cause === 'tier_changed' && paid.tier !== null)) return
  const enrolment = await findStoredEnrolment(ctx, paid.course_id, paid.student_id)
  const approval = enrolment?.approved_at ? 'at_once' : approvalOnPayment(course)
  await pay(ctx, course, { ...paid, approval })
}

/**
 * Closes the enrolment that a payment opened, unless another entitlement is live: because of a refund, or because the
 * buyer took back the seat (`access_ended`). Progress is kept.
 */
export async function closePaidEnrolment(
  ctx: Ctx,
  { course_id, student_id }: PaidCourse,
  cause: 'refunded' | 'access_ended' = 'refunded',
): Promise<void> {
  const course = await getCourseRulesWithDeleted(ctx, course_id)
  const students = await lockStudents(ctx, [student_id])
  await changeEnrolments(ctx, course, { students, step: { kind: 'refund' }, cause })
}

/**
 * Sets the tier of a student back after the payment of a higher one was refunded. A tier that staff changed since, and an
 * enrolment that has ended, stay as they are.
 */
export async function lowerPaidTier(
  ctx: Ctx,
  { course_id, student_id, refunded, tier }: PaidTier & { refunded: number },
): Promise<void> {
  const course = await getCourseRulesWithDeleted(ctx, course_id)
  const [student] = await lockStudents(ctx, [student_id])
  const [before] = student ? await lockEnrolments(ctx, course_id, [student_id]) : []
  const isOpen = before?.status === 'approved' || before?.status === 'pending'
  if (!student || !before || !isOpen || before.tier !== refunded || before.tier === tier) return
  const after = { ...before, tier }
  await recordEnrolmentChanges(ctx, course, [{ student, before, after, cause: 'tier_changed' }])
}

/** The payment approves unless the course leaves it to staff (decision 0058). */
const approvalOnPayment = ({ approve_student_on_payment }: CourseRules): Approval =>
  approve_student_on_payment ? 'at_once' : 'wait'

async function pay(
  ctx: Ctx,
  course: CourseRules,
  { student_id, tier, approval }: PaidTier & { approval: Approval },
) {
  const students = await lockStudents(ctx, [student_id])
  const end = approvalEnd(undefined, course.student_access_limit_after_approval, ctx.now)
  const [outcome] = await changeEnrolments(ctx, course, {
    students,
    step: { kind: 'pay', approval, end, tier },
    cause: approval === 'at_once' ? 'paid' : 'asked',
  })
  if (outcome?.kind !== 'changed') return
  if (approval === 'wait') await scheduleStaffNotification(ctx)
  else await scheduleCourseEndJob(ctx, course)
}

/** Why the enrolment changed last. */
async function lastCause({ tx, school_id }: Ctx, { course_id, student_id }: PaidCourse) {
  const row = await tx
    .selectFrom('enrolment_events')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', student_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select('cause')
    .executeTakeFirst()
  return row?.cause
}
