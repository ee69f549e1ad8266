import { afterEach, beforeEach, expect, test } from 'vitest'
import { getMailAllowance } from '#accounts/contract.ts'
import { deliverQueuedMails as deliver, runDeferredMails } from '#testing/builders/mail-jobs.ts'
import { listQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  getTestApp,
  resetClock,
  setClock,
  type TestSchool,
  type TestUser,
} from '#testing/builders/school-builder.ts'
import { approveStudents } from '../contract.ts'

// Attack: register other people's addresses in one's own school and approve them for courses repeatedly.

const dayMs = 86_400_000

let before: Awaited<ReturnType<typeof getTestApp>>['services']['config']['externalMailLimits']
beforeEach(async () => {
  const { config } = (await getTestApp()).services
  before = config.externalMailLimits
  config.externalMailLimits = { free: [3, 3, 3], paid: [3, 3, 3] }
})
afterEach(async () => {
  resetClock()
  ;(await getTestApp()).services.config.externalMailLimits = before
})

const mails = (school: TestSchool) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'approval_to_course')
      .orderBy('id')
      .select(['id', 'recipient', 'status', 'attempts', 'last_error'])
      .execute(),
  )
const countByStatus = async (school: TestSchool) => {
  const counts: Record<string, number> = {}
  for (const { status } of await mails(school)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** A school with a course that has this many approved students with unverified addresses. */
async function schoolWithApprovals(count: number) {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course()]
  const students: TestUser[] = []
  for (let n = 0; n < count; n++) students.push(await school.student({ email_verified_at: null }))
  const verified = await school.student()
  for (const student of [...students, verified]) await school.enrol(student, course, { status: 'pending' })
  const student_ids = [...students, verified].map(({ id }) => id)
  await admin.api(approveStudents, { course_id: course.id, student_ids, approved: true })
  return { school, admin, course, students, verified }
}

/** The school with the clock of the test, as in a worker. */
async function atTestTime(school: TestSchool) {
  const now = (await getTestApp()).services.now?.() ?? new Date()
  const { school_id } = school
  const atNow: Pick<TestSchool, 'school_id' | 'transact'> = {
    school_id,
    transact: (work) => school.transact((ctx) => work({ ...ctx, now })),
  }
  return atNow
}
const sendDeferred = async (school: TestSchool) => runDeferredMails(await atTestTime(school))

test('approves all students, and defers mail to unverified addresses beyond the allowance', async () => {
  const { school, admin, verified } = await schoolWithApprovals(5)
  const deferred = (await mails(school)).filter(({ status }) => status === 'deferred')
  expect(await countByStatus(school)).toEqual({ queued: 4, deferred: 2 })
  expect(deferred.map(({ last_error }) => last_error)).toEqual([null, null])
  expect(deferred.map(({ recipient }) => recipient)).not.toContain(verified.email)
  const allowance = await admin.api(getMailAllowance, {})
  expect(allowance).toMatchObject({ allowed_per_day: 3, remaining: 0, queued: 2 })
  const [job, ...others] = await listQueuedJobs(school.school_id, 'sendDeferredMails')
  expect(others).toEqual([])
  expect(job!.run_at).toEqual(new Date(allowance.resumes_at))
  const approved = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('enrolments')
      .where('school_id', '=', school_id)
      .where('status', '=', 'approved')
      .select('user_id')
      .execute(),
  )
  expect(approved).toHaveLength(6)
})

test('sends deferred mail day by day, once per student', async () => {
  const { school, admin, students, verified } = await schoolWithApprovals(8)
  await deliver(school)
  await sendDeferred(school)
  expect(await countByStatus(school)).toEqual({ captured: 4, deferred: 5 })

  const { resumes_at } = await admin.api(getMailAllowance, {})
  setClock(new Date(resumes_at))
  await sendDeferred(school)
  // The job is repeated if its worker dies after the commit.
  await sendDeferred(school)
  expect(await countByStatus(school)).toEqual({ captured: 4, queued: 3, deferred: 2 })
  expect(await admin.api(getMailAllowance, {})).toMatchObject({ remaining: 0, queued: 2 })
  const [job] = await listQueuedJobs(school.school_id, 'sendDeferredMails')
  expect(job!.run_at).toEqual(new Date(new Date(resumes_at).getTime() + dayMs))

  setClock(new Date(new Date(resumes_at).getTime() + dayMs))
  await sendDeferred(school)
  expect(await admin.api(getMailAllowance, {})).toMatchObject({ remaining: 1, queued: 0 })
  await deliver(school)
  await deliver(school)
  const sent = await mails(school)
  expect(sent.every(({ status }) => status === 'captured')).toBe(true)
  expect(sent.map(({ attempts }) => attempts)).toEqual(sent.map(() => 1))
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
    [...students, verified].map(({ email }) => email).sort(),
  )
})

test('neither loses nor counts mail when the job crashes', async () => {
  const { school, admin } = await schoolWithApprovals(5)
  setClock(new Date((await admin.api(getMailAllowance, {})).resumes_at))
  const { school_id, transact } = await atTestTime(school)
  const crashing: typeof transact = (work) =>
    transact(async (ctx) => {
      await work(ctx)
      throw new Error('the worker ended')
    })
  await expect(runDeferredMails({ school_id, transact: crashing })).rejects.toThrow('the worker ended')
  expect(await countByStatus(school)).toEqual({ queued: 4, deferred: 2 })
  expect(await admin.api(getMailAllowance, {})).toMatchObject({ remaining: 3, queued: 2 })
  await sendDeferred(school)
  expect(await countByStatus(school)).toEqual({ queued: 6 })
})
