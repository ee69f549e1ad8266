import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { storeDecision } from './stored-decisions.ts'
import { paidEnrolmentChanged } from '../events.ts'
import { notifyStudent } from './notify-student.ts'
import { publishEnrolmentEvents } from './publish-enrolment-events.ts'
import {
  enrolmentStatusAt,
  applyEnrolmentStep,
  type Enrolment,
  type EnrolmentTransition,
  type EnrolmentStep,
} from './enrolment.ts'
import { expireApprovalsJob } from '../job-handles.ts'
import type { StudentRow } from './student-queries.ts'
import { lockEnrolments, type CourseRules } from '../queries.ts'
import type { EnrolmentCause } from '../shapes.ts'

export interface EnrolmentChange {
  student: StudentRow
  before: Enrolment | null
  after: Enrolment
  cause: EnrolmentCause
  /** Why staff declined a request. */
  reason?: string | null
}

interface ChangeOptions {
  /** Delays notifications, mails and webhooks until the decision with this id cannot be undone. */
  decision_id?: string | undefined
}

interface Change extends ChangeOptions {
  students: StudentRow[]
  step: EnrolmentStep
  cause: EnrolmentCause
  reason?: string | null | undefined
}

/**
 * Applies one step to each of these students in a course: writes changes, history, audit rows and notifications
 * in this transaction. Returns the outcome per student, in order.
 */
export async function changeEnrolments(
  ctx: Ctx,
  course: CourseRules,
  { students, step, cause, reason = null, decision_id }: Change,
): Promise<EnrolmentTransition[]> {
  if (students.length === 0) return []
  const ids = students.map((student) => student.id)
  const stored = new Map((await lockEnrolments(ctx, course.id, ids)).map((row) => [row.user_id, row]))
  const outcomes = students.map((student) =>
    applyEnrolmentStep(stored.get(student.id) ?? null, step, ctx.now),
  )
  const changes = students.flatMap((student, index): EnrolmentChange[] => {
    const outcome = outcomes[index]!
    if (outcome.kind !== 'changed') return []
    const before = stored.get(student.id) ?? null
    const after = outcome.enrolment
    const wasOpen = before !== null && isApprovedAt(before, ctx.now) && after.status === 'approved'
    return [{ student, before, after, cause: wasOpen ? causeOfDetail(before, after) : cause, reason }]
  })
  if (changes.length > 0) await recordDecision(ctx, course, { changes, decision_id })
  return outcomes
}

/** An approved enrolment that stays approved has another end or tier. */
const causeOfDetail = (before: Enrolment, after: Enrolment) =>
  before.tier === after.tier ? 'end_date_changed' : 'tier_changed'

const isApprovedAt = (enrolment: Enrolment | null, now: Date) =>
  enrolment !== null && enrolmentStatusAt(enrolment, now) === 'approved'

/** Writes changes with history, notifications and events. */
export const recordEnrolmentChanges = (ctx: Ctx, course: CourseRules, changes: EnrolmentChange[]) =>
  recordDecision(ctx, course, { changes })

/** Writes changes; with a `decision_id`, their announcement waits until the decision cannot be undone. */
async function recordDecision(
  ctx: Ctx,
  course: CourseRules,
  { changes, decision_id }: ChangeOptions & { changes: EnrolmentChange[] },
) {
  await writeEnrolments(ctx, course.id, changes)
  await writeEvents(ctx, course.id, changes)
  await auditChanges(ctx, course.id, changes)
  await emitPaidChanges(ctx, course.id, changes)
  if (decision_id) await storeDecision(ctx, course.id, { id: decision_id, changes })
  else await announceChanges(ctx, course, changes)
  await scheduleEnds(ctx, changes)
}

/** Tells the students and the school's other systems about changes. */
export async function announceChanges(ctx: Ctx, course: CourseRules, changes: EnrolmentChange[]) {
  await notifyStudent(ctx, course, changes)
  await publishEnrolmentEvents(ctx, course, changes)
}

/** Restores enrolments without notifications: the changes before were not announced yet. */
export async function restoreEnrolments(ctx: Ctx, course: CourseRules, changes: EnrolmentChange[]) {
  await writeEnrolments(ctx, course.id, changes)
  await writeEvents(ctx, course.id, changes)
  await auditChanges(ctx, course.id, changes)
  await emitPaidChanges(ctx, course.id, changes)
}

async function writeEnrolments({ tx, school_id, now }: Ctx, course_id: string, changes: EnrolmentChange[]) {
  await tx
    .insertInto('enrolments')
    .values(
      changes.map(({ student, after }) => ({
        school_id,
        course_id,
        user_id: student.id,
        status: after.status,
        tier: after.tier,
        requires_entitlement: after.requires_entitlement,
        student_approval_end_date: after.student_approval_end_date,
        approved_at: after.approved_at,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((oc) =>
      oc.columns(['school_id', 'course_id', 'user_id']).doUpdateSet({
        status: sql`excluded.status`,
        tier: sql`excluded.tier`,
        requires_entitlement: sql`excluded.requires_entitlement`,
        student_approval_end_date: sql`excluded.student_approval_end_date`,
        approved_at: sql`excluded.approved_at`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute()
}

async function writeEvents(
  { tx, school_id, now, actor }: Ctx,
  course_id: string,
  changes: EnrolmentChange[],
) {
  await tx
    .insertInto('enrolment_events')
    .values(
      changes.map(({ student, after, cause, reason = null }) => ({
        school_id,
        id: newId(),
        course_id,
        user_id: student.id,
        status: after.status,
        tier: after.tier,
        student_approval_end_date: after.student_approval_end_date,
        cause,
        reason,
        changed_by: actor.role === 'system' ? null : actor.id,
        created_at: now,
      })),
    )
    .execute()
}

/** One row per kind of change, for any number of students. */
async function auditChanges(ctx: Ctx, course_id: string, changes: EnrolmentChange[]) {
  for (const [cause, of] of Map.groupBy(changes, (change) => change.cause))
    await ctx.audit(`enrolment.${cause}`, ['course', course_id], {
      student_ids: of.map((change) => change.student.id),
      status: of[0]!.after.status,
      tier: of[0]!.after.tier,
      student_approval_end_date: of[0]!.after.student_approval_end_date,
    })
}

const declining: readonly EnrolmentCause[] = ['declined', 'unapproved', 'removed']
const opening: readonly EnrolmentCause[] = ['approved', 'added', 'paid', 'decision_undone']

/** Reports changes of students who paid: staff refund those whom they declined. */
async function emitPaidChanges(ctx: Ctx, course_id: string, changes: EnrolmentChange[]) {
  for (const { student, after, cause } of changes) {
    const isDeclined = declining.includes(cause)
    const isPaid = after.requires_entitlement && after.is_entitled
    if (isPaid && (isDeclined || opening.includes(cause)))
      await ctx.emit(paidEnrolmentChanged, { course_id, student_id: student.id, isDeclined })
  }
}

/** One job per end time of approvals; a later one with the same time replaces it. */
async function scheduleEnds(ctx: Ctx, changes: EnrolmentChange[]) {
  const ends = changes.flatMap(({ after }) =>
    after.status === 'approved' && after.student_approval_end_date
      ? [after.student_approval_end_date.toISOString()]
      : [],
  )
  for (const at of new Set(ends))
    await ctx.enqueue(
      expireApprovalsJob,
      { at },
      { run_at: new Date(at), job_key: `expire/${at}`, priority: 'soon' },
    )
}
