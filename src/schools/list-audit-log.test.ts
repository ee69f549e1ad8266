import { expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { aSchool } from '#testing/stories.ts'
import * as contract from './contract.ts'

test('lists what happened in this school only, the latest first, page by page', async () => {
  const [school, other] = [await aSchool(), await aSchool()]
  const admin = await school.admin({ name: 'Ada Obi' })
  for (const name of ['One', 'Two', 'Three'])
    await admin.api(contract.updateSchool, { id: school.school_id, name })
  await (await other.admin()).api(contract.updateSchool, { id: other.school_id, name: 'Elsewhere' })
  await school.inside((ctx) => ctx.audit('job.ran', ['job', 'nightly']))

  const first = await admin.api(contract.listAuditLog, { limit: 3 })
  const rest = await admin.api(contract.listAuditLog, { limit: 3, cursor: first.next_cursor! })
  expect(first.data.concat(rest.data).map((entry) => entry.action)).toEqual([
    'job.ran',
    'school.changed',
    'school.changed',
    'school.changed',
  ])
  expect(first.data[0]).toMatchObject({ actor_id: null, actor_name: null, actor_role: 'system', change: {} })
  expect(first.data[1]).toMatchObject({
    actor_name: 'Ada Obi',
    actor_role: 'admin',
    change: { fields: ['name'] },
  })
  expect(rest.next_cursor).toBeNull()
})

test('filters', async () => {
  const school = await aSchool()
  const [one, other] = [await school.admin(), await school.owner()]
  await one.api(contract.updateSchool, { id: school.school_id, name: 'One' })
  await other.api(contract.updateNotificationSettings, { notify_students_on_approval_to_course: false })
  const actions = async (filter: object) =>
    (await one.api(contract.listAuditLog, filter)).data.map((entry) => entry.action)
  expect(await actions({ actor_id: one.id })).toEqual(['school.changed'])
  expect(await actions({ action: 'school.notification_settings_changed' })).toHaveLength(1)
  expect(await actions({ subject_type: 'school', subject_id: school.school_id })).toHaveLength(2)
  expect(await actions({ subject_type: 'course' })).toEqual([])
  expect(await actions({ actor_id: newId() })).toEqual([])
})
