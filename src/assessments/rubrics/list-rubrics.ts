import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { findQuestions } from '#questions/index.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { Criterion } from '../rubrics-contract.ts'

/** Rubrics of assessments that the actor may edit, to copy one. */
export async function listRubrics(ctx: Ctx, { q, limit, cursor }: Input<typeof contract.listRubrics>) {
  const page = await paginateByKeyset(selectRubrics(ctx, q?.trim() ?? ''), {
    by: ['r.updated_at', 'r.assessment_id', 'r.question_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.updated_at.toISOString(), row.assessment_id, row.question_id],
  })
  const questions = await findQuestions(
    ctx,
    page.data.map(({ question_id }) => question_id),
  )
  const names = new Map(questions.map(({ id, name }) => [id, name]))
  const data = page.data.map(({ updated_at: _at, ...row }) => ({
    ...row,
    question_name: names.get(row.question_id) ?? null,
  }))
  return { ...page, data }
}

function selectRubrics({ tx, school_id, actor }: Ctx, q: string) {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return tx
    .selectFrom('rubrics as r')
    .innerJoin('assessments as a', (on) =>
      on.onRef('a.school_id', '=', 'r.school_id').onRef('a.id', '=', 'r.assessment_id'),
    )
    .leftJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'a.school_id').onRef('c.id', '=', 'a.course_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('a.deleted_at', 'is', null)
    .where(sql<boolean>`jsonb_array_length(r.criteria) > 0`)
    .$if(q !== '', (all) =>
      all.where(
        sql<boolean>`(fold_text(a.name) like fold_text(${pattern}) or fold_text(r.criteria::text) like fold_text(${pattern}))`,
      ),
    )
    .$if(!isAdmin(actor), (all) =>
      all.where((eb) =>
        eb.or([
          eb.and([eb('a.course_id', 'is', null), eb('a.created_by', '=', actor.id)]),
          eb('c.course_teacher_id', '=', actor.id),
          eb('c.created_by', '=', actor.id),
        ]),
      ),
    )
    .select(['r.assessment_id', 'a.name as assessment_name', 'r.question_id', 'r.updated_at'])
    .select((eb) => eb.ref('r.criteria').$castTo<Criterion[]>().as('criteria'))
}
