import { Type } from 'typebox'
import { Id, InstantText, PageOf, PagingParams, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { SavedProgress, SearchParam } from '../shapes.ts'
import { ContentProgress, LessonContent, progressStates, ProgressStudent } from './progress-shapes.ts'

const Ranges = (maximum: number) =>
  Type.Array(Type.Array(Type.Integer({ minimum: 0, maximum }), { minItems: 2, maxItems: 2 }), {
    maxItems: 200,
  })

export const saveProgress = defineRoute({
  name: 'saveProgress',
  method: 'PUT',
  path: '/courses/v2/contents/:content_id/progress',
  access: 'student',
  runsWhileIdentifying: true,
  summary: 'Record a student’s progress in a content; requests can be repeated and arrive in any order',
  params: Type.Object({ content_id: Id }),
  body: Type.Object({
    /** The course through which the content is read, if it is a mirror. */
    course_id: Type.Optional(Id),
    /** Played seconds as ranges: from (included), to (excluded). */
    watched: Type.Optional(Ranges(86_400)),
    /**
     * When the content was on the student's screen, as ranges of seconds since 1970 by the server's clock. No more
     * seconds count than have passed since the first report of this content.
     */
    visible: Type.Optional(Ranges(2_147_483_647)),
    /** The part of a text down to which the student scrolled. The largest counts. */
    read_percentage: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    /** Length of the recording as the player found it at its end, if the student reached that. */
    media_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    position_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
    /** When the player was at the position, by the device's clock. The newest of all devices counts. */
    position_at: Type.Optional(InstantText),
    /** The student opened the file or page. Only contents that are completed by opening need it. */
    opened: Type.Optional(Type.Boolean()),
    /** Marked by hand as completed or not. */
    completed: Type.Optional(Type.Boolean()),
  }),
  reply: [200, SavedProgress],
  refusals: [
    'not_enrolled',
    'not_approved',
    'approval_ended',
    'course_coming_soon',
    'course_not_started',
    'content_locked',
    'tier_too_low',
    'content_not_open_yet',
    'prerequisite_not_completed',
    'not_watched_enough',
    'not_read_enough',
    'not_submitted',
    'not_passed',
  ],
})

// ---- Routes of staff ----

export const changeProgress = defineRoute({
  name: 'changeProgress',
  method: 'PUT',
  path: '/courses/v2/course-progress/:course_id',
  access: 'staff',
  summary: 'Mark contents as completed, or reset them, for up to 500 students of a course',
  params: Type.Object({ course_id: Id }),
  body: Type.Object({
    student_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
    content_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
    /** False deletes the seconds that were counted, so that the student has to do it again. */
    completed: Type.Boolean(),
  }),
  /** How many contents of how many students changed. Those that were in this state already do not count. */
  reply: [200, Type.Object({ contents: Type.Integer(), students: Type.Integer() })],
  refusals: ['not_your_course'],
})

export const listCourseProgress = defineRoute({
  name: 'listCourseProgress',
  method: 'GET',
  path: '/courses/v2/course-progress/:course_id',
  access: 'staff',
  summary: 'List the published contents of a course with the number of approved students by state',
  params: Type.Object({ course_id: Id }),
  query: Type.Object(PagingParams),
  csv: 'progress',
  reply: [
    200,
    PageOf(
      Type.Object({
        ...LessonContent.properties,
        not_started: Type.Integer(),
        started: Type.Integer(),
        completed: Type.Integer(),
      }),
    ),
  ],
  refusals: ['not_your_course'],
})

export const listContentProgress = defineRoute({
  name: 'listContentProgress',
  method: 'GET',
  path: '/courses/v2/contents/:content_id/progress',
  access: 'staff',
  summary: 'List the approved students of a course with their progress in one content, by name',
  params: Type.Object({ content_id: Id }),
  query: Type.Object({
    ...PagingParams,
    /** The course of the students, if it is a mirror. */
    course_id: Type.Optional(Id),
    state: Type.Optional(StringEnum(...progressStates)),
    search: SearchParam,
  }),
  csv: 'progress',
  reply: [200, PageOf(Type.Object({ ...ProgressStudent.properties, ...ContentProgress.properties }))],
  refusals: ['not_your_course'],
})

export const listStudentProgress = defineRoute({
  name: 'listStudentProgress',
  method: 'GET',
  path: '/courses/v2/students/:student_id/courses/:course_id/progress',
  access: 'user',
  summary: 'List the published contents of a course with a student’s progress in each, in order',
  params: Type.Object({ student_id: Id, course_id: Id }),
  query: Type.Object(PagingParams),
  csv: 'progress',
  reply: [200, PageOf(Type.Object({ ...LessonContent.properties, ...ContentProgress.properties }))],
  refusals: ['not_your_course', 'not_enrolled'],
})
