import { sql } from 'kysely'
import { findQuestions } from '#questions/index.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'
import { isMarkedAnonymously } from './anonymity.ts'

const maxQuestions = 500

/** Counts answers and marks of an assessment by question, in one statement. */
export async function getMarkingOverview(ctx: Ctx, { id }: Input<typeof contract.getMarkingOverview>) {
  const { kind, name, course_id, course_name } = await getEditableAssessment(ctx, id)
  const rows = await countMarks(ctx, id)
  const questions = [...Map.groupBy(rows, ({ question_id }) => question_id)].map(([question_id, own]) => ({
    question_id,
    answer_count: sumOf(own, 'answer_count'),
    pending_count: sumOf(own, 'pending_count'),
    markers: own.flatMap(({ marker_name, marked_count }) =>
      marker_name === null || marked_count === 0 ? [] : [{ name: marker_name, count: marked_count }],
    ),
  }))
  const listed = questions
    .toSorted((one, other) => Number(other.pending_count > 0) - Number(one.pending_count > 0))
    .slice(0, maxQuestions)
  const named = await findQuestions(
    ctx,
    listed.map(({ question_id }) => question_id),
  )
  const byId = new Map(named.map((question) => [question.id, question]))
  return {
    id,
    kind,
    name,
    course_id,
    course_name,
    is_anonymous: await isMarkedAnonymously(ctx, id),
    answer_count: sumOf(rows, 'answer_count'),
    pending_count: sumOf(rows, 'pending_count'),
    questions: listed.map((question) => {
      const { name: title = null, type = null } = byId.get(question.question_id) ?? {}
      return { ...question, name: title, type }
    }),
  }
}

interface MarkCount {
  question_id: string
  marker_name: string | null
  answer_count: number
  pending_count: number
  marked_count: number
}

const sumOf = (rows: readonly MarkCount[], field: 'answer_count' | 'pending_count') =>
  rows.reduce((sum, row) => sum + row[field], 0)

/** Counts the last marks by question and marker, questions in the order of their first slot. */
async function countMarks({ tx, school_id }: Ctx, id: string): Promise<MarkCount[]> {
  const { rows } = await sql<MarkCount>`
    select l.question_id, u.name as marker_name, l.answer_count, l.pending_count, l.marked_count
    from (
      select p.slots -> m.slot::int ->> 'question_id' as question_id, m.marked_by, min(m.slot) as slot,
        count(*)::int as answer_count, (count(*) filter (where m.points is null))::int as pending_count,
        (count(*) filter (where m.points is not null))::int as marked_count
      from attempts t
      join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
      join mark_steps m on m.school_id = t.school_id and m.attempt_id = t.id
      where t.school_id = ${school_id}::uuid and t.assessment_id = ${id}::uuid
        and t.state in ('submitted', 'marked')
        and (p.slots -> m.slot::int ->> 'points')::float > 0
        and not exists (select from mark_steps n where n.school_id = t.school_id and n.attempt_id = t.id
          and n.slot = m.slot and n.step > m.step)
      group by 1, 2) l
    left join users u on u.school_id = ${school_id}::uuid and u.id = l.marked_by
    order by min(l.slot) over (partition by l.question_id), l.question_id, u.name`.execute(tx)
  return rows
}
