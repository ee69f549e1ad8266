import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  rootDomain,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { addOwner } from '../index.ts'
import { updateSchoolStatsJobDefinition } from '../jobs.ts'

test('lists the account’s schools, newest first, and enters them', async () => {
  const account = await createTestAccount()
  const schools = [await createTestSchool(), await createTestSchool(), await createTestSchool()]
  for (const school of schools) await school.transact((ctx) => addOwner(ctx, account.id))
  await expect((await createTestVisitor()).api(contract.listMySchools, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const first = await account.api(contract.listMySchools, { limit: 2 })
  const second = await account.api(contract.listMySchools, { limit: 2, cursor: first.next_cursor! })
  const listed = [...first.data, ...second.data].map((school) => school.school_id)
  expect(listed.toSorted()).toEqual(schools.map((school) => school.school_id).toSorted())
  expect(first.data[0]!.url).toBe(`http://${first.data[0]!.school_url}.${rootDomain}:3000`)

  const school = schools[1]!
  const { code, url } = await account.api(contract.enterSchool, { school_id: school.school_id })
  expect(url).toBe(`http://${school.host}:3000/manage?user_token=${code}`)
  const entered = await school.visitor().api(contract.loginAdmin, { token: code, login_with: 'handoff' })
  expect(entered).toMatchObject({ user_type: 'account_user', user: { email: account.email } })
})

test('refuses schools of others and those where the owner is suspended', async () => {
  const [account, visitor] = [await createTestAccount(), await createTestAccount()]
  const school = await createTestSchool()
  const user = await school.transact((ctx) => addOwner(ctx, account.id))
  const hidden = { status: 404, code: 'not_found' }
  const enter = { school_id: school.school_id }
  await expect((await createTestVisitor()).api(contract.enterSchool, enter)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(visitor.api(contract.enterSchool, enter)).rejects.toMatchObject(hidden)
  await expect(account.api(contract.enterSchool, { school_id: newId() })).rejects.toMatchObject(hidden)
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('school_id', '=', school_id)
      .where('id', '=', user.id)
      .execute(),
  )
  await expect(account.api(contract.enterSchool, enter)).rejects.toMatchObject(hidden)
})

const own = (school: TestSchool, account: { id: string }) =>
  school.transact((ctx) => addOwner(ctx, account.id))

test('lists nothing for an account without schools', async () => {
  const account = await createTestAccount()
  expect(await account.api(contract.listMySchools, {})).toEqual({ data: [], next_cursor: null })
})

test('counts figures in a job that reading enqueues, and returns the plan', async () => {
  const account = await createTestAccount()
  const school = await createTestSchool({ plan_name: 'free' })
  await own(school, account)
  const course = await school.course({ course_is_public: true })
  await school.course({ course_is_public: false })
  const [one, two] = [await school.student(), await school.student()]
  await school.enrol(one, course)
  await school.enrol(two, course, { status: 'pending', approved_at: null })
  await school.enrol(await school.student(), course, { student_approval_end_date: new Date('2020-01-01') })
  const before = await account.api(contract.listMySchools, {})
  expect(before.data).toMatchObject([{ plan_name: 'free', is_flagged: true, stats: null }])
  const [job] = await listQueuedJobs(PLATFORM_ID, `count-schools/${account.id}`)
  expect(job).toMatchObject({ task: 'updateSchoolStats', payload: { school_ids: [school.school_id] } })
  const txCtx = { transact: school.transact }
  await runJob(txCtx, updateSchoolStatsJobDefinition, { school_ids: [school.school_id, newId()] })
  await runJob(txCtx, updateSchoolStatsJobDefinition, { school_ids: [school.school_id] })
  const after = await account.api(contract.listMySchools, {})
  expect(after.data[0]!.stats).toMatchObject({
    students_approved: 1,
    students_pending: 1,
    courses_published: 1,
    last_activity_at: null,
  })
})

test('pages through 200 schools, and finds one by words', async () => {
  const account = await createTestAccount()
  const { db } = (await getTestApp()).services.databases
  const prefix = newId().slice(-12)
  await sql`with made as (
      insert into school_directory (school_id, school_url, name, country)
      select gen_random_uuid(), 'many-' || ${prefix} || '-' || n, 'École number ' || n || ' of ' || ${prefix}, 'NG'
      from generate_series(1, 200) n returning school_id)
    insert into account_schools (account_id, school_id) select ${account.id}::uuid, school_id from made`.execute(
    db,
  )
  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await account.api(contract.listMySchools, { limit: 90, ...(cursor && { cursor }) })
    for (const { school_id } of page.data) ids.add(school_id)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(ids.size).toBe(200)
  const found = await account.api(contract.listMySchools, { search: `ecole ${prefix} 137` })
  expect(found.data.map(({ name }) => name)).toEqual([`École number 137 of ${prefix}`])
  const nothing = await account.api(contract.listMySchools, { search: '100% _' })
  expect(nothing.data).toEqual([])
})

test('lets an owner go from one school to another, but not to one of others', async () => {
  const account = await createTestAccount()
  const [one, two, foreign] = [await createTestSchool(), await createTestSchool(), await createTestSchool()]
  for (const school of [one, two]) await own(school, account)
  const { code } = await account.api(contract.enterSchool, { school_id: one.school_id })
  const { loginAdmin } = contract
  const login = await one.visitor().api(loginAdmin, { token: code, login_with: 'handoff' })
  const headers = { 'x-access-token': login.user_token }
  const listed = await one.visitor().api(contract.listMySchools, {}, headers)
  expect(listed.data.map(({ school_id }) => school_id).toSorted()).toEqual(
    [one.school_id, two.school_id].toSorted(),
  )
  const next = await one.visitor().api(contract.enterSchool, { school_id: two.school_id }, headers)
  const there = await two.visitor().api(loginAdmin, { token: next.code, login_with: 'handoff' })
  expect(there.user.email).toBe(account.email)
  // The code works once, at one school.
  const again = { token: next.code, login_with: 'handoff' as const }
  await expect(two.visitor().api(loginAdmin, again)).rejects.toMatchObject({ code: 'handoff_invalid' })
  // Each school has its own session.
  await expect(
    two.visitor().api(contract.getMe, {}, { 'x-access-token': login.user_token }),
  ).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(
    one.visitor().api(contract.enterSchool, { school_id: foreign.school_id }, headers),
  ).rejects.toMatchObject({ code: 'not_found' })
  const admin = await one.admin()
  await expect(admin.api(contract.listMySchools, {})).rejects.toMatchObject({ code: 'forbidden' })
})
