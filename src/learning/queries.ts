import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import {
  approvalStatusAt,
  approvalStatusSql,
  areApprovalsOver,
  isEntitledSql,
  type CourseAccessFacts,
} from '#course-access/index.ts'
import type { Enrolment, EnrolmentStatus } from './enrolments/enrolment.ts'

/** Course fields for the rules of joining, approving and learning; refuses `not_found` for a deleted course. */
export async function getCourseRules(ctx: Ctx, course_id: string) {
  return ensureFound(await courseQuery(ctx).where('id', '=', course_id).executeTakeFirst())
}

/** A course in which a person can begin; null if it was deleted, or has ended for everybody. */
export async function findOpenCourse(ctx: Ctx, course_id: string): Promise<CourseRules | null> {
  const course = await courseQuery(ctx).where('id', '=', course_id).executeTakeFirst()
  return course && !areApprovalsOver(course, ctx.now) ? course : null
}

/** The existing ones of these courses. */
export async function getCourseRulesById(ctx: Ctx, course_ids: readonly string[]) {
  if (course_ids.length === 0) return []
  return courseQuery(ctx)
    .where('id', 'in', [...course_ids])
    .orderBy('id')
    .execute()
}

/** Including deleted courses, because approvals end there too. */
export async function getCourseRulesWithDeleted(ctx: Ctx, course_id: string) {
  return ensureFound(await courseQuery(ctx, { deleted: true }).where('id', '=', course_id).executeTakeFirst())
}

/** Codes are stored in capitals and accepted in any case. */
export async function getCourseRulesByCode(ctx: Ctx, code: string) {
  const codes = [...new Set([code.trim(), code.trim().toUpperCase()])]
  return ensureFound(await courseQuery(ctx).where('course_code', 'in', codes).executeTakeFirst())
}

export type CourseRules = Awaited<ReturnType<typeof getCourseRules>>

function courseQuery({ tx, school_id }: Ctx, { deleted = false } = {}) {
  return tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .select([
      'id',
      'course_name',
      'course_teacher_id',
      'created_by',
      'price',
      'course_is_public as is_public',
      'is_coming_soon',
      'disable_direct_registration',
      'approve_student_on_payment',
      'student_access_limit_after_approval',
      'unapprove_all_students_on_end_date',
      'course_start_date',
      'allow_early_access',
      'course_end_date',
      'enable_tiering',
      'tiering_maximum',
      'seats_offered',
    ])
    .select(['sale_price', 'sale_starts_on', 'sale_ends_on'])
    .select([tierPricesSql.as('tiering_prices'), saleTierPricesSql.as('sale_tiering_prices')])
}

/** Lists of JSON; their columns allow any value. */
const tierPricesSql = sql<number[]>`tiering_prices`
const saleTierPricesSql = sql<(number | null)[]>`sale_tiering_prices`

const enrolmentColumns = [
  'course_id',
  'user_id',
  'status',
  'tier',
  'requires_entitlement',
  'student_approval_end_date',
  'approved_at',
  'last_topic_id',
  'last_opened_at',
  'completed_at',
  'created_at',
] as const

interface EnrolmentRow extends Enrolment {
  course_id: string
  user_id: string
  last_topic_id: string | null
  last_opened_at: Date | null
  completed_at: Date | null
  created_at: Date
}

/** A check constraint limits the status to these values. */
const withStatus = <Row extends { status: string }>(row: Row) => row as Row & { status: EnrolmentStatus }

/** A student's stored enrolment: its effective status may have ended. */
export async function findStoredEnrolment(
  ctx: Ctx,
  course_id: string,
  user_id: string,
): Promise<EnrolmentRow | null> {
  const row = await ctx.tx
    .selectFrom('enrolments as e')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', user_id)
    .select(enrolmentColumns)
    .select(isEntitledSql('e', ctx.now).as('is_entitled'))
    .executeTakeFirst()
  return row ? withStatus(row) : null
}

/** A student's enrolment with its effective status. */
export async function findEnrolment(
  ctx: Ctx,
  course_id: string,
  user_id: string,
): Promise<EnrolmentRow | null> {
  const row = await ctx.tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', ctx.school_id)
    .where('e.course_id', '=', course_id)
    .where('e.user_id', '=', user_id)
    .select(enrolmentColumns.map((name) => `e.${name}` as const))
    .select(['c.unapprove_all_students_on_end_date', 'c.course_end_date'])
    .select(isEntitledSql('e', ctx.now).as('is_entitled'))
    .executeTakeFirst()
  if (!row) return null
  const { unapprove_all_students_on_end_date, course_end_date, ...enrolment } = withStatus(row)
  const course = { unapprove_all_students_on_end_date, course_end_date }
  return { ...enrolment, status: effectiveStatus(enrolment, course, ctx.now) }
}

/** Effective statuses of a person in courses, by course. Courses without an enrolment are absent. */
export async function findEnrolmentStatuses(
  ctx: Ctx,
  user_id: string,
  course_ids: readonly string[],
): Promise<Map<string, EnrolmentStatus>> {
  if (course_ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', ctx.school_id)
    .where('e.user_id', '=', user_id)
    .where('e.course_id', 'in', [...course_ids])
    .select(['e.course_id', effectiveStatusSql(ctx.now).as('status')])
    .execute()
  return new Map(rows.map(({ course_id, status }) => [course_id, status]))
}

/** Which of these people have completed a course. */
export async function findPeopleWhoCompleted(
  { tx, school_id }: Ctx,
  course_id: string,
  user_ids: readonly string[],
): Promise<Set<string>> {
  if (user_ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('enrolments')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', 'in', [...user_ids])
    .where('completed_at', 'is not', null)
    .select('user_id')
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Effective status at `now`, including the end of the course. */
export const effectiveStatus = (
  enrolment: Pick<Enrolment, 'status' | 'student_approval_end_date' | 'is_entitled'>,
  course: Pick<CourseAccessFacts, 'course_end_date' | 'unapprove_all_students_on_end_date'>,
  now: Date,
): EnrolmentStatus => approvalStatusAt(course, enrolment, now)

/** The same in SQL for an enrolment `e` and its course `c`, for lists and filters. */
export const effectiveStatusSql = (now: Date) => approvalStatusSql({ enrolment: 'e', course: 'c' }, now)

/** Stored statuses that may have this effective status: an ended approval is updated a moment later. */
export const storedStatusesFor = (status: EnrolmentStatus): EnrolmentStatus[] =>
  status === 'expired' || status === 'unapproved' ? [status, 'approved'] : [status]

/** Locked until commit, always in the same order, to avoid deadlocks. */
export async function lockEnrolments(
  ctx: Ctx,
  course_id: string,
  user_ids: string[],
): Promise<EnrolmentRow[]> {
  const rows = await ctx.tx
    .selectFrom('enrolments as e')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .where('user_id', 'in', user_ids)
    .select(enrolmentColumns)
    .select(isEntitledSql('e', ctx.now).as('is_entitled'))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(withStatus)
}

/** The students of a course who are approved now, as a query of enrolments `e`, the course `c` and users `u`. */
export function selectApprovedStudents({ tx, school_id, now }: Ctx, course_id: string) {
  return tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'e.school_id').onRef('u.id', '=', 'e.user_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.course_id', '=', course_id)
    .where('e.status', '=', 'approved')
    .where(effectiveStatusSql(now), '=', 'approved')
    .where('u.role', '=', 'student')
    .where('u.status', '<>', 'removed')
}
