import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { loadKeyRevisions, loadQuestionNames, versionKey } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'
import { getEditableRegrade, selectRegrades, withQuestionNames } from './queries.ts'

export async function listRegrades(ctx: Ctx, { id, limit, cursor }: Input<typeof contract.listRegrades>) {
  await getEditableAssessment(ctx, id)
  const page = await paginateByKeyset(
    selectRegrades(ctx).where('g.assessment_id', '=', id).where('g.state', '!=', 'discarded'),
    {
      by: ['g.created_at', 'g.id'],
      direction: 'desc',
      limit,
      cursor,
      key: (row) => [row.created_at.toISOString(), row.id],
    },
  )
  return { ...page, data: await withQuestionNames(ctx, page.data) }
}

/** What a regrade does to the score of an attempt: 1 raises it, -1 lowers it. */
const change = sql<number>`sign(coalesce(r.score_after - r.score_before,
  coalesce(r.points_after, 0) - coalesce(r.points_before, 0)))::int`
const signs = { rises: 1, falls: -1, same: 0 }

/** The same for the counts of a preview. */
export async function countChanges({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>, regrade_id: string) {
  const row = await tx
    .selectFrom('regrade_rows as r')
    .where('r.school_id', '=', school_id)
    .where('r.regrade_id', '=', regrade_id)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(change, '=', 1).as('rising_count'),
      eb.fn.countAll<number>().filterWhere(change, '=', -1).as('falling_count'),
      eb.fn.countAll<number>().filterWhere(change, '=', 0).as('unchanged_count'),
      eb.fn.countAll<number>().filterWhere('r.outcome', '=', 'applied').as('applied_count'),
      eb.fn.countAll<number>().filterWhere('r.outcome', '=', 'skipped').as('skipped_count'),
    ])
    .executeTakeFirstOrThrow()
  const { rising_count, falling_count, unchanged_count, applied_count, skipped_count } = row
  return {
    preview: {
      rising_count: Number(rising_count),
      falling_count: Number(falling_count),
      unchanged_count: Number(unchanged_count),
    },
    outcome: { applied_count: Number(applied_count), skipped_count: Number(skipped_count) },
  }
}

export async function listRegradeRows(ctx: Ctx, given: Input<typeof contract.listRegradeRows>) {
  const { assessment } = await getEditableRegrade(ctx, given.id)
  const { tx, school_id } = ctx
  let query = tx
    .selectFrom('regrade_rows as r')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'r.school_id').onRef('u.id', '=', 'r.user_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.regrade_id', '=', given.id)
    .select(['r.attempt_id', 'r.slot', 'r.user_id', 'u.name as user_name', 'r.points_before'])
    .select(['r.points_after', 'r.is_dropped', 'r.score_before', 'r.score_after'])
    .select((eb) => eb.ref('r.outcome').$castTo<'open' | 'applied' | 'skipped'>().as('outcome'))
  if (given.change) query = query.where(change, '=', signs[given.change])
  const page = await paginateByKeyset(query, {
    by: ['r.attempt_id', 'r.slot'],
    direction: 'asc',
    limit: given.limit,
    cursor: given.cursor,
    key: (row) => [row.attempt_id, row.slot],
  })
  const isAnonymous = assessment.draft.settings.anonymous_marking
  const data = page.data.map((row) => {
    const isHidden = isAnonymous && row.score_before === null
    return { ...row, user_id: isHidden ? null : row.user_id, user_name: isHidden ? null : row.user_name }
  })
  return { ...page, data }
}

interface GradedRow {
  question_id: string
  answer_count: number
  /** Answers by version and revision of the key that graded them; marks of people have no revision. */
  graded: { number: number; revision: number | null; count: number }[]
}

export async function listGradedQuestions(ctx: Ctx, given: Input<typeof contract.listGradedQuestions>) {
  await getEditableAssessment(ctx, given.id)
  const { data, ...page } = await paginateByKeyset(selectGraded(ctx, given.id), {
    by: ['l.question_id'],
    direction: 'asc',
    limit: given.limit,
    cursor: given.cursor,
    key: (row) => [row.question_id],
  })
  const names = await loadQuestionNames(
    ctx,
    data.map(({ question_id }) => question_id),
  )
  const versions = data.flatMap(({ question_id, graded }) =>
    graded.map(({ number }) => ({ question_id, number })),
  )
  const newest = await loadKeyRevisions(ctx, versions)
  return {
    ...page,
    data: data.map(({ question_id, answer_count, graded }) => ({
      question_id,
      ...names.get(question_id)!,
      answer_count,
      outdated_count: graded
        .filter(({ number, revision }) => {
          const current = newest.get(versionKey({ question_id, number }))!
          return revision !== null && revision < current
        })
        .reduce((sum, { count }) => sum + count, 0),
    })),
  }
}

/** The questions of submitted attempts with their last marks, grouped by question. */
const selectGraded = ({ tx, school_id }: Ctx, assessment_id: string) =>
  tx
    .selectFrom(
      sql<GradedRow>`(
        select question_id, sum(count)::int as answer_count,
          jsonb_agg(jsonb_build_object('number', number, 'revision', revision, 'count', count)) as graded
        from (
          select (e.paper ->> 'question_id')::uuid as question_id, (e.paper ->> 'number')::int as number,
            m.key_revision as revision, count(*)::int as count
          from attempts t
          join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
          cross join lateral jsonb_array_elements(p.slots) with ordinality e(paper, ordinality)
          join lateral (select s.key_revision from mark_steps s
            where s.school_id = t.school_id and s.attempt_id = t.id and s.slot = e.ordinality - 1
            order by s.step desc limit 1) m on true
          where t.school_id = ${school_id}::uuid and t.assessment_id = ${assessment_id}::uuid
            and t.state in ('submitted', 'marked')
          group by 1, 2, 3
        ) g
        group by question_id
      )`.as('l'),
    )
    .selectAll()
