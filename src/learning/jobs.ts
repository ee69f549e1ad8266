import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { changeEnrolments } from './enrolments/change-enrolments.ts'
import type { EnrolmentStep } from './enrolments/enrolment.ts'
import { announceDecision } from './decisions/announce-decision.ts'
import { notifyStaffOfRequests } from './enrolments/notify-staff-of-requests.ts'
import {
  announceDecisionJob,
  endCourseJob,
  expireApprovalsJob,
  notifyStaffOfRequestsJob,
} from './job-handles.ts'
import { lockStudents } from './enrolments/student-queries.ts'
import { areApprovalsOver } from '#course-access/index.ts'
import { getCourseRulesWithDeleted } from './queries.ts'
import type { EnrolmentCause } from './shapes.ts'

/** Maximum students per transaction, to keep locks short; further runs process the rest. */
const atOnce = 200

/** The worker's clock may be slightly behind the queue's, which started the job. */
const dueAt = (ctx: Ctx, at: string) => new Date(Math.max(ctx.now.getTime(), new Date(at).getTime()))

/** Safe to repeat: selects only current approvals. */
const expire = defineJob({
  ...expireApprovalsJob,
  async run(ctx: Ctx, { at }: { at: string }) {
    const now = dueAt(ctx, at)
    const due = await approvedStudents(ctx)
      .where('e.student_approval_end_date', '<=', now)
      .orderBy('e.student_approval_end_date')
      .limit(atOnce)
      .execute()
    for (const [course_id, rows] of Map.groupBy(due, (row) => row.course_id))
      await end({ ...ctx, now }, course_id, {
        ids: rows.map((row) => row.user_id),
        step: { kind: 'end_access' },
        cause: 'access_ended',
      })
    if (due.length === atOnce)
      await ctx.enqueue(expireApprovalsJob, { at }, { job_key: `expire/${at}/rest`, priority: 'soon' })
  },
})

/** Safe to repeat; checks again whether the course has ended. */
const unapproveAll = defineJob({
  ...endCourseJob,
  async run(ctx: Ctx, { course_id, at }: { course_id: string; at: string }) {
    const now = dueAt(ctx, at)
    const course = await getCourseRulesWithDeleted(ctx, course_id)
    if (!areApprovalsOver(course, now)) return
    const left = await approvedStudents(ctx).where('e.course_id', '=', course_id).limit(atOnce).execute()
    const ids = left.map((row) => row.user_id)
    await end({ ...ctx, now }, course_id, { ids, step: { kind: 'end_course' }, cause: 'course_ended' })
    if (left.length === atOnce)
      await ctx.enqueue(
        endCourseJob,
        { course_id, at },
        { job_key: `end-course/${course_id}/rest`, priority: 'soon' },
      )
  },
})

/** Finds ends without a job, for example after a restore. */
const findEnded = defineJob({
  name: 'expireOverdueApprovals',
  async run(ctx: Ctx) {
    const at = ctx.now.toISOString()
    await ctx.enqueue(expireApprovalsJob, { at }, { job_key: 'expire/found', priority: 'soon' })
    const courses = await approvedStudents(ctx)
      .innerJoin('courses as c', (on) =>
        on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
      )
      .where('c.unapprove_all_students_on_end_date', '=', true)
      .where('c.course_end_date', '<=', ctx.now)
      .distinctOn('c.id')
      .execute()
    for (const { course_id } of courses)
      await ctx.enqueue(
        endCourseJob,
        { course_id, at },
        { job_key: `end-course/${course_id}`, priority: 'soon' },
      )
  },
})

const announce = defineJob({
  ...announceDecisionJob,
  run: (ctx: Ctx, { decision_id }: { decision_id: string }) => announceDecision(ctx, decision_id),
})

const notifyStaff = defineJob({
  ...notifyStaffOfRequestsJob,
  run: (ctx: Ctx, { until }: { until: string }) => notifyStaffOfRequests(ctx, new Date(until)),
})

export const jobs = [expire, unapproveAll, findEnded, announce, notifyStaff]
export const schedules = [defineSchedule({ job: findEnded, cron: '17 * * * *', runsFor: 'school' })]

function approvedStudents({ tx, school_id }: Ctx) {
  return tx
    .selectFrom('enrolments as e')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'e.school_id').onRef('u.id', '=', 'e.user_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.status', '=', 'approved')
    .where('u.role', '=', 'student')
    .where('u.status', '<>', 'removed')
    .select(['e.course_id', 'e.user_id'])
}

async function end(
  ctx: Ctx,
  course_id: string,
  { ids, step, cause }: { ids: string[]; step: EnrolmentStep; cause: EnrolmentCause },
) {
  if (ids.length === 0) return
  const course = await getCourseRulesWithDeleted(ctx, course_id)
  await changeEnrolments(ctx, course, { students: await lockStudents(ctx, ids), step, cause })
}
