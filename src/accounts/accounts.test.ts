import { expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { anAccount, aSchool, aVisitor, rootDomain, testPassword } from '#testing/stories.ts'
import * as contract from './contract.ts'
import { addOwner } from './index.ts'

const someone = () => ({
  name: 'Ada Obi',
  email: `ada-${newId()}@people.test`,
  password: 'correct horse battery',
})

test('an account is opened once for an e-mail and logged in at once', async () => {
  const visitor = await aVisitor()
  const person = someone()
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => visitor.api(contract.registerAccount, { ...person, country: 'NG' })),
  )
  const opened = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(opened).toHaveLength(1)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(new Set(refused.map((reason) => reason.code))).toEqual(new Set(['email_taken']))
  const headers = { 'x-access-token': opened[0]!.user_token }
  await expect(visitor.api(contract.myAccount, {}, headers)).resolves.toMatchObject({
    email: person.email,
    user_type: 'account_user',
    country: 'NG',
  })
  await expect(
    visitor.api(contract.registerAccount, { ...person, email: person.email.toUpperCase() }),
  ).rejects.toMatchObject({
    code: 'email_taken',
  })
  await expect(
    visitor.api(contract.registerAccount, { ...someone(), password: 'password' }),
  ).rejects.toMatchObject({
    errors: [{ path: 'password', code: 'too_common' }],
  })
})

test('logging in and out', async () => {
  const account = await anAccount()
  const visitor = await aVisitor()
  await expect(visitor.api(contract.logoutAccount, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  for (const [email, password] of [
    [account.email, 'wrong wrong'],
    ['nobody@people.test', testPassword],
  ] as const)
    await expect(visitor.api(contract.loginAccount, { email, password })).rejects.toMatchObject({
      status: 400,
      code: 'credentials_wrong',
    })
  const { user_token, user } = await visitor.api(contract.loginAccount, {
    email: ` ${account.email} `,
    password: testPassword,
  })
  expect(user.id).toBe(account.id)
  const headers = { 'x-access-token': user_token }
  await visitor.api(contract.logoutAccount, {}, headers)
  await expect(visitor.api(contract.myAccount, {}, headers)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(account.api(contract.myAccount, {})).resolves.toMatchObject({ id: account.id })
})

test('a school’s host has no accounts, and the root host no schools’ logins', async () => {
  const school = await aSchool()
  const owner = await school.owner()
  await expect(owner.api(contract.myAccount, {})).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    (await aVisitor()).api(contract.loginStudent, { user_code: owner.email, password: testPassword }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const session = await aVisitor(rootDomain)
  await expect(session.api(contract.myAccount, {}, { 'x-access-token': owner.token })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('lists the account’s own schools, newest first, and lets it in', async () => {
  const account = await anAccount()
  const schools = [await aSchool(), await aSchool(), await aSchool()]
  for (const school of schools) await school.inside((ctx) => addOwner(ctx, account.id))
  await expect((await aVisitor()).api(contract.listMySchools, {})).rejects.toMatchObject({
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

test('enters no school that it does not own, or is shut out of', async () => {
  const [account, stranger] = [await anAccount(), await anAccount()]
  const school = await aSchool()
  const user = await school.inside((ctx) => addOwner(ctx, account.id))
  const hidden = { status: 404, code: 'not_found' }
  const enter = { school_id: school.school_id }
  await expect((await aVisitor()).api(contract.enterSchool, enter)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(stranger.api(contract.enterSchool, enter)).rejects.toMatchObject(hidden)
  await expect(account.api(contract.enterSchool, { school_id: newId() })).rejects.toMatchObject(hidden)
  await school.inside(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('school_id', '=', school_id)
      .where('id', '=', user.id)
      .execute(),
  )
  await expect(account.api(contract.enterSchool, enter)).rejects.toMatchObject(hidden)
})

test('who gives up a school does not find it any more', async () => {
  const [one, two] = [await anAccount(), await anAccount()]
  const school = await aSchool()
  await school.inside((ctx) => addOwner(ctx, one.id))
  const leaving = await school.inside((ctx) => addOwner(ctx, two.id))
  const { code } = await one.api(contract.enterSchool, { school_id: school.school_id })
  const { user_token } = await school
    .visitor()
    .api(contract.loginAdmin, { token: code, login_with: 'handoff' })
  const headers = { 'x-access-token': user_token }
  await school.visitor().api(contract.updateUser, { user_id: leaving.id, role: 'teacher' }, headers)
  expect((await two.api(contract.listMySchools, {})).data).toEqual([])
  await expect(two.api(contract.enterSchool, { school_id: school.school_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
