import { expect, test } from 'vitest'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

test('lists the courses that mirror a course for its editors', async () => {
  const school = await createTestSchool()
  const [teacher, other, admin] = [await school.teacher(), await school.teacher(), await school.admin()]
  const origin = await school.course({ created_by: teacher.id })
  expect(await teacher.api(contract.listMirrors, { id: origin.id })).toEqual({ data: [], total: 0 })
  const mirrors = { mirror_course_id: origin.id }
  const own = await school.course({ ...mirrors, created_by: teacher.id, course_name: 'A' })
  const foreign = await school.course({ ...mirrors, created_by: other.id, course_name: 'B' })
  await school.course({ ...mirrors, created_by: other.id, deleted_at: new Date() })
  expect(await teacher.api(contract.listMirrors, { id: origin.id })).toEqual({
    data: [
      { id: own.id, course_name: 'A', may_edit: true },
      { id: foreign.id, course_name: 'B', may_edit: false },
    ],
    total: 2,
  })
  const seenByAdmin = await admin.api(contract.listMirrors, { id: origin.id })
  expect(seenByAdmin.data.map((row) => row.may_edit)).toEqual([true, true])
  const refused = other.api(contract.listMirrors, { id: origin.id })
  await expect(refused).rejects.toMatchObject({ code: 'not_your_course' })
})

test('names the first mirrors and counts all', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const origin = await school.course({ created_by: teacher.id })
  for (let at = 0; at < 12; at += 1)
    await school.course({ created_by: teacher.id, mirror_course_id: origin.id })
  const { data, total } = await teacher.api(contract.listMirrors, { id: origin.id })
  expect([data.length, total]).toEqual([10, 12])
})
