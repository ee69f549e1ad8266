import { expect, test } from 'vitest'
import {
  listEnrolmentEventsOf,
  listNotificationsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const tiered = { enable_tiering: true, tiering_maximum: 3, tiering_prices: '[1,2,3]' }

test('assigns a tier to many students, each with a result and a history entry', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course(tiered)]
  const [one, two, removed, outside] = await Promise.all(Array.from({ length: 4 }, () => school.student()))
  await school.enrol(one!, course)
  await school.enrol(two!, course, { tier: 2 })
  await school.enrol(removed!, course, { status: 'removed' })
  const student_ids = [one!, two!, removed!, outside!, admin].map(({ id }) => id)
  const give = () => admin.api(contract.setTierForStudents, { course_id: course.id, student_ids, tier: 2 })
  const { results } = await give()
  expect(results.map(({ ok, code }) => code ?? ok)).toEqual([
    true,
    true,
    'not_enrolled',
    'not_enrolled',
    'not_found',
  ])
  await give()
  expect(await listEnrolmentEventsOf(school, one!.id)).toMatchObject([
    { cause: 'tier_changed', tier: 2, changed_by: admin.id },
  ])
  expect(await listEnrolmentEventsOf(school, two!.id)).toEqual([])
  const four = { course_id: course.id, student_ids, tier: 4 }
  await expect(admin.api(contract.setTierForStudents, four)).rejects.toMatchObject({
    errors: [{ code: 'no_such_tier' }],
  })
  const plain = await school.course()
  await expect(
    admin.api(contract.setTierForStudents, { course_id: plain.id, student_ids, tier: 1 }),
  ).rejects.toMatchObject({ code: 'tiering_disabled' })
  const visitor = await school.teacher()
  await expect(visitor.api(contract.setTierForStudents, four)).rejects.toMatchObject({
    code: 'not_your_course',
  })
})

test('adds and removes many students at once and notifies them', async () => {
  const school = await createTestSchool()
  const [admin, course] = [
    await school.admin(),
    await school.course({ student_access_limit_after_approval: 3 }),
  ]
  const [one, two, three, never] = await Promise.all(Array.from({ length: 4 }, () => school.student()))
  await school.enrol(three!, course)
  const change = {
    course_id: course.id,
    add_student_ids: [one!.id, two!.id],
    remove_student_ids: [three!.id, never!.id],
  }
  const { results } = await admin.api(contract.changeCourseStudents, change)
  expect(results.map(({ status, code }) => code ?? status)).toEqual([
    'approved',
    'approved',
    'removed',
    'not_enrolled',
  ])
  const enrolment = await storedPosition(school, course.id, two!.id)
  expect(enrolment?.student_approval_end_date?.getTime()).toBeGreaterThan(Date.now() + 2 * 86_400_000)
  expect((await listNotificationsOf(school, one!.id)).mails).toMatchObject([{ kind: 'approval_to_course' }])
  expect((await listNotificationsOf(school, three!.id)).notifications).toMatchObject([
    { kind: 'deletion_from_course' },
  ])

  await expect(
    admin.api(contract.changeCourseStudents, { ...change, remove_student_ids: [one!.id] }),
  ).rejects.toMatchObject({ errors: [{ code: 'contradiction' }] })
  const visitor = await school.teacher()
  await expect(visitor.api(contract.changeCourseStudents, change)).rejects.toMatchObject({
    code: 'not_your_course',
  })
  await expect(admin.api(contract.changeCourseStudents, { course_id: course.id })).resolves.toEqual({
    results: [],
  })
})

test('creates one enrolment each for ten concurrent requests with the same students', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course()]
  const ids = (await Promise.all(Array.from({ length: 3 }, () => school.student()))).map(({ id }) => id)
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      admin.api(contract.changeCourseStudents, {
        course_id: course.id,
        add_student_ids: index % 2 ? ids : ids.toReversed(),
      }),
    ),
  )
  for (const id of ids) expect(await listEnrolmentEventsOf(school, id)).toHaveLength(1)
})

test('filters students by tier and completion', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course(tiered)]
  await school.enrol(await school.student({ name: 'A' }), course, { tier: 2, completed_at: new Date() })
  await school.enrol(await school.student({ name: 'B' }), course)
  const names = async (filter: object) =>
    (
      await admin.api(contract.listCourseStudents, { course_id: course.id, sort: 'name', ...filter })
    ).data.map(({ name }) => name)
  expect(await names({ tier: 2 })).toEqual(['A'])
  expect(await names({ tier: 0 })).toEqual(['B'])
  expect(await names({ completed: true })).toEqual(['A'])
  expect(await names({ completed: false })).toEqual(['B'])
  expect(await names({})).toEqual(['A', 'B'])
})
