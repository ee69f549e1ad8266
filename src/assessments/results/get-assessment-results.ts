import { sql } from 'kysely'
import { roundHalfUp } from '#lib/grades/index.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { isMarkedAnonymously } from '../marking/anonymity.ts'
import { getEditableAssessment } from '../queries.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import type { AssessmentSettings } from '../shapes.ts'

/** Figures of an assessment by the rules of the revision published last, or of the draft if there is none. */
export async function getAssessmentResults(
  ctx: Ctx,
  { id }: Input<typeof contract.getAssessmentResults>,
): Promise<Reply<typeof contract.getAssessmentResults>> {
  const assessment = await getEditableAssessment(ctx, id)
  const { kind, name, course_id, course_name, revision, last_revision, draft } = assessment
  const number = revision ?? last_revision
  const { settings } = number ? await loadRevision(ctx, id, number) : draft
  const { scored_count, passed_count, average_score, ...counts } = await countAttempts(ctx, id, settings)
  const { release, pass_percent } = settings
  return {
    id,
    kind,
    name,
    course_id,
    course_name,
    is_anonymous: await isMarkedAnonymously(ctx, id),
    release,
    pass_percent,
    ...counts,
    average_score: average_score === null ? null : roundHalfUp(average_score, 1),
    passed_percent:
      pass_percent === null || scored_count === 0
        ? null
        : roundHalfUp((100 * passed_count) / scored_count, 1),
  }
}

interface Counts {
  running_count: number
  submitted_count: number
  student_count: number
  pending_count: number
  unreleased_count: number
  scored_count: number
  passed_count: number
  average_score: number | null
}

const countedScores = {
  best: sql`max(score)`,
  average: sql`avg(score)`,
  last: sql`(array_agg(score order by number desc))[1]`,
}

/** Counts attempts and students in one statement. */
async function countAttempts(
  { tx, school_id, now }: Ctx,
  id: string,
  { score_from, pass_percent }: Pick<AssessmentSettings, 'score_from' | 'pass_percent'>,
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with own as materialized (
      select user_id, number, score, pending_count, released_at,
        case when state = 'running' and deadline_at < ${now}::timestamptz then 'submitted' else state end as state
      from attempts
      where school_id = ${school_id}::uuid and assessment_id = ${id}::uuid and state <> 'void'),
    students as (
      select user_id, ${countedScores[score_from]} as score from own where state <> 'running' group by user_id)
    select (count(*) filter (where state = 'running'))::int as running_count,
      (count(*) filter (where state <> 'running'))::int as submitted_count,
      coalesce(sum(pending_count) filter (where state <> 'running'), 0)::int as pending_count,
      (count(*) filter (where state = 'marked' and released_at is null))::int as unreleased_count,
      (select count(*)::int from students) as student_count,
      (select count(score)::int from students) as scored_count,
      (select (count(*) filter (where score >= ${pass_percent}::float))::int from students) as passed_count,
      (select avg(score) from students) as average_score
    from own`.execute(tx)
  return rows[0]!
}
