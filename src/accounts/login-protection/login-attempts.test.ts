import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestSchool,
  createTestAccount,
  createTestVisitor,
  resetClock,
  setClock,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

let school: TestSchool
let start: number

beforeEach(async () => {
  school = await createTestSchool()
  start = Date.now()
})
afterEach(resetClock)

const after = (minutes: number) => setClock(new Date(start + minutes * 60_000))
const attempt = (user_code: string, password = 'not the password', at = school) =>
  at
    .visitor()
    .api(contract.loginStudent, { user_code, password })
    .then(
      () => 'in',
      (error: { code: string }) => error.code,
    )

async function attempts(count: number, ...args: Parameters<typeof attempt>) {
  const codes: string[] = []
  for (let index = 0; index < count; index++) codes.push(await attempt(...args))
  return codes
}

const invalidAnswers = (count: number) => Array.from({ length: count }, () => 'credentials_wrong')

test('refuses even the right password after ten attempts, until the first is 15 minutes old', async () => {
  const student = await school.student()
  expect(await attempts(6, student.email)).toEqual(invalidAnswers(6))
  after(10)
  expect(await attempts(4, student.email)).toEqual(invalidAnswers(4))
  expect(await attempt(student.email, testPassword)).toBe('too_many_requests')
  after(14)
  expect(await attempt(student.email, testPassword)).toBe('too_many_requests')
  after(16.1)
  expect(await attempts(6, student.email)).toEqual(invalidAnswers(6))
  expect(await attempt(student.email)).toBe('too_many_requests')
})

test('returns the time to retry', async () => {
  await attempts(10, 'nobody@people.test')
  const answer = await school.visitor().request({
    method: 'POST',
    url: '/api/schools/auth/api/v1/students/login',
    body: { user_code: 'nobody@people.test', password: 'x' },
  })
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers['retry-after'])
  expect(answer.json.retry_after_seconds).toBe(wait)
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(960)
})

test('throttles an unknown person alike, by the typed name', async () => {
  expect(await attempts(11, 'nobody@people.test')).toEqual([...invalidAnswers(10), 'too_many_requests'])
  expect(await attempt('Nobody2@people.test')).toBe('credentials_wrong')
})

test('throttles an address in every spelling, existing or not', async () => {
  await school.student({ email: 'r\u00e9n\u00e9e@people.test' })
  for (const name of ['r\u00e9n\u00e9e', 'n\u00f3body']) {
    const spellings = [name, name.toUpperCase(), name.normalize('NFD'), ` ${name}`]
    const codes: string[] = []
    for (let index = 0; index < 12; index++) codes.push(await attempt(`${spellings[index % 4]}@People.test`))
    expect(codes, name).toEqual([...invalidAnswers(10), 'too_many_requests', 'too_many_requests'])
  }
})

test('clears failures after the right password', async () => {
  const student = await school.student()
  for (let round = 0; round < 3; round++) {
    await attempts(9, student.email)
    expect(await attempt(student.email, testPassword)).toBe('in')
  }
})

test('counts e-mail address and user code as one account, and schools separately', async () => {
  const student = await school.student({ user_code: 'M-1', email: 'same@people.test' })
  await attempts(5, student.email)
  expect(await attempts(6, 'M-1')).toEqual([...invalidAnswers(5), 'too_many_requests'])
  const other = await createTestSchool()
  await other.student({ email: 'same@people.test' })
  expect(await attempt('same@people.test', testPassword, other)).toBe('in')
})

test('counts forty concurrent attempts as forty', async () => {
  const student = await school.student()
  const codes = await Promise.all(Array.from({ length: 40 }, () => attempt(student.email)))
  expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(10)
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(30)
})

test('requires work after 60 failures from a network, in this school only', async () => {
  const student = await school.student()
  const others = Array.from({ length: 60 }, (_, index) => attempt(`guess-${index}@people.test`))
  expect(new Set(await Promise.all(others))).toEqual(new Set(['credentials_wrong']))
  expect(await attempt(student.email, testPassword)).toBe('proof_of_work_required')
  expect(await attempt(student.email)).toBe('proof_of_work_required')
  const other = await createTestSchool()
  const otherStudent = await other.student()
  expect(await attempt(otherStudent.email, testPassword, other)).toBe('in')
  after(16.1)
  expect(await attempt(student.email, testPassword)).toBe('in')
})

test('requires work after 1,000 failures at a school', async () => {
  const student = await school.student()
  const bucket = `login/school/${school.school_id}`
  const window_start = new Date(Math.floor(start / 60_000) * 60_000)
  const { db } = school.app.services.databases
  await db.insertInto('rate_limit_counters').values({ bucket, window_start, count: 999 }).execute()
  expect(await attempt(student.email)).toBe('credentials_wrong')
  expect(await attempt(student.email, testPassword)).toBe('proof_of_work_required')
  expect(await attempt(student.email)).toBe('proof_of_work_required')
})

test('refuses the right password because of failures in another process', async () => {
  const student = await school.student()
  const window_start = new Date(Math.floor(start / 60_000) * 60_000)
  const counter = { bucket: `login/account/${student.id}/network/127.0.0.1`, window_start, count: 10 }
  await school.app.services.databases.db.insertInto('rate_limit_counters').values(counter).execute()
  expect(await attempt(student.email, testPassword)).toBe('too_many_requests')
  after(16.1)
  expect(await attempt(student.email, testPassword)).toBe('in')
})

test('counts failures of an owner for all schools and the account together', async () => {
  const account = await createTestAccount()
  const other = await createTestSchool()
  for (const one of [school, other]) {
    await one.transact(async (ctx) => (await import('../owners/add-owner.ts')).addOwner(ctx, account.id))
    for (let index = 0; index < 4; index++)
      await expect(
        one.visitor().api(contract.loginAdmin, { user_code: account.email, password: 'wrong wrong' }),
      ).rejects.toMatchObject({ code: 'credentials_wrong' })
  }
  const visitor = await createTestVisitor()
  const log = (password: string) => visitor.api(contract.loginAccount, { email: account.email, password })
  await expect(log('wrong wrong')).rejects.toMatchObject({ code: 'credentials_wrong' })
  await expect(log('wrong wrong')).rejects.toMatchObject({ code: 'credentials_wrong' })
  await expect(log(testPassword)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  await expect(
    school.visitor().api(contract.loginAdmin, { user_code: account.email, password: testPassword }),
  ).rejects.toMatchObject({ code: 'too_many_requests' })
})
