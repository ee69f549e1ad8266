import { describe, expect, test } from 'vitest'
import { listEnrolmentEventsOf, listNotificationsOf } from '#testing/builders/learning-builder.ts'
import * as notifications from '#notifications/contract.ts'
import * as schools from '#schools/contract.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

test('refuses visitors, students and teachers of another course', async () => {
  const school = await createTestSchool()
  const [student, visitor] = [await school.student(), await school.teacher()]
  const course = await school.course({ enable_tiering: true, tiering_maximum: 3 })
  const input = { student_id: student.id, course_id: course.id, tier: 2 }
  await expect(school.visitor().api(contract.setStudentTier, input)).rejects.toMatchObject({ status: 401 })
  await expect(student.api(contract.setStudentTier, input)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(visitor.api(contract.setStudentTier, input)).rejects.toMatchObject({
    code: 'not_your_course',
  })
})

test('gives a student one tier per course, which staff set and clear', async () => {
  const school = await createTestSchool()
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
  expect(await listEnrolmentEventsOf(school, student.id)).toMatchObject([
    { cause: 'tier_changed', tier: 2, changed_by: admin.id },
    { cause: 'tier_changed', tier: null },
  ])
})

test('refuses a tier in a course without tiers', async () => {
  const school = await createTestSchool()
  const [admin, student, course] = [await school.admin(), await school.student(), await school.course()]
  await school.enrol(student, course)
  const input = { student_id: student.id, course_id: course.id, tier: 1 }
  await expect(admin.api(contract.setStudentTier, input)).rejects.toMatchObject({ code: 'tiering_disabled' })
})

describe('notifies the student', () => {
  async function aTieredClass() {
    const school = await createTestSchool()
    const [admin, student] = [await school.admin(), await school.student()]
    const course = await school.course({ course_name: 'Go', enable_tiering: true, tiering_maximum: 3 })
    await school.enrol(student, course)
    const tiered = (tier: number | null) =>
      admin.api(contract.setStudentTier, { student_id: student.id, course_id: course.id, tier })
    const news = async () => {
      const { notifications: notified, mails } = await listNotificationsOf(school, student.id)
      return { notified: notified.map(({ kind }) => kind), mails: mails.map(({ subject }) => subject) }
    }
    return { school, admin, student, course, tiered, news }
  }

  test('of a higher and of a lower tier, on the page and by mail, once each', async () => {
    const { admin, student, course, tiered, news } = await aTieredClass()
    await tiered(2)
    await tiered(2)
    await tiered(1)
    await admin.api(contract.setTierForStudents, { course_id: course.id, student_ids: [student.id], tier: 3 })
    await admin.api(contract.setTierForStudents, { course_id: course.id, student_ids: [student.id], tier: 3 })
    const [higher, lower] = ['You have a higher tier in “Go”', 'Your tier in “Go” has changed']
    expect(await news()).toEqual({
      notified: ['higher_tier_in_course', 'lower_tier_in_course', 'higher_tier_in_course'],
      mails: [higher, lower, higher],
    })
    const { data } = await student.api(notifications.listNotifications, { limit: 1 })
    expect(data).toMatchObject([{ data: { course_id: course.id, course_name: 'Go', tier: 3 } }])
  })

  test('as the school’s setting for each direction allows', async () => {
    const { admin, tiered, news } = await aTieredClass()
    await admin.api(schools.updateNotificationSettings, { notify_students_on_approval_to_course: false })
    await tiered(2)
    await tiered(null)
    expect((await news()).notified).toEqual(['lower_tier_in_course'])
    await admin.api(schools.updateNotificationSettings, {
      notify_students_on_approval_to_course: true,
      notify_students_on_unapproval_to_course: false,
    })
    await tiered(2)
    await tiered(1)
    expect((await news()).notified).toEqual(['lower_tier_in_course', 'higher_tier_in_course'])
  })

  test('as the student’s preferences for page and mail allow, and only if approved', async () => {
    const { school, admin, student, course, tiered, news } = await aTieredClass()
    const kind = 'higher_tier_in_course'
    await student.api(notifications.updateNotificationPreference, { kind, by_email: false })
    await tiered(1)
    expect(await news()).toEqual({ notified: [kind], mails: [] })
    await student.api(notifications.updateNotificationPreference, { kind, by_email: true, in_app: false })
    await tiered(2)
    expect((await news()).notified).toEqual([kind])
    expect((await news()).mails).toHaveLength(1)
    const other = await school.student()
    await school.enrol(other, course, { status: 'pending' })
    await admin.api(contract.setStudentTier, { student_id: other.id, course_id: course.id, tier: 2 })
    expect((await listNotificationsOf(school, other.id)).notifications).toEqual([])
  })
})
