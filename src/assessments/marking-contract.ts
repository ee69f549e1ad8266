import { Type } from 'typebox'
import { QuestionAnswer, QuestionBody } from '#lib/questions/index.ts'
import { Id, Instant, Nullable, PageOf, PagingParams, StringEnum, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { AttemptParams, attemptPath } from './attempt-shapes.ts'
import { RubricMark } from './rubrics-contract.ts'
import { AssessmentKind, AssessmentParams, assessmentPath, QuestionTypeName } from './shapes.ts'

const Slot = Type.Integer({ minimum: 0, maximum: 199 })

/** `step` of the mark that was read; refused if another person marked since. */
const ExpectedStep = Type.Integer({ minimum: 1, maximum: 30_000 })

/** A mark that a person gives. */
const givenMark = {
  slot: Slot,
  expected_step: ExpectedStep,
  points: Type.Number({ minimum: 0, maximum: 1_000 }),
  /** Plain text. */
  comment: Type.Optional(Text(5_000)),
  /** Levels of the rubric in this version, from which the points follow. Other points need a reason. */
  rubric: Type.Optional(
    Type.Object({ version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), ...RubricMark.properties }),
  ),
}

/** An answer of a submitted attempt with its last mark, for staff. */
const AnswerToMark = Type.Object({
  attempt_id: Id,
  slot: Type.Integer(),
  question_id: Id,
  /** Null while names are hidden for marking. */
  user_id: Nullable(Id),
  user_name: Nullable(Type.String()),
  attempt_number: Type.Integer(),
  submitted_at: Instant,
  body: QuestionBody,
  files: Type.Array(Type.Object({ upload_id: Id, url: Type.String() })),
  /** Notes for the marker. Sanitised HTML. */
  guidance: Type.String(),
  right_answer: Nullable(QuestionAnswer),
  /** Null: the student did not answer. Its HTML is sanitised. */
  answer: Nullable(QuestionAnswer),
  given_at: Nullable(Instant),
  /** Arrived after the deadline. */
  is_late: Type.Boolean(),
  max_points: Type.Number(),
  /** Number of the last mark; a new mark names it, so that two markers do not overwrite each other. */
  step: Type.Integer(),
  /** Null: a person must mark the answer. */
  points: Nullable(Type.Number()),
  source: Type.String(),
  comment: Type.String(),
  /** Null: marked without a rubric. */
  rubric: Nullable(RubricMark),
  marked_by_name: Nullable(Type.String()),
  marked_at: Instant,
  /** Equal answers of other attempts that no person marked yet; counted for short texts only. */
  same_count: Type.Integer(),
})

export const listAnswersToMark = defineRoute({
  name: 'listAnswersToMark',
  method: 'GET',
  path: `${assessmentPath}/answers`,
  access: 'staff',
  summary: 'List answers of submitted attempts with their marks, by question or by attempt',
  params: AssessmentParams,
  query: Type.Object({
    ...PagingParams,
    question_id: Type.Optional(Id),
    attempt_id: Type.Optional(Id),
    /** `pending`: those that a person must mark. */
    state: Type.Optional(StringEnum('pending', 'marked')),
    /** Where the first page begins: `next` begins with this answer, `previous` with the one before it. */
    from_attempt_id: Type.Optional(Id),
    from_slot: Type.Optional(Type.Integer({ minimum: 0, maximum: 199, default: 0 })),
    /** `previous`: in the opposite order. */
    direction: Type.Optional(StringEnum('next', 'previous')),
  }),
  reply: [200, PageOf(AnswerToMark)],
  refusals: ['not_your_course', 'not_your_assessment'],
})

const MarkedQuestion = Type.Object({
  question_id: Id,
  /** Null for a deleted question. */
  name: Nullable(Type.String()),
  type: Nullable(QuestionTypeName),
  answer_count: Type.Integer(),
  pending_count: Type.Integer(),
  /** Who marked answers of this question. */
  markers: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
})

export const getMarkingOverview = defineRoute({
  name: 'getMarkingOverview',
  method: 'GET',
  path: `${assessmentPath}/marking`,
  access: 'staff',
  summary: 'Count the answers of an assessment by question: all, those to mark, and who marked them',
  params: AssessmentParams,
  reply: [
    200,
    Type.Object({
      id: Id,
      kind: AssessmentKind,
      name: Type.String(),
      course_id: Nullable(Id),
      course_name: Nullable(Type.String()),
      /** Names of students are hidden while marking. */
      is_anonymous: Type.Boolean(),
      answer_count: Type.Integer(),
      pending_count: Type.Integer(),
      /** Those with answers to mark first, at most 500. */
      questions: Type.Array(MarkedQuestion),
    }),
  ],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const markAnswers = defineRoute({
  name: 'markAnswers',
  method: 'PUT',
  path: `${attemptPath}/grade`,
  access: 'staff',
  summary: 'Mark answers of a submitted attempt',
  params: AttemptParams,
  body: Type.Object({
    marks: Type.Array(Type.Object(givenMark), { minItems: 1, maxItems: 200, maxJsonBytes: 500_000 }),
  }),
  bodyLimitBytes: 600_000,
  reply: [
    200,
    Type.Object({
      state: StringEnum('submitted', 'marked'),
      pending_count: Type.Integer(),
      points: Nullable(Type.Number()),
      score: Nullable(Type.Number()),
      marks: Type.Array(Type.Object({ slot: Type.Integer(), step: Type.Integer(), points: Type.Number() })),
    }),
  ],
  refusals: [
    'not_your_course',
    'not_your_assessment',
    'attempt_not_graded',
    'mark_conflict',
    'rubric_conflict',
  ],
})

/** A mark of one answer of an assessment. */
const StoredMark = Type.Object({
  attempt_id: Id,
  slot: Type.Integer(),
  step: Type.Integer(),
  points: Nullable(Type.Number()),
})

export const markSameAnswers = defineRoute({
  name: 'markSameAnswers',
  method: 'PUT',
  path: `${attemptPath}/same-answers/grade`,
  access: 'staff',
  summary: 'Mark a short answer, and equal answers of other attempts that no person marked, at most 500',
  params: AttemptParams,
  body: Type.Object(givenMark),
  reply: [200, Type.Object({ marks: Type.Array(StoredMark) })],
  refusals: [
    'not_your_course',
    'not_your_assessment',
    'attempt_not_graded',
    'mark_conflict',
    'rubric_conflict',
  ],
})

export const undoMarks = defineRoute({
  name: 'undoMarks',
  method: 'PUT',
  path: `${assessmentPath}/marks/undo`,
  access: 'staff',
  summary: 'Replace one’s own marks by those before them',
  params: AssessmentParams,
  body: Type.Object({
    marks: Type.Array(Type.Object({ attempt_id: Id, slot: Slot, expected_step: ExpectedStep }), {
      minItems: 1,
      maxItems: 501,
    }),
  }),
  reply: [200, Type.Object({ marks: Type.Array(StoredMark) })],
  refusals: ['not_your_course', 'not_your_assessment', 'mark_conflict'],
})
