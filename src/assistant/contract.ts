import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  PageOf,
  Nullable,
  PagingParams,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export * from './settings/settings-contract.ts'

export const refusals = declareRefusals({
  assistant_off: [403, 'Questions are turned off in this course.'],
  assistant_opted_out: [403, 'You turned off the assistant in your profile.'],
  assistant_paused: [403, 'You cannot ask questions during an exam.'],
  question_limit_reached: [429, 'You have used all your questions for today.'],
  school_question_limit_reached: [429, 'Your school has used all its questions for today.'],
  correction_topic_not_in_course: [422, 'One of these lessons is not in this course.'],
})

const toTheCourse = ['not_approved', 'not_your_course', 'course_coming_soon', 'course_not_started'] as const

const Citation = Type.Object({
  /** Number in the answer: `[1]`. */
  number: Type.Integer(),
  content_id: Id,
  title: Type.String(),
  lesson_title: Type.String(),
  type: Type.String(),
  /** Position of the chunk in the content; 0 for the content as a whole. */
  position: Type.Integer(),
  /** Exact quote; empty for a content as a whole. */
  quote: Type.String(),
  /** Second of a video or recording. */
  start_second: Nullable(Type.Integer()),
})

const kinds = ['teacher', 'endpoint', 'quotes', 'none'] as const
const errors = [
  'unreachable',
  'timeout',
  'refused',
  'invalid_response',
  'truncated',
  'no_citation',
  'busy',
  'budget_exhausted',
] as const
const Verdict = Nullable(StringEnum('helpful', 'unhelpful'))

const answered = {
  id: Id,
  question: Type.String(),
  /** Source of the answer: a teacher, the endpoint, quotes only, or none (not in this course). */
  kind: StringEnum(...kinds),
  /** Plain text, never HTML. `[1]` names a citation. */
  answer: Type.String(),
  citations: Type.Array(Citation),
  /** Why the endpoint did not answer, if it was asked. */
  failure: Nullable(StringEnum(...errors)),
  rating: Verdict,
  /** A later answer of a teacher. */
  correction: Nullable(Type.Object({ answer: Type.String(), updated_at: Instant })),
  created_at: Instant,
}

export const AssistantQuestion = Type.Object(answered)

export const CourseQuestion = Type.Object({
  ...answered,
  /** null: the person was removed because of the question's age. */
  asked_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  state: StringEnum('answered', 'unanswered', 'rated_unhelpful', 'corrected'),
  correction: Nullable(
    Type.Object({ answer: Type.String(), content_ids: Type.Array(Id), updated_at: Instant }),
  ),
})

const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const InCourse = Type.Object({ course_id: Id })
const OfQuestion = Type.Object({ id: Id })

export const askQuestion = defineRoute({
  name: 'askQuestion',
  method: 'POST',
  path: '/assistant/v1/courses/:course_id/questions',
  access: 'user',
  summary: 'Answer a question from course content that the caller can open; can stream the answer',
  limits: [{ by: 'user', max: 30, seconds: 60 }],
  // The endpoint is called without an open transaction.
  transaction: 'own',
  streams: true,
  params: InCourse,
  body: Type.Object({
    question: Words(2_000),
    /** Quotes only: nothing is sent to an endpoint. */
    quotes_only: Type.Optional(Type.Boolean()),
    /** Answers staff as an approved student. */
    creator_preview: Type.Optional(Type.Boolean()),
  }),
  reply: [201, AssistantQuestion],
  refusals: [
    ...toTheCourse,
    'assistant_off',
    'assistant_opted_out',
    'assistant_paused',
    'question_limit_reached',
    'school_question_limit_reached',
  ],
  idempotent: true,
})

export const listMyQuestions = defineRoute({
  name: 'listMyQuestions',
  method: 'GET',
  path: '/assistant/v1/courses/:course_id/questions/mine',
  access: 'user',
  summary: 'List the caller’s questions about a course, newest first',
  params: InCourse,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(AssistantQuestion)],
  refusals: [...toTheCourse],
})

export const rateAnswer = defineRoute({
  name: 'rateAnswer',
  method: 'PUT',
  path: '/assistant/v1/questions/:id/rating',
  access: 'user',
  summary: 'Rate the answer to the caller’s own question',
  params: OfQuestion,
  body: Type.Object({ rating: Verdict }),
  reply: [200, Type.Object({ rating: Verdict })],
})

export const listCourseQuestions = defineRoute({
  name: 'listCourseQuestions',
  method: 'GET',
  path: '/assistant/v1/courses/:course_id/questions',
  access: 'staff',
  summary: 'List the questions asked about a course, newest first',
  params: InCourse,
  query: Type.Object({
    ...PagingParams,
    state: Type.Optional(StringEnum('answered', 'unanswered', 'rated_unhelpful', 'corrected')),
  }),
  csv: 'questions',
  reply: [200, PageOf(CourseQuestion)],
  refusals: ['not_your_course'],
})

export const setCorrection = defineRoute({
  name: 'setCorrection',
  method: 'PUT',
  path: '/assistant/v1/questions/:id/correction',
  access: 'staff',
  summary: 'Correct an answer; notifies the student, and similar questions get the corrected answer',
  params: OfQuestion,
  body: Type.Object({
    answer: Words(5_000),
    /** Sources of the correction: only readers who may open all of them get it. */
    content_ids: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
  }),
  reply: [200, CourseQuestion],
  refusals: ['not_your_course', 'correction_topic_not_in_course'],
})

export const deleteCorrection = defineRoute({
  name: 'deleteCorrection',
  method: 'DELETE',
  path: '/assistant/v1/questions/:id/correction',
  access: 'staff',
  summary: 'Delete a correction',
  params: OfQuestion,
  reply: [200, OkReply],
  refusals: ['not_your_course'],
})

const Topic = Type.Object({
  content_id: Id,
  title: Type.String(),
  lesson_title: Type.String(),
  type: Type.String(),
  /** `open`: chosen by the endpoint without another reason. */
  reason: StringEnum('resume', 'asked', 'next', 'unlocks', 'new', 'optional', 'open'),
  /** Explanation by the endpoint: plain text, never HTML. null if the reason is enough. */
  words: Nullable(Type.String()),
  /** Topic that opens after completion. */
  unlocks: Nullable(Type.String()),
  position_seconds: Type.Number(),
  /** When access ends, if soon. */
  ends_at: Nullable(Instant),
})

export const recommendTopics = defineRoute({
  name: 'recommendTopics',
  method: 'GET',
  path: '/assistant/v1/courses/:course_id/recommendation',
  access: 'user',
  summary: 'Recommend topics to take next or repeat, best first, with the reason',
  limits: [{ by: 'user', max: 120, seconds: 60 }],
  // The endpoint is called without an open transaction.
  transaction: 'own',
  params: InCourse,
  query: Type.Object({
    /** Answers at once, without the endpoint. */
    skip_endpoint: Type.Optional(Type.Boolean()),
    /** The open topic, which is not recommended. */
    topic: Type.Optional(Id),
    creator_preview: Type.Optional(Type.Boolean()),
  }),
  reply: [
    200,
    Type.Object({
      data: Type.Array(Topic),
      /** Source of order and texts. */
      by: StringEnum('endpoint', 'rules'),
      /** Why the endpoint did not answer, if it was asked. */
      failure: Nullable(StringEnum(...errors)),
    }),
  ],
  refusals: [...toTheCourse],
})

export const getAssistant = defineRoute({
  name: 'getAssistant',
  method: 'GET',
  path: '/assistant/v1/courses/:course_id',
  access: 'user',
  summary: 'Get whether the caller can ask questions about a course, and how many are left today',
  params: InCourse,
  reply: [
    200,
    Type.Object({
      is_on: Type.Boolean(),
      /** The caller switched it off in the profile. */
      is_opted_out: Type.Boolean(),
      /** Whether questions and passages are sent to an external endpoint. */
      uses_endpoint: Type.Boolean(),
      questions_left: Type.Integer(),
      /** Start of the next day, when the limits renew. */
      resets_at: Instant,
      /** Days until questions are deleted. */
      keep_days: Type.Integer(),
    }),
  ],
  refusals: [...toTheCourse],
})
