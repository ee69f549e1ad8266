import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { hidesNamesSql } from '../marking/anonymity.ts'
import type { AssessmentKind } from '../shapes.ts'

type Filter = Pick<
  Input<typeof contract.listPendingAttempts>,
  'assessment_id' | 'course_id' | 'user_id' | 'limit' | 'cursor'
>

/** Attempts that run, and submitted ones that a person must mark. */
export async function listPendingAttempts(
  ctx: Ctx,
  { state, ...filter }: Input<typeof contract.listPendingAttempts>,
) {
  const isOver = isOverSql(ctx)
  let query = selectForStaff(ctx, filter).where('t.state', 'in', ['running', 'submitted'])
  if (state) query = query.where(state === 'submitted' ? isOver : sql<boolean>`${isOver} is not true`)
  return paginate(ctx, query, filter)
}

/** Whether an attempt is submitted, also when a job has not stored that yet. */
export const isOverSql = ({ now }: Pick<Ctx, 'now'>) =>
  sql<boolean>`(t.state = 'submitted' or t.deadline_at < ${now}::timestamptz)`

export async function listResults(ctx: Ctx, filter: Input<typeof contract.listResults>) {
  return paginate(ctx, selectForStaff(ctx, filter).where('t.state', '=', 'marked'), filter)
}

/** Admins see the attempts of the school, teachers those of assessments that they may edit. */
export function selectForStaff({ tx, school_id, actor }: Ctx, { assessment_id, course_id, user_id }: Filter) {
  let query = tx
    .selectFrom('attempts as t')
    .innerJoin('assessments as a', (on) =>
      on.onRef('a.school_id', '=', 't.school_id').onRef('a.id', '=', 't.assessment_id'),
    )
    .innerJoin('assessment_revisions as r', (on) =>
      on
        .onRef('r.school_id', '=', 't.school_id')
        .onRef('r.assessment_id', '=', 't.assessment_id')
        .onRef('r.revision', '=', 't.revision'),
    )
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.user_id'),
    )
    .leftJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'a.school_id').onRef('c.id', '=', 'a.course_id'),
    )
    .where('t.school_id', '=', school_id)
    .where('a.deleted_at', 'is', null)
  if (assessment_id) query = query.where('t.assessment_id', '=', assessment_id)
  if (course_id) query = query.where('a.course_id', '=', course_id)
  if (user_id) query = query.where('t.user_id', '=', user_id).where(sql<boolean>`not ${isAnonymous}`)
  if (!isAdmin(actor))
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('a.course_id', 'is', null), eb('a.created_by', '=', actor.id)]),
        eb('c.course_teacher_id', '=', actor.id),
        eb('c.created_by', '=', actor.id),
      ]),
    )
  return query
}

/** Names are hidden until the attempt is marked. */
export const isAnonymous = sql<boolean>`(t.state <> 'marked' and ${hidesNamesSql})`

/** A page of these attempts, last started first. */
export async function paginate(
  { now }: Ctx,
  query: ReturnType<typeof selectForStaff>,
  { limit, cursor }: Pick<Filter, 'limit' | 'cursor'>,
) {
  const page = await paginateByKeyset(
    query
      .select(['t.id', 't.assessment_id', 'a.name as assessment_name', 'a.course_id', 'c.course_name'])
      .select(['t.user_id', 'u.name as user_name', 't.number', 't.started_at', 't.deadline_at'])
      .select(['t.submitted_at', 't.has_late_answers', 't.pending_count', 't.points', 't.max_points'])
      .select(['t.score', 't.released_at', isAnonymous.as('is_anonymous')])
      .select((eb) => [
        eb.ref('a.kind').$castTo<AssessmentKind>().as('kind'),
        eb.ref('t.state').$castTo<'running' | 'submitted' | 'marked'>().as('state'),
        eb.ref('t.submitted_by').$castTo<'student' | 'deadline' | 'staff' | null>().as('submitted_by'),
      ]),
    {
      by: ['t.started_at', 't.id'],
      direction: 'desc',
      limit,
      cursor,
      key: (row) => [row.started_at.toISOString(), row.id],
    },
  )
  const data = page.data.map(({ is_anonymous, user_id, user_name, state, ...row }) => ({
    ...row,
    state: state === 'running' && row.deadline_at && row.deadline_at < now ? ('submitted' as const) : state,
    user_id: is_anonymous ? null : user_id,
    user_name: is_anonymous ? null : user_name,
  }))
  return { ...page, data }
}
