import { sql } from 'kysely'
import { mayLearn, isEntitledSql, type EnrolmentStatus } from '#course-access/index.ts'
import { mayOpenContent } from '#courses/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { allCourses } from '../all-courses.ts'
import { selectAssessments } from '../queries.ts'
import type { Allowance } from './attempt-state.ts'

interface Taker {
  assessment_id: string
  user_id: string
  /** Courses whose accommodations count: that of the assessment and the one through which it is taken. */
  course_ids: readonly string[]
}

/** Accommodations and the exception of a student in an assessment. Of several accommodations the larger counts. */
export async function loadAllowance({ tx, school_id }: Ctx, taker: Taker): Promise<Allowance> {
  const { assessment_id, user_id, course_ids } = taker
  const general = await tx
    .selectFrom('accommodations')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('course_id', 'in', [allCourses, ...course_ids])
    .select((eb) => [
      eb.fn.max('time_factor').as('time_factor'),
      eb.fn.max('extra_minutes').as('extra_minutes'),
      eb.fn.max('extra_attempts').as('extra_attempts'),
    ])
    .executeTakeFirst()
  const special = await tx
    .selectFrom('assessment_exceptions')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', assessment_id)
    .where('user_id', '=', user_id)
    .select(['extra_attempts', 'extra_minutes', 'opens_at', 'closes_at'])
    .executeTakeFirst()
  return {
    time_factor: general?.time_factor ?? 1,
    extra_minutes: (general?.extra_minutes ?? 0) + (special?.extra_minutes ?? 0),
    extra_attempts: (general?.extra_attempts ?? 0) + (special?.extra_attempts ?? 0),
    opens_at: special?.opens_at ?? null,
    closes_at: special?.closes_at ?? null,
  }
}

type AccessRefusal =
  | 'not_found'
  | 'not_approved'
  | 'approval_ended'
  | 'course_coming_soon'
  | 'course_not_started'
  | 'assessment_locked'

/** An assessment as a student meets it, and why the student may not take it; null: access. */
export interface Taking {
  assessment: Awaited<ReturnType<typeof findAssessment>>
  /** Course through which it is taken; null: an assessment of the school. */
  course_id: string | null
  refusal: AccessRefusal | null
}

const findAssessment = async (ctx: Ctx, id: string) =>
  ensureFound(await selectAssessments(ctx).where('a.id', '=', id).executeTakeFirst())

/**
 * Finds an assessment for the student who acts. `through` names the course or a mirror of it. A student who is not in the
 * course does not find the assessment.
 */
export async function loadTaking(ctx: Ctx, id: string, through: string | undefined): Promise<Taking> {
  const assessment = await findAssessment(ctx, id)
  const { course_id, content_id } = assessment
  if (course_id === null) return { assessment, course_id: null, refusal: null }
  const course = await findCourse(ctx, course_id, through)
  if (!course) return { assessment, course_id: through ?? course_id, refusal: 'not_found' }
  const enrolment = course.status === null ? null : { ...course, status: course.status as EnrolmentStatus }
  const verdict = mayLearn(course, enrolment, ctx.now)
  const taking = { assessment, course_id: course.id }
  if (!verdict.allowed)
    return { ...taking, refusal: verdict.code === 'not_enrolled' ? 'not_found' : verdict.code }
  const isOpen = content_id === null || (await mayOpenContent(ctx, { content_id, course_id: course.id }))
  return { ...taking, refusal: isOpen ? null : 'assessment_locked' }
}

/** The course of an assessment or a mirror of it, with the enrolment of the actor. */
const findCourse = ({ tx, school_id, actor, now }: Ctx, course_id: string, through: string | undefined) =>
  tx
    .selectFrom('courses as c')
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'c.school_id')
        .onRef('e.course_id', '=', 'c.id')
        .on('e.user_id', '=', actor.id),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', through ?? course_id)
    .where((eb) => eb.or([eb('c.id', '=', course_id), eb('c.mirror_course_id', '=', course_id)]))
    .where('c.deleted_at', 'is', null)
    .select(['c.id', 'c.is_coming_soon', 'c.course_start_date', 'c.allow_early_access'])
    .select(['c.course_end_date', 'c.unapprove_all_students_on_end_date'])
    .select(['e.status', 'e.student_approval_end_date'])
    .select(isEntitledSql('e', now).as('is_entitled'))
    .executeTakeFirst()

/** Refuses a student without access. */
export function ensureAccess({ refusal }: Pick<Taking, 'refusal'>) {
  if (refusal) throw new Refusal(refusal)
}

/** Limits of the published revision of an assessment. */
export const limitsOf = (
  { opens_at, closes_at }: Taking['assessment'],
  { time_limit_minutes }: { time_limit_minutes: number | null },
) => ({ opens_at, closes_at, time_limit_minutes })

/** Number of attempts of the student that count, and the highest number of any of them. */
export async function countAttempts({ tx, school_id }: Ctx, assessment_id: string, user_id: string) {
  const row = await tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', assessment_id)
    .where('user_id', '=', user_id)
    .select(sql<number>`count(*) filter (where state <> 'void')::int`.as('used'))
    .select(sql<number>`coalesce(max(number), 0)`.as('last_number'))
    .executeTakeFirstOrThrow()
  return row
}
