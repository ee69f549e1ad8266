import {
  gradeAnswer,
  isBlankHtml,
  rightAnswer,
  type QuestionAnswer,
  type QuestionKey,
  type Variables,
} from '#lib/questions/index.ts'
import { readableKey } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { GradedQuestion } from '../grading/load-graded-questions.ts'

interface Reviewed {
  question: GradedQuestion
  answer: QuestionAnswer | null
  variables: Variables
}

/** Feedback and right answer of a question. Call it only after results with right answers are released. */
export function reviewSlot(ctx: Ctx, { question, answer, variables }: Reviewed) {
  const { body } = question
  const key = readableKey(ctx, question.key)
  const { fraction } = gradeAnswer({ body, key, answer, variables })
  return {
    feedback: feedbackOf(key, { answer, fraction }).filter((html) => !isBlankHtml(html)),
    right_answer: rightAnswer(body, key, variables),
  }
}

interface Given {
  answer: QuestionAnswer | null
  fraction: number | null
}

/** Texts for the answer: of the chosen options, for a right or incorrect answer, and the general one. */
function feedbackOf(key: QuestionKey, { answer, fraction }: Given): string[] {
  if (key.type === 'information') return []
  if (key.type === 'passage') return Object.values(key.questions).flatMap(generalFeedback)
  const verdict = fraction === null ? '' : fraction >= 1 ? key.feedback.correct : key.feedback.incorrect
  return [...optionFeedback(key, answer), verdict, key.feedback.general]
}

const generalFeedback = (key: QuestionKey) => ('feedback' in key ? [key.feedback.general] : [])

function optionFeedback(key: QuestionKey, answer: QuestionAnswer | null): string[] {
  if (!('option_feedback' in key) || !answer || !('selected' in answer)) return []
  const selected = Array.isArray(answer.selected) ? answer.selected : [answer.selected]
  return selected.flatMap((id) =>
    id !== null && Object.hasOwn(key.option_feedback, id) ? [key.option_feedback[id]!] : [],
  )
}
