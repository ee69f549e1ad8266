import type {
  AnswerOf,
  OptionOrder,
  BodyOf,
  QuestionAnswer,
  QuestionBody,
  QuestionType,
  Variables,
} from '#lib/questions/index.ts'
import type { UploadFile } from '#tenancy/client/uploads/upload.ts'

/** Files of a question and of its answer. */
export interface QuestionFiles {
  /** Address of an uploaded file, such as the image of a hotspot; undefined if it is missing. */
  urlOf: (upload_id: string) => string | undefined
  /** Name of a file that the student uploaded. */
  nameOf?: (upload_id: string) => string | undefined
  /** Uploads a file of the answer; null where nothing can be uploaded, as in a preview. */
  send: UploadFile | null
}

export const noFiles: QuestionFiles = { urlOf: () => undefined, send: null }

/** Properties of the answer input of one type. */
export interface AnswerInputProps<T extends QuestionType> {
  body: BodyOf<T>
  /** null: not answered. */
  answer: AnswerOf<T> | null
  onChange: (answer: AnswerOf<T>) => void
  isReadOnly: boolean
  /** Id of the element with the text of the question, which names the controls. */
  textId: string
  files: QuestionFiles
  variables: Variables
}

export interface QuestionInputProps {
  body: QuestionBody
  /** null: not answered. */
  answer: QuestionAnswer | null
  onChange: (answer: QuestionAnswer) => void
  /** Values of a calculated question. */
  variables?: Variables
  isReadOnly?: boolean
  /** Order of the options in this attempt; the order of the body if it is missing. */
  optionOrder?: OptionOrder
  files?: QuestionFiles
}
