import { afterEach, expect, test } from 'vitest'
import { updateCourse } from '#courses/contract.ts'
import {
  listEnrolmentEventsOf,
  listNotificationsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, resetClock, setClock } from '#testing/builders/school-builder.ts'
import { approveStudents, getCourseAccess } from './contract.ts'
import { jobs } from './jobs.ts'
import { newId } from '#platform/security/tokens.ts'

const job = (name: string) => jobs.find((each) => each.name === name)!
afterEach(resetClock)

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('expires approvals at their end, once, and notifies the students', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const [over, running, open] = [await school.student(), await school.student(), await school.student()]
  const end = ago(1)
  await school.enrol(over, course, { student_approval_end_date: end })
  await school.enrol(running, course, { student_approval_end_date: new Date(Date.now() + 60_000) })
  await school.enrol(open, course)
  for (let run = 0; run < 2; run++) await runJob(school, job('expireApprovals'), { at: end.toISOString() })

  expect(await storedPosition(school, course.id, over.id)).toMatchObject({
    status: 'expired',
    student_approval_end_date: end,
  })
  for (const student of [running, open])
    expect((await storedPosition(school, course.id, student.id))?.status).toBe('approved')
  expect(await listEnrolmentEventsOf(school, over.id)).toMatchObject([
    { cause: 'access_ended', status: 'expired', changed_by: null },
  ])
  const { notifications, mails } = await listNotificationsOf(school, over.id)
  expect([...notifications, ...mails].map((each) => each.kind)).toEqual([
    'end_of_access_to_course',
    'end_of_access_to_course',
  ])
})

test('expires what the queue considers due, even if the worker’s clock is behind', async () => {
  const school = await createTestSchool()
  const [course, student] = [await school.course(), await school.student()]
  const at = new Date(Date.now() + 5_000)
  await school.enrol(student, course, { student_approval_end_date: at })
  await runJob(school, job('expireApprovals'), { at: at.toISOString() })
  expect((await storedPosition(school, course.id, student.id))?.status).toBe('expired')
})

test('ends an approval of one hour exactly, records it by a job and notifies', async () => {
  const school = await createTestSchool()
  const [admin, student] = [await school.admin(), await school.student()]
  const course = await school.course()
  await school.enrol(student, course, { status: 'pending', approved_at: null })
  const at = new Date(Date.now() + 3_600_000)
  const approval = { approved: true, student_approval_end_date: at.toISOString() }
  await admin.api(approveStudents, { course_id: course.id, student_ids: [student.id], ...approval })
  const [waiting, ...others] = await listQueuedJobs(school.school_id, `expire/${at.toISOString()}`)
  expect([waiting?.run_at, others.length]).toEqual([at, 0])
  expect(waiting?.priority, 'a backlog of the school does not hold it up').toBeLessThan(0)
  const access = async () => (await student.api(getCourseAccess, { course_id: course.id })).code ?? 'open'
  expect(await access()).toBe('open')
  setClock(at)
  expect(await access(), 'before the job').toBe('approval_ended')
  await runJob(school, job(waiting!.task), waiting!.payload)
  resetClock()
  expect(await storedPosition(school, course.id, student.id)).toMatchObject({ status: 'expired' })
  expect((await listEnrolmentEventsOf(school, student.id)).map(({ cause }) => cause)).toEqual([
    'approved',
    'access_ended',
  ])
  const { mails } = await listNotificationsOf(school, student.id)
  expect(mails.map(({ kind }) => kind)).toEqual(['approval_to_course', 'end_of_access_to_course'])
})

test('processes more than one batch with further runs', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const ids = Array.from({ length: 201 }, () => newId())
  await school.transact(async ({ tx, school_id }) => {
    const users = ids.map((id) => ({ school_id, id, role: 'student', name: 'S', email: `${id}@many.test` }))
    await tx.insertInto('users').values(users).execute()
    const enrolment = {
      school_id,
      course_id: course.id,
      status: 'approved',
      student_approval_end_date: ago(1),
    }
    await tx
      .insertInto('enrolments')
      .values(ids.map((user_id) => ({ ...enrolment, user_id })))
      .execute()
  })
  const at = new Date().toISOString()
  await runJob(school, job('expireApprovals'), { at })
  expect(await listQueuedJobs(school.school_id, `expire/${at}/rest`)).toHaveLength(1)
  await runJob(school, job('expireApprovals'), { at })
  const left = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('enrolments')
      .where('school_id', '=', school_id)
      .where('status', '=', 'approved')
      .select('user_id')
      .execute(),
  )
  expect(left).toEqual([])
})

test('unapproves students at the end of a course if configured, even after its deletion', async () => {
  const school = await createTestSchool()
  const ended = { course_end_date: ago(1), unapprove_all_students_on_end_date: true }
  const courses = {
    ended: await school.course(ended),
    deleted: await school.course({ ...ended, deleted_at: ago(1) }),
    keeping: await school.course({ ...ended, unapprove_all_students_on_end_date: false }),
    moved: await school.course({ ...ended, course_end_date: new Date(Date.now() + 3_600_000) }),
  }
  const [approved, waiting] = [await school.student(), await school.student()]
  for (const course of Object.values(courses)) {
    await school.enrol(approved, course)
    await school.enrol(waiting, course, { status: 'pending', approved_at: null })
  }
  const status = async (course: { id: string }, student: { id: string }) =>
    (await storedPosition(school, course.id, student.id))?.status
  for (const course of Object.values(courses))
    await runJob(school, job('endCourse'), { course_id: course.id, at: ago(1).toISOString() })

  expect(await status(courses.ended, approved)).toBe('unapproved')
  expect(await status(courses.deleted, approved)).toBe('unapproved')
  expect(await status(courses.keeping, approved)).toBe('approved')
  expect(await status(courses.moved, approved)).toBe('approved')
  expect(await status(courses.ended, waiting)).toBe('pending')
  expect(await listEnrolmentEventsOf(school, approved.id)).toMatchObject([
    { cause: 'course_ended' },
    { cause: 'course_ended' },
  ])
})

test('finds approvals and courses without a job', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const course = await school.course({ course_end_date: ago(1), unapprove_all_students_on_end_date: true })
  await school.enrol(student, course)
  await runJob(school, job('expireOverdueApprovals'), {})
  expect(await listQueuedJobs(school.school_id, 'expire/found')).toHaveLength(1)
  expect(await listQueuedJobs(school.school_id, `end-course/${course.id}`)).toHaveLength(1)
})

test('schedules a job when the end of a course is saved', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course()]
  const course_end_date = '2031-05-01T10:00:00.000Z'
  const saved = { id: course.id, course_end_date, unapprove_all_students_on_end_date: true }
  await admin.api(updateCourse, saved)
  const key = `end-course/${course.id}`
  expect(await listQueuedJobs(school.school_id, key)).toMatchObject([
    { task: 'endCourse', run_at: new Date(course_end_date) },
  ])
  await admin.api(updateCourse, { ...saved, course_end_date: '2032-05-01T10:00:00.000Z' })
  const [moved, ...others] = await listQueuedJobs(school.school_id, key)
  expect([moved?.run_at.getUTCFullYear(), others.length]).toEqual([2032, 0])
})
