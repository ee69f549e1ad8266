import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getBank, selectQuestions } from '../queries.ts'
import { questionSearchQuery } from '../texts/question-search.ts'

type Filters = Input<typeof contract.listQuestions>

/** Filters questions of one bank; null if no question can match. */
function filtered(ctx: Ctx, { bank_id, type, tag, difficulty, q = '' }: Filters) {
  let questions = selectQuestions(ctx).where('q.bank_id', '=', bank_id)
  if (type) questions = questions.where('q.type', '=', type)
  if (tag) questions = questions.where(sql<boolean>`q.tags @> array[${tag}]::text[]`)
  if (difficulty) questions = questions.where('q.difficulty', '=', difficulty)
  if (q.trim() === '') return questions
  const matches = questionSearchQuery(q)
  return matches && questions.where(matches)
}

export async function listQuestions(ctx: Ctx, input: Filters) {
  const { bank_id, sort = 'updated_at', limit, cursor } = input
  await getBank(ctx, bank_id)
  const questions = filtered(ctx, input)
  if (!questions) return { data: [], next_cursor: null }
  return sort === 'name'
    ? paginateByKeyset(questions, {
        by: ['q.name', 'q.id'],
        direction: 'asc',
        limit,
        cursor,
        key: (row) => [row.name, row.id],
      })
    : paginateByKeyset(questions, {
        by: ['q.updated_at', 'q.id'],
        direction: 'desc',
        limit,
        cursor,
        key: (row) => [row.updated_at.toISOString(), row.id],
      })
}

export async function listQuestionTags(ctx: Ctx, { bank_id }: Input<typeof contract.listQuestionTags>) {
  await getBank(ctx, bank_id)
  const { rows } = await sql<{ tag: string; question_count: number }>`
    select t.tag, count(*)::int as question_count
    from questions q, unnest(q.tags) as t(tag)
    where q.school_id = ${ctx.school_id}::uuid and q.bank_id = ${bank_id}::uuid and q.deleted_at is null
    group by t.tag order by question_count desc, t.tag limit 200`.execute(ctx.tx)
  return { data: rows }
}
