import type { QuestionAnswer, QuestionBody } from '#lib/questions/index.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'

/** An answer for a reader: a student may have sent any HTML as an essay. Plain essays are shown as text. */
export function safeAnswer(body: QuestionBody, answer: QuestionAnswer | null): QuestionAnswer | null {
  if (answer?.type === 'essay' && body.type === 'essay')
    return body.is_rich ? { ...answer, text: sanitizeRichText(answer.text) } : answer
  if (answer?.type !== 'passage' || body.type !== 'passage') return answer
  const bodies = new Map(body.questions.map((question) => [question.id, question.body]))
  const parts = Object.entries(answer.questions).map(([id, part]) => {
    const own = bodies.get(id)
    return [id, own ? safeAnswer(own, part) : part]
  })
  return { ...answer, questions: Object.fromEntries(parts) as typeof answer.questions }
}
