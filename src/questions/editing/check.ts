import { checkQuestion, questionIssues, type QuestionBody, type QuestionKey } from '#lib/questions/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'

/** Maximum number of errors in a reply. */
const maxErrors = 20

/** Refuses a question that cannot be graded, with the field of each problem below `prefix`. */
export function ensureGradable(body: QuestionBody, key: QuestionKey, prefix = '') {
  const issues = checkQuestion(body, key)
  if (issues.length === 0) return
  const errors = issues
    .slice(0, maxErrors)
    .map(({ path, code }) => ({ path: `${prefix}${path}`, code, message: questionIssues[code] }))
  throw new Refusal('invalid_input', { errors })
}
