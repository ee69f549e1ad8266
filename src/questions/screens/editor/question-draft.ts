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

/** Checks before the server's, whose answer about a missing image is «invalid format». */
export const draftRules = {
  'body.image_id': (image_id: unknown) => (image_id === '' ? 'image_missing' : null),
}

export type QuestionForm = ApiForm<QuestionDraft>

/** Images of the edited question, and those that were uploaded since. */
export interface EditedImages {
  urlOf: (upload_id: string) => string | undefined
  add: (upload_id: string, url: string) => void
}

/** Where the body and the key of the edited question are in the values of the form. */
export interface Editing extends Pick<ApiForm, 'set' | 'errors'> {
  bodyPath: string
  keyPath: string
  images: EditedImages
}

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

/**
 * The stored order of the items of an ordering says nothing: the editor lists them in the right one. Fields write to the
 * position at which they list an item.
 */
export function withItemsInOrder<Body extends QuestionBody>(body: Body, key: QuestionKey | undefined): Body {
  if (body.type === 'passage' && key?.type === 'passage') {
    const questions = body.questions.map((question) => ({
      ...question,
      body: withItemsInOrder(question.body, key.questions[question.id]),
    }))
    return { ...body, questions }
  }
  if (body.type !== 'ordering' || key?.type !== 'ordering') return body
  return { ...body, items: body.items.toSorted((a, b) => key.order.indexOf(a.id) - key.order.indexOf(b.id)) }
}
