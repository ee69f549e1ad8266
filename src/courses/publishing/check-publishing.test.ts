import { expect, test } from 'vitest'
import { createTestSchool, type TestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

type Check = Awaited<ReturnType<typeof checkOf>>

const checkOf = (person: TestUser, id: string) => person.api(contract.checkPublishing, { id })
const codesOf = ({ issues }: Check) => issues.map(({ code }) => code)

async function aDraft(school: TestSchool, given: object = {}) {
  const teacher = await school.teacher()
  const course = await teacher.api(contract.createCourse, { course_name: 'Pilots', ...given })
  const makePublic = () => teacher.api(contract.updateCourse, { id: course.id, course_isPublic: true })
  return { teacher, course, makePublic }
}

test('refuses to publish an empty course, and names the reason', async () => {
  const school = await createTestSchool()
  const { teacher, course, makePublic } = await aDraft(school)
  const check = await checkOf(teacher, course.id)
  expect(check).toMatchObject({ course_isPublic: false, may_publish: false, unpublished_count: 0 })
  expect(check.issues[0]).toEqual({ code: 'no_lesson', is_blocking: true, count: 1, items: [] })
  await expect(makePublic()).rejects.toMatchObject({
    status: 409,
    code: 'course_not_ready',
    body: { issues: ['no_lesson'] },
  })
  // An unpublished lesson is nothing to learn either.
  const draft = await school.content({ course_id: course.id, is_published: false, title: 'Draft' })
  expect((await checkOf(teacher, course.id)).may_publish).toBe(false)
  await expect(makePublic()).rejects.toMatchObject({ code: 'course_not_ready' })
  await teacher.api(contract.updateContent, { id: draft.id, is_published: true })
  expect(await checkOf(teacher, course.id)).toMatchObject({ may_publish: true, unpublished_count: 0 })
  expect((await makePublic()).course_isPublic).toBe(true)
})

test('publishes an empty course that is coming soon, and a mirror with the lessons of its origin', async () => {
  const school = await createTestSchool()
  const announced = await aDraft(school, { is_coming_soon: true })
  expect((await announced.makePublic()).course_isPublic).toBe(true)
  const { teacher, course } = await aDraft(school)
  await school.content({ course_id: course.id })
  const mirror = await teacher.api(contract.createCourse, { course_name: 'Mirror' })
  await teacher.api(contract.updateCourse, { id: mirror.id, mirror_course_id: course.id })
  expect(await checkOf(teacher, mirror.id)).toMatchObject({ may_publish: true, outline_course_id: course.id })
  const input = { id: mirror.id, course_isPublic: true }
  expect((await teacher.api(contract.updateCourse, input)).course_isPublic).toBe(true)
})

test('accepts a public course at creation, and changes of a public course that became empty', async () => {
  const school = await createTestSchool()
  const { teacher, course } = await aDraft(school, { course_isPublic: true })
  const input = { id: course.id, course_isPublic: true, course_name: 'Renamed' }
  expect((await teacher.api(contract.updateCourse, input)).course_name).toBe('Renamed')
  expect(await checkOf(teacher, course.id)).toMatchObject({ course_isPublic: true, may_publish: false })
})

test('warns of lessons left out, empty sections and what the page lacks', async () => {
  const school = await createTestSchool()
  const { teacher, course } = await aDraft(school, { is_hidden: true })
  const published = await school.content({ course_id: course.id, title: 'Out' })
  await teacher.api(contract.updateContent, { id: published.id, title: 'New title' })
  const never = await school.content({
    course_id: course.id,
    lesson_id: published.lesson_id,
    is_published: false,
    title: 'Never',
  })
  const empty = await teacher.api(contract.createLesson, { course_id: course.id, title: 'Empty' })
  const check = await checkOf(teacher, course.id)
  expect(codesOf(check)).toEqual([
    'unpublished_lessons',
    'empty_sections',
    'no_price',
    'no_image',
    'no_description',
    'hidden',
  ])
  expect(check.unpublished_count).toBe(2)
  expect(check.issues[0]!.items).toEqual([
    { kind: 'content', id: published.id, title: 'New title' },
    { kind: 'content', id: never.id, title: 'Never' },
  ])
  expect(check.issues[1]!.items).toEqual([{ kind: 'lesson', id: empty.id, title: 'Empty' }])
  await teacher.api(contract.updateCourse, {
    id: course.id,
    is_hidden: false,
    price: 1_000,
    short_description: 'For pilots.',
    course_end_date: '2020-01-01T00:00:00Z',
  })
  expect(codesOf(await checkOf(teacher, course.id))).toEqual([
    'unpublished_lessons',
    'empty_sections',
    'ended',
    'no_image',
  ])
})

test('answers only editors of the course', async () => {
  const school = await createTestSchool()
  const { course } = await aDraft(school)
  await expect(checkOf(await school.teacher(), course.id)).rejects.toMatchObject({ code: 'not_your_course' })
  expect((await checkOf(await school.admin(), course.id)).issues.length).toBeGreaterThan(0)
})
