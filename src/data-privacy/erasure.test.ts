import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { loginStudent, updateUser } from '#accounts/contract.ts'
import { getScheduledErasure, addToSchoolDirectory, schoolsWithEmail } from '#accounts/index.ts'
import { sendEndOfCourseMessage } from '#end-of-course-messages/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { createNote } from '#notes/contract.ts'
import { listReviews, setMyReview } from '#reviews/contract.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import {
  eraseOverduePeopleJobDefinition,
  erasePersonJobDefinition,
  writeDataExportJobDefinition,
} from './jobs.ts'

const sweepUpload = registeredJobs.find(({ name }) => name === 'sweepUpload')!
const proof = { password: testPassword }

/** Moves the erasure date back by a week, because the database has its own clock. */
const aWeekLater = (school: TestSchool, user_id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ erase_at: new Date(Date.now() - 1000) })
      .where('school_id', '=', school_id)
      .where('id', '=', user_id)
      .where('erase_at', 'is not', null)
      .execute(),
  )

const erase = async (school: TestSchool, user_id: string) => {
  await aWeekLater(school, user_id)
  await runJob(school, erasePersonJobDefinition, { user_id })
}

const rowOf = (school: TestSchool, id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('users')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )

/** Tables of the school that contain a text in any column. */
async function tablesThatSay(school: TestSchool, word: string) {
  return school.transact(async ({ tx, school_id }) => {
    const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`.execute(tx)
    const found: string[] = []
    for (const { name } of rows) {
      const hit = await sql`select from ${sql.table(name)} t
        where school_id = ${school_id} and position(${word} in t::text) > 0 limit 1`.execute(tx)
      if (hit.rows.length) found.push(name)
    }
    return found
  })
}

const login = (school: TestSchool, { email }: TestUser) =>
  school
    .visitor()
    .api(loginStudent, { user_code: email, password: testPassword, school_id: school.school_id })

async function aStory() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school)
  const { student, course, content } = fixture
  await student.api(updateUser, { name: 'Zoë Quartermaine', bio: 'Likes xylophones', phone: '+33 1 23' })
  await student.api(saveProgress, { content_id: content.id, opened: true })
  await student.api(createNote, {
    course_id: course.id,
    content_id: content.id,
    note: '<p>Secret thought</p>',
  })
  await student.api(setMyReview, { course_id: course.id, rating: 4, review: 'A fine course' })
  await student.api(sendEndOfCourseMessage, { course_id: course.id, message: 'Thank you all' })
  const image = await createTestUpload(student, await createTestImage(), {
    host: school.host,
    purpose: 'avatar',
    content_type: 'image/png',
  })
  await student.api(updateUser, { avatar_upload_id: image.upload_id })
  return { school, ...fixture, picture: image }
}

test('logs a verified person out, shows the erasure date, and cancels it by a login', async () => {
  const { school, student } = await aStory()
  await expect(school.visitor().api(contract.requestMyErasure, proof)).rejects.toMatchObject({ status: 401 })
  await expect(student.api(contract.requestMyErasure, {})).rejects.toMatchObject({
    code: 'reauthentication_required',
  })
  await expect(student.api(contract.requestMyErasure, { password: 'wrong one' })).rejects.toMatchObject({
    code: 'current_password_invalid',
  })
  await expect(student.api(contract.requestMyErasure, { code: '123456' })).rejects.toMatchObject({
    code: 'code_invalid',
  })
  await expect(student.api(contract.requestMyErasure, { token: 'made-up' })).rejects.toMatchObject({
    code: 'token_invalid',
  })
  const other = (await login(school, student)).user_token
  const { erase_at } = await student.api(contract.requestMyErasure, proof)
  const days = (new Date(erase_at).getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const [job] = await listQueuedJobs(school.school_id, `erase-person/${student.id}`)
  expect(job).toMatchObject({ task: 'erasePerson' })
  expect(job!.run_at.getTime()).toBe(new Date(erase_at).getTime())
  await expect(student.api(contract.getMyLatestExport, {})).rejects.toMatchObject({ status: 401 })
  const reply = await school
    .visitor()
    .request({ method: 'GET', url: '/api/school-users/v2/me', headers: { 'x-access-token': other } })
  expect(reply.status).toBe(401)

  // Before its date the job does nothing.
  await runJob(school, erasePersonJobDefinition, { user_id: student.id })
  await login(school, student)
  await aWeekLater(school, student.id)
  await runJob(school, erasePersonJobDefinition, { user_id: student.id })
  expect(await rowOf(school, student.id)).toMatchObject({ status: 'active', erase_at: null, erased_at: null })
  const actions = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('subject_id', '=', student.id)
      .select('action')
      .orderBy('id')
      .execute(),
  )
  expect(actions.map(({ action }) => action)).toEqual(['user.erasure_scheduled', 'user.erasure_cancelled'])
})

test('erases all identity after a week and keeps what others need', async () => {
  const { school, student, course, picture: image } = await aStory()
  const admin = await school.admin()
  await school.transact((ctx) => addToSchoolDirectory(ctx, [student.email]))
  await admin.api(updateUser, { user_id: student.id, user_code: 'ZQ-17' })
  const { id: export_id } = await student.api(contract.requestDataExport, {})
  await runJob(school, writeDataExportJobDefinition, { export_id })
  await school.transact((ctx) =>
    ctx.audit('invitation.sent', ['invitation', newId()], { email: student.email }),
  )
  await student.api(contract.requestMyErasure, proof)
  const row = await aWeekLater(school, student.id).then(() => rowOf(school, student.id))
  await Promise.allSettled(
    [1, 2, 3].map(() => runJob(school, erasePersonJobDefinition, { user_id: student.id })),
  )
  await runJob(school, erasePersonJobDefinition, { user_id: student.id })

  for (const word of [
    student.email,
    'Quartermaine',
    'xylophones',
    'Secret thought',
    'Thank you all',
    'ZQ-17',
  ])
    expect([word, await tablesThatSay(school, word)]).toEqual([word, []])
  expect(await rowOf(school, student.id)).toMatchObject({
    name: 'Former member',
    status: 'removed',
    password_hash: null,
    role: row!.role,
    erase_at: null,
    erased_at: expect.any(Date) as Date,
  })
  const { data } = await school.visitor().api(listReviews, { course_id: course.id })
  expect(data).toMatchObject([{ name: 'Former member', rating: 4, review: 'A fine course' }])
  const rows = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('action', 'in', ['invitation.sent', 'user.erased'])
      .select(['action', 'change'])
      .orderBy('id')
      .execute(),
  )
  expect(rows).toEqual([
    { action: 'invitation.sent', change: { email: 'erased' } },
    { action: 'user.erased', change: {} },
  ])

  const { rows: files } = await school.transact(({ tx, school_id }) =>
    sql<{ id: string; status: string; object_key: string }>`select id, status, object_key from uploads
        where school_id = ${school_id} and owner_id = ${student.id}`.execute(tx),
  )
  expect(files.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const { id, object_key } of files) {
    await runJob(school, sweepUpload, { upload_id: id })
    expect(await school.app.services.storage.stat(object_key)).toBeNull()
  }
  expect((await school.visitor().request({ method: 'GET', url: image.url })).status).toBe(404)
  await expect(login(school, student)).rejects.toMatchObject({ code: 'credentials_wrong' })
  const { db } = school.app.services.databases
  expect(await schoolsWithEmail(db, student.email)).toEqual([])
  // The address can register again.
  await school.student({ email: student.email })
})

test('confirms a person without password by a mailed link, once', async () => {
  const school = await createTestSchool()
  const [student, other] = [await school.student(), await school.student()]
  await school.transact(({ tx, school_id }) =>
    tx.updateTable('users').set({ password_hash: null }).where('school_id', '=', school_id).execute(),
  )
  await expect(student.api(contract.requestMyErasure, proof)).rejects.toMatchObject({
    code: 'reauthentication_required',
  })
  await student.api(contract.mailReauthLink, { page: 'data_privacy' })
  const mail = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'reauthentication_link')
      .select(['recipient', 'text'])
      .executeTakeFirstOrThrow(),
  )
  expect(mail.recipient).toBe(student.email)
  const link = new URL(/http\S+data-privacy\S+/.exec(mail.text)![0])
  const token = link.searchParams.get('token')!
  await expect(other.api(contract.requestMyErasure, { token })).rejects.toMatchObject({
    code: 'token_invalid',
  })
  await student.api(contract.mailReauthLink, { page: 'data_privacy' })
  const again = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'reauthentication_link')
      .orderBy('id', 'desc')
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  const fresh = new URL(/http\S+data-privacy\S+/.exec(again.text)![0]).searchParams.get('token')!
  await student.api(contract.requestMyErasure, { token: fresh })
})

test('prevents the last owners from leaving, even at the same time, and keeps the courses of a teacher', async () => {
  const school = await createTestSchool()
  const first = await school.owner()
  await expect(first.api(contract.requestMyErasure, proof)).rejects.toMatchObject({ code: 'last_owner' })
  const second = await school.owner()
  const both = await Promise.allSettled(
    [first, second].map((owner) => owner.api(contract.requestMyErasure, proof)),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const leaving = both[0]!.status === 'fulfilled' ? first : second
  await erase(school, leaving.id)
  const owned = await school.app.services.databases.db
    .selectFrom('account_schools')
    .where('school_id', '=', school.school_id)
    .select('account_id')
    .execute()
  expect(owned).toHaveLength(1)

  const teacher = await school.teacher()
  const course = await school.course({ course_teacher_id: teacher.id })
  await teacher.api(contract.requestMyErasure, proof)
  await erase(school, teacher.id)
  const stored = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('courses')
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .where('deleted_at', 'is', null)
      .select('course_teacher_id')
      .executeTakeFirst(),
  )
  expect(stored).toEqual({ course_teacher_id: teacher.id })
  expect(await rowOf(school, teacher.id)).toMatchObject({ name: 'Former member' })
})

test('does not erase an owner who has become the last one', async () => {
  const school = await createTestSchool()
  const [first, second] = [await school.owner(), await school.owner()]
  await first.api(contract.requestMyErasure, proof)
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('school_id', '=', school_id)
      .where('id', '=', second.id)
      .execute(),
  )
  await erase(school, first.id)
  expect(await rowOf(school, first.id)).toMatchObject({ status: 'active', erased_at: null })
})

test('lets an admin schedule and cancel an erasure after a written request, and finds lost jobs', async () => {
  const { school, student, teacher } = await aStory()
  const [admin, owner] = [await school.admin(), await school.owner()]
  const request = { user_id: student.id, reason: 'Letter of 3 May' }
  await expect(teacher.api(contract.requestUserErasure, request)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(
    admin.api(contract.requestUserErasure, { ...request, user_id: admin.id }),
  ).rejects.toMatchObject({
    code: 'own_role_immutable',
  })
  await expect(
    admin.api(contract.requestUserErasure, { ...request, user_id: owner.id }),
  ).rejects.toMatchObject({
    code: 'owner_only',
  })
  await expect(
    owner.api(contract.requestUserErasure, { ...request, user_id: newId() }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  const second = await school.owner()
  await owner.api(contract.requestUserErasure, { ...request, user_id: second.id })
  await expect(admin.api(contract.cancelUserErasure, { user_id: student.id })).rejects.toMatchObject({
    code: 'erasure_not_scheduled',
  })
  const { erase_at } = await admin.api(contract.requestUserErasure, request)
  expect(await admin.api(contract.getUserData, { user_id: student.id })).toEqual({ export: null, erase_at })
  expect((await admin.api(contract.requestUserErasure, request)).erase_at).toBe(erase_at)
  await admin.api(contract.cancelUserErasure, { user_id: student.id })
  expect((await school.transact((ctx) => getScheduledErasure(ctx, student.id))).erase_at).toBeNull()

  await admin.api(contract.requestUserErasure, request)
  await aWeekLater(school, student.id)
  await runJob(school, eraseOverduePeopleJobDefinition, {})
  const [job] = await listQueuedJobs(school.school_id, `erase-person/${student.id}`)
  expect(job!.run_at.getTime()).toBeLessThanOrEqual(Date.now())
})
