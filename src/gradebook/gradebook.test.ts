import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import { courseTotal, standardScales } from '#lib/grades/index.ts'
import { runQueuedJobs } from '#testing/builders/queue.ts'
import * as contract from './contract.ts'
import { findCourseTotals } from './index.ts'
import { jobs } from './jobs.ts'

const ids = { quizzes: newId(), exams: newId(), first: newId(), second: newId(), exam: newId() }
const item = (id: string, category_id: string, max_points: number) => {
  const plain = { weight: 1, is_extra_credit: false, due_at: null, assessment_id: null }
  return { id, name: ` Item ${max_points} `, category_id, max_points, ...plain }
}
const setup = {
  version: 0,
  is_released: false,
  scale: [...standardScales.letters],
  categories: [
    { id: ids.quizzes, name: 'Quizzes', weight: 40, method: 'points' as const, drop_lowest: 1 },
    { id: ids.exams, name: 'Exams', weight: 60, method: 'points' as const, drop_lowest: 0 },
  ],
  items: [
    item(ids.first, ids.quizzes, 10),
    item(ids.second, ids.quizzes, 20),
    item(ids.exam, ids.exams, 100),
  ],
}

async function aClass() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school)
  const course_id = fixture.course.id
  const book = await fixture.teacher.api(contract.saveGradebook, { course_id, ...setup })
  const grade = (item_id: string, points: number | null, more: object = {}) =>
    fixture.teacher.api(contract.saveGrades, {
      course_id,
      grades: [{ student_id: fixture.student.id, item_id, points, ...more }],
    })
  return { ...fixture, school, course_id, book, grade }
}

const myGrades = (student: TestUser, course_id: string) => student.api(contract.getMyGrades, { course_id })

test('stores the setup of a course in its order', async () => {
  const { teacher, course_id, book } = await aClass()
  expect(book).toMatchObject({ course_id, version: 1, is_released: false, categories: setup.categories })
  expect(book.items.map(({ name }) => name)).toEqual(['Item 10', 'Item 20', 'Item 100'])
  expect(await teacher.api(contract.getGradebook, { course_id })).toEqual(book)
  const fewer = { ...book, items: book.items.slice(1), categories: book.categories.toReversed() }
  const saved = await teacher.api(contract.saveGradebook, fewer)
  expect(saved).toEqual({ ...fewer, version: 2 })
})

test('refuses a setup that was read before a later change, also of two at the same time', async () => {
  const { teacher, course_id } = await aClass()
  const save = () => teacher.api(contract.saveGradebook, { course_id, ...setup, version: 1 })
  const results = await Promise.allSettled([save(), save(), save()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(save()).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
})

test.each([
  ['items', { items: [item(newId(), newId(), 10)] }],
  ['items', { items: [setup.items[0]!, setup.items[0]!] }],
  ['categories', { categories: [...setup.categories, setup.categories[0]!] }],
  ['scale', { scale: [{ label: 'A', min_percent: 50 }] }],
])('refuses inconsistent %s', async (field, change) => {
  const { teacher, course_id } = await aClass()
  await expect(
    teacher.api(contract.saveGradebook, { course_id, ...setup, version: 1, ...change }),
  ).rejects.toMatchObject({ status: 422, errors: [{ path: field }] })
})

test('computes totals as the browser does, and hides them until the release', async () => {
  const { teacher, student, course_id, book, grade } = await aClass()
  await grade(ids.first, 5)
  await grade(ids.second, 17)
  const { data } = await teacher.api(contract.listGrades, { course_id })
  expect(data).toMatchObject([
    { student_id: student.id, total_percent: 85, total_with_missing: 34, grade_label: 'B' },
  ])
  expect(await myGrades(student, course_id)).toMatchObject({ is_released: false, items: [], grades: [] })
  await teacher.api(contract.saveGradebook, { ...book, is_released: true })
  const mine = await myGrades(student, course_id)
  expect(mine).toMatchObject({ total_percent: 85, total_with_missing: 34, grade_label: 'B' })
  expect(courseTotal(mine).percent).toBe(mine.total_percent)
  expect(courseTotal(mine, 'zero').percent).toBe(mine.total_with_missing)
})

test('shows a student the own grades only', async () => {
  const { school, teacher, course, course_id, book, grade } = await aClass()
  await grade(ids.first, 5)
  await teacher.api(contract.saveGradebook, { ...book, is_released: true })
  const other = await school.student()
  await expect(myGrades(other, course_id)).rejects.toMatchObject({ code: 'not_enrolled' })
  await school.enrol(other, course)
  expect(await myGrades(other, course_id)).toMatchObject({ grades: [], total_percent: null })
})

test('records each change of a grade with its reason, and nothing for an equal one', async () => {
  const { teacher, student, course_id, grade } = await aClass()
  await grade(ids.first, 5)
  await grade(ids.first, 5)
  await teacher.api(contract.saveGrades, {
    course_id,
    reason: ' Question 2 was unclear ',
    grades: [{ student_id: student.id, item_id: ids.first, points: 6 }],
  })
  await grade(ids.first, 6, { is_excused: true })
  const { changes } = await teacher.api(contract.getGradeHistory, { course_id, student_id: student.id })
  expect(changes.map(({ points, is_excused }) => [points, is_excused])).toEqual([
    [6, true],
    [6, false],
    [5, false],
  ])
  expect(changes[1]).toMatchObject({
    reason: 'Question 2 was unclear',
    changed_by: teacher.id,
    changed_by_name: teacher.name,
    is_result: false,
  })
  const ofExam = await teacher.api(contract.getGradeHistory, {
    course_id,
    student_id: student.id,
    item_id: ids.exam,
  })
  expect(ofExam.changes).toEqual([])
})

test('returns grades that others changed instead of overwriting them, and takes a repeated call twice', async () => {
  const { school, teacher, student, course_id } = await aClass()
  const admin = await school.admin({ name: 'Efe Okoro' })
  const save = (person: TestUser, points: number, version: number) =>
    person.api(contract.saveGrades, {
      course_id,
      grades: [
        { student_id: student.id, item_id: ids.first, points, version },
        { student_id: student.id, item_id: ids.exam, points: 50 },
      ],
    })
  expect(await save(admin, 8, 0)).toMatchObject({
    saved: [{ points: 8, version: 1, is_late: false }, { points: 50 }],
    conflicts: [],
  })
  expect(await save(admin, 8, 0)).toMatchObject({ saved: [{ points: 8, version: 1 }, { version: 1 }] })
  const { saved, conflicts } = await save(teacher, 7, 0)
  expect(saved).toMatchObject([{ item_id: ids.exam, points: 50 }])
  expect(conflicts).toMatchObject([
    { student_id: student.id, item_id: ids.first, points: 8, version: 1, changed_by_name: 'Efe Okoro' },
  ])
  expect((await save(teacher, 7, 1)).conflicts).toEqual([])
  const { data } = await teacher.api(contract.listGrades, { course_id })
  expect(data[0]!.grades.find(({ item_id }) => item_id === ids.first)).toMatchObject({
    points: 7,
    version: 2,
  })
})

test('finds students by name and address', async () => {
  const { school, teacher, course, course_id } = await aClass()
  await school.enrol(await school.student({ name: 'Ọláyínká Adé' }), course)
  const found = async (search: string) =>
    (await teacher.api(contract.listGrades, { course_id, search })).data.map(({ name }) => name)
  expect(await found('olayinka')).toEqual(['Ọláyínká Adé'])
  expect(await found('')).toHaveLength(2)
  expect(await found('nobody')).toEqual([])
})

test('keeps totals with each grade, and computes them again when the setup changes', async () => {
  const { school, teacher, student, course_id, book, grade } = await aClass()
  const storedTotals = () => school.transact((ctx) => findCourseTotals(ctx, course_id, [student.id]))
  expect(await storedTotals()).toEqual(new Map())
  await grade(ids.first, 5)
  await grade(ids.exam, 100)
  const total = async () => {
    const { data } = await teacher.api(contract.listGrades, { course_id })
    const { total_percent, total_with_missing } = data[0]!
    return new Map([[student.id, { total_percent, total_with_missing }]])
  }
  expect(await storedTotals()).toEqual(await total())
  expect((await storedTotals()).get(student.id)!.total_percent).toBe(80)
  const categories = book.categories.map((one) => ({ ...one, weight: 10 }))
  await teacher.api(contract.saveGradebook, { ...book, categories })
  await runQueuedJobs(school, jobs[0]!)
  expect((await storedTotals()).get(student.id)!.total_percent).toBe(75)
  expect(await storedTotals()).toEqual(await total())
})

test('two people who grade a student at the same time keep a total of both grades', async () => {
  const { school, student, course_id, grade } = await aClass()
  await Promise.all([grade(ids.first, 10), grade(ids.second, 0), grade(ids.exam, 100)])
  const totals = await school.transact((ctx) => findCourseTotals(ctx, course_id, [student.id]))
  expect(totals.get(student.id)).toEqual({ total_percent: 100, total_with_missing: 100 })
})

test('refuses unknown students and items, and a grade that is given twice', async () => {
  const { school, teacher, student, course_id, grade } = await aClass()
  const outsider = await school.student()
  const refused = { status: 422, errors: [{ path: 'grades' }] }
  await expect(grade(newId(), 5)).rejects.toMatchObject(refused)
  await expect(grade(ids.first, 5, { student_id: outsider.id })).rejects.toMatchObject(refused)
  const twice = { student_id: student.id, item_id: ids.first, points: 1 }
  await expect(teacher.api(contract.saveGrades, { course_id, grades: [twice, twice] })).rejects.toMatchObject(
    refused,
  )
})

test('deletes no item for which a student had a grade', async () => {
  const { teacher, course_id, book, grade } = await aClass()
  await grade(ids.exam, 50)
  const without = {
    ...book,
    course_id,
    items: book.items.slice(0, 2),
    categories: book.categories.slice(0, 1),
  }
  await expect(teacher.api(contract.saveGradebook, without)).rejects.toMatchObject({
    status: 409,
    code: 'grade_item_in_use',
  })
})

test('belongs to the teacher of the course', async () => {
  const { school, student, course_id } = await aClass()
  const outsider = await school.teacher()
  const refused = { code: 'not_your_course' }
  const grades = [{ student_id: student.id, item_id: ids.first, points: 1 }]
  const student_id = student.id
  await expect(outsider.api(contract.getGradebook, { course_id })).rejects.toMatchObject(refused)
  await expect(outsider.api(contract.saveGradebook, { course_id, ...setup })).rejects.toMatchObject(refused)
  await expect(outsider.api(contract.listGrades, { course_id })).rejects.toMatchObject(refused)
  await expect(outsider.api(contract.saveGrades, { course_id, grades })).rejects.toMatchObject(refused)
  await expect(outsider.api(contract.getGradeHistory, { course_id, student_id })).rejects.toMatchObject(
    refused,
  )
})
