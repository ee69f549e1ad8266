import { expect, test } from 'vitest'
import { getMe } from '#accounts/contract.ts'
import { getCourseContents } from '#courses/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { createTestCourse, oneMinuteVideo } from '../builders/learning-builder.ts'
import { createTestSchool, type TestSchool } from '../builders/school-builder.ts'

/** A student whose session this process has cached. */
async function aStudentInClass() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, { contents: [oneMinuteVideo, {}] })
  const { student, content } = fixture
  const watch = (second: number) =>
    student.api(saveProgress, {
      content_id: content.id,
      watched: [[second, second + 1]],
      position_seconds: second,
    })
  for (let second = 0; second < 3; second++) await watch(second)
  return { school, ...fixture, watch }
}

const endSessionsOf = ({ transact: runInSchool }: TestSchool, user_id: string) =>
  runInSchool(({ tx, school_id }) =>
    tx.deleteFrom('sessions').where('school_id', '=', school_id).where('user_id', '=', user_id).execute(),
  )

const change = (
  { transact: runInSchool }: TestSchool,
  user_id: string,
  changes: { name?: string; role?: string; status?: string },
) =>
  runInSchool(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set(changes)
      .where('school_id', '=', school_id)
      .where('id', '=', user_id)
      .execute(),
  )

const positionIn = ({ transact: runInSchool }: TestSchool, user_id: string) =>
  runInSchool(async ({ tx, school_id }) => {
    const rows = await tx
      .selectFrom('content_progress')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .select('position_seconds')
      .execute()
    return rows.map(({ position_seconds }) => position_seconds)
  })

test('writes nothing for an ended session', async () => {
  const { school, student, watch } = await aStudentInClass()
  await endSessionsOf(school, student.id)
  await expect(watch(40)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await positionIn(school, student.id)).toEqual([2])
})

test('refuses a suspended student from the next request on', async () => {
  const { school, student, course, watch } = await aStudentInClass()
  await student.api(getCourseContents, { id: course.id })
  await change(school, student.id, { status: 'suspended' })
  const refused = { status: 401, code: 'unauthenticated' }
  await expect(student.api(getCourseContents, { id: course.id })).rejects.toMatchObject(refused)
  await expect(watch(40)).rejects.toMatchObject(refused)
  expect(await positionIn(school, student.id)).toEqual([2])
})

test('uses a changed role or name from the next request on', async () => {
  const { school, student, course, watch } = await aStudentInClass()
  await student.api(getCourseContents, { id: course.id })
  await change(school, student.id, { name: 'Renamed', role: 'admin' })
  await expect(watch(40)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await positionIn(school, student.id)).toEqual([2])
  await change(school, student.id, { role: 'student' })
  await student.api(getMe, {})
  await change(school, student.id, { role: 'admin' })
  expect(await student.api(getCourseContents, { id: course.id })).toMatchObject({ access: 'edit' })
  expect(await student.api(getMe, {})).toMatchObject({ name: 'Renamed', role: 'admin' })
})
