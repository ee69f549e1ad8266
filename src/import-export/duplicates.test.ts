import { expect, test } from 'vitest'
import {
  deleteContent,
  deleteContents,
  duplicateContent,
  duplicateContents,
  duplicateLesson,
  getCourseContents,
} from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestUpload, createTestPdf } from '#testing/builders/files.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

async function aCourse(school: TestSchool, teacher: TestUser) {
  const course = await school.course({ created_by: teacher.id, course_name: 'Baking', price: 500 })
  const first = await school.lesson({ course_id: course.id, title: 'Flour' })
  const second = await school.lesson({ course_id: course.id, title: 'Water', position: 1 })
  const at = (lesson_id: string) => ({ course_id: course.id, lesson_id })
  const file = await createTestUpload(teacher, createTestPdf(), {
    host: school.host,
    purpose: 'course_file',
    file_name: 'Recipe.pdf',
  })
  const a = await school.content({ ...at(first.id), title: 'A', body: '<p>About flour</p>' })
  const b = await school.content({
    ...at(first.id),
    title: 'B',
    position: 1,
    type: 'file',
    upload_id: file.upload_id,
    opens_after_content_id: a.id,
  })
  const c = await school.content({ ...at(second.id), title: 'C', is_locked: true })
  return { course, first, second, a, b, c, file }
}

const outlineOf = async (person: TestUser, id: string) => {
  const { lessons } = await person.api(getCourseContents, { id })
  return lessons.map((lesson) => ({
    title: lesson.title,
    contents: lesson.contents.map((content) => content.title),
  }))
}

test('duplicates a course with outline and files as private, under its new name', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const student = await school.student()
  const { course, b, file } = await aCourse(school, teacher)
  await school.enrol(student, course)
  const copy = await teacher.api(contract.duplicateCourse, { id: course.id, course_name: 'Baking again' })
  expect(copy).toMatchObject({ course_name: 'Baking again', price: 500, course_isPublic: false })
  expect(copy.course_code).not.toBe(course.course_code)
  expect(await outlineOf(teacher, copy.id)).toEqual([
    { title: 'Flour', contents: ['A', 'B'] },
    { title: 'Water', contents: ['C'] },
  ])
  await expect(student.api(getCourseContents, { id: copy.id })).rejects.toMatchObject({ code: 'not_found' })

  // Deleting the original content keeps the file for the copy.
  await teacher.api(deleteContent, { id: b.id })
  const row = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', file.upload_id)
      .select('status')
      .executeTakeFirst(),
  )
  expect(row).toEqual({ status: 'ready' })
})

test('points prerequisites of a copy to contents of the copy', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const { course } = await aCourse(school, teacher)
  const copy = await teacher.api(contract.duplicateCourse, { id: course.id })
  const rows = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('contents')
      .where('school_id', '=', school_id)
      .where('course_id', '=', copy.id)
      .orderBy('title')
      .select(['id', 'title', 'opens_after_content_id', 'is_locked', 'is_published'])
      .execute(),
  )
  expect(rows).toMatchObject([
    { title: 'A', is_published: true },
    { title: 'B', opens_after_content_id: rows[0]!.id },
    { title: 'C', is_locked: true },
  ])
})

test('moves all dates of a copy to its new start', async () => {
  const school = await createTestSchool({ time_zone: 'Europe/Berlin' })
  const teacher = await school.teacher()
  const course = await school.course({
    created_by: teacher.id,
    course_start_date: new Date('2027-03-22T08:00:00Z'),
    course_end_date: new Date('2027-04-30T16:00:00Z'),
  })
  const lesson = await school.lesson({ course_id: course.id })
  await school.content({
    course_id: course.id,
    lesson_id: lesson.id,
    opens_at: new Date('2027-03-29T07:00:00Z'),
  })
  const start_date = '2027-10-04T07:00:00.000Z'
  const copy = await teacher.api(contract.duplicateCourse, { id: course.id, start_date })
  // 09:00 stays 09:00 across the clock change; 196 days later each.
  expect(copy).toMatchObject({ course_start_date: start_date, course_end_date: '2027-11-12T17:00:00.000Z' })
  const opens_at = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('contents')
      .where('school_id', '=', school_id)
      .where('course_id', '=', copy.id)
      .select('opens_at')
      .execute(),
  )
  expect(opens_at).toEqual([{ opens_at: new Date('2027-10-11T07:00:00Z') }])
})

test('duplicates a lesson and contents as drafts behind the original', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const { course, first, a, b, c } = await aCourse(school, teacher)
  const lesson = await teacher.api(duplicateLesson, { id: first.id, title: 'Flour again' })
  expect(await outlineOf(teacher, course.id)).toEqual([
    { title: 'Flour', contents: ['A', 'B'] },
    { title: 'Flour again', contents: ['A', 'B'] },
    { title: 'Water', contents: ['C'] },
  ])
  const { content_ids } = await teacher.api(duplicateContents, {
    course_id: course.id,
    content_ids: [c.id, a.id],
  })
  await teacher.api(duplicateContent, { id: b.id, title: 'B again' })
  expect(await outlineOf(teacher, course.id)).toMatchObject([
    { contents: ['A', 'A', 'B', 'B again'] },
    { contents: ['A', 'B'] },
    { contents: ['C', 'C'] },
  ])
  const contents = (await teacher.api(getCourseContents, { id: course.id })).lessons.flatMap(
    (one) => one.contents,
  )
  const drafts = contents.filter((content) => !content.is_published).map((content) => content.id)
  expect(drafts.toSorted()).toEqual(
    [...lesson.content_ids, ...content_ids, contents.find((one) => one.title === 'B again')!.id].toSorted(),
  )
})

test('deletes several contents at once, and again', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const { course, a, b, c } = await aCourse(school, teacher)
  const several = { course_id: course.id, content_ids: [a.id, c.id, newId()] }
  await teacher.api(deleteContents, several)
  await teacher.api(deleteContents, several)
  expect(await outlineOf(teacher, course.id)).toMatchObject([{ contents: ['B'] }, { contents: [] }])
  const row = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('contents')
      .where('school_id', '=', school_id)
      .where('id', '=', b.id)
      .selectAll()
      .executeTakeFirst(),
  )
  expect(row).toMatchObject({ position: 0, opens_after_content_id: null })
})

test('lets only the teacher duplicate a course, and refuses lessons of a mirror', async () => {
  const school = await createTestSchool()
  const [teacher, other] = [await school.teacher(), await school.teacher()]
  const { course, first, a } = await aCourse(school, teacher)
  const mirror = await school.course({ created_by: teacher.id, mirror_course_id: course.id })
  const refused = { code: 'not_your_course' }
  const content_ids = [a.id]
  await expect(other.api(contract.duplicateCourse, { id: course.id })).rejects.toMatchObject(refused)
  await expect(other.api(duplicateLesson, { id: first.id })).rejects.toMatchObject(refused)
  await expect(other.api(duplicateContent, { id: a.id })).rejects.toMatchObject(refused)
  const several = { course_id: course.id, content_ids }
  await expect(other.api(duplicateContents, several)).rejects.toMatchObject(refused)
  await expect(other.api(deleteContents, several)).rejects.toMatchObject(refused)
  const mirrored = { code: 'mirrored_course' }
  const ofMirror = { course_id: mirror.id, content_ids }
  await expect(teacher.api(duplicateContents, ofMirror)).rejects.toMatchObject(mirrored)
  await expect(teacher.api(deleteContents, ofMirror)).rejects.toMatchObject(mirrored)
  // From the time before it became a mirror.
  const lesson = await school.lesson({ course_id: mirror.id })
  const left = await school.content({ course_id: mirror.id, lesson_id: lesson.id })
  await expect(teacher.api(duplicateLesson, { id: lesson.id })).rejects.toMatchObject(mirrored)
  await expect(teacher.api(duplicateContent, { id: left.id })).rejects.toMatchObject(mirrored)
  const input = { course_id: course.id, content_ids: [a.id, newId()] }
  await expect(teacher.api(duplicateContents, input)).rejects.toMatchObject({
    code: 'outline_conflict',
  })

  const copy = await teacher.api(contract.duplicateCourse, { id: mirror.id })
  expect(copy.mirror_course_id).toBe(course.id)
  expect(await outlineOf(teacher, copy.id)).toHaveLength(2)
})

test('refuses copies in a full outline', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const { course, first, a } = await aCourse(school, teacher)
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('contents')
      .values(
        Array.from({ length: 1_997 }, (_one, at) => ({
          school_id,
          id: newId(),
          course_id: course.id,
          lesson_id: first.id,
          type: 'text',
          title: `More ${at}`,
          position: at + 2,
        })),
      )
      .execute(),
  )
  const full = { code: 'outline_limit_reached' }
  await expect(teacher.api(duplicateContent, { id: a.id })).rejects.toMatchObject(full)
  await expect(teacher.api(duplicateLesson, { id: first.id })).rejects.toMatchObject(full)
  await expect(
    teacher.api(duplicateContents, { course_id: course.id, content_ids: [a.id] }),
  ).rejects.toMatchObject(full)
})
