import { afterEach, expect, test } from 'vitest'
import {
  listNotificationsOf,
  listEnrolmentEventsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, resetClock, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { jobs } from '../jobs.ts'

afterEach(resetClock)

const job = (name: string) => jobs.find((each) => each.name === name)!

async function aRequest(school: TestSchool, given: object = {}) {
  const teacher = await school.teacher()
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id, ...given })
  const student = await school.student()
  await school.enrol(student, course, { status: 'pending', approved_at: null })
  return { teacher, course, student, input: { course_id: course.id, student_ids: [student.id] } }
}

type Request = Awaited<ReturnType<typeof aRequest>>

const statusOf = async (school: TestSchool, { course, student }: Request) =>
  (await storedPosition(school, course.id, student.id))?.status
const kindsFor = async (school: TestSchool, id: string) => {
  const { notifications, mails } = await listNotificationsOf(school, id)
  return [...notifications, ...mails].map(({ kind }) => kind)
}
const announce = (school: TestSchool, decision_id: string | null) =>
  runJob(school, job('announceDecision'), { decision_id })

test('declines a request, tells the student the reason, and shows it to staff later', async () => {
  const school = await createTestSchool()
  const request = await aRequest(school)
  const { teacher, student, input } = request
  const reason = ' The course is full. '
  const answer = await teacher.api(contract.declineEnrolmentRequests, { ...input, reason })
  expect(answer).toEqual({
    decision_id: null,
    results: [{ student_id: student.id, ok: true, status: 'unapproved', code: null }],
  })
  const { notifications, mails } = await listNotificationsOf(school, student.id)
  expect(notifications).toMatchObject([
    { kind: 'decline_of_request', data: { reason: 'The course is full.' } },
  ])
  expect(mails[0]).toMatchObject({ kind: 'decline_of_request' })
  expect(mails[0]?.text).toContain('Reason: The course is full.')
  const { data } = await teacher.api(contract.listEnrolmentEvents, { student_id: student.id })
  expect(data[0]).toMatchObject({ cause: 'declined', reason: 'The course is full.' })
})

test('declines pending requests only, and those of own courses only', async () => {
  const school = await createTestSchool()
  const { teacher, course, student, input } = await aRequest(school)
  const uninvolved = await school.student()
  await teacher.api(contract.approveStudents, { ...input, approved: true })
  const student_ids = [student.id, uninvolved.id]
  const { results } = await teacher.api(contract.declineEnrolmentRequests, {
    course_id: course.id,
    student_ids,
  })
  expect(results.map(({ code }) => code)).toEqual(['not_pending', 'not_enrolled'])
  const other = await school.teacher()
  await expect(other.api(contract.declineEnrolmentRequests, input)).rejects.toMatchObject({
    code: 'not_your_course',
  })
})

test('undo restores the request, and nobody is ever notified of the decision', async () => {
  const school = await createTestSchool()
  const request = await aRequest(school)
  const { teacher, student, course, input } = request
  const before = await storedPosition(school, course.id, student.id)
  const decide = {
    approve: () => teacher.api(contract.approveStudents, { ...input, approved: true, undoable: true }),
    decline: () => teacher.api(contract.declineEnrolmentRequests, { ...input, undoable: true }),
  }
  for (const [run, status] of [
    [decide.approve, 'approved'],
    [decide.decline, 'unapproved'],
  ] as const) {
    const { decision_id } = await run()
    expect(await statusOf(school, request)).toBe(status)
    await expect(teacher.api(contract.undoEnrolmentDecision, { decision_id: decision_id! })).resolves.toEqual(
      { restored_count: 1 },
    )
    expect(await storedPosition(school, course.id, student.id)).toEqual({
      ...before,
      updated_at: expect.any(Date) as Date,
    })
    await announce(school, decision_id)
    await expect(
      teacher.api(contract.undoEnrolmentDecision, { decision_id: decision_id! }),
    ).rejects.toMatchObject({ code: 'undo_expired' })
  }
  expect(await kindsFor(school, student.id)).toEqual([])
  const causes = (await listEnrolmentEventsOf(school, student.id)).map(({ cause }) => cause)
  expect(causes.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'approved',
    'decision_undone',
    'decision_undone',
    'declined',
  ])
})

test('announces a decision once when the undo period is over; then it cannot be undone', async () => {
  const school = await createTestSchool()
  const request = await aRequest(school)
  const { teacher, student, input } = request
  const { decision_id } = await teacher.api(contract.approveStudents, {
    ...input,
    approved: true,
    undoable: true,
  })
  expect(await kindsFor(school, student.id)).toEqual([])
  await announce(school, decision_id)
  await announce(school, decision_id)
  expect(await kindsFor(school, student.id)).toEqual(['approval_to_course', 'approval_to_course'])
  await expect(
    teacher.api(contract.undoEnrolmentDecision, { decision_id: decision_id! }),
  ).rejects.toMatchObject({ code: 'undo_expired' })
  expect(await statusOf(school, request)).toBe('approved')
})

test('undo and announcement leave alone what another person has changed since', async () => {
  const school = await createTestSchool()
  const request = await aRequest(school)
  const { teacher, student, course, input } = request
  const { decision_id } = await teacher.api(contract.approveStudents, {
    ...input,
    approved: true,
    undoable: true,
  })
  const other = await school.teacher()
  await expect(
    other.api(contract.undoEnrolmentDecision, { decision_id: decision_id! }),
  ).rejects.toMatchObject({ code: 'not_your_course' })
  const admin = await school.admin()
  await admin.api(contract.changeCourseStudents, { course_id: course.id, remove_student_ids: [student.id] })
  await expect(teacher.api(contract.undoEnrolmentDecision, { decision_id: decision_id! })).resolves.toEqual({
    restored_count: 0,
  })
  expect(await statusOf(school, request)).toBe('removed')
})

test('notifies teacher and admins of a burst of requests once, and not the uninvolved', async () => {
  const school = await createTestSchool()
  const [admin, teacher, other] = [await school.admin(), await school.teacher(), await school.teacher()]
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
  const quarter = 15 * 60_000
  const start = Math.floor(Date.now() / quarter) * quarter
  setClock(new Date(start + 60_000))
  for (let count = 0; count < 3; count++)
    await (await school.student()).api(contract.requestEnrolment, { course_id: course.id })
  const until = new Date(start + quarter)
  const queued = await listQueuedJobs(school.school_id, `join-requests/${until.toISOString()}`)
  expect(queued.map(({ run_at }) => run_at)).toEqual([until])
  await runJob(school, job('notifyStaffOfRequests'), queued[0]!.payload)
  for (const person of [admin, teacher]) {
    const { notifications, mails } = await listNotificationsOf(school, person.id)
    expect(notifications).toMatchObject([{ kind: 'join_requests', data: { course_id: course.id, count: 3 } }])
    expect(mails.map(({ kind }) => kind)).toEqual(['join_requests'])
  }
  expect(await kindsFor(school, other.id)).toEqual([])
})
