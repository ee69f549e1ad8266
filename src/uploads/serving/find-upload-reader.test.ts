import { expect, test } from 'vitest'
import { mayOpenContent } from '#courses/index.ts'
import type { ReadGrant } from './read-links.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, getTestApp, type TestUser } from '#testing/builders/school-builder.ts'
import { createUploadReadCheck } from './find-upload-reader.ts'

const hour = 3_600_000

test('allows a link to a course file while its holder may learn in the course', async () => {
  const school = await createTestSchool()
  const { student, teacher, course, content } = await createTestCourse(school)
  const mayRead = createUploadReadCheck((await getTestApp()).services, mayOpenContent)
  const now = new Date()
  const reads = async (person: TestUser, at = now) => {
    const shown = { content_id: content.id, course_id: course.id }
    const grant = { school_id: school.school_id, user_id: person.id, session_id: '', ...shown } as ReadGrant
    return (await mayRead(grant, at)) !== null
  }
  const change = (columns: object) =>
    school.transact(({ tx, school_id }) =>
      tx
        .updateTable('courses')
        .set(columns)
        .where('school_id', '=', school_id)
        .where('id', '=', course.id)
        .execute(),
    )
  expect(await reads(student)).toBe(true)
  expect(await reads(await school.student())).toBe(false)

  await change({ is_coming_soon: true })
  expect(await reads(student)).toBe(false)
  expect(await reads(teacher)).toBe(true)

  await change({ is_coming_soon: false, course_start_date: new Date(now.getTime() + hour) })
  expect(await reads(student)).toBe(false)
  expect(await reads(student, new Date(now.getTime() + hour))).toBe(true)
  await change({ allow_early_access: true })
  expect(await reads(student)).toBe(true)

  await change({ course_end_date: now, course_start_date: null, unapprove_all_students_on_end_date: true })
  expect(await reads(student)).toBe(false)
})
