/** A question of the school. */
export interface RegistrationQuestion {
  key: string
  label: string
  type: 'text' | 'long_text' | 'number' | 'date' | 'choice' | 'choices' | 'checkbox'
  required: boolean
  options: string[]
  help?: string
  roles?: readonly string[]
}

type Answer = string | number | boolean | string[] | null

/** The questions for this role. */
export const questionsOf = (questions: readonly RegistrationQuestion[], role: string) =>
  questions.filter(({ roles = ['student'] }) => roles.includes(role))

/** Converts form values to answers: numbers as numbers, empty ones omitted. */
export function answersFromForm(questions: readonly RegistrationQuestion[], given: Record<string, unknown>) {
  const answers: Record<string, Answer> = {}
  for (const { key, type } of questions) {
    const value = given[key] as Answer | undefined
    if (value === undefined || value === '' || value === null) continue
    if (Array.isArray(value) && value.length === 0) continue
    const number = type === 'number' ? Number(String(value).replace(',', '.')) : Number.NaN
    answers[key] = Number.isNaN(number) ? value : number
  }
  return answers
}
