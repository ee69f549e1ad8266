import { sql } from 'kysely'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { PaperSlot } from '../papers/build-paper.ts'

/** An answer of one attempt. */
export interface AnswerPosition {
  attempt_id: string
  slot: number
}

interface GivenAnswer extends AnswerPosition {
  paper: PaperSlot
  answer: QuestionAnswer | null
}

/** Characters of the longest answers that are compared. */
const maxCharacters = 500

/** Answers to the same version of a question are equal if only spaces and the form of their letters differ. */
const comparable = (text: ReturnType<typeof sql<string>>) =>
  sql`btrim(regexp_replace(normalize(${text}, NFC), '\\s+', ' ', 'g'))`

const textOf = (answer: QuestionAnswer | null) =>
  (answer?.type === 'short_text' || answer?.type === 'essay') && answer.text.length <= maxCharacters
    ? answer.text
    : ''

/**
 * Finds for each of these answers the equal ones of other attempts that no person marked, in one statement. Without texts
 * it asks nothing.
 */
export async function findSameAnswers(
  { tx, school_id }: Ctx,
  assessment_id: string,
  answers: readonly GivenAnswer[],
): Promise<(AnswerPosition & { other: AnswerPosition })[]> {
  const given = answers.flatMap(({ attempt_id, slot, paper, answer }) => {
    const text = textOf(answer)
    if (text.trim() === '') return []
    return [{ attempt_id, slot, question_id: paper.question_id, number: paper.number, text }]
  })
  if (given.length === 0) return []
  const { rows } = await sql<AnswerPosition & { other_id: string; other_slot: number }>`
    with given as materialized (
      select attempt_id, slot, question_id, number, ${comparable(sql`text`)} as text
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        g(attempt_id uuid, slot int, question_id text, number int, text text))
    select g.attempt_id, g.slot, t.id as other_id, e.slot as other_slot
    from attempts t
    join attempt_papers p on p.school_id = t.school_id and p.attempt_id = t.id
    cross join lateral (select value as paper, (ordinality - 1)::int as slot
      from jsonb_array_elements(p.slots) with ordinality) e
    join attempt_answers r on r.school_id = t.school_id and r.attempt_id = t.id and r.slot = e.slot
    join given g on g.question_id = e.paper ->> 'question_id' and g.number = (e.paper ->> 'number')::int
      and g.text = ${comparable(sql`(r.answer ->> 'text')`)} and g.attempt_id <> t.id
    join mark_steps m on m.school_id = t.school_id and m.attempt_id = t.id and m.slot = e.slot
    where t.school_id = ${school_id}::uuid and t.assessment_id = ${assessment_id}::uuid
      and t.state in ('submitted', 'marked') and t.graded_at is not null
      and r.answer ->> 'type' in ('short_text', 'essay') and length(r.answer ->> 'text') <= ${maxCharacters}::int
      and m.source in ('auto', 'late_sync', 'regrade')
      and not exists (select from mark_steps n where n.school_id = t.school_id and n.attempt_id = t.id
        and n.slot = m.slot and n.step > m.step)
    order by t.id`.execute(tx)
  return rows.map(({ other_id, other_slot, ...position }) => ({
    ...position,
    other: { attempt_id: other_id, slot: other_slot },
  }))
}
