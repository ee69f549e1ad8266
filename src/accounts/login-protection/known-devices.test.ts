import { afterEach, beforeEach, expect, test } from 'vitest'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { createTestBrowser, resultCodeOf, solveProof } from '#testing/builders/proof-of-work-browser.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestAccount,
  createTestVisitor,
  totpCode,
  resetClock,
  setClock,
  totpStepAt,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import * as contract from '../contract.ts'
import { mailMagicLinkJobDefinition } from '../jobs.ts'

let school: TestSchool
beforeEach(async () => {
  school = await createTestSchool()
})
afterEach(resetClock)

const browser = () => createTestBrowser(school.visitor())
const right = ({ email }: { email: string }) => ({ user_code: email, password: testPassword })
const invalidLogin = ({ email }: { email: string }) => ({ user_code: email, password: 'not the password' })

/** Failures recorded by other processes and visitors. */
async function failed(bucket: string, used: number) {
  const window_start = new Date(Math.floor(Date.now() / 60_000 - 1) * 60_000)
  const { db } = school.app.services.databases
  await db.insertInto('rate_limit_counters').values({ bucket, window_start, count: used }).execute()
}
const schoolFailed = (used: number) => failed(`login/school/${school.school_id}`, used)

test('accepts the right password at an attacked school only with a proof of work', async () => {
  const owner = await school.owner()
  await schoolFailed(1_000)
  expect(await browser().outcome(contract.loginAdmin, invalidLogin(owner))).toBe('proof_of_work_required')
  const refused = await browser().send(contract.loginAdmin, right(owner))
  expect(refused.json).toMatchObject({ status: 429, code: 'proof_of_work_required', bits: 15 })
  const answer = await browser().send(contract.loginAdmin, right(owner), solveProof(refused.json))
  expect(resultCodeOf(answer)).toBe('in')
  const guess = await browser().solving(contract.loginAdmin, invalidLogin(owner))
  expect(guess.json.code).toBe('credentials_wrong')
})

test('increases the work with the failures, up to what a phone can solve', async () => {
  const student = await school.student()
  await schoolFailed(4_000)
  expect((await browser().send(contract.loginStudent, right(student))).json.bits).toBe(17)
  const other = await createTestSchool()
  const late = await other.student()
  await failed(`login/school/${other.school_id}`, 9_000_000)
  const answer = await createTestBrowser(other.visitor()).send(contract.loginStudent, right(late))
  expect(answer.json.bits).toBe(20)
})

test('accepts a solved proof once, for its school, for five minutes', async () => {
  const student = await school.student()
  await schoolFailed(1_000)
  const tried = (headers: Record<string, string>) =>
    browser().outcome(contract.loginStudent, right(student), headers)
  const { json } = await browser().send(contract.loginStudent, right(student))
  const proof = solveProof(json)
  const unsolved = { 'x-proof-of-work': `${json.challenge}:0` }
  expect(await tried(unsolved)).toBe('proof_of_work_required')
  const easier = { 'x-proof-of-work': Object.values(proof)[0]!.replace(/^15/, '10') }
  expect(await tried(easier)).toBe('proof_of_work_required')
  expect(await tried(proof)).toBe('in')
  expect(await tried(proof)).toBe('proof_of_work_required')

  const other = await createTestSchool()
  const otherStudent = await other.student()
  await failed(`login/school/${other.school_id}`, 1_000)
  const foreign = await browser().send(contract.loginStudent, right(student))
  expect(
    await createTestBrowser(other.visitor()).outcome(
      contract.loginStudent,
      right(otherStudent),
      solveProof(foreign.json),
    ),
  ).toBe('proof_of_work_required')

  const old = await browser().send(contract.loginStudent, right(student))
  setClock(new Date(Date.now() + 301_000))
  expect(await tried(solveProof(old.json))).toBe('proof_of_work_required')
})

test('requires work for every attempt from a network with many failures, not from others', async () => {
  const student = await school.student()
  await failed(`login/address/${school.school_id}/127.0.0.1`, 60)
  expect(await browser().outcome(contract.loginStudent, right(student))).toBe('proof_of_work_required')
  const answer = await school.app.http.inject({
    method: 'POST',
    url: '/api/schools/auth/api/v1/students/login',
    headers: { host: school.host, 'content-type': 'application/json', ...webClientHeaders },
    payload: JSON.stringify(right(student)),
    remoteAddress: '198.51.100.4',
  })
  expect(answer.statusCode).toBe(200)
})

/** An attacker uses up the attempts of an account to lock its owner out. */
async function lock(person: Pick<TestUser, 'email'>) {
  const attacker = browser()
  for (let index = 0; index < 10; index++) await attacker.send(contract.loginStudent, invalidLogin(person))
  expect(await attacker.outcome(contract.loginStudent, right(person))).toBe('too_many_requests')
}

test('lets a known device into a locked account, even at an attacked school', async () => {
  const student = await school.student()
  const own = browser()
  expect(await own.outcome(contract.loginStudent, right(student))).toBe('in')
  await lock(student)
  await schoolFailed(5_000)
  expect(await own.outcome(contract.loginStudent, right(student))).toBe('in')
  expect(await browser().outcome(contract.loginStudent, right(student))).toBe('too_many_requests')
})

test('an account that others locked takes the right password from another network, with a proof of work', async () => {
  const student = await school.student()
  await lock(student)
  const elsewhere = createTestBrowser(school.visitor(), '198.51.100.4')
  const refused = await elsewhere.send(contract.loginStudent, right(student))
  expect(refused.json).toMatchObject({ status: 429, code: 'proof_of_work_required', bits: 15 })
  const guess = await elsewhere.solving(contract.loginStudent, invalidLogin(student))
  expect(guess.json.code).toBe('credentials_wrong')
  expect(resultCodeOf(await elsewhere.solving(contract.loginStudent, right(student)))).toBe('in')
  // The network that failed still waits.
  expect(await browser().outcome(contract.loginStudent, right(student))).toBe('too_many_requests')
})

test('a hundred wrong passwords lock an account, from any number of networks', async () => {
  const student = await school.student()
  await failed(`login/account/${student.id}`, 99)
  const outcomeFrom = async (address: string, input: ReturnType<typeof right>) =>
    resultCodeOf(await createTestBrowser(school.visitor(), address).solving(contract.loginStudent, input))
  expect(await outcomeFrom('198.51.100.5', invalidLogin(student))).toBe('credentials_wrong')
  for (const address of ['198.51.100.6', '2001:db8::1'])
    expect(await outcomeFrom(address, right(student))).toBe('too_many_requests')
})

test('sets a device cookie for this host, unreadable by scripts and without a session', async () => {
  const student = await school.student()
  const answer = await browser().send(contract.loginStudent, right(student))
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(/^known_device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  expect(cookie).not.toContain(answer.json.user_token)
  const alone = await school.visitor().request({
    method: 'GET',
    url: '/api/school-users/v2/me',
    headers: { cookie },
  })
  expect(alone.status).toBe(401)
})

test('gives a known device ten attempts of its own, for its people only', async () => {
  const [student, other] = [await school.student(), await school.student()]
  const own = browser()
  await own.send(contract.loginStudent, right(student))
  await lock(other)
  expect(await own.outcome(contract.loginStudent, right(other))).toBe('too_many_requests')
  for (let index = 0; index < 10; index++)
    expect(await own.outcome(contract.loginStudent, invalidLogin(student))).toBe('credentials_wrong')
  expect(await own.outcome(contract.loginStudent, right(student))).toBe('too_many_requests')
  expect(await browser().outcome(contract.loginStudent, right(student))).toBe('in')
})

test('supports several people per device and ignores an invalid cookie', async () => {
  const [student, other] = [await school.student(), await school.student()]
  const shared = browser()
  for (const person of [student, other]) await shared.send(contract.loginStudent, right(person))
  for (const person of [student, other]) {
    await lock(person)
    expect(await shared.outcome(contract.loginStudent, right(person))).toBe('in')
  }
  const [id, mark] = shared.cookie().replace('known_device=', '').split('.')
  for (const cookie of [
    'known_device=x',
    `known_device=${id}.${mark!.replace(/^./, (c) => (c === 'a' ? 'b' : 'a'))}`,
  ])
    expect(await browser().outcome(contract.loginStudent, right(other), { cookie })).toBe('too_many_requests')
})

test('forgets known devices after a change of password', async () => {
  const student = await school.student()
  const own = browser()
  await own.send(contract.loginStudent, right(student))
  const password = 'another long password'
  await student.api(contract.changePassword, { current_password: testPassword, new_password: password })
  await lock(student)
  expect(await own.outcome(contract.loginStudent, { ...right(student), password })).toBe('too_many_requests')
})

test('lets a mailed link into a locked account, however often links are requested', async () => {
  const student = await school.student()
  await lock(student)
  const reply = { user_code: student.email, user_type: 'student' as const }
  for (let index = 0; index < 10; index++) await browser().send(contract.requestMagicLink, reply)
  expect(await browser().outcome(contract.requestMagicLink, reply)).toBe('proof_of_work_required')
  expect(resultCodeOf(await browser().solving(contract.requestMagicLink, reply))).toBe('in')
  await runJob(school, mailMagicLinkJobDefinition, {
    ...reply,
    kind: 'student',
    locale: 'en',
    redirect: null,
  })
  const mail = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', student.email)
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  const token = new URL(/http\S+magic-link\S+/.exec(mail.text)![0]).searchParams.get('token')!
  const own = browser()
  expect(await own.outcome(contract.loginStudent, { token, login_with: 'magic_link' })).toBe('in')
  expect(await own.outcome(contract.loginStudent, right(student))).toBe('in')
})

test('verifies the password of a logged-in person independently of attempts at the login', async () => {
  const student = await school.student()
  await lock(student)
  const passwords = { current_password: testPassword, new_password: 'another long password' }
  await expect(student.api(contract.changePassword, passwords)).resolves.toEqual({ ok: true })
})

test('lets a locked-out owner set a password by mail and log in', async () => {
  const account = await createTestAccount()
  const root = async () => createTestBrowser(await createTestVisitor())
  const login = { email: account.email, password: 'not the password' }
  for (let index = 0; index < 10; index++) await (await root()).send(contract.loginAccount, login)
  const own = await root()
  expect(await own.outcome(contract.loginAccount, { ...login, password: testPassword })).toBe(
    'too_many_requests',
  )
  const token = newToken()
  const { db } = school.app.services.databases
  await withSchoolTx(db, PLATFORM_ID, (tx) =>
    tx
      .insertInto('one_time_tokens')
      .values({
        school_id: PLATFORM_ID,
        token_hash: hashToken(token),
        purpose: 'reset_password',
        user_id: account.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute(),
  )
  const password = 'another long password'
  const set = await own.send(contract.createAccountPassword, { email: account.email, token, password })
  expect(resultCodeOf(set)).toBe('in')
  expect(await own.outcome(contract.loginAccount, { email: account.email, password })).toBe('in')
})

test('keeps code attempts of a known device separate from those with a stolen password', async () => {
  const student = await school.student()
  const own = browser()
  await own.send(contract.loginStudent, right(student))
  const { secret } = await student.api(contract.startSecondFactor, {})
  await student.api(contract.confirmSecondFactor, { code: totpCode(secret, totpStepAt(new Date()) - 1) })
  const attacker = browser()
  const challengeOf = async (of: ReturnType<typeof browser>) =>
    (await of.send(contract.loginStudent, right(student))).json.challenge as string
  const challenge = await challengeOf(attacker)
  for (let index = 0; index < 5; index++)
    await attacker.send(contract.completeLoginChallenge, { challenge, code: '000000' })
  expect(await attacker.outcome(contract.completeLoginChallenge, { challenge, code: '000000' })).toBe(
    'too_many_requests',
  )
  const code = totpCode(secret, totpStepAt(new Date()))
  expect(
    await own.outcome(contract.completeLoginChallenge, { challenge: await challengeOf(own), code }),
  ).toBe('in')
})

test('requires work instead of refusing calls beyond a route’s limit per network', async () => {
  const [limit] = contract.readInvitation.limits
  const bucket = `${school.school_id}/readInvitation/address/127.0.0.1/${limit!.seconds}`
  const start = Math.floor(Date.now() / (limit!.seconds * 1000)) * limit!.seconds * 1000
  await school.app.services.databases.db
    .insertInto('rate_limit_counters')
    .values({ bucket, window_start: new Date(start), count: limit!.max })
    .execute()
  const reply = { register_token: 'none' }
  expect(await browser().outcome(contract.readInvitation, reply)).toBe('proof_of_work_required')
  expect(resultCodeOf(await browser().solving(contract.readInvitation, reply))).toBe('invitation_invalid')
})
