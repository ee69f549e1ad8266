import type { Static } from 'typebox'
import type { AssistantQuestion } from '../endpoint/assistant-answer.ts'
import type * as contract from '../contract.ts'
import type { QuestionRow } from '../queries.ts'

/** A question for the person who asked it. */
export function questionView(row: QuestionRow): AssistantQuestion {
  const { correction, corrected_at } = row
  return {
    id: row.id,
    question: row.question,
    kind: row.kind as AssistantQuestion['kind'],
    answer: row.answer,
    citations: row.citations,
    failure: row.failure as AssistantQuestion['failure'],
    rating: row.rating as AssistantQuestion['rating'],
    correction:
      correction !== null && corrected_at !== null ? { answer: correction, updated_at: corrected_at } : null,
    created_at: row.created_at,
  }
}

/** A question for the staff of the course. */
export function staffQuestionView(row: QuestionRow): Static<typeof contract.CourseQuestion> {
  const question = questionView(row)
  return {
    ...question,
    asked_by:
      row.user_id !== null && row.asker_name !== null ? { id: row.user_id, name: row.asker_name } : null,
    state: row.state as Static<typeof contract.CourseQuestion>['state'],
    correction: question.correction && { ...question.correction, content_ids: row.content_ids ?? [] },
  }
}
