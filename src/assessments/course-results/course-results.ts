import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadRelease, selectAttempts } from '../attempts/queries.ts'
import { chooseScore, isCountedLate } from '../grading/choose-score.ts'
import { loadRevision } from '../revisions/load-revision.ts'

type Reader = Pick<Ctx, 'tx' | 'school_id'>

/** The result of a student, as the event `resultChanged` reports it. */
export interface CourseResult {
  student_id: string
  score: number | null
  is_late: boolean
}

/** Which of these assessments exist and belong to the course. */
export async function findCourseAssessments(
  { tx, school_id }: Reader,
  course_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('assessments')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Results of all students who submitted an assessment through a course, by their ids; of students after `after`. */
export async function listCourseResults(
  ctx: Ctx,
  {
    course_id,
    assessment_id,
    after,
    limit,
  }: { course_id: string; assessment_id: string; after: string | null; limit: number },
): Promise<CourseResult[]> {
  const { tx, school_id } = ctx
  const assessment = await tx
    .selectFrom('assessments')
    .where('school_id', '=', school_id)
    .where('id', '=', assessment_id)
    .select((eb) => eb.fn.coalesce('revision', 'last_revision').as('revision'))
    .executeTakeFirst()
  if (!assessment || assessment.revision === null) return []
  const { settings } = await loadRevision(ctx, assessment_id, assessment.revision)
  const submitted = () =>
    tx
      .selectFrom('attempts')
      .where('school_id', '=', school_id)
      .where('assessment_id', '=', assessment_id)
      .where('state', 'in', ['submitted', 'marked'])
  let students = submitted().where('course_id', '=', course_id).select('user_id').distinct()
  if (after) students = students.where('user_id', '>', after)
  const ids = (await students.orderBy('user_id').limit(limit).execute()).map(({ user_id }) => user_id)
  if (ids.length === 0) return []
  const attempts = await submitted()
    .where('user_id', 'in', ids)
    .orderBy('user_id')
    .orderBy('number')
    .select(['user_id', 'score', 'submitted_at'])
    .execute()
  return [...Map.groupBy(attempts, ({ user_id }) => user_id)].map(([student_id, own]) => ({
    student_id,
    score: chooseScore(own, settings.score_from),
    is_late: isCountedLate(own, settings),
  }))
}

/**
 * Which of these assessments have a result of the acting student that is not released, or not marked yet: grades must
 * not give it away.
 */
export async function findUnreleasedResults(
  ctx: Ctx,
  assessment_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (assessment_ids.length === 0) return new Set()
  const rows = await selectAttempts(ctx)
    .where('t.user_id', '=', ctx.actor.id)
    .where('t.assessment_id', 'in', [...assessment_ids])
    .where('t.state', 'in', ['submitted', 'marked'])
    .execute()
  const unreleased = new Set<string>()
  for (const [assessment_id, own] of Map.groupBy(rows, (row) => row.assessment_id)) {
    const { isAttemptReleased } = await loadRelease(ctx, own[0]!)
    if (!own.every(isAttemptReleased)) unreleased.add(assessment_id)
  }
  return unreleased
}
