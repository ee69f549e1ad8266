import { Type } from 'typebox'
import { QuestionAnswer } from '#lib/questions/index.ts'
import { Id, InstantText, PageOf, PagingParams, StringEnum, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  AssessmentAttempt,
  AssessmentOverview,
  AssessmentResults,
  Attempt,
  AttemptParams,
  attemptPath,
  AttemptStatus,
  StaffAttempt,
} from './attempt-shapes.ts'
import { AssessmentKind, AssessmentParams, assessmentPath, base } from './shapes.ts'

/** A course, or a mirror of it, through which the student takes the assessment. */
const through = { course_id: Type.Optional(Id) }

/** Counts the openings of an attempt. */
const Holder = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

export const getAssessmentOverview = defineRoute({
  name: 'getAssessmentOverview',
  method: 'GET',
  path: `${assessmentPath}/overview`,
  access: 'student',
  summary: 'Get the rules of an assessment and one’s own attempts, before the start',
  params: AssessmentParams,
  query: Type.Object(through),
  reply: [200, AssessmentOverview],
})

export const listHomepageAssessments = defineRoute({
  name: 'listHomepageAssessments',
  method: 'GET',
  path: `${base}/homepage_assessments`,
  access: 'student',
  summary: 'List the published assessments of the school itself, those that close first',
  query: Type.Object(PagingParams),
  reply: [
    200,
    PageOf(
      Type.Object({
        id: Id,
        kind: AssessmentKind,
        name: Type.String(),
        opens_at: AssessmentOverview.properties.opens_at,
        closes_at: AssessmentOverview.properties.closes_at,
        /** The student started it and has not submitted yet. */
        is_running: Type.Boolean(),
        used_attempts: Type.Integer(),
      }),
    ),
  ],
})

export const startAttempt = defineRoute({
  name: 'startAttempt',
  method: 'POST',
  path: `${assessmentPath}/attempts`,
  access: 'student',
  summary: 'Start an attempt, or get the running one',
  params: AssessmentParams,
  body: Type.Object({ ...through, access_code: Type.Optional(Text(50)) }),
  limits: [{ by: 'user', max: 60, seconds: 60 }],
  reply: [201, Attempt],
  refusals: [
    'not_approved',
    'approval_ended',
    'course_coming_soon',
    'course_not_started',
    'assessment_locked',
    'assessment_not_open',
    'assessment_closed',
    'no_attempts_left',
    'access_code_invalid',
  ],
})

export const getAttempt = defineRoute({
  name: 'getAttempt',
  method: 'GET',
  path: attemptPath,
  access: 'student',
  summary: 'Get one’s own attempt with its questions and answers, and once it is released the result',
  params: AttemptParams,
  reply: [200, Attempt],
})

export const getAttemptStatus = defineRoute({
  name: 'getAttemptStatus',
  method: 'GET',
  path: `${attemptPath}/status`,
  access: 'student',
  summary: 'Get state and deadline of one’s own attempt',
  params: AttemptParams,
  reply: [200, AttemptStatus],
})

export const holdAttempt = defineRoute({
  name: 'holdAttempt',
  method: 'POST',
  path: `${attemptPath}/hold`,
  access: 'student',
  summary: 'Open a running attempt: earlier openings become read-only',
  params: AttemptParams,
  reply: [200, AttemptStatus],
})

export const saveAnswers = defineRoute({
  name: 'saveAnswers',
  method: 'PUT',
  path: `${attemptPath}/answers`,
  access: 'student',
  summary: 'Save answers of one’s own attempt',
  params: AttemptParams,
  body: Type.Object({
    /** The opening that gave the answers. */
    holder: Holder,
    saves: Type.Array(
      Type.Object({
        slot: Type.Integer({ minimum: 0, maximum: 199 }),
        /** Rises with each answer of this holder. */
        seq: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
        answer: QuestionAnswer,
        given_at: InstantText,
      }),
      { minItems: 1, maxItems: 200, maxJsonBytes: 1_800_000 },
    ),
  }),
  bodyLimitBytes: 2_000_000,
  reply: [
    200,
    Type.Object({
      ...AttemptStatus.properties,
      /** `seq` of the saves that are stored, or outdated by a newer answer. */
      settled: Type.Array(Type.Integer()),
      /** `seq` of the saves that came too late. */
      refused: Type.Array(Type.Integer()),
    }),
  ],
})

export const submitAttempt = defineRoute({
  name: 'submitAttempt',
  method: 'POST',
  path: `${attemptPath}/submit`,
  access: 'student',
  summary: 'Submit one’s own attempt; an attempt that is submitted already stays as it is',
  params: AttemptParams,
  body: Type.Object({ holder: Holder }),
  reply: [200, AttemptStatus],
  refusals: ['attempt_taken_over'],
})

const listQuery = {
  ...PagingParams,
  assessment_id: Type.Optional(Id),
  course_id: Type.Optional(Id),
  user_id: Type.Optional(Id),
}

export const listPendingAttempts = defineRoute({
  name: 'listPendingAttempts',
  method: 'GET',
  path: `${base}/pending-and-submitted`,
  access: 'staff',
  summary: 'List running attempts and submitted ones that are not marked yet, last started first',
  query: Type.Object({ ...listQuery, state: Type.Optional(StringEnum('running', 'submitted')) }),
  csv: 'attempts',
  reply: [200, PageOf(StaffAttempt)],
})

export const listResults = defineRoute({
  name: 'listResults',
  method: 'GET',
  path: `${base}/results`,
  access: 'staff',
  summary: 'List marked attempts with their points, last started first',
  query: Type.Object(listQuery),
  csv: 'results',
  reply: [200, PageOf(StaffAttempt)],
})

export const listAssessmentAttempts = defineRoute({
  name: 'listAssessmentAttempts',
  method: 'GET',
  path: `${assessmentPath}/attempts`,
  access: 'staff',
  summary: 'List all attempts of an assessment, last started first',
  params: AssessmentParams,
  query: Type.Object({
    ...PagingParams,
    /** Words of the student’s name; hidden names are not found. */
    q: Type.Optional(Text(100)),
    /** `late`: submitted after the due date, or with answers that arrived after the deadline. */
    state: Type.Optional(StringEnum('running', 'submitted', 'marked', 'late')),
  }),
  csv: 'attempts',
  reply: [200, PageOf(AssessmentAttempt)],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const getAssessmentResults = defineRoute({
  name: 'getAssessmentResults',
  method: 'GET',
  path: `${assessmentPath}/results`,
  access: 'staff',
  summary: 'Get the figures of the attempts of an assessment',
  params: AssessmentParams,
  reply: [200, AssessmentResults],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const releaseResults = defineRoute({
  name: 'releaseResults',
  method: 'POST',
  path: `${assessmentPath}/release`,
  access: 'staff',
  summary: 'Release the results of all marked attempts to the students',
  params: AssessmentParams,
  reply: [200, Type.Object({ released_count: Type.Integer() })],
  refusals: ['not_your_course', 'not_your_assessment'],
})
