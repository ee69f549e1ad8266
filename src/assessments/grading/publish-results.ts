import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { resultChanged } from '../events.ts'
import { isPassed } from './total-of.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import { chooseScore, isCountedLate } from './choose-score.ts'

interface ChangedAttempt {
  assessment_id: string
  user_id: string
  course_id: string | null
  content_id: string | null
  rules_revision: number
}

/** Emits the result of each student in the assessments of courses. */
export async function publishResults(ctx: Ctx, attempts: readonly ChangedAttempt[]): Promise<void> {
  const shown = attempts.filter(({ course_id }) => course_id !== null)
  const byAssessment = Map.groupBy(shown, (attempt) => attempt.assessment_id)
  const sorted = [...byAssessment].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [assessment_id, changed] of sorted) {
    const { rules_revision, content_id } = changed[0]!
    const { settings } = await loadRevision(ctx, assessment_id, rules_revision)
    const courses = new Map(changed.map(({ user_id, course_id }) => [user_id, course_id!]))
    await lockResults(ctx, assessment_id, [...courses.keys()])
    const submitted = await findSubmitted(ctx, assessment_id, [...courses.keys()])
    for (const [student_id, own] of Map.groupBy(submitted, ({ user_id }) => user_id)) {
      const score = chooseScore(own, settings.score_from)
      await ctx.emit(resultChanged, {
        course_id: courses.get(student_id)!,
        assessment_id,
        content_id,
        student_id,
        score,
        is_late: isCountedLate(own, settings),
        is_submitted: true,
        is_passed: isPassed(score, settings.pass_percent, Math.max(...own.map((each) => each.max_points))),
      })
    }
  }
}

/**
 * Until commit, nobody else publishes results of these students: a transaction that grades another attempt of theirs
 * would not see this one, and its older result could be stored last. Sorted, so that two batches do not wait for each
 * other.
 */
async function lockResults({ tx }: Ctx, assessment_id: string, user_ids: readonly string[]) {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${assessment_id} || user_id, 0))
    from (select unnest(${user_ids}::text[]) as user_id order by 1) as students`.execute(tx)
}

/** Submitted attempts of students, in the order of their numbers. */
const findSubmitted = ({ tx, school_id }: Ctx, assessment_id: string, user_ids: readonly string[]) =>
  tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', assessment_id)
    .where('user_id', '=', sql<string>`any(${user_ids}::uuid[])`)
    .where('state', 'in', ['submitted', 'marked'])
    .orderBy('user_id')
    .orderBy('number')
    .select(['user_id', 'score', 'max_points', 'state', 'submitted_at'])
    .execute()
