import { Type, type Static } from 'typebox'
import { ByPart, DecimalText, Fraction, Html, Line, OneOf, PartId, PartIds, Shape } from './parts.ts'

/** How an unordered set of choices is scored. `partial`: (right − wrong) / right, at least 0. */
const Scoring = OneOf('partial', 'all_or_nothing')
/** Texts shown when the school releases results, and hints that a practice reveals one after the other. */
const feedback = {
  feedback: Type.Object({ general: Html(10_000), correct: Html(10_000), incorrect: Html(10_000) }),
  hints: Type.Array(Html(5_000), { maxItems: 5 }),
}
const AcceptedText = Type.Object({ text: Line(1_000), fraction: Fraction })
const textMatching = {
  is_case_sensitive: Type.Boolean(),
  /** «e» counts as «é»; off by default, because marks change words in many languages. */
  are_accents_ignored: Type.Boolean(),
}
const AcceptedNumber = Type.Object({
  value: DecimalText,
  tolerance: DecimalText,
  tolerance_kind: OneOf('absolute', 'relative'),
  unit: Line(30),
  fraction: Fraction,
})
/** Share of the points that a wrong or missing unit costs. */
const unit_penalty = Fraction

const SingleChoice = Type.Object({
  type: OneOf('single_choice'),
  /** Share of the points for each option; an option that is missing counts 0. */
  fractions: ByPart(Fraction),
  option_feedback: ByPart(Html(5_000)),
  ...feedback,
})
const MultipleChoice = Type.Object({
  type: OneOf('multiple_choice'),
  correct: PartIds(30),
  scoring: Scoring,
  option_feedback: ByPart(Html(5_000)),
  ...feedback,
})
const TrueFalse = Type.Object({ type: OneOf('true_false'), correct: Type.Boolean(), ...feedback })
const ShortText = Type.Object({
  type: OneOf('short_text'),
  /** `*` in a text stands for any characters. */
  accepted: Type.Array(AcceptedText, { minItems: 1, maxItems: 50 }),
  ...textMatching,
  ...feedback,
})
const NumberKey = Type.Object({
  type: OneOf('number'),
  accepted: Type.Array(AcceptedNumber, { minItems: 1, maxItems: 20 }),
  unit_penalty,
  ...feedback,
})
const Calculated = Type.Object({
  type: OneOf('calculated'),
  variables: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 20, pattern: '^[a-z][a-z0-9_]*$' }),
      minimum: DecimalText,
      maximum: DecimalText,
      decimals: Type.Integer({ minimum: 0, maximum: 6 }),
      /** Distance between two values, from the minimum on; absent: every number with these decimals. */
      step: Type.Optional(DecimalText),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  /** Arithmetic over the variables. */
  formula: Type.String({ minLength: 1, maxLength: 1_000 }),
  tolerance: DecimalText,
  tolerance_kind: OneOf('absolute', 'relative'),
  unit: Line(30),
  unit_penalty,
  ...feedback,
})
/** A person marks essays, files and recordings; `guidance` is for markers only. */
const marked = { guidance: Html(20_000), ...feedback }
const Essay = Type.Object({ type: OneOf('essay'), ...marked })
const FileUpload = Type.Object({ type: OneOf('file_upload'), ...marked })
const Recording = Type.Object({ type: OneOf('recording'), ...marked })
const Matching = Type.Object({
  type: OneOf('matching'),
  pairs: ByPart(PartId),
  scoring: Scoring,
  ...feedback,
})
const Ordering = Type.Object({
  type: OneOf('ordering'),
  order: PartIds(20),
  /** `partial`: the longest sequence in the right order counts. */
  scoring: Scoring,
  ...feedback,
})
const Gaps = Type.Object({
  type: OneOf('gaps'),
  gaps: ByPart(
    Type.Union([
      Type.Object({ kind: OneOf('text'), accepted: Type.Array(AcceptedText, { minItems: 1, maxItems: 30 }) }),
      Type.Object({ kind: OneOf('list'), correct: PartId }),
    ]),
  ),
  scoring: Scoring,
  ...textMatching,
  ...feedback,
})
const Hotspot = Type.Object({
  type: OneOf('hotspot'),
  /** Regions that are right; empty in the mode `points`. */
  correct: PartIds(40),
  /** Areas in each of which one point belongs; empty in the mode `regions`. */
  areas: Type.Array(Shape, { maxItems: 20 }),
  scoring: Scoring,
  ...feedback,
})
const Labelling = Type.Object({
  type: OneOf('labelling'),
  pairs: ByPart(PartId),
  scoring: Scoring,
  ...feedback,
})
const Categorise = Type.Object({
  type: OneOf('categorise'),
  pairs: ByPart(PartId),
  scoring: Scoring,
  ...feedback,
})
const Matrix = Type.Object({
  type: OneOf('matrix'),
  rows: ByPart(PartIds(12)),
  scoring: Scoring,
  ...feedback,
})
const Slider = Type.Object({ type: OneOf('slider'), value: DecimalText, tolerance: DecimalText, ...feedback })
const Code = Type.Object({
  type: OneOf('code'),
  tests: Type.Array(
    Type.Object({
      call: Type.String({ minLength: 1, maxLength: 2_000 }),
      /** JSON of the expected value. */
      expected: Type.String({ maxLength: 5_000 }),
      weight: Type.Integer({ minimum: 1, maximum: 100 }),
    }),
    { minItems: 1, maxItems: 30 },
  ),
  ...feedback,
})
const Information = Type.Object({ type: OneOf('information') })

const simpleKeys = [
  SingleChoice,
  MultipleChoice,
  TrueFalse,
  ShortText,
  NumberKey,
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

export const SimpleKey = Type.Union([...simpleKeys])
const Passage = Type.Object({
  type: OneOf('passage'),
  /** Keys by the id of the question. */
  questions: ByPart(SimpleKey, 20),
})

/**
 * Answers, partial marks, feedback and hints of a question; at most 200,000 bytes as JSON. It never leaves the server
 * before results are released.
 */
export const QuestionKey = Type.Union([...simpleKeys, Passage], { maxJsonBytes: 200_000 })
export type SimpleKey = Static<typeof SimpleKey>
export type QuestionKey = Static<typeof QuestionKey>
/** The key of one type. */
export type KeyOf<T extends QuestionKey['type']> = Extract<QuestionKey, { type: T }>
