import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import type { Method } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import {
  createTestSchool,
  testPassword,
  type TestClient,
  type TestSchool,
} from '../builders/school-builder.ts'

/**
 * Calls of section 7 of the specification, with every field that it names. Paths of features that do not exist
 * yet are missing; their features add them.
 */
const auth = '/schools/auth/api/v1'

interface People {
  visitor: TestClient
  student: TestClient
  teacher: TestClient
  admin: TestClient
}

interface Call {
  as: keyof People
  method: Method
  /** Path as in the specification, with its trailing slash if it has one. */
  path: string
  payload?: object
  /** Expected refusal for a reason other than the payload. */
  code?: string
}

let school: TestSchool
let people: People
const ids = { course: '', other: '', student: '', teacher: '', content: '', lesson: '', note: '' }
let school_no = ''

beforeAll(async () => {
  school = await createTestSchool()
  const [student, teacher, admin] = [await school.student(), await school.teacher(), await school.admin()]
  people = { visitor: school.visitor(), student, teacher, admin }
  const course = await school.course({ course_teacher_id: teacher.id })
  const lesson = await school.lesson({ course_id: course.id })
  const content = await school.content({ lesson_id: lesson.id, course_id: course.id })
  const other = await school.course({ course_code: 'OTHER' })
  await school.enrol(student, course, { completed_at: new Date() })
  Object.assign(ids, { course: course.id, other: other.id, student: student.id, teacher: teacher.id })
  Object.assign(ids, { content: content.id, lesson: lesson.id })
  const row = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('schools').where('school_id', '=', school_id).select('school_no').executeTakeFirstOrThrow(),
  )
  school_no = String(row.school_no)
})

const credentials = (user_code: string) => ({
  user_code,
  school_id: school.school_id,
  password: testPassword,
  token: null,
  ignorePasswordValidation: false,
  login_with: 'password',
})
const emailOf = (person: TestClient) => (person as TestClient & { email: string }).email

const newcomer = (email: string) => ({
  name: 'Amina Bello',
  email,
  school_id: school.school_id,
  school_no,
  password: testPassword,
  custom_auth_input: {},
  ignore_password: false,
})

const courseFields = () => ({
  course_name: 'Algebra',
  course_description: '<p>Letters for numbers.</p>',
  short_description: 'Letters',
  course_isPublic: true,
  price: 500_000,
  course_template_id: null,
  background_image: null,
  is_coming_soon: false,
  is_hidden: false,
  end_of_course_content_id: null,
  end_of_course_content_message: '<p>Well done.</p>',
  course_teacher_id: ids.teacher,
})

const updatedCourseFields = () => ({
  ...courseFields(),
  course_department: 'Mathematics',
  course_unit: '3 units',
  tutor_description: 'Teaches since 1999.',
  tutor_img: null,
  course_requirements: ['Arithmetic'],
  course_reviews: [{ name: 'Ada', rating: 5, review: 'Clear.' }],
  similar_courses: [ids.other],
  course_start_date: '2026-01-05T08:00:00Z',
  course_end_date: '2031-06-01T08:00:00Z',
  layout_type: 'compact',
  compact_layout_content_background: '#ffffff',
  approve_student_on_payment: true,
  disable_direct_registration: false,
  unapprove_all_students_on_end_date: true,
  student_access_limit_after_approval: 90,
  enable_affiliates: true,
  affiliates_percentage_off: 10,
  default_affiliate_commission: 20,
  enable_tiering: true,
  tiering_maximum: 2,
  tiering_prices: [100_000, 200_000],
  show_content_title_to_unapproved: true,
  banner_image: null,
  course_calendly_link: 'https://calendly.com/ada/lesson',
  mirror_course_id: null,
  hide_related_courses: false,
  find_school_preview_image: null,
})

const authCalls = (): Call[] => [
  { as: 'visitor', method: 'GET', path: `${auth}/custom-domain-details?domain_name=${school.host}` },
  { as: 'visitor', method: 'GET', path: `${auth}/school-details-from-url/${school.school_url}` },
  { as: 'visitor', method: 'GET', path: `${auth}/school-details-from-id/${school.school_id}` },
  ...(['student', 'teacher', 'admin'] as const).map((role) => ({
    as: 'visitor' as const,
    method: 'POST' as const,
    path: `${auth}/${role}s/login/`,
    payload: credentials(emailOf(people[role])),
  })),
  {
    as: 'visitor',
    method: 'POST',
    path: `${auth}/students/login/`,
    payload: {
      ...credentials(emailOf(people.student)),
      ignorePasswordValidation: true,
      login_with: 'magic_link',
      token: 'x',
    },
    code: 'token_invalid',
  },
  {
    as: 'visitor',
    method: 'POST',
    path: `${auth}/users/check-user-email/${school.school_id}`,
    payload: { email: 'a@people.test', userType: 'student' },
  },
  {
    as: 'visitor',
    method: 'POST',
    path: `${auth}/students/register/`,
    payload: { ...newcomer('new-student@people.test'), register_token: null, register_with: 'password' },
  },
  {
    as: 'visitor',
    method: 'POST',
    path: `${auth}/teachers/register/`,
    payload: newcomer('new-teacher@people.test'),
  },
  { as: 'visitor', method: 'GET', path: `${auth}/all-courses/${school.school_id}` },
  { as: 'visitor', method: 'GET', path: `${auth}/school-categories/${school.school_id}` },
  { as: 'visitor', method: 'GET', path: `${auth}/all-payments-plan/${school.school_id}` },
  { as: 'visitor', method: 'GET', path: `${auth}/course_search/${school.school_id}/?searchQuery=algebra` },
  {
    as: 'visitor',
    method: 'POST',
    path: `${auth}/reset-password/`,
    payload: {
      user_code: 'a@people.test',
      user_type: 'student',
      school_id: school.school_id,
      school_url: school.school_url,
    },
  },
  {
    as: 'visitor',
    method: 'POST',
    path: `${auth}/create-password/`,
    payload: {
      email: 'a@people.test',
      token: 'x',
      password: testPassword,
      school_url: `https://${school.host}`,
    },
    code: 'token_invalid',
  },
]

const courseCalls = (): Call[] => [
  {
    as: 'admin',
    method: 'POST',
    path: `/courses/v2/courses/?school_id=${school.school_id}&school_no=${school_no}`,
    payload: courseFields(),
  },
  { as: 'teacher', method: 'PUT', path: `/courses/v2/courses/${ids.course}`, payload: updatedCourseFields() },
  { as: 'visitor', method: 'GET', path: `/courses/v2/course-details/${ids.course}` },
  { as: 'student', method: 'GET', path: `/courses/v2/course-content-details/${ids.course}` },
  { as: 'teacher', method: 'GET', path: `/courses/v2/student-not-taking/${ids.course}` },
  {
    as: 'teacher',
    method: 'PUT',
    path: '/courses/v2/students-course-approval',
    payload: {
      course_id: ids.course,
      student_ids: [ids.student],
      approved: true,
      student_approval_end_date: '2031-01-01T08:00:00Z',
    },
  },
  {
    as: 'teacher',
    method: 'PUT',
    path: `/courses/v2/students-tier/${ids.student}`,
    payload: { course_id: ids.course, tier: 1 },
  },
  {
    as: 'teacher',
    method: 'PUT',
    path: `/courses/v2/students/${ids.student}`,
    payload: { add_course_ids: [ids.course] },
  },
  { as: 'teacher', method: 'GET', path: `/courses/v2/students/course_id/${ids.course}/` },
  { as: 'teacher', method: 'GET', path: `/courses/v2/students/course_id/${ids.course}/?withCourseProgress=` },
  ...(['lock', 'unlock'] as const).map((verb) => ({
    as: 'teacher' as const,
    method: 'PUT' as const,
    path: `/courses/v2/${verb}-course-content-in-lesson`,
    payload: { course_id: ids.course, lesson_id: ids.lesson, content_ids: [ids.content] },
  })),
  {
    as: 'teacher',
    method: 'PUT',
    path: `/courses/v2/update-course-ads-video/${ids.course}`,
    payload: { course_ads_video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  },
  {
    as: 'student',
    method: 'POST',
    path: '/courses/v2/students-end-of-course-message',
    payload: { course_id: ids.course, message: 'Thank you' },
  },
  {
    as: 'teacher',
    method: 'POST',
    path: '/courses/v2/admin-end-of-course-message',
    payload: { course_id: ids.course, student_id: ids.student, message: 'Well done' },
  },
  { as: 'student', method: 'GET', path: `/courses/v2/student-has-access?course_id=${ids.course}` },
  { as: 'student', method: 'GET', path: '/courses/v1/stu/courses' },
  { as: 'teacher', method: 'GET', path: '/courses/v1/tea/courses' },
  { as: 'student', method: 'GET', path: `/courses/v1/stu/courses/check-student/${ids.course}` },
  {
    as: 'student',
    method: 'PUT',
    path: `/courses/v1/stu/students/?course_id=${ids.other}&course_code=OTHER`,
  },
  {
    as: 'student',
    method: 'PUT',
    path: '/courses/v1/stu/students/',
    payload: { course_id: ids.other, course_code: 'OTHER' },
  },
]

const otherCalls = (): Call[] => [
  {
    as: 'student',
    method: 'POST',
    path: '/analytics/v1',
    payload: {
      action: 'SCHOOL_VISIT',
      url: `https://${school.host}/`,
      school_id: school.school_id,
      user_id: ids.student,
      user_type: 'student',
      course_id: ids.course,
    },
  },
  { as: 'student', method: 'GET', path: '/users/api/v1/notifications' },
  {
    as: 'student',
    method: 'GET',
    path: '/gen/get_aws_key_upload?file_name=a.png&content_type=image/png&size=9&purpose=avatar',
  },
  {
    as: 'student',
    method: 'POST',
    path: '/notes/v2/create',
    payload: {
      school_id: school.school_id,
      course_id: ids.course,
      content_id: ids.content,
      note: 'Remember this',
    },
  },
  {
    as: 'student',
    method: 'PUT',
    path: `/notes/v2/update/${newId()}`,
    payload: { school_id: school.school_id, note: 'Remember', updated_at: '2031-01-01T08:00:00Z' },
    code: 'not_found',
  },
  { as: 'student', method: 'GET', path: `/notes/v2/student-notes?school_id=${school.school_id}` },
  { as: 'student', method: 'DELETE', path: `/notes/v2/delete/${newId()}`, code: 'not_found' },
  { as: 'admin', method: 'GET', path: `/school-users/v2/user-details/${ids.student}` },
  { as: 'student', method: 'GET', path: '/school-users/v2/me' },
  {
    as: 'student',
    method: 'PUT',
    path: '/school-users/v2/update-user',
    payload: { firstName: 'Amina', lastName: 'Bello', country: 'NG' },
  },
  { as: 'student', method: 'PUT', path: '/school-users/v2/update-user', payload: { name: 'Amina Bello' } },
  {
    as: 'student',
    method: 'PUT',
    path: '/school-users/v2/change-password',
    payload: { current_password: 'not this one', new_password: `${testPassword}!` },
    code: 'current_password_invalid',
  },
  { as: 'admin', method: 'GET', path: '/schools/v2/admins' },
  {
    as: 'visitor',
    method: 'GET',
    path: '/schools/v2/search-for-school-on-find-school?searchQuery=a',
    code: 'not_found',
  },
  { as: 'admin', method: 'GET', path: '/schools/v2/notification-settings' },
  {
    as: 'admin',
    method: 'PUT',
    path: '/schools/v2/notification-settings',
    payload: {
      notify_students_on_approval_to_course: true,
      notify_students_on_unapproval_to_course: true,
      notify_students_on_deletion_from_course: true,
    },
  },
  { as: 'admin', method: 'GET', path: '/schools/v2/students' },
  {
    as: 'admin',
    method: 'GET',
    path: `/schools/v2/school/${school.school_id}/user_details/${ids.student}`,
  },
  { as: 'admin', method: 'GET', path: '/user-journey/v2/result' },
]

describe('the payloads of the specification', () => {
  test.each([
    ['auth', authCalls],
    ['courses', courseCalls],
    ['others', otherCalls],
  ])('accepts %s', async (_group, calls) => {
    for (const { as, method, path, payload, code } of calls()) {
      const answer = await withRequestCostGuard(people[as]).request({
        method,
        url: `/api${path}`,
        ...(payload && { body: payload }),
      })
      const result = answer.status < 400 ? undefined : answer.json.code
      expect(result, `${method} ${path}: ${answer.text.slice(0, 500)}`).toBe(code)
    }
  })

  test('covers every route of the product that the specification names', () => {
    const called = [...authCalls(), ...courseCalls(), ...otherCalls()].map(
      ({ method, path }) => `${method} ${path.split('?')[0]!.replace(/\/$/, '')}`,
    )
    const isSpecified =
      /^\/(schools\/auth\/api\/v1|courses\/v1|analytics|notes\/v2\/(create|update|delete|student-notes))/
    const ours =
      /invitation|magic-link|\/sessions|\/handoff|\/logout|\/enrol|second-factor|sign-in|google|v1\/login$|admins\/register|dashboard|faculties|finish/
    const missing = allRoutes
      .filter(({ path }) => isSpecified.test(path) && !ours.test(path))
      .filter(({ method, path }) => {
        const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`)
        return !called.some((call) => pattern.test(call))
      })
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})
