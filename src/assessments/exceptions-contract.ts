import { Type } from 'typebox'
import {
  Id,
  Instant,
  InstantText,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { AssessmentParams, assessmentPath, base } from './shapes.ts'

const extraMinutes = Type.Integer({ minimum: 0, maximum: 1_440 })
const extraAttempts = Type.Integer({ minimum: 0, maximum: 100 })
const ofStudent = Type.Object({ ...AssessmentParams.properties, user_id: Id })

const Exception = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  extra_attempts: Type.Integer(),
  extra_minutes: Type.Integer(),
  opens_at: Nullable(Instant),
  closes_at: Nullable(Instant),
  updated_at: Instant,
})

export const listAssessmentExceptions = defineRoute({
  name: 'listAssessmentExceptions',
  method: 'GET',
  path: `${assessmentPath}/exceptions`,
  access: 'staff',
  summary: 'List the exceptions of single students in an assessment, by student',
  params: AssessmentParams,
  query: Type.Object(PagingParams),
  csv: 'exceptions',
  reply: [200, PageOf(Exception)],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const setAssessmentException = defineRoute({
  name: 'setAssessmentException',
  method: 'PUT',
  path: `${assessmentPath}/exceptions/:user_id`,
  access: 'staff',
  summary: 'Give a student more attempts or minutes, or another window, in an assessment',
  params: ofStudent,
  body: Type.Object({
    extra_attempts: Type.Optional(extraAttempts),
    extra_minutes: Type.Optional(extraMinutes),
    /** Replace the window of the assessment; null: no change. */
    opens_at: Type.Optional(Nullable(InstantText)),
    closes_at: Type.Optional(Nullable(InstantText)),
  }),
  reply: [200, OkReply],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const deleteAssessmentException = defineRoute({
  name: 'deleteAssessmentException',
  method: 'DELETE',
  path: `${assessmentPath}/exceptions/:user_id`,
  access: 'staff',
  summary: 'Take back the exception of a student in an assessment',
  params: ofStudent,
  reply: [200, OkReply],
  refusals: ['not_your_course', 'not_your_assessment'],
})

const Accommodation = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  /** Null: in all assessments of the school. */
  course_id: Nullable(Id),
  time_factor: Type.Number(),
  extra_minutes: Type.Integer(),
  extra_attempts: Type.Integer(),
  updated_at: Instant,
})

export const listAccommodations = defineRoute({
  name: 'listAccommodations',
  method: 'GET',
  path: `${base}/accommodations`,
  access: 'staff',
  summary: 'List the accommodations of students in a course, or without a course those in the whole school',
  query: Type.Object({ ...PagingParams, course_id: Type.Optional(Id) }),
  csv: 'accommodations',
  reply: [200, PageOf(Accommodation)],
  refusals: ['not_your_course'],
})

export const setAccommodation = defineRoute({
  name: 'setAccommodation',
  method: 'PUT',
  path: `${base}/accommodations`,
  access: 'staff',
  summary:
    'Give a student more time or attempts in all assessments of a course, or as an admin of the school',
  body: Type.Object({
    user_id: Id,
    course_id: Nullable(Id),
    time_factor: Type.Optional(Type.Number({ minimum: 1, maximum: 5 })),
    extra_minutes: Type.Optional(extraMinutes),
    extra_attempts: Type.Optional(extraAttempts),
  }),
  reply: [200, OkReply],
  refusals: ['not_your_course'],
})
