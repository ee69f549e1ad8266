import { sql } from 'kysely'
import { fillBody, orderOptions, rightAnswer, type QuestionAnswer } from '#lib/questions/index.ts'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { readableBody, readableKey, versionKey } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { loadGradedQuestions } from '../grading/load-graded-questions.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import { getEditableAssessment } from '../queries.ts'

type Given = Input<typeof contract.listAnswersToMark>

/** Answers of submitted attempts, those submitted first before others: two markers can begin at different questions. */
export async function listAnswersToMark(ctx: Ctx, given: Given) {
  const { draft } = await getEditableAssessment(ctx, given.id)
  const page = await paginateByKeyset(selectAnswers(ctx, given), {
    by: ['l.submitted_at', 'l.attempt_id', 'l.slot'],
    direction: 'asc',
    limit: given.limit,
    cursor: given.cursor,
    key: (row) => [row.submitted_at.toISOString(), row.attempt_id, row.slot],
  })
  const questions = await loadGradedQuestions(
    ctx,
    page.data.map(({ paper }) => paper),
  )
  const isAnonymous = draft.settings.anonymous_marking
  const data = page.data.map(({ paper, state, ...row }) => {
    const { body, key } = questions.get(versionKey(paper))!
    const readable = readableKey(ctx, key)
    const isHidden = isAnonymous && state !== 'marked'
    return {
      ...row,
      question_id: paper.question_id,
      max_points: paper.points,
      user_id: isHidden ? null : row.user_id,
      user_name: isHidden ? null : row.user_name,
      ...readableBody(ctx, orderOptions(fillBody(body, paper.variables), paper.order)),
      guidance: 'guidance' in readable ? readable.guidance : '',
      right_answer: rightAnswer(body, readable, paper.variables),
    }
  })
  return { ...page, data }
}

interface AnswerRow {
  attempt_id: string
  slot: number
  paper: PaperSlot
  state: 'submitted' | 'marked'
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
        select t.id as attempt_id, e.slot, e.paper, t.state, t.user_id, u.name as user_name,
          t.number as attempt_number, t.submitted_at, r.answer, r.given_at, coalesce(r.is_late, false) as is_late,
          m.step, m.points, m.source, m.comment, b.name as marked_by_name, m.created_at as marked_at
        from attempts t
        join users u on u.school_id = t.school_id and u.id = t.user_id
        join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
        cross join lateral (select value as paper, (ordinality - 1)::int as slot
          from jsonb_array_elements(p.slots) with ordinality) e
        join mark_steps m on m.school_id = t.school_id and m.attempt_id = t.id and m.slot = e.slot
        left join users b on b.school_id = m.school_id and b.id = m.marked_by
        left join attempt_answers r on r.school_id = t.school_id and r.attempt_id = t.id and r.slot = e.slot
        where t.school_id = ${school_id}::uuid and t.assessment_id = ${id}::uuid
          and t.state in ('submitted', 'marked')
          and (${attempt_id}::uuid is null or t.id = ${attempt_id}::uuid)
          and (${question_id}::text is null or e.paper ->> 'question_id' = ${question_id}::text)
          and (${isPending}::boolean is null or (m.points is null) = ${isPending}::boolean)
          and not exists (select from mark_steps n where n.school_id = t.school_id and n.attempt_id = t.id
            and n.slot = m.slot and n.step > m.step)
      )`.as('l'),
    )
    .selectAll()
}
