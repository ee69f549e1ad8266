import { Type } from 'typebox'
import { Id, Nullable } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const InCourse = Type.Object({ course_id: Id })

const CourseSettings = Type.Object({
  is_on: Type.Boolean(),
  /** Whether the school allows questions. */
  is_on_in_school: Type.Boolean(),
})

export const getCourseAssistant = defineRoute({
  name: 'getCourseAssistant',
  method: 'GET',
  path: '/assistant/v1/courses/:course_id/settings',
  access: 'staff',
  summary: 'Get the assistant settings of a course',
  params: InCourse,
  reply: [200, CourseSettings],
  refusals: ['not_your_course'],
})

export const updateCourseAssistant = defineRoute({
  name: 'updateCourseAssistant',
  method: 'PUT',
  path: '/assistant/v1/courses/:course_id/settings',
  access: 'staff',
  summary: 'Turn the assistant of a course on or off',
  params: InCourse,
  body: Type.Object({ is_on: Type.Boolean() }),
  reply: [200, CourseSettings],
  refusals: ['not_your_course'],
})

const Settings = Type.Object({
  is_on: Type.Boolean(),
  uses_endpoint: Type.Boolean(),
  student_daily_questions: Nullable(Type.Integer()),
  /** Whether the installation has an endpoint. */
  has_endpoint: Type.Boolean(),
  /** Daily limits of the installation. */
  limits: Type.Object({
    student_questions: Type.Integer(),
    school_questions: Type.Integer(),
    student_tokens: Type.Integer(),
    school_tokens: Type.Integer(),
  }),
  used_today: Type.Object({ questions: Type.Integer(), tokens: Type.Integer() }),
  keep_days: Type.Integer(),
})

export const getAssistantSettings = defineRoute({
  name: 'getAssistantSettings',
  method: 'GET',
  path: '/assistant/v1/settings',
  access: 'admin',
  summary: 'Get the school’s assistant settings and today’s usage',
  reply: [200, Settings],
})

export const updateAssistantSettings = defineRoute({
  name: 'updateAssistantSettings',
  method: 'PUT',
  path: '/assistant/v1/settings',
  access: 'admin',
  summary: 'Update the school’s assistant settings',
  body: Type.Object({
    is_on: Type.Optional(Type.Boolean()),
    uses_endpoint: Type.Optional(Type.Boolean()),
    student_daily_questions: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
  }),
  reply: [200, Settings],
})

const Choices = Type.Object({
  /** Off: no answers and no recommendations. */
  is_on: Type.Boolean(),
  /** Off: nothing of the caller is sent to an endpoint. */
  uses_endpoint: Type.Boolean(),
  /** Whether there is an endpoint that the school allows. */
  has_endpoint: Type.Boolean(),
})

export const getAssistantPreferences = defineRoute({
  name: 'getAssistantPreferences',
  method: 'GET',
  path: '/assistant/v1/preferences',
  access: 'user',
  summary: 'Get the caller’s assistant preferences',
  reply: [200, Choices],
})

export const updateAssistantPreferences = defineRoute({
  name: 'updateAssistantPreferences',
  method: 'PUT',
  path: '/assistant/v1/preferences',
  access: 'user',
  summary: 'Update the caller’s assistant preferences',
  body: Type.Object({
    is_on: Type.Optional(Type.Boolean()),
    uses_endpoint: Type.Optional(Type.Boolean()),
  }),
  reply: [200, Choices],
})
