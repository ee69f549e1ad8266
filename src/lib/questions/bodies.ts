import { Type, type Static } from 'typebox'
import { Html, ImageShare, Line, OneOf, PartId, Shape, TextParts, UploadId, DecimalText } from './parts.ts'

/**
 * What a student sees of a question. Nothing in a body tells the right answer: that is the key. `text` is the question
 * itself.
 */
const text = Html(50_000)
const image = { image_id: UploadId, image_alt: Line(500) }

const SingleChoice = Type.Object({
  type: OneOf('single_choice'),
  text,
  options: TextParts(2, 30),
  /** Options are shown in a random order, fixed for each attempt. */
  is_shuffled: Type.Boolean(),
})
const MultipleChoice = Type.Object({
  type: OneOf('multiple_choice'),
  text,
  options: TextParts(2, 30),
  is_shuffled: Type.Boolean(),
})
const TrueFalse = Type.Object({ type: OneOf('true_false'), text })
const ShortText = Type.Object({
  type: OneOf('short_text'),
  text,
  max_length: Type.Integer({ minimum: 1, maximum: 1_000 }),
})
const NumberQuestion = Type.Object({
  type: OneOf('number'),
  text,
  /** `none`: a bare number; `select`: the unit is chosen from `units`; `typed`: the student writes it. */
  unit_input: OneOf('none', 'select', 'typed'),
  units: Type.Array(Line(30), { maxItems: 20 }),
})
/** A number whose question contains variables such as `{a}`, drawn for each attempt. */
const Calculated = Type.Object({
  type: OneOf('calculated'),
  text,
  unit_input: OneOf('none', 'select', 'typed'),
  units: Type.Array(Line(30), { maxItems: 20 }),
})
const Essay = Type.Object({
  type: OneOf('essay'),
  text,
  min_words: Type.Integer({ minimum: 0, maximum: 20_000 }),
  /** 0: no limit but that of the answer's size. */
  max_words: Type.Integer({ minimum: 0, maximum: 20_000 }),
  is_rich: Type.Boolean(),
})
const FileUpload = Type.Object({
  type: OneOf('file_upload'),
  text,
  max_files: Type.Integer({ minimum: 1, maximum: 20 }),
  /** Extensions without a dot; empty allows every type that the school accepts. */
  extensions: Type.Array(Line(10), { maxItems: 30 }),
})
const Recording = Type.Object({
  type: OneOf('recording'),
  text,
  media: OneOf('audio', 'video'),
  max_seconds: Type.Integer({ minimum: 5, maximum: 1_800 }),
})
const Matching = Type.Object({
  type: OneOf('matching'),
  text,
  prompts: TextParts(1, 30),
  /** May be more than prompts; a choice may fit several prompts. */
  choices: TextParts(2, 40),
})
const Ordering = Type.Object({ type: OneOf('ordering'), text, items: TextParts(2, 20) })
/** `text` contains `[[id]]` where a gap is. */
const Gaps = Type.Object({
  type: OneOf('gaps'),
  text,
  gaps: Type.Array(
    Type.Union([
      Type.Object({
        id: PartId,
        kind: OneOf('text'),
        max_length: Type.Integer({ minimum: 1, maximum: 200 }),
      }),
      Type.Object({ id: PartId, kind: OneOf('list'), options: TextParts(2, 20) }),
    ]),
    { minItems: 1, maxItems: 40 },
  ),
})
/** Named regions that a student chooses like options, or free points in the image. */
const Hotspot = Type.Object({
  type: OneOf('hotspot'),
  text,
  ...image,
  mode: OneOf('regions', 'points'),
  /** Empty in the mode `points`. */
  regions: Type.Array(Type.Object({ id: PartId, name: Line(200), shape: Shape }), { maxItems: 40 }),
  max_choices: Type.Integer({ minimum: 1, maximum: 20 }),
})
const Labelling = Type.Object({
  type: OneOf('labelling'),
  text,
  ...image,
  /** Numbered in this order. */
  spots: Type.Array(Type.Object({ id: PartId, x: ImageShare, y: ImageShare }), { minItems: 1, maxItems: 30 }),
  labels: TextParts(2, 40),
})
const Categorise = Type.Object({
  type: OneOf('categorise'),
  text,
  categories: TextParts(2, 10),
  items: TextParts(1, 40),
})
const Matrix = Type.Object({
  type: OneOf('matrix'),
  text,
  rows: TextParts(1, 30),
  columns: TextParts(2, 12),
  /** Several columns may be chosen in a row. */
  is_multiple: Type.Boolean(),
})
const Slider = Type.Object({
  type: OneOf('slider'),
  text,
  minimum: DecimalText,
  maximum: DecimalText,
  step: DecimalText,
  unit: Line(30),
})
/** A program in JavaScript. Tests that students may see are part of the body; hidden ones are in the key. */
const Code = Type.Object({
  type: OneOf('code'),
  text,
  language: OneOf('javascript'),
  starter: Type.String({ maxLength: 20_000 }),
  /** Name of the function that the tests call. */
  function_name: Type.String({ maxLength: 60, pattern: '^[A-Za-z_$][A-Za-z0-9_$]*$' }),
  examples: Type.Array(
    Type.Object({ call: Type.String({ maxLength: 2_000 }), expected: Type.String({ maxLength: 2_000 }) }),
    { maxItems: 10 },
  ),
})
/** A text page between questions, without an answer. */
const Information = Type.Object({ type: OneOf('information'), text })

const simpleBodies = [
  SingleChoice,
  MultipleChoice,
  TrueFalse,
  ShortText,
  NumberQuestion,
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

/** Every body but a passage. */
export const SimpleBody = Type.Union([...simpleBodies])
/** A text that several questions are about; points are shared by `weight`. */
const Passage = Type.Object({
  type: OneOf('passage'),
  text,
  questions: Type.Array(
    Type.Object({ id: PartId, weight: Type.Integer({ minimum: 1, maximum: 100 }), body: SimpleBody }),
    { minItems: 1, maxItems: 20 },
  ),
})

/** At most 300,000 bytes as JSON. */
export const QuestionBody = Type.Union([...simpleBodies, Passage], { maxJsonBytes: 300_000 })
export type SimpleBody = Static<typeof SimpleBody>
export type QuestionBody = Static<typeof QuestionBody>
export type QuestionType = QuestionBody['type']
/** The body of one type. */
export type BodyOf<T extends QuestionType> = Extract<QuestionBody, { type: T }>

export const questionTypes = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_text',
  'number',
  'calculated',
  'essay',
  'file_upload',
  'recording',
  'matching',
  'ordering',
  'gaps',
  'hotspot',
  'labelling',
  'categorise',
  'matrix',
  'slider',
  'code',
  'passage',
  'information',
] as const satisfies readonly QuestionType[]
