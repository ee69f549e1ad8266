import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  rootDomain,
  testPassword,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { addOwner } from './index.ts'

const someone = () => ({
  name: 'Ada Obi',
  email: `ada-${newId()}@people.test`,
  password: 'correct horse battery',
})

test('creates one account per address and logs it in', async () => {
  const visitor = await createTestVisitor()
  const person = someone()
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => visitor.api(contract.registerAccount, { ...person, country: 'NG' })),
  )
  const opened = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(opened).toHaveLength(1)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(new Set(refused.map((reason) => reason.code))).toEqual(new Set(['email_taken']))
  const headers = { 'x-access-token': opened[0]!.user_token }
  await expect(visitor.api(contract.getMyAccount, {}, headers)).resolves.toMatchObject({
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

test('stores the parts of a name and copies them to the schools', async () => {
  const visitor = await createTestVisitor()
  const { name: _none, ...nameless } = someone()
  const parts = { firstName: 'Amina', lastName: 'Bello' }
  const { user, user_token } = await visitor.api(contract.registerAccount, { ...nameless, ...parts })
  expect(user).toMatchObject({ name: 'Amina Bello', ...parts })
  const headers = { 'x-access-token': user_token }
  await expect(visitor.api(contract.getMyAccount, {}, headers)).resolves.toMatchObject(parts)
  const school = await createTestSchool()
  const owner = await school.transact((ctx) => addOwner(ctx, user.id))
  expect(owner).toMatchObject({ name: 'Amina Bello', first_name: 'Amina', last_name: 'Bello' })
  await expect(visitor.api(contract.registerAccount, { ...someone(), name: ' ' })).rejects.toMatchObject({
    errors: [{ path: 'name' }],
  })
  await expect(visitor.api(contract.registerAccount, nameless)).rejects.toMatchObject({
    errors: [{ path: 'name', code: 'required' }],
  })
})

test('logs in and out', async () => {
  const account = await createTestAccount()
  const visitor = await createTestVisitor()
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
  await expect(visitor.api(contract.getMyAccount, {}, headers)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(account.api(contract.getMyAccount, {})).resolves.toMatchObject({ id: account.id })
})

test('has no accounts at a school’s host, and no school logins at the root host', async () => {
  const school = await createTestSchool()
  const owner = await school.owner()
  await expect(owner.api(contract.getMyAccount, {})).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    (await createTestVisitor()).api(contract.loginStudent, {
      user_code: owner.email,
      password: testPassword,
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const session = await createTestVisitor(rootDomain)
  await expect(
    session.api(contract.getMyAccount, {}, { 'x-access-token': owner.token }),
  ).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('hides a school from its former owner', async () => {
  const [one, two] = [await createTestAccount(), await createTestAccount()]
  const school = await createTestSchool()
  await school.transact((ctx) => addOwner(ctx, one.id))
  const leaving = await school.transact((ctx) => addOwner(ctx, two.id))
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
