import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { notify } from './index.ts'

const tell = (school: TestSchool, person: TestUser, kind: string, data = {}) =>
  school.transact((ctx) => notify(ctx, { user_id: person.id, kind, data }))

test('lists a person’s notifications, newest first', async () => {
  const school = await createTestSchool()
  const [student, other] = [await school.student(), await school.student()]
  await tell(school, student, 'enrolment_approved', { course_id: newId(), course_name: '<b>Maths</b>' })
  await tell(school, student, 'enrolment_unapproved')
  await tell(school, other, 'not_for_you')
  const { data, next_cursor } = await student.api(contract.listNotifications, {})
  expect(data.map((one) => one.kind)).toEqual(['enrolment_unapproved', 'enrolment_approved'])
  expect(data[1]).toMatchObject({ data: { course_name: '<b>Maths</b>' }, read_at: null })
  expect(next_cursor).toBeNull()
})

test('marks one, some and all as read, and keeps the first time', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  for (const kind of ['a', 'b', 'c', 'd']) await tell(school, student, kind)
  const list = async () => (await student.api(contract.listNotifications, {})).data
  const [d, c, b] = await list()
  const read = (body: object) => student.api(contract.markNotificationsRead, body)
  await expect(read({ ids: [d!.id] })).resolves.toEqual({ unread_count: 3 })
  const first = (await list())[0]!.read_at
  await expect(read({ ids: [d!.id, c!.id, b!.id] })).resolves.toEqual({ unread_count: 1 })
  expect((await list())[0]!.read_at).toEqual(first)
  await expect(student.api(contract.countUnreadNotifications, {})).resolves.toEqual({ unread_count: 1 })
  const unread = await student.api(contract.listNotifications, { unread: true })
  expect(unread.data.map((one) => one.kind)).toEqual(['a'])
  await expect(read({ all: true })).resolves.toEqual({ unread_count: 0 })
  expect((await student.api(contract.listNotifications, { unread: false })).data).toHaveLength(4)
})

test('lets nobody mark another’s, including owners', async () => {
  const school = await createTestSchool()
  const [student, owner] = [await school.student(), await school.owner()]
  await tell(school, student, 'a')
  const [notification] = (await student.api(contract.listNotifications, {})).data
  await expect(owner.api(contract.markNotificationsRead, { ids: [notification!.id] })).resolves.toEqual({
    unread_count: 0,
  })
  await expect(owner.api(contract.markNotificationsRead, { all: true })).resolves.toEqual({ unread_count: 0 })
  await expect(student.api(contract.countUnreadNotifications, {})).resolves.toEqual({ unread_count: 1 })
})

test.each([{}, { ids: [] }, { all: false }, { all: true, ids: [newId()] }, { ids: ['x'] }, { ids: 'all' }])(
  'refuses to mark %j',
  async (body) => {
    const student = await (await createTestSchool()).student()
    await expect(student.api(contract.markNotificationsRead, body as never)).rejects.toMatchObject({
      status: 422,
    })
  },
)

test('pages without gaps while new ones arrive', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  for (let n = 0; n < 5; n++) await tell(school, student, `k${n}`)
  const first = await student.api(contract.listNotifications, { limit: 3 })
  await tell(school, student, 'new')
  const rest = await student.api(contract.listNotifications, { limit: 3, cursor: first.next_cursor! })
  expect([...first.data, ...rest.data].map((one) => one.kind)).toEqual(['k4', 'k3', 'k2', 'k1', 'k0'])
})

test('stores a notification only together with its change', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const failing = school.transact(async (ctx) => {
    await notify(ctx, { user_id: student.id, kind: 'a' })
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  await expect(student.api(contract.countUnreadNotifications, {})).resolves.toEqual({ unread_count: 0 })
})

test('omits a kind that a person turned off, until it is turned on again', async () => {
  const school = await createTestSchool()
  const [student, other, teacher] = [await school.student(), await school.student(), await school.teacher()]
  const kind = 'assistant_correction'
  const { data } = await student.api(contract.listNotificationPreferences, {})
  expect(data).toContainEqual({ kind, in_app: true, by_email: null })
  expect(data).toContainEqual({ kind: 'approval_to_course', in_app: true, by_email: true })
  const ofStaff = (await teacher.api(contract.listNotificationPreferences, {})).data
  expect(ofStaff.map((one) => one.kind)).toEqual([
    'join_requests',
    'end_of_course_message',
    'review_of_course',
  ])

  await student.api(contract.updateNotificationPreference, { kind, in_app: false })
  await expect(student.api(contract.updateNotificationPreference, { kind })).resolves.toMatchObject({
    data: expect.arrayContaining([{ kind, in_app: false, by_email: null }]),
  })
  for (const person of [student, other])
    for (const of of [kind, 'reply_to_review']) await tell(school, person, of)
  const kindsOf = async (person: TestUser) =>
    (await person.api(contract.listNotifications, {})).data.map((one) => one.kind)
  expect(await kindsOf(student)).toEqual(['reply_to_review'])
  expect(await kindsOf(other)).toHaveLength(2)
  await student.api(contract.updateNotificationPreference, { kind, in_app: true })
  await tell(school, student, kind)
  expect(await kindsOf(student)).toEqual([kind, 'reply_to_review'])
  await expect(
    student.api(contract.updateNotificationPreference, {
      kind: 'webhook_turned_off' as never,
      in_app: false,
    }),
  ).rejects.toMatchObject({ status: 422 })
})
