import { expect, test } from 'vitest'
import { createLockException } from '#groups/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createFlag, deleteFlag } from '#console/contract.ts'
import { createPlatformAccount, createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

test('lists what ends or opens within two weeks, the nearest first', async () => {
  const school = await createTestSchool()
  const approved = { approved_at: inDays(-3) }
  const { course, student } = await createTestCourse(school, {
    course: { course_end_date: inDays(10) },
    contents: [
      { title: 'in five', opens_at: inDays(5) },
      { title: 'dripped in four', opens_after_days: 7 },
      { title: 'long ahead', opens_at: inDays(20) },
      { title: 'open', opens_at: inDays(-1) },
      { title: 'by hand', opens_at: inDays(1), is_locked: true },
      { title: 'a draft', opens_at: inDays(1), is_published: false },
      { title: 'another tier', opens_at: inDays(1), lowest_tier: 2 },
    ],
  })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('enrolments')
      .set({ ...approved, student_approval_end_date: inDays(2) })
      .where('school_id', '=', school_id)
      .where('course_id', '=', course.id)
      .execute(),
  )
  const { deadlines } = await student.api(contract.getDashboard, {})
  expect(deadlines.map(({ kind, topic }) => topic?.title ?? kind)).toEqual([
    'another tier',
    'access_ends',
    'dripped in four',
    'in five',
    'course_ends',
  ])
})

test('lists content moved by an exception at the student’s own date', async () => {
  const school = await createTestSchool()
  const { course, student, contents, teacher } = await createTestCourse(school, {
    contents: [
      { title: 'brought near', opens_at: inDays(40) },
      { title: 'put off', opens_at: inDays(3) },
      { title: 'over, but not for her', opens_at: inDays(-5) },
      { title: 'as for everybody', opens_at: inDays(6) },
      { title: 'opened at once', opens_at: inDays(2) },
      { title: 'dripped sooner', opens_after_days: 30 },
    ],
  })
  const shifts = [-36, 30, 12, null, null, -21]
  for (const [index, shift_days] of shifts.entries())
    if (index !== 3)
      await teacher.api(createLockException, {
        id: course.id,
        content_id: contents[index]!.id,
        student_ids: [student.id],
        shift_days,
      })
  const { deadlines } = await student.api(contract.getDashboard, {})
  expect(deadlines.map(({ topic }) => topic?.title)).toEqual([
    'brought near',
    'as for everybody',
    'over, but not for her',
    'dripped sooner',
  ])
})

test('lists content published since the last visit and never opened as new', async () => {
  const school = await createTestSchool()
  const { course, student, contents } = await createTestCourse(school, {
    contents: [
      { title: 'old', published_at: inDays(-9) },
      { title: 'new', published_at: inDays(-1) },
      { title: 'newer', published_at: inDays(-0.5) },
      { title: 'locked', published_at: inDays(-1), is_locked: true },
      { title: 'opened', published_at: inDays(-1) },
    ],
  })
  await student.api(contract.saveProgress, { content_id: contents[4]!.id, opened: true })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('enrolments')
      .set({ last_opened_at: inDays(-2) })
      .where('school_id', '=', school_id)
      .where('course_id', '=', course.id)
      .execute(),
  )
  const { new_contents } = await student.api(contract.getDashboard, {})
  expect(new_contents.map(({ topic }) => topic.title)).toEqual(['newer', 'new'])
})

test('lists nothing for closed courses, or for people without courses', async () => {
  const school = await createTestSchool()
  const { course, student } = await createTestCourse(school, {
    contents: [{ opens_at: inDays(1), published_at: inDays(0) }],
  })
  expect((await student.api(contract.getDashboard, {})).deadlines).toHaveLength(1)
  for (const change of [
    { status: 'unapproved' },
    { student_approval_end_date: inDays(-1), status: 'approved' },
  ]) {
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('enrolments')
        .set(change)
        .where('school_id', '=', school_id)
        .where('course_id', '=', course.id)
        .execute(),
    )
    expect(await student.api(contract.getDashboard, {})).toMatchObject({
      deadlines: [],
      new_contents: [],
    })
  }
  expect(await (await school.student()).api(contract.getDashboard, {})).toMatchObject({
    deadlines: [],
    new_contents: [],
  })
})

test('lists openings of the origin for a mirror, under the mirror’s name', async () => {
  const school = await createTestSchool()
  const { course, student } = await createTestCourse(school, { contents: [{ opens_at: inDays(1) }] })
  const mirror = await school.course({ mirror_course_id: course.id })
  const reader = await school.student()
  await school.enrol(reader, mirror)
  expect((await reader.api(contract.getDashboard, {})).deadlines).toMatchObject([{ course_id: mirror.id }])
  // An exception in a mirror applies to its own students.
  const admin = await school.admin()
  await admin.api(createLockException, { id: mirror.id, student_ids: [reader.id], shift_days: 60 })
  expect((await reader.api(contract.getDashboard, {})).deadlines).toEqual([])
  expect((await student.api(contract.getDashboard, {})).deadlines).toMatchObject([{ course_id: course.id }])
})

test('lists a course that starts within two weeks if the school has the flag', async () => {
  const school = await createTestSchool()
  const starts = inDays(3)
  const { course, student } = await createTestCourse(school, { course: { course_start_date: starts } })
  await createTestCourse(school, { course: { course_start_date: starts } })
  await school.enrol(student, await school.course({ course_start_date: inDays(20) }))
  await school.enrol(student, await school.course({ course_start_date: starts, allow_early_access: true }))
  const due = async () => (await student.api(contract.getDashboard, {})).deadlines
  expect(await due()).toEqual([])

  const support = await createPlatformAccount('privileged')
  await support.api(createFlag, {
    name: 'upcoming_course_starts',
    description: '',
    is_on_for_all: false,
    school_urls: [school.school_url],
    share_percent: 0,
  })
  await expect.poll(due).toEqual([
    {
      kind: 'course_starts',
      course_id: course.id,
      course_name: course.course_name,
      at: starts.toISOString(),
      topic: null,
    },
  ])
  await support.api(deleteFlag, { name: 'upcoming_course_starts' })
})
