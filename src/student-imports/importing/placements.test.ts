import { beforeEach, expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { publishLegalDocument, saveLegalDraft } from '#consent/contract.ts'
import { createGroup, listGroupStudents } from '#groups/contract.ts'
import { listStudentCourses } from '#learning/contract.ts'
import { anImportedList, lineErrorsOf, runMagicLinkMails } from '#testing/builders/student-list-builder.ts'
import { runQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  getTestApp,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { applyInvitationTargetsJobDefinition } from '../jobs.ts'

// A school that adds imported students at once, without invitation.

let school: TestSchool
let admin: TestUser

beforeEach(async () => {
  school = await createTestSchool()
  admin = await school.admin()
})

const add = (list: string, more: object = {}) =>
  anImportedList(school, admin, { list, add_immediately: true, ...more })
const students = async () => (await admin.api(accounts.listStudents, { limit: 100 })).data
const counts = (done: Awaited<ReturnType<typeof add>>) => [
  done.added_count,
  done.invited_count,
  done.assigned_count,
  done.unchanged_count,
  done.invalid_count,
]
const mails = () =>
  school.transact(({ tx, school_id }) =>
    tx.selectFrom('mail_outbox').where('school_id', '=', school_id).select(['kind', 'text']).execute(),
  )

test('adds and enrols new students at once without mail, and changes nothing for the same file again', async () => {
  const course = await school.course()
  const group = await admin.api(createGroup, { id: course.id, name: 'Morning' })
  const targets = { course_ids: [course.id], group_ids: [group.id] }
  const list = 'First name,Last name,E-mail,Code\nAmina,Bello,amina@kano.test,K1\n,,only@kano.test,'
  expect(counts(await add(list, targets))).toEqual([2, 0, 0, 0, 0])
  const [one, other] = (await students()).toSorted((a, b) => a.email.localeCompare(b.email))
  expect(one).toMatchObject({
    name: 'Amina Bello',
    email: 'amina@kano.test',
    user_code: 'K1',
    status: 'active',
  })
  expect(other).toMatchObject({ name: 'only@kano.test', user_code: null })
  const { data } = await admin.api(listStudentCourses, { student_id: one!.id })
  expect(data).toMatchObject([{ status: 'approved' }])
  expect((await admin.api(listGroupStudents, { id: group.id })).data).toHaveLength(2)
  expect(await mails()).toEqual([])
  expect(counts(await add(list, targets))).toEqual([0, 0, 0, 2, 0])
  expect(await students()).toHaveLength(2)
})

test('lets a student take over the account by a mailed link, and then requires the legal texts', async () => {
  const draft = await admin.api(saveLegalDraft, { kind: 'terms', body: '<p>Be kind.</p>', url: null })
  await admin.api(publishLegalDocument, {
    kind: 'terms',
    updated_at: String(draft.updated_at),
    needs_acceptance: false,
  })
  await add('E-mail\namina@kano.test')
  const visitor = school.visitor()
  await expect(
    visitor.api(accounts.loginStudent, { user_code: 'amina@kano.test', password: 'anything at all' }),
  ).rejects.toMatchObject({ code: 'credentials_wrong' })
  await expect(
    visitor.api(accounts.registerStudent, {
      name: 'A stranger',
      email: 'amina@kano.test',
      password: 'a strangers password',
    }),
  ).rejects.toMatchObject({ code: 'email_taken' })
  await visitor.api(accounts.requestMagicLink, { user_code: 'amina@kano.test', user_type: 'student' })
  await runMagicLinkMails(school)
  const link = /http\S+magic-link\S+/.exec((await mails()).at(-1)!.text)![0]
  const token = new URL(link).searchParams.get('token')!
  const { user_token } = await visitor.api(accounts.loginStudent, { login_with: 'magic_link', token })
  const me = await visitor.api(accounts.getMe, {}, { 'x-access-token': user_token })
  expect(me).toMatchObject({
    email: 'amina@kano.test',
    has_password: false,
    pending_document_kinds: ['terms'],
  })
})

test('adds invited people too and cancels their invitations', async () => {
  const course = await school.course()
  const invited = 'E-mail,Name\nopen@kano.test,Open Invitation'
  await anImportedList(school, admin, { list: invited, course_ids: [course.id], notify: false })
  expect(counts(await add('E-mail\nopen@kano.test'))).toEqual([1, 0, 0, 0, 0])
  await runQueuedJobs(school, applyInvitationTargetsJobDefinition)
  const [student] = await students()
  expect(student).toMatchObject({ name: 'Open Invitation' })
  const { data } = await admin.api(listStudentCourses, { student_id: student!.id })
  expect(data).toMatchObject([{ status: 'approved' }])
  const invitations = (await admin.api(accounts.listInvitations, { limit: 10 })).data
  expect(invitations.filter(({ status }) => status === 'open')).toEqual([])
})

test('marks students beyond the plan limit as failed, who can be imported later', async () => {
  const { config } = (await getTestApp()).services
  const before = config.freeLimits
  config.freeLimits = { ...before, students: 2 }
  try {
    school = await createTestSchool({ plan_name: 'free' })
    admin = await school.admin()
    const done = await add('a@kano.test\nb@kano.test\nc@kano.test')
    expect(counts(done)).toEqual([2, 0, 0, 0, 1])
    expect(await lineErrorsOf(admin, done.job_id)).toEqual([[3, 'plan_student_limit_reached']])
    expect(await students()).toHaveLength(2)
  } finally {
    config.freeLimits = before
  }
})

test('marks a line without an e-mail address as invalid, because nobody could log in', async () => {
  const done = await add('Name,Code,E-mail\nAmina,K9,\nBala,K8,bala@kano.test')
  expect(counts(done)).toEqual([1, 0, 0, 0, 1])
  expect(await lineErrorsOf(admin, done.job_id)).toEqual([[2, 'no_address']])
})

test('adds nobody twice with two files at once', async () => {
  const people = Array.from({ length: 120 }, (_one, at) => `p${at}@kano.test`).join('\n')
  const done = await Promise.all([add(people), add(people)])
  expect(done.reduce((sum, { added_count }) => sum + added_count, 0)).toBe(120)
  expect(done.every(({ state }) => state === 'done')).toBe(true)
})
