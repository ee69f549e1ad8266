import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { AssessmentKind } from '../shapes.ts'

const lastly = new Date('9999-01-01T00:00:00Z')

/** Published assessments of the school itself whose window is not over, or that the student has started. */
export async function listHomepageAssessments(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listHomepageAssessments>,
) {
  const page = await paginateByKeyset(ctx.tx.selectFrom(selectForStudent(ctx).as('l')).selectAll(), {
    by: ['l.sort_at', 'l.id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.sort_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map(({ sort_at: _sort, ...row }) => row) }
}

function selectForStudent(ctx: Ctx) {
  const { tx, school_id, actor, now } = ctx
  const closes_at = sql<Date | null>`coalesce(x.closes_at, a.closes_at)`
  return tx
    .selectFrom('assessments as a')
    .leftJoin('assessment_exceptions as x', (on) =>
      on
        .onRef('x.school_id', '=', 'a.school_id')
        .onRef('x.assessment_id', '=', 'a.id')
        .on('x.user_id', '=', actor.id),
    )
    .leftJoin(countOwnAttempts(ctx).as('t'), (on) => on.onRef('t.assessment_id', '=', 'a.id'))
    .where('a.school_id', '=', school_id)
    .where('a.course_id', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('a.revision', 'is not', null)
    .where(sql<boolean>`(${closes_at} is null or ${closes_at} > ${now} or t.used > 0)`)
    .select(['a.id', 'a.name', closes_at.as('closes_at')])
    .select((eb) => eb.ref('a.kind').$castTo<AssessmentKind>().as('kind'))
    .select(sql<Date | null>`coalesce(x.opens_at, a.opens_at)`.as('opens_at'))
    .select(sql<boolean>`coalesce(t.running, false)`.as('is_running'))
    .select(sql<number>`coalesce(t.used, 0)`.as('used_attempts'))
    .select(sql<Date>`coalesce(x.closes_at, a.closes_at, ${lastly}::timestamptz)`.as('sort_at'))
}

/** Number of the student's attempts in each assessment, and whether one runs. */
const countOwnAttempts = ({ tx, school_id, actor, now }: Ctx) =>
  tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('state', '<>', 'void')
    .groupBy('assessment_id')
    .select('assessment_id')
    .select(sql<number>`count(*)::int`.as('used'))
    .select(
      sql<boolean>`bool_or(state = 'running' and (deadline_at is null or deadline_at >= ${now}))`.as(
        'running',
      ),
    )
