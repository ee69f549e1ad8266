import type { QuestionBody, SimpleBody } from '../bodies.ts'
import type { QuestionKey, SimpleKey } from '../keys.ts'
import { bodyChecks } from './body-checks.ts'
import { isBlankHtml, type QuestionIssue, type Report } from './issues.ts'
import { keyChecks } from './key-checks.ts'

/**
 * Returns what is wrong with a question beyond its schema: parts of the key that the body does not have, missing right
 * answers, empty texts. An empty list is a question that can be graded.
 */
export function checkQuestion(body: QuestionBody, key: QuestionKey): QuestionIssue[] {
  const issues: QuestionIssue[] = []
  const report: Report = (path, code) => void issues.push({ path, code })
  if (body.type !== 'passage') {
    checkSimple({ body, key: key as SimpleKey }, within(report, ''))
    return issues
  }
  if (isBlankHtml(body.text)) report('body.text', 'text_missing')
  if (key.type !== 'passage') report('key.type', 'type_mismatch')
  else checkPassage({ body, key }, report)
  return issues
}

interface Passage {
  body: Extract<QuestionBody, { type: 'passage' }>
  key: Extract<QuestionKey, { type: 'passage' }>
}

function checkPassage({ body, key }: Passage, report: Report) {
  const ids = new Set<string>()
  body.questions.forEach((question, at) => {
    if (ids.has(question.id)) report(`body.questions.${at}.id`, 'duplicate_id')
    ids.add(question.id)
    const own = key.questions[question.id]
    if (!own) return report(`key.questions.${question.id}`, 'answer_missing')
    checkSimple({ body: question.body, key: own }, (part, path, code) => {
      const base = part === 'body' ? `body.questions.${at}.body` : `key.questions.${question.id}`
      report(`${base}.${path}`, code)
    })
  })
  for (const id of Object.keys(key.questions)) if (!ids.has(id)) report(`key.questions.${id}`, 'unknown_part')
}

type PartReport = (part: 'body' | 'key', path: string, code: QuestionIssue['code']) => void

const within =
  (report: Report, prefix: string): PartReport =>
  (part, path, code) =>
    report(`${prefix}${part}.${path}`, code)

interface Simple {
  body: SimpleBody
  key: SimpleKey
}

function checkSimple({ body, key }: Simple, report: PartReport) {
  if (isBlankHtml(body.text)) report('body', 'text', 'text_missing')
  bodyChecks[body.type]?.(body as never, (path, code) => report('body', path, code))
  if (key.type !== body.type) return report('key', 'type', 'type_mismatch')
  keyChecks[body.type]?.({ body: body as never, key: key as never }, (path, code) =>
    report('key', path, code),
  )
}
