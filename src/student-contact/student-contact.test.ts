import { expect, test } from 'vitest'
import { listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

async function aClass(school: TestSchool) {
  const teacher = await school.teacher({ name: 'Ngozi Eze' })
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
  const student = await school.student({ name: 'Ada Obi' })
  await school.enrol(student, course)
  return { teacher, course, student, student_id: student.id }
}

const forbidden = { status: 403, code: 'not_your_student' }

test('staff of a student share notes that the student cannot read', async () => {
  const school = await createTestSchool()
  const { teacher, student, student_id } = await aClass(school)
  const admin = await school.admin({ name: 'Amara Okafor' })
  const first = await teacher.api(contract.createStaffNote, { student_id, note: ' Needs more time. ' })
  expect(first).toMatchObject({ note: 'Needs more time.', author: { id: teacher.id, name: 'Ngozi Eze' } })
  await admin.api(contract.createStaffNote, { student_id, note: 'Called the parents.' })
  const { data } = await teacher.api(contract.listStaffNotes, { student_id })
  expect(
    data.map(({ note, author, may_edit, may_delete }) => [note, author.name, may_edit, may_delete]),
  ).toEqual([
    ['Called the parents.', 'Amara Okafor', false, false],
    ['Needs more time.', 'Ngozi Eze', true, true],
  ])
  await expect(student.api(contract.listStaffNotes, { student_id })).rejects.toMatchObject({ status: 403 })
})

test('a teacher neither reads nor writes about students of others', async () => {
  const school = await createTestSchool()
  const { student_id, course } = await aClass(school)
  const other = await school.teacher()
  const note = await (await school.admin()).api(contract.createStaffNote, { student_id, note: 'Late' })
  const one = { student_id, id: note.id }
  await expect(other.api(contract.updateStaffNote, { ...one, note: 'x' })).rejects.toMatchObject(forbidden)
  await expect(other.api(contract.deleteStaffNote, one)).rejects.toMatchObject(forbidden)
  const mail = { student_id, subject: 'Hello', message: 'Hello' }
  await expect(other.api(contract.listStaffNotes, { student_id })).rejects.toMatchObject(forbidden)
  await expect(other.api(contract.createStaffNote, { student_id, note: 'x' })).rejects.toMatchObject(
    forbidden,
  )
  await expect(other.api(contract.listStudentMessages, { student_id })).rejects.toMatchObject(forbidden)
  await expect(other.api(contract.sendStudentMessage, mail)).rejects.toMatchObject(forbidden)
  // A removed student belongs to no teacher.
  const { teacher, student } = await aClass(school)
  await school.enrol(student, course, { status: 'removed' })
  expect((await teacher.api(contract.listStaffNotes, { student_id: student.id })).data).toEqual([])
})

test('only the author changes a note; the author and admins delete it', async () => {
  const school = await createTestSchool()
  const { teacher, course, student_id } = await aClass(school)
  const colleague = await school.teacher()
  const shared = await school.course({ course_teacher_id: colleague.id, created_by: teacher.id })
  await school.enrol({ id: student_id } as never, shared)
  expect(course.id).not.toBe(shared.id)
  const { id } = await teacher.api(contract.createStaffNote, { student_id, note: 'Late' })
  const change = { student_id, id, note: 'Late twice' }
  const refused = { status: 403, code: 'not_your_note' }
  await expect(colleague.api(contract.updateStaffNote, change)).rejects.toMatchObject(refused)
  await expect(colleague.api(contract.deleteStaffNote, { student_id, id })).rejects.toMatchObject(refused)
  expect((await teacher.api(contract.updateStaffNote, change)).note).toBe('Late twice')
  const admin = await school.admin()
  await expect(admin.api(contract.updateStaffNote, change)).rejects.toMatchObject(refused)
  await admin.api(contract.deleteStaffNote, { student_id, id })
  expect((await teacher.api(contract.listStaffNotes, { student_id })).data).toEqual([])
})

test('a message goes to the student by mail and stays in the history', async () => {
  const school = await createTestSchool()
  const { teacher, student, student_id } = await aClass(school)
  const message = 'You have not opened the course for two weeks.\n\nCan I help?'
  await teacher.api(contract.sendStudentMessage, { student_id, subject: 'Can I help?', message })
  const { mails } = await listNotificationsOf(school, student.id)
  expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([['staff_message', 'Can I help?']])
  expect(mails[0]?.text).toContain('You have not opened the course for two weeks.')
  expect(mails[0]?.text).toContain('Ngozi Eze')
  const { data } = await (await school.admin()).api(contract.listStudentMessages, { student_id })
  expect(data).toMatchObject([{ subject: 'Can I help?', message, sender: { name: 'Ngozi Eze' } }])
})

test('sends no mail to a student who never logged in, and no endless mail to unverified addresses', async () => {
  const school = await createTestSchool()
  const { teacher, student, student_id } = await aClass(school)
  const input = { student_id, subject: 'Hello', message: 'Hello' }
  const set = (columns: object) =>
    school.transact(({ tx, school_id }) =>
      tx
        .updateTable('users')
        .set(columns)
        .where('school_id', '=', school_id)
        .where('id', '=', student_id)
        .execute(),
    )
  await set({ password_hash: null, last_seen_at: null })
  await expect(teacher.api(contract.sendStudentMessage, input)).rejects.toMatchObject({
    status: 409,
    code: 'student_never_logged_in',
  })
  await set({ last_seen_at: new Date(), email_verified_at: null })
  // The allowance of the day is used up.
  await school.transact(({ tx, school_id, now }) =>
    tx
      .insertInto('external_mail_counts')
      .values({ school_id, day: Math.floor(now.getTime() / 86_400_000), cause: 'school', sent: 1_000_000 })
      .execute(),
  )
  await teacher.api(contract.sendStudentMessage, input)
  const mails = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('user_id', '=', student.id)
      .select(['kind', 'status'])
      .execute(),
  )
  expect(mails).toEqual([{ kind: 'staff_message', status: 'deferred' }])
})
