import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopCapturingLog, captureLog } from '#testing/harness/harness.ts'
import {
  createTestSchool,
  createTestAccount,
  createTestVisitor,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { totpCode, totpStepAt } from '../second-factor/totp.ts'

let school: TestSchool
let lines: Record<string, unknown>[]

beforeEach(async () => {
  school = await createTestSchool()
  lines = captureLog()
})
afterEach(stopCapturingLog)

const of = (event: string) => lines.filter((line) => line.event === event)
const login = (user_code: string, password = testPassword) =>
  school.visitor().api(contract.loginStudent, { user_code, password })
const codeOfRefusal = (call: Promise<unknown>) => call.catch((error: { code: string }) => error.code)

test('writes one line for a success, a failure and an unknown person', async () => {
  const student = await school.student()
  await login(student.email)
  await codeOfRefusal(login(student.email, 'wrong-secret-words'))
  await codeOfRefusal(login('nobody-at-all@people.test', 'wrong-secret-words'))
  const whose = { event: 'login', login_role: 'student', step: 'password', school_id: school.school_id }
  expect(of('login')).toMatchObject([
    { ...whose, outcome: 'success', person_id: student.id, level: 30 },
    { ...whose, outcome: 'failure', why: 'credentials_wrong', person_id: student.id, level: 40 },
    { ...whose, outcome: 'failure', why: 'credentials_wrong', level: 40 },
  ])
  expect(of('login')[2]).not.toHaveProperty('person_id')
  for (const line of of('login')) {
    const request = lines.find(({ msg, reqId }) => msg === 'request' && reqId === line.reqId)
    expect(request).toMatchObject({ method: 'POST', school_id: school.school_id })
  }
  const all = JSON.stringify(lines)
  for (const secret of [student.email, testPassword, 'wrong-secret-words', 'nobody-at-all', '127.0.0.1'])
    expect(all).not.toContain(secret)
})

test('distinguishes a locked account, including with the right password', async () => {
  const student = await school.student()
  for (let time = 0; time < 10; time++) await codeOfRefusal(login(student.email, `wrong ${time}`))
  expect(await codeOfRefusal(login(student.email))).toBe('too_many_requests')
  expect(of('login').map(({ outcome }) => outcome)).toEqual([...Array(10).fill('failure'), 'locked'])
  expect(of('login').at(-1)).toMatchObject({ why: 'too_many_requests', person_id: student.id })
})

test('logs second factors, at a school and at the root host', async () => {
  const student = await school.student()
  const { secret } = await student.api(contract.startSecondFactor, {})
  const code = totpCode(secret, totpStepAt(new Date()))
  await student.api(contract.confirmSecondFactor, { code })
  const refused = await login(student.email).catch((error: { body: { challenge: string } }) => error)
  const { challenge } = (refused as { body: { challenge: string } }).body
  // A used code is not valid again, but the next one is.
  await codeOfRefusal(school.visitor().api(contract.completeLoginChallenge, { challenge, code }))
  const next = totpCode(secret, totpStepAt(new Date()) + 1)
  await school.visitor().api(contract.completeLoginChallenge, { challenge, code: next })
  await codeOfRefusal(
    school.visitor().api(contract.completeLoginChallenge, { challenge: 'made up', code: '123456' }),
  )
  const person_id = student.id
  expect(of('login')).toMatchObject([
    { step: 'password', outcome: 'second_step', why: 'second_factor_required', person_id },
    { step: 'second_factor', outcome: 'failure', why: 'code_invalid', person_id },
    { step: 'second_factor', outcome: 'success', person_id },
    { step: 'second_factor', outcome: 'failure', why: 'second_factor_challenge_expired' },
  ])
  expect(of('forbidden')).toEqual([])
  expect(JSON.stringify(lines)).not.toContain(challenge)

  const account = await createTestAccount()
  await (
    await createTestVisitor()
  ).api(contract.loginAccount, { email: account.email, password: testPassword })
  expect(of('login').at(-1)).toMatchObject({
    login_role: 'account',
    outcome: 'success',
    person_id: account.id,
  })
})

test('logs invalid mailed links, handoffs and issuer logins', async () => {
  const student = await school.student()
  const visitor = school.visitor()
  const { code: user_token } = await student.api(contract.createHandoff, {})
  await visitor.api(contract.loginStudent, { token: user_token, login_with: 'handoff' })
  await codeOfRefusal(visitor.api(contract.loginStudent, { token: user_token, login_with: 'handoff' }))
  await codeOfRefusal(visitor.api(contract.loginStudent, { token: 'x'.repeat(43), login_with: 'magic_link' }))
  await codeOfRefusal(visitor.api(contract.finishOidcLogin, { state: 'made up', code: 'c' }))
  expect(of('login')).toMatchObject([
    { step: 'handoff', outcome: 'success', person_id: student.id },
    { step: 'handoff', outcome: 'failure', why: 'handoff_invalid' },
    { step: 'magic_link', outcome: 'failure', why: 'token_invalid' },
    { step: 'issuer', outcome: 'failure', why: 'oidc_login_expired' },
  ])
  expect(JSON.stringify(lines)).not.toContain(user_token)
})

test('logs forbidden calls with actor, address and route', async () => {
  const student = await school.student()
  expect(await codeOfRefusal(student.api(contract.listAdmins, {}))).toBe('forbidden')
  expect(await codeOfRefusal(school.visitor().api(contract.listAdmins, {}))).toBe('unauthenticated')
  expect(of('forbidden')).toMatchObject([
    {
      route: 'listAdmins',
      why: 'forbidden',
      school_id: school.school_id,
      role: 'student',
      person_id: student.id,
      reqId: expect.any(String),
      level: 40,
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${student.email}|${student.token}`))
})
