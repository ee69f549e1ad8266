import type { Static } from 'typebox'
import { Refusal, type FieldError } from '#platform/contract/refusal.ts'
import type { CustomAuthInput } from '../schemas.ts'

/** A question of a school's registration form. */
export interface RegistrationQuestion {
  key: string
  label?: string
  type: 'text' | 'long_text' | 'number' | 'date' | 'choice' | 'choices' | 'checkbox'
  required: boolean
  /** Options of `choice` and `choices`. */
  options: string[]
  roles?: readonly string[]
}

/** The questions for this role. */
export const questionsOf = (fields: readonly RegistrationQuestion[], role: string) =>
  fields.filter(({ roles = ['student'] }) => roles.includes(role))

/** Texts of the questions, stored with the answers. */
export const answerLabels = (fields: readonly RegistrationQuestion[], answers: object) =>
  Object.fromEntries(
    fields.flatMap(({ key, label }) => (label && Object.hasOwn(answers, key) ? [[key, label]] : [])),
  )

type Answers = Static<typeof CustomAuthInput>
type Answer = Answers[string]

/** Validates and cleans answers by the school's questions; refuses missing, unknown or invalid ones. */
export function validateRegistrationAnswers(
  fields: RegistrationQuestion[],
  given: Answers | null | undefined,
): Answers {
  const errors: FieldError[] = []
  const answers: Answers = {}
  const toError = (key: string, code: string, message: string) =>
    void errors.push({ path: `custom_auth_input.${key}`, code, message })

  for (const key of Object.keys(given ?? {}))
    if (!fields.some((field) => field.key === key))
      toError(key, 'unknown_field', 'The school does not ask for this.')
  for (const field of fields) {
    const raw = given && Object.hasOwn(given, field.key) ? given[field.key] : null
    const answer = typeof raw === 'string' ? raw.trim() : raw
    if (isMissing(field, answer)) {
      if (field.required) toError(field.key, 'required', 'This is required.')
      continue
    }
    if (fits(field, answer!)) answers[field.key] = answer!
    else if (field.type === 'choice' || field.type === 'choices')
      toError(field.key, 'not_a_choice', 'Choose one of the options.')
    else toError(field.key, 'invalid_format', 'Invalid format.')
  }
  if (errors.length) throw new Refusal('invalid_input', { errors })
  return answers
}

/** A required checkbox must be ticked. */
const isMissing = (field: RegistrationQuestion, answer: Answer | undefined) =>
  answer === null ||
  answer === undefined ||
  answer === '' ||
  (Array.isArray(answer) && answer.length === 0) ||
  (field.type === 'checkbox' && field.required && answer === false)

function fits({ type, options }: RegistrationQuestion, answer: NonNullable<Answer>): boolean {
  switch (type) {
    case 'text':
      return typeof answer === 'string' && answer.length <= 200 && !/[\r\n]/.test(answer)
    case 'long_text':
      return typeof answer === 'string'
    case 'number':
      return typeof answer === 'number' && Number.isFinite(answer)
    case 'date':
      return typeof answer === 'string' && isDate(answer)
    case 'choice':
      return typeof answer === 'string' && options.includes(answer)
    case 'choices':
      return (
        Array.isArray(answer) &&
        new Set(answer).size === answer.length &&
        answer.every((one) => options.includes(one))
      )
    case 'checkbox':
      return typeof answer === 'boolean'
  }
}

/** An existing date, as YYYY-MM-DD. */
function isDate(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
