import { expect, test } from 'vitest'
import { eventsOf } from '#testing/learning-stories.ts'
import { aSchool } from '#testing/stories.ts'
import * as contract from './contract.ts'

test('visitors and students may not set tiers, nor a teacher of another course', async () => {
  const school = await aSchool()
  const [student, stranger] = [await school.student(), await school.teacher()]
  const course = await school.course({ enable_tiering: true, tiering_maximum: 3 })
  const input = { student_id: student.id, course_id: course.id, tier: 2 }
  await expect(school.visitor().api(contract.setStudentTier, input)).rejects.toMatchObject({ status: 401 })
  await expect(student.api(contract.setStudentTier, input)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(stranger.api(contract.setStudentTier, input)).rejects.toMatchObject({
    code: 'not_your_course',
  })
})

test('a student holds one tier of a course, which staff give and take', async () => {
  const school = await aSchool()
  const [admin, student] = [await school.admin(), await school.student()]
  const course = await school.course({ enable_tiering: true, tiering_maximum: 3 })
  const tiered = (tier: number | null) =>
    admin.api(contract.setStudentTier, { student_id: student.id, course_id: course.id, tier })
  await expect(tiered(2)).rejects.toMatchObject({ code: 'not_enrolled' })
  await school.enrol(student, course)
  await expect(tiered(2)).resolves.toMatchObject({ tier: 2, status: 'approved' })
  await expect(tiered(2)).resolves.toMatchObject({ tier: 2 })
  await expect(tiered(null)).resolves.toMatchObject({ tier: null })
  await expect(tiered(4)).rejects.toMatchObject({ errors: [{ path: 'tier', code: 'no_such_tier' }] })
  expect(await eventsOf(school, student.id)).toMatchObject([
    { cause: 'tier_changed', tier: 2, changed_by: admin.id },
    { cause: 'tier_changed', tier: null },
  ])
})

test('a course without tiers has none to give', async () => {
  const school = await aSchool()
  const [admin, student, course] = [await school.admin(), await school.student(), await school.course()]
  await school.enrol(student, course)
  const input = { student_id: student.id, course_id: course.id, tier: 1 }
  await expect(admin.api(contract.setStudentTier, input)).rejects.toMatchObject({ code: 'tiering_disabled' })
})
