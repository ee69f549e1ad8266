import { json } from '#platform/database/database.server.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { announceDecisionJob } from '../job-handles.ts'
import type { EnrolmentCause } from '../shapes.ts'
import type { EnrolmentChange } from './change-enrolments.ts'
import type { Enrolment } from './enrolment.ts'

/** How long a decision can be undone. Longer than the ten seconds for which the page offers it. */
export const undoMs = 15_000

/** A change as the table stores it: dates are RFC 3339. */
interface StoredChange {
  user_id: string
  cause: EnrolmentCause
  reason: string | null
  before: StoredEnrolment | null
  after: StoredEnrolment
}

type StoredEnrolment = {
  [Name in keyof Enrolment]: Enrolment[Name] extends Date | null ? string | null : Enrolment[Name]
}

/** A change of one student, without the student's row. */
export type DecidedChange = Pick<EnrolmentChange, 'before' | 'after' | 'cause' | 'reason'> & {
  user_id: string
}

/** Stores changes whose announcement waits until they cannot be undone. */
export async function storeDecision(
  ctx: Ctx,
  course_id: string,
  { id, changes }: { id: string; changes: EnrolmentChange[] },
) {
  const { tx, school_id, now } = ctx
  const stored = changes.map(({ student, before, after, cause, reason = null }) => ({
    user_id: student.id,
    cause,
    reason,
    before: before && enrolmentPart(before),
    after: enrolmentPart(after),
  }))
  await tx
    .insertInto('enrolment_decisions')
    .values({ school_id, id, course_id, changes: json(stored), created_at: now })
    .execute()
  await ctx.enqueue(
    announceDecisionJob,
    { decision_id: id },
    { run_at: new Date(now.getTime() + undoMs), priority: 'soon' },
  )
}

/** Without the other columns of the row, which progress may change meanwhile. */
const enrolmentPart = ({
  status,
  tier,
  student_approval_end_date,
  approved_at,
  requires_entitlement,
  is_entitled,
}: Enrolment) => ({
  status,
  tier,
  student_approval_end_date,
  approved_at,
  requires_entitlement,
  is_entitled,
})

/**
 * Deletes a decision and returns it, or null if it was announced or undone before. Of an undo and an announcement at
 * the same moment, exactly one gets the decision.
 */
export async function takeDecision({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .deleteFrom('enrolment_decisions')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .returning(['course_id', 'changes', 'created_at'])
    .executeTakeFirst()
  if (!row) return null
  const changes = (row.changes as unknown as StoredChange[]).map(
    ({ before, after, ...change }): DecidedChange => ({
      ...change,
      before: before && withDates(before),
      after: withDates(after),
    }),
  )
  return { course_id: row.course_id, created_at: row.created_at, changes }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
const withDates = ({ student_approval_end_date, approved_at, ...enrolment }: StoredEnrolment): Enrolment => ({
  ...enrolment,
  student_approval_end_date: dateOf(student_approval_end_date),
  approved_at: dateOf(approved_at),
})
