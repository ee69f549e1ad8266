import type { AnswerOf, QuestionAnswer } from './answers.ts'
import type { QuestionBody } from './bodies.ts'

type Empty = { [T in QuestionAnswer['type']]: AnswerOf<T> }

const empty: Empty = {
  single_choice: { type: 'single_choice', selected: null },
  multiple_choice: { type: 'multiple_choice', selected: [] },
  true_false: { type: 'true_false', value: null },
  short_text: { type: 'short_text', text: '' },
  number: { type: 'number', text: '', unit: '' },
  calculated: { type: 'calculated', text: '', unit: '' },
  essay: { type: 'essay', text: '' },
  file_upload: { type: 'file_upload', upload_ids: [] },
  recording: { type: 'recording', upload_id: null },
  matching: { type: 'matching', pairs: {} },
  ordering: { type: 'ordering', order: [] },
  gaps: { type: 'gaps', gaps: {} },
  hotspot: { type: 'hotspot', selected: [], points: [] },
  labelling: { type: 'labelling', pairs: {} },
  categorise: { type: 'categorise', pairs: {} },
  matrix: { type: 'matrix', rows: {} },
  slider: { type: 'slider', value: null },
  code: { type: 'code', code: '' },
  information: { type: 'information' },
  passage: { type: 'passage', questions: {} },
}

/** The answer of a student who has not answered yet. */
export const emptyAnswer = (body: Pick<QuestionBody, 'type'>): QuestionAnswer =>
  structuredClone(empty[body.type])

const isText = (value: string) => value.trim() !== ''
/** An editor leaves `<p></p>`; an image, formula or video is content without text. */
const isHtml = (html: string) =>
  isText(html.replace(/<[^<>]*>|&nbsp;/g, '')) || /<(?:img|video|audio|span|div) /i.test(html)

/** Whether a student answered anything. A passage is answered if one of its questions is; information never is. */
export function isAnswered(answer: QuestionAnswer | null | undefined): boolean {
  if (!answer) return false
  switch (answer.type) {
    case 'information':
      return false
    case 'single_choice':
      return answer.selected !== null
    case 'multiple_choice':
      return answer.selected.length > 0
    case 'true_false':
    case 'slider':
      return answer.value !== null
    case 'short_text':
    case 'number':
    case 'calculated':
      return isText(answer.text)
    case 'essay':
      return isHtml(answer.text)
    case 'code':
      return isText(answer.code)
    default:
      return isAnsweredInParts(answer)
  }
}

type InParts = AnswerOf<
  | 'file_upload'
  | 'recording'
  | 'matching'
  | 'ordering'
  | 'gaps'
  | 'hotspot'
  | 'labelling'
  | 'categorise'
  | 'matrix'
  | 'passage'
>

function isAnsweredInParts(answer: InParts) {
  switch (answer.type) {
    case 'file_upload':
      return answer.upload_ids.length > 0
    case 'recording':
      return answer.upload_id !== null
    case 'ordering':
      return answer.order.length > 0
    case 'gaps':
      return Object.values(answer.gaps).some(isText)
    case 'hotspot':
      return answer.selected.length > 0 || answer.points.length > 0
    case 'matrix':
      return Object.values(answer.rows).some((columns) => columns.length > 0)
    case 'passage':
      return Object.values(answer.questions).some(isAnswered)
    default:
      return Object.keys(answer.pairs).length > 0
  }
}
