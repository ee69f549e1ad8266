import { expect, test } from 'vitest'
import { updateUser } from '#accounts/contract.ts'
import { createCategory, deleteCategory } from '#categories/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

test('lists entries of this school only, newest first, page by page', async () => {
  const [school, other] = [await createTestSchool(), await createTestSchool()]
  const admin = await school.admin({ name: 'Ada Obi' })
  for (const name of ['One', 'Two', 'Three'])
    await admin.api(contract.updateSchool, { id: school.school_id, name })
  await (await other.admin()).api(contract.updateSchool, { id: other.school_id, name: 'Elsewhere' })
  await school.transact((ctx) => ctx.audit('job.ran', ['job', 'nightly']))

  const first = await admin.api(contract.listAuditLog, { limit: 3 })
  const rest = await admin.api(contract.listAuditLog, { limit: 3, cursor: first.next_cursor! })
  expect(first.data.concat(rest.data).map((entry) => entry.action)).toEqual([
    'job.ran',
    'school.updated',
    'school.updated',
    'school.updated',
  ])
  expect(first.data[0]).toMatchObject({ actor_id: null, actor_name: null, actor_role: 'system', change: {} })
  expect(first.data[1]).toMatchObject({
    actor_name: 'Ada Obi',
    actor_role: 'admin',
    change: { fields: ['name'] },
  })
  expect(rest.next_cursor).toBeNull()
})

test('filters entries', async () => {
  const school = await createTestSchool()
  const [one, other] = [await school.admin(), await school.owner()]
  await one.api(contract.updateSchool, { id: school.school_id, name: 'One' })
  await other.api(contract.updateNotificationSettings, { notify_students_on_approval_to_course: false })
  const actions = async (filter: object) =>
    (await one.api(contract.listAuditLog, filter)).data.map((entry) => entry.action)
  expect(await actions({ actor_id: one.id })).toEqual(['school.updated'])
  expect(await actions({ action: 'school.notification_settings_updated' })).toHaveLength(1)
  expect(await actions({ subject_type: 'school', subject_id: school.school_id })).toHaveLength(2)
  expect(await actions({ subject_type: 'course' })).toEqual([])
  expect(await actions({ actor_id: newId() })).toEqual([])
})

test('names the subject of each entry, and values before and after', async () => {
  const school = await createTestSchool({ name: 'Before' })
  const [admin, teacher] = [await school.admin(), await school.teacher({ name: 'Ben Ito' })]
  await admin.api(contract.updateSchool, { id: school.school_id, name: 'After', tagline: 'x'.repeat(130) })
  await admin.api(updateUser, { user_id: teacher.id, name: 'Benjamin Ito' })
  const category = await admin.api(createCategory, { name: 'Letters' })
  await admin.api(deleteCategory, { id: category.id })
  const { data } = await admin.api(contract.listAuditLog, {})
  expect(data).toMatchObject([
    { action: 'category.deleted', subject_name: 'Letters', subject_exists: false },
    { action: 'category.created', subject_name: 'Letters', subject_exists: false },
    { action: 'user.updated', subject_name: 'Benjamin Ito', subject_exists: true, subject_course_id: null },
    {
      action: 'school.updated',
      change: { fields: ['name', 'tagline'], from: { name: 'Before' }, to: { name: 'After' } },
    },
  ])
})

test('does not name a subject of another school with the same id', async () => {
  const [school, other] = [await createTestSchool(), await createTestSchool()]
  const visitor = await other.student({ name: 'Somebody Else' })
  await school.transact((ctx) => ctx.audit('user.updated', ['user', visitor.id]))
  const { data } = await (await school.admin()).api(contract.listAuditLog, {})
  expect(data).toMatchObject([{ subject_name: null, subject_exists: false }])
})

test('filters by subject type and time', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const first = new Date('2026-03-01T10:00:00Z')
  for (const [action, days] of [
    ['course.created', 0],
    ['course.updated', 1],
    ['courses_x.odd', 2],
  ] as const) {
    const created_at = new Date(first.getTime() + days * 86_400_000)
    const row = { id: newId(), actor_role: 'system', subject_type: 'course', subject_id: 'none' }
    await school.transact(({ tx, school_id, request_id }) =>
      tx
        .insertInto('audit_log')
        .values({ ...row, school_id, action, request_id, created_at })
        .execute(),
    )
  }
  const actions = async (filter: object) =>
    (await admin.api(contract.listAuditLog, filter)).data.map(({ action }) => action)
  expect(await actions({ kind: 'course' })).toEqual(['course.updated', 'course.created'])
  expect(await actions({ kind: 'courses_' })).toEqual([])
  expect(await actions({ from: '2026-03-02T10:00:00Z', until: '2026-03-03T10:00:00Z' })).toEqual([
    'course.updated',
  ])
  expect(await actions({ until: '2026-03-01T10:00:00Z' })).toEqual([])
  await expect(admin.api(contract.listAuditLog, { kind: "x' or 1=1" })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await expect(admin.api(contract.listAuditLog, { from: 'yesterday' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})
