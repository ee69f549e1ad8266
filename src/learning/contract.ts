import { Type } from 'typebox'
import {
  StringEnum,
  Id,
  Instant,
  InstantText,
  PageOf,
  Nullable,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { DueItem, LearningWeek, NewContentItem } from './dashboard/dashboard-shapes.ts'
import { enrolmentStatuses } from './enrolments/enrolment.ts'
import { StudentListFilters } from './students/student-list-filters.ts'
import {
  CourseResult,
  CourseStudent,
  EnrolmentEvent,
  EnrolmentRequest,
  NoAccessReason,
  EnrolmentClosedReason,
  EnrolmentRecord,
  EnrolmentStatus,
  SearchParam,
  Student,
  StudentCourse,
  StudentResult,
  StuckStudent,
} from './shapes.ts'

export { DailyActivity } from './activity/activity-shapes.ts'
export {
  changeProgress,
  listContentProgress,
  listCourseProgress,
  listStudentProgress,
  saveProgress,
} from './progress/progress-contract.ts'
export {
  approveStudents,
  declineEnrolmentRequests,
  undoEnrolmentDecision,
} from './decisions/decision-contract.ts'
export { refusals } from './refusals.ts'

const Flag = Type.Unsafe<boolean | ''>({ anyOf: [{ type: 'boolean' }, { type: 'string', const: '' }] })
const EndDate = Type.Optional(Nullable(InstantText))
const OneCourse = Type.Object({ course_id: Id })
const CourseOrCode = Type.Object({ course_id: Type.Optional(Id), course_code: Type.Optional(Text(60)) })
const OneStudent = Type.Object({ student_id: Id })
const Tier = Nullable(Type.Integer({ minimum: 1, maximum: 20 }))
const Students = Type.Array(Id, { maxItems: 500, uniqueItems: true })
const ManyStudents = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })

// ---- Routes of students ----

export const requestEnrolment = defineRoute({
  name: 'requestEnrolment',
  method: 'PUT',
  path: '/courses/v1/stu/students',
  access: 'student',
  summary: 'Request to join a course, by its id or code',
  // A code is short, so it could be guessed with unlimited attempts.
  limits: [{ by: 'user', max: 100, seconds: 3600 }],
  // The specification leaves open where the two fields are sent; if both are, the query counts.
  query: CourseOrCode,
  body: CourseOrCode,
  reply: [200, EnrolmentRecord],
  refusals: ['course_not_open', 'course_coming_soon', 'course_ended', 'direct_registration_disabled'],
})

export const listMyCourses = defineRoute({
  name: 'listMyCourses',
  method: 'GET',
  path: '/courses/v1/stu/courses',
  access: 'student',
  summary: 'List the student’s courses with progress, most recently opened first',
  query: Type.Object({ ...PagingParams, status: Type.Optional(StringEnum(...enrolmentStatuses)) }),
  reply: [200, PageOf(StudentCourse)],
})

export const getDashboard = defineRoute({
  name: 'getDashboard',
  method: 'GET',
  path: '/courses/v1/stu/dashboard',
  access: 'student',
  summary:
    'Get what is due within two weeks, what is new in the student’s courses, and what was completed this week',
  reply: [
    200,
    Type.Object({
      deadlines: Type.Array(DueItem),
      new_contents: Type.Array(NewContentItem),
      week: LearningWeek,
    }),
  ],
})

export const getMyEnrolment = defineRoute({
  name: 'getMyEnrolment',
  method: 'GET',
  path: '/courses/v1/stu/courses/check-student/:course_id',
  access: 'student',
  summary: 'Get the student’s enrolment status in a course, and whether a request to join is allowed',
  params: OneCourse,
  reply: [
    200,
    Type.Object({
      course_id: Id,
      /** Null without an enrolment. */
      status: Nullable(EnrolmentStatus),
      tier: Nullable(Type.Integer()),
      /** What each tier costs the student, in minor units; null for a tier that the student cannot buy. */
      tier_prices: Type.Array(Nullable(Type.Integer())),
      student_approval_end_date: Nullable(Instant),
      has_access: Type.Boolean(),
      may_request: Type.Boolean(),
      /** Why a request to join would be refused. */
      code: Nullable(EnrolmentClosedReason),
    }),
  ],
})

export const getCourseAccess = defineRoute({
  name: 'getCourseAccess',
  method: 'GET',
  path: '/courses/v2/student-has-access',
  access: 'user',
  summary: 'Get whether the caller can open a course',
  query: OneCourse,
  reply: [
    200,
    Type.Object({
      course_id: Id,
      has_access: Type.Boolean(),
      code: Nullable(NoAccessReason),
      student_approval_end_date: Nullable(Instant),
    }),
  ],
})

// ---- Routes of staff: students of a course ----

export const changeStudentCourses = defineRoute({
  name: 'changeStudentCourses',
  method: 'PUT',
  path: '/courses/v2/students/:student_id',
  access: 'staff',
  summary: 'Add a student to courses, approved immediately, and remove the student from others',
  params: OneStudent,
  body: Type.Object({
    add_course_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
    remove_course_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
    student_approval_end_date: EndDate,
  }),
  reply: [200, Type.Object({ results: Type.Array(CourseResult) })],
})

export const setStudentTier = defineRoute({
  name: 'setStudentTier',
  method: 'PUT',
  path: '/courses/v2/students-tier/:student_id',
  access: 'staff',
  summary: 'Set or remove the tier of a student in a course',
  params: OneStudent,
  body: Type.Object({ course_id: Id, tier: Tier }),
  reply: [200, EnrolmentRecord],
  refusals: ['not_your_course', 'not_enrolled', 'tiering_disabled'],
})

export const setTierForStudents = defineRoute({
  name: 'setTierForStudents',
  method: 'PUT',
  path: '/courses/v2/students-tier',
  access: 'staff',
  summary: 'Set or remove the tier of up to 500 students in a course',
  body: Type.Object({ course_id: Id, student_ids: ManyStudents, tier: Tier }),
  reply: [200, Type.Object({ results: Type.Array(StudentResult) })],
  refusals: ['not_your_course', 'tiering_disabled'],
})

export const changeCourseStudents = defineRoute({
  name: 'changeCourseStudents',
  method: 'PUT',
  path: '/courses/v2/course-students/:course_id',
  access: 'staff',
  summary: 'Add up to 500 students to a course, approved immediately, and remove up to 500',
  params: OneCourse,
  body: Type.Object({
    add_student_ids: Type.Optional(Students),
    remove_student_ids: Type.Optional(Students),
    student_approval_end_date: EndDate,
  }),
  reply: [200, Type.Object({ results: Type.Array(StudentResult) })],
  refusals: ['not_your_course'],
})

export const createStudentsFileLink = defineRoute({
  name: 'createStudentsFileLink',
  method: 'GET',
  path: '/courses/v2/students/course_id/:course_id/export',
  access: 'staff',
  summary: 'Get a signed address of the students of a course as CSV; valid for two minutes',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: OneCourse,
  query: Type.Object(StudentListFilters),
  reply: [200, Type.Object({ url: Type.String(), expires_at: Instant })],
  refusals: ['not_your_course'],
})

export const listCourseStudents = defineRoute({
  name: 'listCourseStudents',
  method: 'GET',
  path: '/courses/v2/students/course_id/:course_id',
  access: 'staff',
  summary: 'List the students of a course; removed ones only with the filter `status`',
  params: OneCourse,
  query: Type.Object({
    ...PagingParams,
    /** True if present, with or without a value. */
    withCourseProgress: Type.Optional(Flag),
    ...StudentListFilters,
  }),
  reply: [200, PageOf(CourseStudent)],
  refusals: ['not_your_course'],
})

export const listEnrolmentRequests = defineRoute({
  name: 'listEnrolmentRequests',
  method: 'GET',
  path: '/courses/v2/enrolment-requests',
  access: 'staff',
  summary: 'List requests for approval, oldest first; teachers see those of their own courses',
  query: Type.Object({ ...PagingParams, search: SearchParam }),
  csv: 'requests',
  reply: [200, PageOf(EnrolmentRequest)],
})

export const listStuckStudents = defineRoute({
  name: 'listStuckStudents',
  method: 'GET',
  path: '/courses/v2/stuck-students',
  access: 'staff',
  summary: 'List students who have not opened an unfinished course for two weeks, longest pause first',
  query: Type.Object({ ...PagingParams, search: SearchParam }),
  csv: 'stuck-students',
  reply: [200, PageOf(StuckStudent)],
})

export const listStudentsNotTaking = defineRoute({
  name: 'listStudentsNotTaking',
  method: 'GET',
  path: '/courses/v2/student-not-taking/:course_id',
  access: 'staff',
  summary: 'List students who are not in a course, by name',
  params: OneCourse,
  query: Type.Object({ ...PagingParams, search: SearchParam }),
  reply: [200, PageOf(Student)],
  refusals: ['not_your_course'],
})

// ---- Routes of staff and the student: one student ----

export const listStudentCourses = defineRoute({
  name: 'listStudentCourses',
  method: 'GET',
  path: '/courses/v2/students/:student_id/courses',
  access: 'user',
  summary: 'List a student’s courses with progress; teachers see those that they teach',
  params: OneStudent,
  query: Type.Object(PagingParams),
  csv: 'courses',
  reply: [200, PageOf(StudentCourse)],
})

export const listEnrolmentEvents = defineRoute({
  name: 'listEnrolmentEvents',
  method: 'GET',
  path: '/courses/v2/students/:student_id/events',
  access: 'user',
  summary: 'List the enrolment history of a student, newest first',
  params: OneStudent,
  query: Type.Object({ ...PagingParams, course_id: Type.Optional(Id) }),
  csv: 'history',
  reply: [200, PageOf(EnrolmentEvent)],
})
