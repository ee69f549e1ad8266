import { expect, test } from 'vitest'
import { registeredJobs as allJobs } from '#registered-jobs.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import {
  createCoOwner,
  createOwnedSchool,
  enterSchoolAs,
  getTestDatabase,
  getTestPlatform,
} from '#testing/builders/owner-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestAccount, createTestVisitor, testPassword } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { addOwner } from '../index.ts'
import { eraseAccountJobDefinition } from '../jobs.ts'

const proof = { password: testPassword }
const erasing = allJobs.find(({ name }) => name === 'erasePerson')!

const rowOf = async (id: string) =>
  (await getTestDatabase())
    .selectFrom('accounts')
    .where('id', '=', id)
    .select(['id', 'erase_at'])
    .executeTakeFirst()

const aWeekLater = async (id: string) =>
  (await getTestDatabase())
    .updateTable('accounts')
    .set({ erase_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .where('erase_at', 'is not', null)
    .execute()

const run = async (account_id: string) =>
  runJob(await getTestPlatform(), eraseAccountJobDefinition, { account_id })

test('refuses the last owner of a school and names the school', async () => {
  const { account, school } = await createOwnedSchool()
  const shared = await createOwnedSchool()
  await shared.school.transact((ctx) => addOwner(ctx, account.id))
  const inTheWay = [{ school_id: school.school_id, name: school.school_url }]
  expect(await account.api(contract.getAccountErasure, {})).toEqual({ schools: inTheWay })
  await expect(account.api(contract.eraseAccount, proof)).rejects.toMatchObject({
    code: 'last_owner',
    body: { schools: inTheWay },
  })
  await expect((await createTestVisitor()).api(contract.eraseAccount, proof)).rejects.toMatchObject({
    status: 401,
  })
  await expect(account.api(contract.eraseAccount, { password: 'not the one' })).rejects.toMatchObject({
    code: 'current_password_invalid',
  })
  await (
    await getTestDatabase()
  )
    .updateTable('accounts')
    .set({ totp_confirmed_at: new Date() })
    .where('id', '=', account.id)
    .execute()
  await expect(account.api(contract.eraseAccount, proof)).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  await expect(account.api(contract.eraseAccount, { ...proof, code: '123456' })).rejects.toMatchObject({
    code: 'code_invalid',
  })
})

test('ends all sessions, shows the date, and is cancelled by one login', async () => {
  const { school } = await createOwnedSchool()
  const { account } = await createCoOwner(school)
  const headers = await enterSchoolAs(school, account)
  const { erase_at } = await account.api(contract.eraseAccount, proof)
  expect(Math.round((new Date(erase_at).getTime() - Date.now()) / 86_400_000)).toBe(7)
  expect(await listQueuedJobs(PLATFORM_ID, `erase-account/${account.id}`)).toMatchObject([
    { task: 'eraseAccount' },
  ])
  await expect(account.api(contract.getMyAccount, {})).rejects.toMatchObject({ status: 401 })
  await expect(school.visitor().api(contract.getMe, {}, headers)).rejects.toMatchObject({ status: 401 })
  await run(account.id)
  const visitor = await createTestVisitor()
  await visitor.api(contract.loginAccount, { email: account.email, ...proof })
  expect(await rowOf(account.id)).toMatchObject({ erase_at: null })
  await run(account.id)
  expect(await rowOf(account.id)).toBeDefined()
})

test('is cancelled by entering a school as its owner', async () => {
  const { school } = await createOwnedSchool()
  const { account } = await createCoOwner(school)
  await account.api(contract.eraseAccount, proof)
  const { school_id } = school
  await school
    .visitor()
    .api(contract.loginAdmin, { user_code: account.email, password: testPassword, school_id })
  expect(await rowOf(account.id)).toMatchObject({ erase_at: null })
})

test('erases the account and its users after a week, however often the job runs', async () => {
  const { school, account: stays } = await createOwnedSchool()
  const { account, owner } = await createCoOwner(school)
  await account.api(contract.eraseAccount, proof)
  await aWeekLater(account.id)
  await Promise.allSettled([run(account.id), run(account.id)])
  expect(await rowOf(account.id)).toBeDefined()
  await runJob(school, erasing, { user_id: owner.id })
  await Promise.allSettled([run(account.id), run(account.id)])
  await run(account.id)
  expect(await rowOf(account.id)).toBeUndefined()
  const left = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('users').where('school_id', '=', school_id).select(['id', 'email', 'account_id']).execute(),
  )
  expect(left.find(({ id }) => id === owner.id)).toMatchObject({ account_id: null })
  expect(left.map(({ email }) => email)).not.toContain(account.email)
  expect((await stays.api(contract.listMySchools, {})).data).toHaveLength(1)
  const mails = await (
    await getTestPlatform()
  ).transact(({ tx }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', PLATFORM_ID)
      .where('recipient', '=', account.email)
      .select('kind')
      .execute(),
  )
  expect(mails).toEqual([])
  const again = await createTestVisitor()
  await again.api(contract.registerAccount, { name: 'Ada', email: account.email, password: testPassword })
})

test('keeps one of two owners who both leave', async () => {
  const { school, account: one } = await createOwnedSchool()
  const { account: two } = await createCoOwner(school)
  await one.api(contract.eraseAccount, proof)
  await expect(two.api(contract.eraseAccount, proof)).rejects.toMatchObject({ code: 'last_owner' })
  await aWeekLater(one.id)
  // The other owner was removed meanwhile: on the erasure date the school needs this one.
  await (await getTestDatabase()).deleteFrom('account_schools').where('account_id', '=', two.id).execute()
  await run(one.id)
  expect(await rowOf(one.id)).toMatchObject({ erase_at: null })
})

test('lists sessions of the account, and ends one or all others', async () => {
  const account = await createTestAccount()
  const visitor = await createTestVisitor()
  const login = () => visitor.api(contract.loginAccount, { email: account.email, ...proof })
  const tokens = [await login(), await login(), await login()].map(({ user_token }) => user_token)
  const headers = { 'x-access-token': tokens[0]! }
  const { data } = await visitor.api(contract.listSessions, {}, headers)
  expect(data).toHaveLength(4)
  expect(data.filter(({ is_current }) => is_current)).toHaveLength(1)
  const anonymous = await createTestAccount()
  await expect(anonymous.api(contract.revokeSession, { session_id: data[0]!.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  const other = data.find(({ is_current }) => !is_current)!
  await visitor.api(contract.revokeSession, { session_id: other.id }, headers)
  expect((await visitor.api(contract.listSessions, {}, headers)).data).toHaveLength(3)
  await visitor.api(contract.revokeOtherSessions, {}, headers)
  expect((await visitor.api(contract.listSessions, {}, headers)).data).toMatchObject([{ is_current: true }])
  await expect(account.api(contract.getMyAccount, {})).rejects.toMatchObject({ status: 401 })
})
