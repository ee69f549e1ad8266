import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { measureStatements, type StatementCost } from '#testing/harness/harness.ts'
import * as contract from '../contract.ts'
import { issueHandoff } from '../index.ts'

let school: TestSchool

beforeEach(async () => {
  school = await createTestSchool()
})
afterEach(resetClock)

const loginRoles = {
  student: contract.loginStudent,
  teacher: contract.loginTeacher,
  admin: contract.loginAdmin,
} as const
type LoginRole = keyof typeof loginRoles

const login = (loginRole: LoginRole, user_code: string, password = testPassword, more: object = {}) =>
  school.visitor().api(loginRoles[loginRole], { user_code, password, school_id: school.school_id, ...more })
const invalidCredentials = { status: 400, code: 'credentials_wrong' }

describe('with a password', () => {
  test('logs people in by their login role, and returns what the browser stores', async () => {
    const people = {
      student: await school.student({ user_code: 'MAT-001' }),
      teacher: await school.teacher(),
      admin: await school.admin(),
    }
    for (const [loginRole, person] of Object.entries(people) as [LoginRole, typeof people.student][]) {
      const answer = await login(loginRole, person.email)
      expect(answer).toMatchObject({ user_type: loginRole, user_faculties: [] })
      expect(answer.user).toMatchObject({
        _id: person.id,
        id: person.id,
        role: loginRole,
        user_type: loginRole,
        email: person.email,
      })
      expect(answer.user_token).toMatch(/^[\w-]{43}$/)
      const me = await school.visitor().api(contract.getMe, {}, { 'x-access-token': answer.user_token })
      expect(me.id).toBe(person.id)
      const bearer = await school
        .visitor()
        .api(contract.getMe, {}, { authorization: `Bearer ${answer.user_token}` })
      expect(bearer.id).toBe(person.id)
      for (const other of (Object.keys(loginRoles) as LoginRole[]).filter((one) => one !== loginRole))
        await expect(login(other, person.email)).rejects.toMatchObject(invalidCredentials)
    }
  })

  test('logs owners in as admins with the password of their account', async () => {
    const owner = await school.owner()
    await expect(login('admin', owner.email)).resolves.toMatchObject({
      user_type: 'account_user',
      user: { has_password: true },
    })
    await expect(login('admin', owner.email, 'something else')).rejects.toMatchObject(invalidCredentials)
  })

  test('accepts the user code, and an address in any case', async () => {
    const student = await school.student({ user_code: 'MAT-001', email: 'amina@people.test' })
    await expect(login('student', ' MAT-001 ')).resolves.toMatchObject({ user: { id: student.id } })
    await expect(login('student', ' Amina@People.Test ')).resolves.toMatchObject({ user: { id: student.id } })
    await expect(login('student', 'MAT-002')).rejects.toMatchObject(invalidCredentials)
  })

  test('answers alike for a wrong password, an unknown person and a person of another school', async () => {
    const student = await school.student()
    const other = await (await createTestSchool()).student()
    for (const [code, password] of [
      [student.email, 'not the password'],
      ['nobody@people.test', testPassword],
      [other.email, testPassword],
      ['%', testPassword],
      ["' or 1=1 --", testPassword],
    ] as const)
      await expect(login('student', code, password)).rejects.toMatchObject(invalidCredentials)
  })

  test('costs the same CPU time for existing and unknown people', async () => {
    const student = await school.student()
    // CPU time rather than wall time, which depends on the load of the machine.
    const work = async (code: string) => {
      const before = process.cpuUsage()
      await login('student', code, 'not the password').catch(() => {})
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await work('warm@people.test')
    const [existing, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 10; round++) {
      existing.push(await work(student.email))
      unknown.push(await work(`nobody-${round}@people.test`))
    }
    // The least of each: other work of the process adds to some rounds, and takes from none.
    const ratio = Math.min(...unknown) / Math.min(...existing)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('costs the same statements and round trips for every kind of person', async () => {
    const [student, suspended] = [await school.student(), await school.student({ status: 'suspended' })]
    const [owner, admin] = [await school.owner(), await school.admin()]
    const people = [
      ['student', student.email],
      ['student', suspended.email],
      ['student', 'nobody@people.test'],
      ['admin', owner.email],
      ['admin', admin.email],
      ['admin', 'nobody@people.test'],
    ] as const
    const costs = async (password: string) => {
      const measured: StatementCost[] = []
      for (const [loginRole, email] of people)
        measured.push(await measureStatements(() => login(loginRole, email, password).catch(() => {})))
      // Statements that are sent together are listed as they are answered.
      return measured.map(({ statements, roundTrips }) => ({
        upToHash: statements.slice(0, 3).toSorted(),
        all: statements.toSorted(),
        roundTrips,
      }))
    }
    await login('student', student.email)
    // With a wrong password all are equal; the code before the hash cannot know that it is wrong.
    const [first, ...others] = await costs('not the password')
    for (const other of others) expect(other).toEqual(first)
    expect(first!.roundTrips).toBe(5)
    const readsPeople = (text: string) => /"(?:users|accounts)"/.test(text)
    expect(first!.all.filter(readsPeople)).toEqual(first!.upToHash.filter(readsPeople))
    for (const { upToHash } of await costs(testPassword)) expect(upToHash).toEqual(first!.upToHash)
  })

  test('reveals a pending, suspended or removed status only after the right password', async () => {
    const waiting = await school.teacher({ status: 'awaiting_acceptance' })
    const suspended = await school.teacher({ status: 'suspended' })
    const removed = await school.teacher({ status: 'removed' })
    for (const person of [waiting, suspended, removed])
      await expect(login('teacher', person.email, 'not the password')).rejects.toMatchObject(
        invalidCredentials,
      )
    await expect(login('teacher', waiting.email)).rejects.toMatchObject({
      status: 403,
      code: 'awaiting_acceptance',
    })
    await expect(login('teacher', suspended.email)).rejects.toMatchObject({
      status: 403,
      code: 'account_suspended',
    })
    await expect(login('teacher', removed.email)).rejects.toMatchObject(invalidCredentials)
    for (const loginRole of ['student', 'admin'] as const)
      for (const [status, code] of [
        ['awaiting_acceptance', 'awaiting_acceptance'],
        ['suspended', 'account_suspended'],
      ] as const) {
        const person = await school[loginRole]({ status })
        await expect(login(loginRole, person.email)).rejects.toMatchObject({ status: 403, code })
      }
  })

  test('names missing fields, and accepts null for empty ones', async () => {
    const visitor = school.visitor()
    await expect(visitor.api(contract.loginStudent, {})).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'user_code', code: 'required' }],
    })
    await expect(visitor.api(contract.loginStudent, { user_code: 'a@b.c' })).rejects.toMatchObject({
      errors: [{ path: 'password', code: 'required' }],
    })
    const student = await school.student()
    const nulls = { token: null, login_with: null, ignorePasswordValidation: null }
    await expect(login('student', student.email, testPassword, nulls)).resolves.toMatchObject({
      user_type: 'student',
    })
  })

  test('uses the school of the host, whatever the request contains', async () => {
    const student = await school.student()
    const other = await createTestSchool()
    await expect(
      login('student', student.email, testPassword, { school_id: other.school_id }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(login('student', student.email, testPassword, { school_id: newId() })).rejects.toMatchObject(
      { code: 'not_found' },
    )
  })

  test('forbids caching of responses', async () => {
    const student = await school.student()
    const body = { user_code: student.email, password: testPassword }
    const answer = await school
      .visitor()
      .request({ method: 'POST', url: '/api/schools/auth/api/v1/students/login/', body })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('without a password', () => {
  test('refuses the flag without a token', async () => {
    const student = await school.student()
    const refused = { status: 400, code: 'token_required' }
    for (const more of [
      { ignorePasswordValidation: true },
      { ignorePasswordValidation: true, token: '' },
      { ignorePasswordValidation: true, token: student.token },
      { ignorePasswordValidation: true, login_with: 'password' },
      { ignorePasswordValidation: true, login_with: 'handoff' },
      { login_with: 'handoff' },
    ] as const)
      for (const route of [contract.loginStudent, contract.loginTeacher, contract.loginAdmin])
        await expect(
          school.visitor().api(route, { user_code: student.email, ...more }),
        ).rejects.toMatchObject(refused)
  })

  test('refuses an invalid issuer code', async () => {
    for (const route of [contract.loginStudent, contract.loginTeacher, contract.loginAdmin])
      await expect(
        school.visitor().api(route, { login_with: 'google', token: 'x', ignorePasswordValidation: true }),
      ).rejects.toMatchObject({ status: 400, code: 'handoff_invalid' })
  })

  test('refuses an invalid mailed link', async () => {
    for (const route of [contract.loginStudent, contract.loginTeacher, contract.loginAdmin])
      await expect(
        school.visitor().api(route, { login_with: 'magic_link', token: 'x', ignorePasswordValidation: true }),
      ).rejects.toMatchObject({ status: 400, code: 'token_invalid' })
  })
})

describe('with a handoff code', () => {
  const redeem = (loginRole: LoginRole, token: string, at = school) =>
    at.visitor().api(loginRoles[loginRole], { token, login_with: 'handoff', ignorePasswordValidation: true })
  const refused = { status: 400, code: 'handoff_invalid' }

  test('moves a session to another host once, within a minute, for its login role', async () => {
    const teacher = await school.teacher()
    await expect(school.visitor().api(contract.createHandoff, {})).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const { code, expires_at } = await teacher.api(contract.createHandoff, {})
    expect(code).toMatch(/^handoff\.teacher\.[\w-]{43}$/)
    expect(new Date(expires_at).getTime() - Date.now()).toBeLessThanOrEqual(60_000)
    await expect(redeem('student', code)).rejects.toMatchObject(refused)
    await expect(redeem('teacher', code, await createTestSchool())).rejects.toMatchObject(refused)
    const answer = await redeem('teacher', code)
    expect(answer).toMatchObject({ user_type: 'teacher', user: { id: teacher.id } })
    expect(answer.user_token).not.toBe(teacher.token)
    await expect(redeem('teacher', code)).rejects.toMatchObject(refused)
  })

  test('refuses an expired or invalid code', async () => {
    const owner = await school.owner()
    const { code } = await owner.api(contract.createHandoff, {})
    expect(code).toMatch(/^handoff\.admin\./)
    setClock(new Date(Date.now() + 60_001))
    await expect(redeem('admin', code)).rejects.toMatchObject(refused)
    await expect(redeem('admin', 'handoff.admin.made-up')).rejects.toMatchObject(refused)
    await expect(redeem('admin', owner.token)).rejects.toMatchObject(refused)
  })

  test('logs in exactly one of many concurrent requests', async () => {
    const student = await school.student()
    const { code } = await student.api(contract.createHandoff, {})
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => redeem('student', code)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })

  test('refuses a person who was suspended meanwhile', async () => {
    const student = await school.student()
    const { code } = await school.transact((ctx) => issueHandoff(ctx, student.id))
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('school_id', '=', school_id)
        .where('id', '=', student.id)
        .execute(),
    )
    await expect(redeem('student', code)).rejects.toMatchObject({ code: 'account_suspended' })
  })
})
