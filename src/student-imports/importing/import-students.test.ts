import { beforeEach, describe, expect, test } from 'vitest'
import { revokeApiClient } from '#api-clients/contract.ts'
import * as accounts from '#accounts/contract.ts'
import { createFaculty } from '#faculties/contract.ts'
import { createGroup, listGroupStudents } from '#groups/contract.ts'
import { listStudentCourses } from '#learning/contract.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { updateSchool } from '#schools/contract.ts'
import { parseCsv } from '#lib/csv/read.ts'
import { readSheet } from '#lib/xlsx/read-sheet.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestUpload } from '#testing/builders/files.ts'
import {
  uploadTestList,
  anImportedList,
  lineErrorsOf,
  runInvitationMails,
  readRegistrationToken,
  processList,
} from '#testing/builders/student-list-builder.ts'
import { anApiClient } from '#testing/builders/api-clients.ts'
import { listQueuedJobs, runJob, runQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  resetClock,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import {
  deleteStudentListJobDefinition,
  applyInvitationTargetsJobDefinition,
  readStudentListJobDefinition,
  importStudentsJobDefinition,
} from '../jobs.ts'

let school: TestSchool
let admin: TestUser

beforeEach(async () => {
  school = await createTestSchool({ name: 'Kano Academy' })
  admin = await school.admin({ name: 'Ngozi' })
  return resetClock
})

const invitations = async () => (await admin.api(accounts.listInvitations, { limit: 100 })).data
const mails = () =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'invitation')
      .select(['recipient', 'text', 'html'])
      .execute(),
  )
const counts = ({
  invited_count,
  assigned_count,
  unchanged_count,
  invalid_count,
}: Record<string, unknown>) => [invited_count, assigned_count, unchanged_count, invalid_count]
const audited = async () =>
  (
    await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('audit_log')
        .where('school_id', '=', school_id)
        .where('action', 'like', 'student_import.%')
        .select(['action', 'actor_id'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
  ).map(({ action, actor_id }) => [action, actor_id])

/** Accepts the mailed invitation of a person. */
async function accept(email: string) {
  await runInvitationMails(school)
  const mail = (await mails()).find(({ recipient }) => recipient === email)!
  const register_token = /register_token=([\w-]+)/.exec(mail.text)![1]!
  const input = { name: 'Amina', email, password: testPassword, register_token }
  const { user } = await school.visitor().api(accounts.registerStudent, input)
  await runQueuedJobs(school, applyInvitationTargetsJobDefinition)
  return user!
}

test('invites new students by mail and places them in course, group, faculty and code on acceptance', async () => {
  const course = await school.course()
  const group = await admin.api(createGroup, { id: course.id, name: 'Morning' })
  const faculty = await admin.api(createFaculty, { name: 'Science' })
  const list = 'First name,Last name,E-mail,Student code,Faculty\nAmina,Bello,amina@kano.test,K1,science'
  const done = await anImportedList(school, admin, { list, course_ids: [course.id], group_ids: [group.id] })
  expect(done).toMatchObject({ state: 'done', processed_count: 1 })
  expect(counts(done)).toEqual([1, 0, 0, 0])
  expect(await invitations()).toMatchObject([
    { email: 'amina@kano.test', name: 'Amina Bello', role: 'student' },
  ])

  const user = await accept('amina@kano.test')
  expect((await mails())[0]!.text).toContain('Ngozi has invited you to learn at Kano Academy.')
  expect(user.user_code).toBe('K1')
  const courses = await admin.api(listStudentCourses, { student_id: user.id })
  expect(courses.data).toMatchObject([{ status: 'approved' }])
  const grouped = await admin.api(listGroupStudents, { id: group.id })
  expect(grouped.data).toMatchObject([{ student_id: user.id }])
  const [listed] = (await admin.api(accounts.listStudents, {})).data
  expect(listed!.user_faculties.map(({ id }) => id)).toEqual([faculty.id])
  expect(await audited()).toEqual([
    ['student_import.read', admin.id],
    ['student_import.started', admin.id],
    ['student_import.completed', PLATFORM_ID],
  ])
  // The job that placed the student may run again.
  await runQueuedJobs(school, applyInvitationTargetsJobDefinition)
})

test('places existing and invited students, and changes nothing for the same file again', async () => {
  const course = await school.course()
  const student = await school.student()
  await admin.api(accounts.invite, { email: 'open@kano.test', role: 'student' })
  const list = `E-mail,Code\n${student.email},K1\nopen@kano.test,K2\nnew@kano.test,K3`
  const options = { course_ids: [course.id] }
  expect(counts(await anImportedList(school, admin, { list, ...options }))).toEqual([1, 2, 0, 0])
  expect(counts(await anImportedList(school, admin, { list, ...options }))).toEqual([0, 0, 3, 0])
  expect(await invitations()).toHaveLength(2)
  const [target] = (await admin.api(listStudentCourses, { student_id: student.id })).data
  expect(target).toMatchObject({ status: 'approved' })
  const { user_code } = await admin.api(accounts.getSchoolUserDetails, {
    school_id: school.school_id,
    user_id: student.id,
  })
  expect(user_code).toBe('K1')
  expect((await accept('open@kano.test')).user_code).toBe('K2')
})

test('invites nobody twice with two files at once or a repeated file', async () => {
  const people = Array.from({ length: 150 }, (_one, at) => `p${at}@kano.test`).join('\n')
  const [one, other] = [
    await uploadTestList(school, admin, { list: people }),
    await uploadTestList(school, admin, { list: people }),
  ]
  const start = ({ job_id }: { job_id: string }) => admin.api(contract.startStudentImport, { job_id })
  await Promise.all([start(one), start(other), start(one)])
  const done = await Promise.all([
    processList(school, admin, one.job_id),
    processList(school, admin, other.job_id),
    processList(school, admin, one.job_id),
  ])
  expect(done.every(({ state }) => state === 'done')).toBe(true)
  const finished = await Promise.all(
    [one, other].map(({ job_id }) => admin.api(contract.getStudentImport, { job_id })),
  )
  expect(finished.map((each) => each.invited_count + each.unchanged_count)).toEqual([150, 150])
  expect(finished[0]!.invited_count + finished[1]!.invited_count).toBe(150)
  const { count } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('invitations')
      .where('school_id', '=', school_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  expect(count).toBe(150)

  const file = await createTestUpload(admin, Buffer.from(people), {
    host: school.host,
    purpose: 'student_list',
    file_name: 'l.csv',
  })
  const upload = () => admin.api(contract.createStudentImport, { upload_id: file.upload_id, dry_run: true })
  const [first, second] = await Promise.all([upload(), upload()])
  expect(first.job_id).toBe(second.job_id)
})

test('repeats an interrupted step and continues with the rest', async () => {
  const people = Array.from({ length: 205 }, (_one, at) => `p${at}@kano.test`).join('\n')
  const { job_id } = await uploadTestList(school, admin, { list: people })
  await admin.api(contract.startStudentImport, { job_id })
  const show = () => admin.api(contract.getStudentImport, { job_id })
  await runJob(school, importStudentsJobDefinition, { job_id })
  expect(await show()).toMatchObject({ state: 'running', processed_count: 100, invited_count: 100 })

  const calls = { count: 0 }
  const dying: Pick<TestSchool, 'transact'> = {
    transact: (work) =>
      school.transact(async (ctx) => {
        const done = await work(ctx)
        // The first call only reads, the second is the step.
        if (++calls.count === 2) throw new Error('the line to the database is lost')
        return done
      }),
  }
  await expect(runJob(dying, importStudentsJobDefinition, { job_id })).rejects.toThrow(
    'the line to the database is lost',
  )
  expect(await show()).toMatchObject({ state: 'running', processed_count: 100 })
  expect(await listQueuedJobs(school.school_id, `take-students/${job_id}`)).toHaveLength(1)
  expect(await processList(school, admin, job_id)).toMatchObject({ state: 'done', invited_count: 205 })
  await runJob(school, importStudentsJobDefinition, { job_id })
  expect(await show()).toMatchObject({ state: 'done', invited_count: 205 })
})

test('stops a discarded import, and requires that the uploader is still an admin', async () => {
  const people = Array.from({ length: 120 }, (_one, at) => `p${at}@kano.test`).join('\n')
  const { job_id } = await uploadTestList(school, admin, { list: people })
  await admin.api(contract.startStudentImport, { job_id })
  await runJob(school, importStudentsJobDefinition, { job_id })
  await admin.api(contract.discardStudentImport, { job_id })
  await runJob(school, importStudentsJobDefinition, { job_id })
  await expect(admin.api(contract.getStudentImport, { job_id })).rejects.toMatchObject({ status: 404 })
  expect(await invitations()).toHaveLength(100)

  const leaving = await school.admin()
  const other = await uploadTestList(school, leaving, { list: 'E-mail\nlater@kano.test' })
  await leaving.api(contract.startStudentImport, { job_id: other.job_id })
  await admin.api(accounts.updateUser, { user_id: leaving.id, role: 'teacher' })
  await runJob(school, importStudentsJobDefinition, { job_id: other.job_id })
  expect(await admin.api(contract.getStudentImport, { job_id: other.job_id })).toMatchObject({
    state: 'failed',
    failure: 'not_allowed',
    invited_count: 0,
  })
})

test('lets a program import a file in one call, and stops it with its key', async () => {
  const program = await anApiClient(school)
  const upload = async (list: string) => {
    const input = { purpose: 'student_list' as const, file_name: 'l.csv' }
    const { upload_id } = await createTestUpload(program as never, Buffer.from(list), {
      host: school.host,
      ...input,
    })
    const { job_id } = await program.api(contract.createStudentImport, { upload_id })
    await runJob(school, readStudentListJobDefinition, { job_id })
    return job_id
  }
  const first = await upload('a@kano.test')
  expect(await processList(school, admin, first)).toMatchObject({ state: 'done', invited_count: 1 })
  const second = await upload('b@kano.test')
  await program.admin.api(revokeApiClient, { client_id: program.id })
  expect(await processList(school, admin, second)).toMatchObject({ state: 'failed', failure: 'not_allowed' })
})

describe('the plan', () => {
  test('limits new students, counting invitations', async () => {
    school = await createTestSchool({ plan_name: 'free', created_at: new Date('2024-01-01') })
    admin = await school.admin()
    const { config } = school.app.services
    const before = config.freeLimits
    config.freeLimits = { ...before, students: 4 }
    try {
      await school.student()
      await admin.api(accounts.invite, { email: 'open@kano.test', role: 'student' })
      const { job_id, seats_left } = await uploadTestList(school, admin, {
        list: 'E-mail\na@k.test\nb@k.test\nc@k.test',
      })
      expect(seats_left).toBe(2)
      await admin.api(contract.startStudentImport, { job_id })
      expect(counts(await processList(school, admin, job_id))).toEqual([2, 0, 0, 1])
      expect(await lineErrorsOf(admin, job_id)).toEqual([[4, 'plan_student_limit_reached']])
    } finally {
      config.freeLimits = before
    }
  })
})

test('mails fifty people at a time, and nobody without `notify`', async () => {
  const people = Array.from({ length: 60 }, (_one, at) => `p${at}@kano.test`).join('\n')
  await anImportedList(school, admin, { list: people })
  for (const sent of [50, 60]) {
    await runInvitationMails(school)
    expect(await mails()).toHaveLength(sent)
  }
  await anImportedList(school, admin, { list: 'quiet@kano.test', notify: false })
  await runInvitationMails(school)
  expect(await mails()).toHaveLength(60)
})

test('imports without a preview on request, and deletes the import after thirty days', async () => {
  const file = await createTestUpload(admin, Buffer.from('a@kano.test'), {
    host: school.host,
    purpose: 'student_list',
    file_name: 'l.csv',
  })
  const { job_id, state } = await admin.api(contract.createStudentImport, { upload_id: file.upload_id })
  expect(state).toBe('reading')
  await runJob(school, readStudentListJobDefinition, { job_id })
  expect(await processList(school, admin, job_id)).toMatchObject({ state: 'done', invited_count: 1 })
  const { data } = await admin.api(contract.listStudentImports, {})
  expect(data.map((each) => each.job_id)).toEqual([job_id])
  const [due] = await listQueuedJobs(school.school_id, `forget-student-list/${job_id}`)
  expect(due!.run_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  await runJob(school, deleteStudentListJobDefinition, { job_id })
  await runJob(school, deleteStudentListJobDefinition, { job_id })
  await expect(admin.api(contract.listImportLines, { job_id })).rejects.toMatchObject({ status: 404 })
})

test('checks courses, groups, faculties and the date before it starts', async () => {
  const [course, other] = [await school.course(), await school.course()]
  const group = await admin.api(createGroup, { id: other.id, name: 'Elsewhere' })
  const foreign = await (await createTestSchool()).course()
  const { job_id } = await uploadTestList(school, admin, { list: 'a@kano.test' })
  const start = (options: object) => admin.api(contract.startStudentImport, { job_id, ...options })
  const refused = (path: string, code: string) => ({ errors: [{ path, code }] })
  await expect(start({ course_ids: [foreign.id] })).rejects.toMatchObject(
    refused('course_ids', 'course_unknown'),
  )
  await expect(start({ course_ids: [course.id], group_ids: [group.id] })).rejects.toMatchObject(
    refused('group_ids', 'group_unknown'),
  )
  await expect(start({ faculty_ids: [newId()] })).rejects.toMatchObject(
    refused('faculty_ids', 'faculty_unknown'),
  )
  const past = { student_approval_end_date: '2020-01-01T00:00:00Z' }
  await expect(start({ course_ids: [course.id], ...past })).rejects.toMatchObject(
    refused('student_approval_end_date', 'end_date_passed'),
  )
  expect(await admin.api(contract.getStudentImport, { job_id })).toMatchObject({ state: 'ready' })
  const approval_ends_at = new Date(Date.now() + 86_400_000).toISOString()
  const student = await school.student()
  await anImportedList(school, admin, {
    list: student.email,
    course_ids: [course.id],
    student_approval_end_date: approval_ends_at,
  })
  const [target] = (await admin.api(listStudentCourses, { student_id: student.id })).data
  expect(target!.student_approval_end_date).toBe(approval_ends_at)
})

test('accepts an invitation by a verified address without its link, but not by a typed one', async () => {
  const course = await school.course()
  await admin.api(updateSchool, { id: school.school_id, allow_magic_link_registration: true })
  const list = 'E-mail,Code\nproved@kano.test,K1\ntyped@kano.test,K2'
  await anImportedList(school, admin, { list, course_ids: [course.id] })

  const registration = { name: 'T', email: 'typed@kano.test', password: testPassword }
  const { user: visitor } = await school.visitor().api(accounts.registerStudent, registration)
  const proved = { name: 'P', email: 'proved@kano.test', register_with: 'magic_link' as const }
  await school.visitor().api(accounts.registerStudent, proved)
  const token = await readRegistrationToken(school)
  const link = { login_with: 'magic_link' as const, token }
  const { user } = await school.visitor().api(accounts.loginStudent, link)
  await runQueuedJobs(school, applyInvitationTargetsJobDefinition)
  const coursesOf = async (student_id: string) =>
    (await admin.api(listStudentCourses, { student_id })).data.map(({ course_id }) => course_id)
  expect([user!.user_code, await coursesOf(user!.id)]).toEqual(['K1', [course.id]])
  expect([visitor!.user_code, await coursesOf(visitor!.id)]).toEqual([null, []])
})

test('accepts an invitation whose course was deleted or whose code was given away', async () => {
  const course = await school.course()
  await anImportedList(school, admin, { list: 'E-mail,Code\namina@kano.test,K1', course_ids: [course.id] })
  const student = await school.student()
  await admin.api(accounts.updateUser, { user_id: student.id, user_code: 'K1' })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('courses')
      .set({ deleted_at: new Date() })
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .execute(),
  )
  const user = await accept('amina@kano.test')
  expect(user.user_code).toBeNull()
  expect((await admin.api(listStudentCourses, { student_id: user.id })).data).toEqual([])
})

describe('the templates', () => {
  const csv = 'text/csv; charset=utf-8'
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const download = (name: string) =>
    school.visitor().request({ method: 'GET', url: `/static/csv_templates/${name}` })

  test.each([
    ['bulk-students-upload.csv', csv],
    ['bulk-faculty-students-upload.csv', csv],
    ['bulk-students-upload.xlsx', xlsx],
    ['bulk-faculty-students-upload.xlsx', xlsx],
  ])('offers %s to everybody, and imports it without errors', async (name, content_type) => {
    const file = await download(name)
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toBe(content_type)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    const { job_id, ...shown } = await uploadTestList(school, admin, { list: file.bytes })
    expect(shown).toMatchObject({
      state: 'ready',
      total: 2,
      example_count: 2,
      invalid_count: 0,
      new_count: 0,
    })
    expect(shown.columns.every(({ field }) => field !== null)).toBe(true)
    await admin.api(contract.startStudentImport, { job_id })
    expect(counts(await processList(school, admin, job_id))).toEqual([0, 0, 0, 0])
    expect(await invitations()).toEqual([])
  })

  test.each(['bulk-students-upload', 'bulk-faculty-students-upload'])(
    'has the same rows in both formats of %s',
    async (name) => {
      const [text, workbook] = [await download(`${name}.csv`), await download(`${name}.xlsx`)]
      const rows = (await readSheet(workbook.bytes, { maxRows: 10 })).map(({ cells }) => cells)
      expect(rows).toEqual([...parseCsv(text.text.slice(1), ',')].map(({ cells }) => cells))
      expect(rows).toHaveLength(3)
    },
  )

  test('invites a student who is added below the examples', async () => {
    const { text } = await download('bulk-students-upload.csv')
    const imported = await anImportedList(school, admin, { list: `${text}Ada,Obi,ada@kano.test,K7` })
    expect(imported).toMatchObject({ invited_count: 1, invalid_count: 0 })
  })
})
