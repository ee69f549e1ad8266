import { beforeEach, describe, expect, test } from 'vitest'
import { createTestSchool, testPassword, type TestSchool } from '#testing/builders/school-builder.ts'
import { measureStatements } from '#testing/harness/harness.ts'
import { updateSchool } from '#schools/contract.ts'
import * as contract from '../contract.ts'
import { totpCode, totpStepAt } from '../second-factor/totp.ts'

let school: TestSchool
beforeEach(async () => {
  school = await createTestSchool()
})

const email = 'ada@people.test'
const logIn = (user_code: string, password = testPassword, more: object = {}) =>
  school.visitor().api(contract.logIn, { user_code, password, school_id: school.school_id, ...more })
const invalidCredentials = { status: 400, code: 'credentials_wrong' }

/** Sets the password of one account to that of another person. */
const givePassword = (to: { id: string }, from: { id: string }) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set((eb) => ({
        password_hash: eb
          .selectFrom('users as u')
          .where('u.school_id', '=', school_id)
          .where('u.id', '=', from.id)
          .select('u.password_hash'),
      }))
      .where('school_id', '=', school_id)
      .where('id', '=', to.id)
      .execute(),
  )

/** No password fits the account any more. */
const removePassword = ({ id }: { id: string }) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ password_hash: null })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute(),
  )

test('logs in to the account with this password, whatever its role', async () => {
  const people = {
    student: await school.student({ user_code: 'MAT-001' }),
    teacher: await school.teacher(),
    admin: await school.admin(),
  }
  for (const [role, person] of Object.entries(people))
    expect(await logIn(person.email)).toMatchObject({ user_type: role, user: { id: person.id } })
  expect(await logIn(' MAT-001 ')).toMatchObject({ user: { id: people.student.id } })
  const owner = await school.owner()
  expect(await logIn(owner.email)).toMatchObject({ user_type: 'account_user' })
})

describe('of one address with several accounts', () => {
  test('chooses the one that has the password', async () => {
    const [student, teacher] = [await school.student({ email }), await school.teacher({ email })]
    await removePassword(student)
    expect(await logIn(email)).toMatchObject({ user_type: 'teacher', user: { id: teacher.id } })
  })

  test('asks for the role only if the password fits several, and takes the given one', async () => {
    const [student, teacher] = [await school.student({ email }), await school.teacher({ email })]
    await givePassword(teacher, student)
    await expect(logIn(email)).rejects.toMatchObject({
      status: 409,
      code: 'login_role_required',
      body: { login_roles: ['student', 'teacher'] },
    })
    expect(await logIn(email, testPassword, { login_role: 'teacher' })).toMatchObject({
      user: { id: teacher.id },
    })
    await expect(logIn(email, testPassword, { login_role: 'admin' })).rejects.toMatchObject({
      code: 'login_role_required',
    })
    await expect(logIn(email, 'not the password')).rejects.toMatchObject(invalidCredentials)
  })

  test('does not offer a suspended account beside an active one', async () => {
    await school.student({ email, status: 'suspended' })
    await school.teacher({ email })
    expect(await logIn(email)).toMatchObject({ user_type: 'teacher' })
  })

  test('a role that is only preselected does not keep the other account out', async () => {
    const teacher = await school.teacher({ email })
    expect(await logIn(email, testPassword, { login_role: 'student' })).toMatchObject({
      user: { id: teacher.id },
    })
  })
})

test('refuses people who may not log in, with the reason', async () => {
  const waiting = await school.teacher({ status: 'awaiting_acceptance' })
  await expect(logIn(waiting.email)).rejects.toMatchObject({ status: 403, code: 'awaiting_acceptance' })
  const suspended = await school.student({ status: 'suspended' })
  await expect(logIn(suspended.email)).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
})

test('asks for the second factor, also at a school that requires one', async () => {
  const student = await school.student()
  const { secret } = await student.api(contract.startSecondFactor, {})
  await student.api(contract.confirmSecondFactor, { code: totpCode(secret, totpStepAt(new Date())) })
  await expect(logIn(student.email)).rejects.toMatchObject({
    status: 403,
    code: 'second_factor_required',
    body: { challenge: expect.any(String) as string },
  })
  const admin = await school.admin()
  await admin.api(updateSchool, { id: school.school_id, require_second_factor: true })
  await expect(logIn(admin.email)).rejects.toMatchObject({
    status: 403,
    code: 'second_factor_enrolment_required',
  })
})

test('counts a wrong password for each role, and once for the network', async () => {
  const student = await school.student()
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(logIn(student.email, 'not the password')).rejects.toMatchObject(invalidCredentials)
  await expect(logIn(student.email)).rejects.toMatchObject({ status: 429 })
  // The same counters as those of the login with a role.
  for (const route of [contract.loginStudent, contract.loginTeacher, contract.loginAdmin])
    await expect(
      school.visitor().api(route, {
        user_code: student.email,
        password: testPassword,
        school_id: school.school_id,
        login_with: 'password',
      }),
    ).rejects.toMatchObject({ status: 429 })
  expect(await networkFailures()).toEqual([10])
})

const networkFailures = () =>
  school.transact(async ({ tx, school_id }) => {
    const counters = await tx
      .selectFrom('rate_limit_counters')
      .where('bucket', 'like', `login/address/${school_id}/%`)
      .select((eb) => eb.fn.sum<string>('count').as('sum'))
      .execute()
    return counters.map(({ sum }) => Number(sum))
  })

test('costs the same statements for no, one and three accounts if the password is wrong', async () => {
  const one = await school.student()
  await school.student({ email })
  await school.teacher({ email })
  await school.admin({ email })
  const costs = []
  await logIn(one.email)
  for (const code of ['nobody@people.test', one.email, email])
    costs.push(
      (await measureStatements(() => logIn(code, 'not the password').catch(() => {}))).statements.length,
    )
  expect(new Set(costs).size).toBe(1)
})

test('computes the same number of hashes for no, one and three accounts if the password is wrong', async () => {
  const one = await school.student()
  await school.student({ email })
  await school.teacher({ email })
  await school.admin({ email })
  // CPU time rather than wall time, which depends on the load of the machine.
  const work = async (code: string) => {
    const before = process.cpuUsage()
    await logIn(code, 'not the password').catch(() => {})
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await work('warm@people.test')
  // Other work on the machine only adds, so the smallest of several measurements is the nearest.
  const least = { none: Infinity, one: Infinity, three: Infinity }
  for (let round = 0; round < 7; round++) {
    least.none = Math.min(least.none, await work(`nobody-${round}@people.test`))
    least.one = Math.min(least.one, await work(one.email))
    least.three = Math.min(least.three, await work(email))
  }
  expect(least.none / least.three).toBeGreaterThan(0.6)
  expect(least.none / least.three).toBeLessThan(1.6)
  expect(least.one / least.three).toBeGreaterThan(0.6)
  expect(least.one / least.three).toBeLessThan(1.6)
})
