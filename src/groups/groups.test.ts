import { describe, expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** A course with a content that opens in ten days, and two students. */
async function aLockedCourse() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, { contents: [{ opens_at: inDays(10) }, {}] })
  const other = await school.student({ name: 'Bisi' })
  await school.enrol(other, fixture.course)
  const id = fixture.course.id
  const create = (name: string, student_ids: string[] = []) =>
    fixture.teacher.api(contract.createGroup, { id, name, student_ids })
  const except = (given: Partial<Parameters<TestUser['api']>[1]> & { shift_days: number | null }) =>
    fixture.teacher.api(contract.createLockException, { id, ...given })
  const list = async () => (await fixture.teacher.api(contract.listLockExceptions, { id })).data
  const hasException = () =>
    school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('courses')
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .select('has_lock_exceptions')
        .executeTakeFirstOrThrow(),
    )
  return { ...fixture, school, other, id, create, except, list, hasException }
}

/** Whether a student may open the content, according to the outline and to progress. */
async function opens(student: TestUser, { id, content }: { id: string; content: { id: string } }) {
  const { lessons } = await student.api(getCourseContents, { id })
  const shown = lessons[0]!.contents.find((one) => one.id === content.id)!
  const saved = await student
    .api(saveProgress, { content_id: content.id, course_id: id, watched: [] })
    .then(() => true)
    .catch(() => false)
  expect(saved).toBe(shown.lock_reason === null)
  return shown.lock?.opens_at ?? saved
}

describe('groups', () => {
  test('are created, renamed, filled, emptied and deleted', async () => {
    const { teacher, student, other, id, create } = await aLockedCourse()
    const group = await create(' Evening ', [student.id])
    expect(group).toMatchObject({ name: 'Evening', students_count: 1 })
    await create('Morning')
    const changed = await teacher.api(contract.updateGroup, {
      id: group.id,
      name: 'Night',
      add_student_ids: [other.id, student.id],
    })
    expect(changed).toMatchObject({ name: 'Night', students_count: 2 })
    const { data } = await teacher.api(contract.listGroups, { id })
    expect(data.map((one) => [one.name, one.students_count])).toEqual([
      ['Morning', 0],
      ['Night', 2],
    ])
    await teacher.api(contract.updateGroup, { id: group.id, remove_student_ids: [student.id] })
    const students = await teacher.api(contract.listGroupStudents, { id: group.id })
    expect(students.data).toEqual([{ student_id: other.id, name: 'Bisi', email: other.email }])
    await teacher.api(contract.deleteGroup, { id: group.id })
    await expect(teacher.api(contract.deleteGroup, { id: group.id })).rejects.toMatchObject({ status: 404 })
  })

  test('have unique names and contain students of the course only', async () => {
    const { teacher, school, create } = await aLockedCourse()
    const { id } = await create('Evening')
    await expect(create('Evening ')).rejects.toMatchObject({ code: 'group_name_taken' })
    const morning = await create('Morning')
    const renamed = teacher.api(contract.updateGroup, { id: morning.id, name: 'Evening' })
    await expect(renamed).rejects.toMatchObject({ code: 'group_name_taken' })
    const visitor = await school.student()
    const added = teacher.api(contract.updateGroup, { id, add_student_ids: [visitor.id] })
    await expect(added).rejects.toMatchObject({
      errors: [{ path: 'add_student_ids', code: 'not_in_course' }],
    })
    await expect(create('Strangers', [newId()])).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('an exception', () => {
  test('opens a content now for one student and no other', async () => {
    const fixture = await aLockedCourse()
    const { student, other, content } = fixture
    expect(await opens(student, fixture)).toEqual(expect.any(String))
    await fixture.except({ content_id: content.id, student_ids: [student.id], shift_days: null })
    expect(await opens(student, fixture)).toBe(true)
    expect(await opens(other, fixture)).toEqual(expect.any(String))
  })

  test('shifts a whole course for a group, until it is deleted', async () => {
    const fixture = await aLockedCourse()
    const { student, other, teacher, list, hasException } = fixture
    const group = await fixture.create('Evening', [student.id])
    await fixture.except({ group_ids: [group.id], shift_days: -9 })
    const opening = new Date(String(await opens(student, fixture)))
    expect(Math.round((opening.getTime() - Date.now()) / 86_400_000)).toBe(1)
    expect(await opens(other, fixture)).toEqual(expect.any(String))
    expect(await hasException()).toEqual({ has_lock_exceptions: true })
    const [exception] = await list()
    expect(exception).toMatchObject({
      target: { kind: 'group', name: 'Evening' },
      content: null,
      shift_days: -9,
    })
    await teacher.api(contract.deleteLockException, { id: exception!.id })
    expect(await hasException()).toEqual({ has_lock_exceptions: false })
    expect(new Date(String(await opens(student, fixture))).getTime()).toBeGreaterThan(opening.getTime())
    await fixture.except({ group_ids: [group.id], shift_days: -10 })
    expect(await opens(student, fixture)).toBe(true)
  })

  test('replaces an earlier one, for several students at once', async () => {
    const fixture = await aLockedCourse()
    const { student, other, content, except, list } = fixture
    const whom = { content_id: content.id, student_ids: [student.id, other.id] }
    for (const shift_days of [3, 3, 5, null]) await except({ ...whom, shift_days })
    const rows = await list()
    expect(rows.map((row) => row.shift_days)).toEqual([null, null])
    expect(rows[0]).toMatchObject({
      target: { kind: 'student' },
      content: { id: content.id, title: 'A topic' },
    })
    await except({ student_ids: [], shift_days: 1 })
    expect(await list()).toHaveLength(2)
  })

  test('are listed by content and by student', async () => {
    const { student, other, content, create, except, id, teacher } = await aLockedCourse()
    const group = await create('Evening', [student.id])
    await except({ group_ids: [group.id], shift_days: 1 })
    await except({ student_ids: [other.id], content_id: content.id, shift_days: 2 })
    const of = async (given: object) =>
      (await teacher.api(contract.listLockExceptions, { id, ...given })).data.map((row) => row.shift_days)
    expect(await of({ student_id: student.id })).toEqual([1])
    expect(await of({ student_id: other.id })).toEqual([2])
    expect(await of({ content_id: content.id })).toEqual([2, 1])
    expect(await of({ content_id: newId() })).toEqual([1])
    expect(await of({ student_id: other.id, content_id: newId() })).toEqual([])
  })

  test('is deleted with its group and with its content', async () => {
    const fixture = await aLockedCourse()
    const { student, teacher, create, except, hasException, list } = fixture
    const group = await create('Evening', [student.id])
    await except({ group_ids: [group.id], shift_days: null })
    await teacher.api(contract.deleteGroup, { id: group.id })
    expect(await list()).toEqual([])
    expect(await hasException()).toEqual({ has_lock_exceptions: false })
    expect(await opens(student, fixture)).toEqual(expect.any(String))
  })

  test('in a mirror applies to the mirror’s students', async () => {
    const { school, content, teacher, student } = await aLockedCourse()
    const mirror = await school.course({ mirror_course_id: content.course_id, course_teacher_id: teacher.id })
    await school.enrol(student, mirror)
    const of = { id: mirror.id, content_id: content.id, student_ids: [student.id], shift_days: null }
    await teacher.api(contract.createLockException, of)
    expect(await opens(student, { id: content.course_id, content })).toEqual(expect.any(String))
    expect(await opens(student, { id: mirror.id, content })).toBe(true)
  })

  test.each([
    ['student_ids', { student_ids: [newId()] }],
    ['group_ids', { group_ids: [newId()] }],
    ['content_id', { content_id: newId() }],
    ['shift_days', { shift_days: 4_000 }],
  ])('with a wrong %s is refused', async (path, given) => {
    const { except } = await aLockedCourse()
    await expect(except({ shift_days: 1, ...(given as object) })).rejects.toMatchObject({
      errors: [expect.objectContaining({ path })],
    })
  })
})

test('lets only editors of the course manage groups and exceptions', async () => {
  const fixture = await aLockedCourse()
  const { school, student, id, create, except, list } = fixture
  const group = await create('Evening', [student.id])
  await except({ group_ids: [group.id], shift_days: 1 })
  const [exception] = await list()
  const calls = (person: TestUser) => [
    person.api(contract.listGroups, { id }),
    person.api(contract.createGroup, { id, name: 'Mine' }),
    person.api(contract.updateGroup, { id: group.id, name: 'Mine' }),
    person.api(contract.deleteGroup, { id: group.id }),
    person.api(contract.listGroupStudents, { id: group.id }),
    person.api(contract.listLockExceptions, { id }),
    person.api(contract.createLockException, { id, shift_days: null }),
    person.api(contract.deleteLockException, { id: exception!.id }),
  ]
  for (const [person, reason] of [
    [student, { code: 'forbidden' }],
    [await school.teacher(), { code: 'not_your_course' }],
    [await (await createTestSchool()).admin(), { status: 404 }],
  ] as const)
    for (const answer of await Promise.allSettled(calls(person)))
      expect(answer).toMatchObject({ status: 'rejected', reason })
})
