import type { QuestionBody, QuestionKey, QuestionType } from '#lib/questions/index.ts'
import type { ApiForm } from '#ui/form/use-api-form.ts'

/** A question as its form holds it. */
export type QuestionDraft = {
  name: string
  tags: string[]
  /** null: not set. */
  difficulty: string | null
  body: QuestionBody
  key: QuestionKey
}

/** The fields of the API. */
export const inputOf = ({ difficulty, ...draft }: QuestionDraft) => ({
  ...draft,
  difficulty: difficulty === null ? null : Number(difficulty),
})

export type QuestionForm = ApiForm<QuestionDraft>

/** Where the body and the key of the edited question are in the values of the form. */
export interface Editing extends Pick<ApiForm, 'set' | 'errors'> {
  bodyPath: string
  keyPath: string
}

export type SimpleType = Exclude<QuestionType, 'passage'>

/** Properties of the fields of one type. */
export interface TypeFieldsProps<T extends QuestionType> {
  body: Extract<QuestionBody, { type: T }>
  answers: Extract<QuestionKey, { type: T }>
  editing: Editing
}

interface Field<Value> {
  name: string
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

/** A field at a whole path of the form. */
export function fieldAt<Value>({ set, errors }: Editing, path: string, value: Value): Field<Value> {
  return { name: path, value, error: errors[path], onChange: (next) => set(path, next) }
}

/** A field of the body, or of the key, by its name. */
export const bodyField = <Value>(editing: Editing, name: string, value: Value) =>
  fieldAt(editing, `${editing.bodyPath}.${name}`, value)
export const keyField = <Value>(editing: Editing, name: string, value: Value) =>
  fieldAt(editing, `${editing.keyPath}.${name}`, value)
