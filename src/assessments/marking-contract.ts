import { Type } from 'typebox'
import { QuestionAnswer, QuestionBody } from '#lib/questions/index.ts'
import { Id, Instant, Nullable, PageOf, PagingParams, StringEnum, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { AttemptParams, attemptPath } from './attempt-shapes.ts'
import { AssessmentParams, assessmentPath } from './shapes.ts'

const Slot = Type.Integer({ minimum: 0, maximum: 199 })

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
  /** Null: the student did not answer. */
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
  marked_by_name: Nullable(Type.String()),
  marked_at: Instant,
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
  }),
  reply: [200, PageOf(AnswerToMark)],
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
    marks: Type.Array(
      Type.Object({
        slot: Slot,
        /** `step` of the mark that was read; refused if another person marked since. */
        expected_step: Type.Integer({ minimum: 1, maximum: 30_000 }),
        points: Type.Number({ minimum: 0, maximum: 1_000 }),
        comment: Type.Optional(Text(5_000)),
      }),
      { minItems: 1, maxItems: 200, maxJsonBytes: 500_000 },
    ),
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
  refusals: ['not_your_course', 'not_your_assessment', 'attempt_not_graded', 'mark_conflict'],
})
