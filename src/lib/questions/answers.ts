import { Type, type Static } from 'typebox'
import { ByPart, Html, ImageShare, Line, OneOf, PartId, PartIds, UploadId } from './parts.ts'

const SingleChoice = Type.Object({
  type: OneOf('single_choice'),
  selected: Type.Union([PartId, Type.Null()]),
})
const MultipleChoice = Type.Object({ type: OneOf('multiple_choice'), selected: PartIds(30) })
const TrueFalse = Type.Object({ type: OneOf('true_false'), value: Type.Union([Type.Boolean(), Type.Null()]) })
const ShortText = Type.Object({ type: OneOf('short_text'), text: Line(1_000) })
/** The number as the student typed it: «1,5», «1.5», «١٫٥». */
const NumberAnswer = Type.Object({ type: OneOf('number'), text: Line(100), unit: Line(30) })
const Calculated = Type.Object({ type: OneOf('calculated'), text: Line(100), unit: Line(30) })
/** HTML if the body is rich, else plain text. */
const Essay = Type.Object({ type: OneOf('essay'), text: Html(100_000) })
const FileUpload = Type.Object({
  type: OneOf('file_upload'),
  upload_ids: Type.Array(UploadId, { maxItems: 20, uniqueItems: true }),
})
const Recording = Type.Object({ type: OneOf('recording'), upload_id: Type.Union([UploadId, Type.Null()]) })
/** Choice of each prompt. */
const Matching = Type.Object({ type: OneOf('matching'), pairs: ByPart(PartId) })
const Ordering = Type.Object({ type: OneOf('ordering'), order: PartIds(20) })
/** Text of each gap, or the id of the chosen option. */
const Gaps = Type.Object({ type: OneOf('gaps'), gaps: ByPart(Line(200)) })
const Hotspot = Type.Object({
  type: OneOf('hotspot'),
  selected: PartIds(40),
  points: Type.Array(Type.Object({ x: ImageShare, y: ImageShare }), { maxItems: 20 }),
})
/** Label of each spot. */
const Labelling = Type.Object({ type: OneOf('labelling'), pairs: ByPart(PartId) })
/** Category of each item. */
const Categorise = Type.Object({ type: OneOf('categorise'), pairs: ByPart(PartId) })
const Matrix = Type.Object({ type: OneOf('matrix'), rows: ByPart(PartIds(12)) })
const Slider = Type.Object({ type: OneOf('slider'), value: Type.Union([Line(40), Type.Null()]) })
const Code = Type.Object({ type: OneOf('code'), code: Type.String({ maxLength: 50_000 }) })
const Information = Type.Object({ type: OneOf('information') })

const simpleAnswers = [
  SingleChoice,
  MultipleChoice,
  TrueFalse,
  ShortText,
  NumberAnswer,
  Calculated,
  Essay,
  FileUpload,
  Recording,
  Matching,
  Ordering,
  Gaps,
  Hotspot,
  Labelling,
  Categorise,
  Matrix,
  Slider,
  Code,
  Information,
] as const

export const SimpleAnswer = Type.Union([...simpleAnswers])
/** Answers by the id of the question in the passage. */
const Passage = Type.Object({ type: OneOf('passage'), questions: ByPart(SimpleAnswer, 20) })

/** What a student answered; at most 300,000 bytes as JSON, which are 100,000 characters of any script. */
export const QuestionAnswer = Type.Union([...simpleAnswers, Passage], { maxJsonBytes: 300_000 })
export type SimpleAnswer = Static<typeof SimpleAnswer>
export type QuestionAnswer = Static<typeof QuestionAnswer>
/** The answer of one type. */
export type AnswerOf<T extends QuestionAnswer['type']> = Extract<QuestionAnswer, { type: T }>
/** Values of the variables of a calculated question, drawn for one attempt, as decimal text. */
export type Variables = Record<string, string>
