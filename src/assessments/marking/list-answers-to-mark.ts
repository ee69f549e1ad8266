import { sql } from 'kysely'
import { fillBody, orderOptions, rightAnswer, type QuestionAnswer } from '#lib/questions/index.ts'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { readableBody, readableKey, versionKey } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { safeAnswer } from '../papers/safe-answer.ts'
import type * as contract from '../contract.ts'
import { loadGradedQuestions } from '../grading/load-graded-questions.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import { getEditableAssessment } from '../queries.ts'
import type { RubricMark } from '../rubrics-contract.ts'
import { hidesNamesSql } from './anonymity.ts'
import { findSameAnswers } from './same-answers.ts'

type Given = Input<typeof contract.listAnswersToMark>

/** Answers of submitted attempts, those submitted first before others: two markers can begin at different questions. */
export async function listAnswersToMark(ctx: Ctx, given: Given) {
  await getEditableAssessment(ctx, given.id)
  const page = await paginateByKeyset(await fromAnswer(ctx, selectAnswers(ctx, given), given), {
    by: ['l.submitted_at', 'l.attempt_id', 'l.slot'],
    direction: given.direction === 'previous' ? 'desc' : 'asc',
    limit: given.limit,
    cursor: given.cursor,
    key: (row) => [row.submitted_at.toISOString(), row.attempt_id, row.slot],
  })
  const questions = await loadGradedQuestions(
    ctx,
    page.data.map(({ paper }) => paper),
  )
  const same = Map.groupBy(await findSameAnswers(ctx, given.id, page.data), answerKey)
  const data = page.data.map(({ paper, hides_names, ...row }) => {
    const { body, key } = questions.get(versionKey(paper))!
    const readable = readableKey(ctx, key)
    return {
      ...row,
      question_id: paper.question_id,
      max_points: paper.points,
      user_id: hides_names ? null : row.user_id,
      user_name: hides_names ? null : row.user_name,
      ...readableBody(ctx, orderOptions(fillBody(body, paper.variables), paper.order)),
      guidance: 'guidance' in readable ? readable.guidance : '',
      right_answer: rightAnswer(body, readable, paper.variables),
      answer: safeAnswer(body, row.answer),
      same_count: same.get(answerKey(row))?.length ?? 0,
    }
  })
  return { ...page, data }
}

const answerKey = ({ attempt_id, slot }: { attempt_id: string; slot: number }) => `${attempt_id}/${slot}`

/** Begins the first page at the given answer. One that does not exist leaves the list as it is. */
async function fromAnswer(
  { tx, school_id }: Ctx,
  query: ReturnType<typeof selectAnswers>,
  { id, from_attempt_id, from_slot = 0, direction, cursor }: Given,
) {
  if (from_attempt_id === undefined || cursor !== undefined) return query
  const attempt = await tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', id)
    .where('id', '=', from_attempt_id)
    .select('submitted_at')
    .executeTakeFirst()
  if (!attempt?.submitted_at) return query
  const compared = direction === 'previous' ? sql`<` : sql`>=`
  return query.where(
    sql<boolean>`(l.submitted_at, l.attempt_id, l.slot)
      ${compared} (${attempt.submitted_at}::timestamptz, ${from_attempt_id}::uuid, ${from_slot}::int)`,
  )
}

interface AnswerRow {
  attempt_id: string
  slot: number
  paper: PaperSlot
  hides_names: boolean
  user_id: string
  user_name: string
  attempt_number: number
  submitted_at: Date
  answer: QuestionAnswer | null
  given_at: Date | null
  is_late: boolean
  step: number
  points: number | null
  source: string
  comment: string
  rubric: RubricMark | null
  marked_by_name: string | null
  marked_at: Date
}

/** The last mark of each slot of submitted attempts, with its question and answer. */
function selectAnswers({ tx, school_id }: Ctx, { id, state, ...given }: Given) {
  const [question_id, attempt_id] = [given.question_id ?? null, given.attempt_id ?? null]
  const isPending = state ? state === 'pending' : null
  return tx
    .selectFrom(
      sql<AnswerRow>`(
        select t.id as attempt_id, e.slot, e.paper, ${hidesNamesSql} as hides_names, t.user_id, u.name as user_name,
          t.number as attempt_number, t.submitted_at, s.answer, s.given_at, coalesce(s.is_late, false) as is_late,
          m.step, m.points, m.source, m.comment, m.rubric, b.name as marked_by_name, m.created_at as marked_at
        from attempts t
        join assessments a on a.school_id = t.school_id and a.id = t.assessment_id
        join assessment_revisions r on r.school_id = t.school_id and r.assessment_id = t.assessment_id
          and r.revision = t.revision
        join users u on u.school_id = t.school_id and u.id = t.user_id
        join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
        cross join lateral (select value as paper, (ordinality - 1)::int as slot
          from jsonb_array_elements(p.slots) with ordinality) e
        join mark_steps m on m.school_id = t.school_id and m.attempt_id = t.id and m.slot = e.slot
        left join users b on b.school_id = m.school_id and b.id = m.marked_by
        left join attempt_answers s on s.school_id = t.school_id and s.attempt_id = t.id and s.slot = e.slot
        where t.school_id = ${school_id}::uuid and t.assessment_id = ${id}::uuid
          and t.state in ('submitted', 'marked')
          and (${attempt_id}::uuid is null or t.id = ${attempt_id}::uuid)
          and (${question_id}::text is null or e.paper ->> 'question_id' = ${question_id}::text)
          and (${isPending}::boolean is null or (m.points is null) = ${isPending}::boolean)
          and (${isPending}::boolean is not true or t.pending_count > 0)
          and not exists (select from mark_steps n where n.school_id = t.school_id and n.attempt_id = t.id
            and n.slot = m.slot and n.step > m.step)
      )`.as('l'),
    )
    .selectAll()
}
