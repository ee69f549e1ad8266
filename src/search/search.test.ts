import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { createNote } from '#notes/contract.ts'
import { indexCourseNow } from '#testing/builders/assistant-builder.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { excerpt } from './excerpt.ts'

const find = (person: TestUser, q?: string) => person.api(contract.search, q === undefined ? {} : { q })
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)
const titlesOf = (found: readonly { title: string }[]) => found.map(({ title }) => title)

/** Renames a person, whose name the builder chooses. */
const rename = (school: TestSchool, { id }: { id: string }, name: string) =>
  school.transact(({ tx, school_id }) =>
    tx.updateTable('users').set({ name }).where('school_id', '=', school_id).where('id', '=', id).execute(),
  )

test('finds own and public courses, and opens each where the person works with it', async () => {
  const school = await createTestSchool()
  const { course, teacher, student } = await createTestCourse(school, { course: { course_is_public: false } })
  await teacher.api(courses.updateCourse, { id: course.id, course_name: 'Baking bread' })
  const listed = await school.course({ course_name: 'Baking cakes', course_is_public: true })
  await school.course({ course_name: 'Baking in secret', course_is_public: false })
  await school.course({ course_name: 'Baking by link', course_is_public: true, is_hidden: true })
  const [admin, otherStudent] = [await school.admin(), await school.student()]
  const own = (opens: string) => ({ id: course.id, course_name: 'Baking bread', opens })
  const other = { id: listed.id, course_name: 'Baking cakes', opens: 'page' }
  expect((await find(student, 'baking')).courses).toEqual([own('player'), other])
  expect((await find(teacher, 'bread')).courses).toEqual([own('editor')])
  expect((await find(teacher, 'baking')).courses).toEqual([own('editor'), other])
  expect((await find(otherStudent, 'baking')).courses).toEqual([other])
  expect((await find(admin, 'baking')).courses).toHaveLength(4)
  expect((await find(student, 'baknig braed')).courses).toEqual([own('player')])
})

test('an enrolment that is not approved opens the page of the course', async () => {
  const school = await createTestSchool()
  const course = await school.course({ course_name: 'Weaving', course_is_public: false })
  const [waiting, removed] = [await school.student(), await school.student()]
  await school.enrol(waiting, course, { status: 'pending' })
  await school.enrol(removed, course, { status: 'removed' })
  expect((await find(waiting, 'weaving')).courses).toMatchObject([{ opens: 'page' }])
  expect((await find(removed, 'weaving')).courses).toEqual([])
})

test('finds lessons by title and text, and only those that the person may open', async () => {
  const school = await createTestSchool()
  const { course, teacher, student } = await createTestCourse(school, {
    contents: [
      { title: 'Kneading', body: '<p>Fold the dough gently.</p>' },
      { title: 'Kneading machines', body: '<p>Later.</p>', is_locked: true },
    ],
  })
  const draft = await createTestCourse(school, { contents: [{ title: 'Kneading at home' }] })
  await indexCourseNow(school, course.id)
  await indexCourseNow(school, draft.course.id)
  expect((await find(student, 'knead')).lessons).toMatchObject([
    { course_id: course.id, course_name: course.course_name, title: 'Kneading', text: null },
  ])
  expect((await find(student, 'gently')).lessons).toMatchObject([
    { title: 'Kneading', text: expect.stringContaining('Fold the dough gently') },
  ])
  expect((await find(student, 'kneeding')).lessons).toMatchObject([{ title: 'Kneading' }])
  expect(titlesOf((await find(teacher, 'knead')).lessons).toSorted()).toEqual([
    'Kneading',
    'Kneading machines',
  ])
  expect((await find(await school.admin(), 'knead')).lessons).toHaveLength(3)
  expect((await find(await school.student(), 'knead')).lessons).toEqual([])
})

test('a mirror finds the lessons of its origin, under its own id', async () => {
  const school = await createTestSchool()
  const origin = await createTestCourse(school, { contents: [{ title: 'Kneading' }] })
  const mirror = await school.course({ mirror_course_id: origin.course.id })
  const student = await school.student()
  await school.enrol(student, mirror)
  await indexCourseNow(school, origin.course.id)
  expect((await find(student, 'kneading')).lessons).toMatchObject([
    { course_id: mirror.id, title: 'Kneading' },
  ])
})

test('finds no lessons of an approval that ended, of a course that has not started, or of a deleted one', async () => {
  const school = await createTestSchool()
  const { course } = await createTestCourse(school, { contents: [{ title: 'Kneading' }] })
  await indexCourseNow(school, course.id)
  const student = await school.student()
  const past = new Date(Date.now() - 60_000)
  await school.enrol(student, course, { student_approval_end_date: past })
  expect((await find(student, 'kneading')).lessons).toEqual([])
  const early = await createTestCourse(school, {
    course: { course_start_date: new Date(Date.now() + 86_400_000) },
    contents: [{ title: 'Stitching' }],
  })
  await indexCourseNow(school, early.course.id)
  expect((await find(early.student, 'stitching')).lessons).toEqual([])
})

test('admins find everybody, teachers their students, students nobody', async () => {
  const school = await createTestSchool()
  const { teacher, student } = await createTestCourse(school)
  const [admin, other] = [await school.admin(), await school.student()]
  await rename(school, student, 'Adaeze Okafor')
  await rename(school, other, 'Adaézè Obi')
  expect((await find(admin, 'ada')).people.map(({ name }) => name).toSorted()).toEqual([
    'Adaeze Okafor',
    'Adaézè Obi',
  ])
  expect(idsOf((await find(admin, 'okafor adaeze')).people)).toEqual([student.id])
  expect(idsOf((await find(admin, 'adazee okafro')).people)).toEqual([student.id])
  expect(idsOf((await find(admin, student.email)).people)).toEqual([student.id])
  expect(idsOf((await find(teacher, 'ada')).people)).toEqual([student.id])
  expect((await find(student, 'ada')).people).toEqual([])
  const elsewhere = await (await createTestSchool()).admin()
  expect((await find(elsewhere, 'adaeze')).people).toEqual([])
})

test('finds the person’s own notes', async () => {
  const school = await createTestSchool()
  const { course, content, student } = await createTestCourse(school)
  const note = { course_id: course.id, content_id: content.id, note: '<p>Remember the sourdough</p>' }
  await student.api(createNote, note)
  expect((await find(student, 'sourdo')).notes).toMatchObject([
    { course_id: course.id, content_id: content.id, text: 'Remember the sourdough', content_status: 'open' },
  ])
  expect((await find(await school.student(), 'sourdo')).notes).toEqual([])
})

test('without a query suggests the person’s own courses', async () => {
  const school = await createTestSchool()
  const { course, teacher, student } = await createTestCourse(school)
  await school.course({ course_is_public: true })
  expect(idsOf((await find(student)).courses)).toEqual([course.id])
  expect(idsOf((await find(teacher, '  ')).courses)).toEqual([course.id])
  expect((await find(await school.admin())).courses).toHaveLength(2)
})

test('answers one letter, wildcards, operators and long input with nothing', async () => {
  const school = await createTestSchool()
  await createTestCourse(school)
  const admin = await school.admin()
  const nothing = { courses: [], lessons: [], people: [], notes: [] }
  for (const q of ['a', '%', '%%%', '_____', '&|!():*', "'; select 1 --", '\\', '😀😀', 'zq '.repeat(33)])
    expect(await find(admin, q), q).toEqual(nothing)
  await expect(find(admin, 'x'.repeat(101))).rejects.toMatchObject({ status: 422 })
})

test('shows the passage around the first word of the query', () => {
  const long = `${'one two three '.repeat(20)}the crème fraîche comes last ${'four five six '.repeat(20)}`
  const shown = excerpt(long, 'creme')
  expect(shown).toContain('crème fraîche')
  expect(shown.length).toBeLessThan(150)
  expect(excerpt('short', 'x')).toBe('short')
  expect(excerpt('x'.repeat(500), 'nothing')).toHaveLength(142)
})
