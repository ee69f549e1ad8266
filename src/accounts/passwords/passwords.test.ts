import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startJobs } from '#registered-jobs.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { Worker } from '#tenancy/jobs/worker.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  resetClock,
  rootDomain,
  setClock,
  testPassword,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { addOwner } from '../index.ts'
import * as contract from '../contract.ts'

let school: TestSchool
let worker: Worker
const fresh = 'a brand new passphrase'

beforeAll(async () => {
  const { services } = await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  worker = await startJobs({ services, ownerUrl, log: pino({ level: 'silent' }) })
})
afterAll(() => worker.stop())
beforeEach(async () => {
  school = await createTestSchool()
})
afterEach(resetClock)

/** Mails to a person, newest first. */
async function mailsTo(recipient: string, school_id: string, kind = 'reset_password') {
  const { db } = school.app.services.databases
  return withSchoolTx(db, school_id, (tx) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .select(['text', 'subject'])
      .execute(),
  )
}

async function linkMailedTo(recipient: string, school_id = school.school_id, count = 1) {
  const mails = await vi.waitFor(async () => {
    const found = await mailsTo(recipient, school_id)
    expect(found).toHaveLength(count)
    return found
  }, 10_000)
  const link = new URL(/http\S+create-password\S+/.exec(mails[0]!.text)![0])
  return { link, token: link.searchParams.get('token')!, email: link.searchParams.get('email')! }
}

type UserType = 'student' | 'teacher' | 'admin' | 'account_user'
const ask = (user_code: string, user_type: UserType, more: object = {}) =>
  school.visitor().api(contract.resetPassword, { user_code, user_type, ...more })
const create = (email: string, token: string, password = fresh) =>
  school.visitor().api(contract.createPassword, { email, token, password, school_url: school.school_url })
const login = (user_code: string, password: string) =>
  school.visitor().api(contract.loginStudent, { user_code, password })
const invalid = { status: 400, code: 'token_invalid' }

describe('a forgotten password', () => {
  test('is replaced by a mailed link, once, and every session ends', async () => {
    const student = await school.student()
    const reply = await school.visitor().request({
      method: 'POST',
      url: '/api/schools/auth/api/v1/reset-password/',
      headers: { 'x-forwarded-host': 'evil.test' },
      body: {
        user_code: student.email,
        user_type: 'student',
        school_id: school.school_id,
        school_url: 'evil.test',
      },
    })
    expect([reply.status, reply.json]).toEqual([202, { ok: true }])
    const { link, token, email } = await linkMailedTo(student.email)
    expect(link.origin).toBe(`http://${school.host}:3000`)
    expect(email).toBe(student.email)

    await expect(create('other@people.test', token)).rejects.toMatchObject(invalid)
    await expect(create(email, 'made-up')).rejects.toMatchObject(invalid)
    await expect(create(email, token, 'password1')).rejects.toMatchObject({
      errors: [{ path: 'password', code: 'too_common' }],
    })
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => create(email.toUpperCase(), token)),
    )
    expect(answers.filter((answer) => answer.status === 'fulfilled').map((answer) => answer.value)).toEqual([
      { ok: true, user_type: 'student' },
    ])
    await expect(create(email, token)).rejects.toMatchObject(invalid)

    await expect(student.api(contract.getMe, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(login(email, testPassword)).rejects.toMatchObject({ code: 'credentials_wrong' })
    await expect(login(email, fresh)).resolves.toMatchObject({ user_type: 'student' })
    expect(await mailsTo(email, school.school_id, 'password_changed')).toHaveLength(1)
  })

  test('is requested by user code and mailed in the person’s language', async () => {
    const student = await school.student({ user_code: 'M-7' })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('users')
        .set({ language: 'fr' })
        .where('school_id', '=', school_id)
        .where('id', '=', student.id)
        .execute(),
    )
    await ask('M-7', 'student')
    await linkMailedTo(student.email)
    expect((await mailsTo(student.email, school.school_id))[0]!.subject).toBe(
      'Réinitialisez votre mot de passe',
    )
  })

  test('gets the same response for unknown people and wrong roles, and mails nobody', async () => {
    const student = await school.student()
    const other = await (await createTestSchool()).student()
    await expect(ask('nobody@people.test', 'student')).resolves.toEqual({ ok: true })
    await expect(ask(student.email, 'teacher')).resolves.toEqual({ ok: true })
    await expect(ask(other.email, 'student')).resolves.toEqual({ ok: true })
    await ask(student.email, 'student')
    await linkMailedTo(student.email)
    expect(await mailsTo('nobody@people.test', school.school_id)).toEqual([])
    expect(await mailsTo(other.email, school.school_id)).toEqual([])
  })

  test('is mailed three times an hour at most; all links work until one is used', async () => {
    const student = await school.student()
    for (let round = 0; round < 3; round++) {
      await ask(student.email, 'student')
      await linkMailedTo(student.email, school.school_id, round + 1)
    }
    const { token } = await linkMailedTo(student.email, school.school_id, 3)
    await ask(student.email, 'student')
    const witness = await school.student()
    await ask(witness.email, 'student')
    await linkMailedTo(witness.email)
    expect(await mailsTo(student.email, school.school_id)).toHaveLength(3)
    await create(student.email, token)
    const left = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('one_time_tokens')
        .where('school_id', '=', school_id)
        .where('user_id', '=', student.id)
        .where('used_at', 'is', null)
        .selectAll()
        .execute(),
    )
    expect(left).toEqual([])
  })

  test('has links that expire after an hour', async () => {
    const student = await school.student()
    await ask(student.email, 'student')
    const { token } = await linkMailedTo(student.email)
    setClock(new Date(Date.now() + 3_600_000))
    await expect(create(student.email, token)).rejects.toMatchObject(invalid)
  })

  test('is not reset by a handoff code or a link of another school', async () => {
    const student = await school.student()
    const { code } = await student.api(contract.createHandoff, {})
    await expect(create(student.email, code)).rejects.toMatchObject(invalid)
    await ask(student.email, 'student')
    const { token } = await linkMailedTo(student.email)
    const other = await createTestSchool()
    await other.student({ email: student.email })
    await expect(
      other.visitor().api(contract.createPassword, { email: student.email, token, password: fresh }),
    ).rejects.toMatchObject(invalid)
  })

  test('of an owner is the account’s: sessions end in all schools', async () => {
    const owner = await school.owner()
    const second = await createTestSchool()
    const account = (await owner.api(contract.getMe, {})).email
    const account_id = await school.transact(({ tx }) =>
      tx.selectFrom('accounts').where('email', '=', account).select('id').executeTakeFirstOrThrow(),
    )
    await second.transact((ctx) => addOwner(ctx, account_id.id))
    const visitor = await createTestVisitor()
    const atRoot = await visitor.api(contract.loginAccount, { email: account, password: testPassword })
    const there = await second
      .visitor()
      .api(contract.loginAdmin, { user_code: account, password: testPassword })
    await ask(account, 'account_user')
    const { token } = await linkMailedTo(account)
    await expect(create(account, token)).resolves.toEqual({ ok: true, user_type: 'account_user' })
    const unauthenticated = { code: 'unauthenticated' }
    await expect(owner.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
    await expect(
      second.visitor().api(contract.getMe, {}, { 'x-access-token': there.user_token }),
    ).rejects.toMatchObject(unauthenticated)
    await expect(
      visitor.api(contract.getMyAccount, {}, { 'x-access-token': atRoot.user_token }),
    ).rejects.toMatchObject(unauthenticated)
    await expect(
      visitor.api(contract.loginAccount, { email: account, password: fresh }),
    ).resolves.toBeTruthy()
  })
})

describe('an account’s forgotten password', () => {
  test('is replaced by a mailed link to the root host', async () => {
    const account = await createTestAccount()
    const visitor = await createTestVisitor()
    await expect(
      visitor.api(contract.resetAccountPassword, { email: 'nobody@people.test' }),
    ).resolves.toEqual({ ok: true })
    await visitor.api(contract.resetAccountPassword, { email: account.email })
    const { link, token, email } = await linkMailedTo(account.email, PLATFORM_ID)
    expect(link.origin).toBe(`http://${rootDomain}:3000`)
    const again = () => visitor.api(contract.createAccountPassword, { email, token, password: fresh })
    await expect(
      visitor.api(contract.createAccountPassword, { email: 'x@people.test', token, password: fresh }),
    ).rejects.toMatchObject(invalid)
    await expect(again()).resolves.toEqual({ ok: true })
    await expect(again()).rejects.toMatchObject(invalid)
    await expect(account.api(contract.getMyAccount, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(visitor.api(contract.loginAccount, { email, password: fresh })).resolves.toMatchObject({
      user: { email },
    })
  })

  test('verifies the address of the account', async () => {
    const { email } = await createTestAccount()
    const { db } = (await getTestApp()).services.databases
    const proved = () =>
      db
        .selectFrom('accounts')
        .where('email', '=', email)
        .select('email_verified_at')
        .executeTakeFirstOrThrow()
    expect((await proved()).email_verified_at).toBeNull()
    const visitor = await createTestVisitor()
    await visitor.api(contract.resetAccountPassword, { email })
    const { token } = await linkMailedTo(email, PLATFORM_ID)
    await visitor.api(contract.createAccountPassword, { email, token, password: fresh })
    expect((await proved()).email_verified_at).toBeInstanceOf(Date)
  })
})

describe('changing the password', () => {
  const change = { current_password: testPassword, new_password: fresh }

  test('requires the current one and ends every other session', async () => {
    await expect(school.visitor().api(contract.changePassword, change)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const student = await school.student()
    const otherSession = await login(student.email, testPassword)
    await expect(
      student.api(contract.changePassword, { ...change, current_password: 'wrong wrong' }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'current_password_invalid',
    })
    await expect(
      student.api(contract.changePassword, { ...change, new_password: '12345678' }),
    ).rejects.toMatchObject({
      errors: [{ path: 'new_password', code: 'too_common' }],
    })
    await expect(student.api(contract.changePassword, change)).resolves.toEqual({ ok: true })
    await expect(student.api(contract.getMe, {})).resolves.toMatchObject({ id: student.id })
    await expect(
      school.visitor().api(contract.getMe, {}, { 'x-access-token': otherSession.user_token }),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(login(student.email, fresh)).resolves.toBeTruthy()
    expect(await mailsTo(student.email, school.school_id, 'password_changed')).toHaveLength(1)
  })

  test('counts wrong current passwords like login attempts', async () => {
    const student = await school.student()
    const guess = () => student.api(contract.changePassword, { ...change, current_password: 'wrong wrong' })
    for (let index = 0; index < 10; index++)
      await expect(guess()).rejects.toMatchObject({ code: 'current_password_invalid' })
    await expect(student.api(contract.changePassword, change)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })

  test('of an account keeps this session and ends those in its schools', async () => {
    const owner = await school.owner()
    const visitor = await createTestVisitor()
    const { user_token } = await visitor.api(contract.loginAccount, {
      email: owner.email,
      password: testPassword,
    })
    const headers = { 'x-access-token': user_token }
    await expect(visitor.api(contract.changeAccountPassword, change)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await expect(
      visitor.api(contract.changeAccountPassword, { ...change, current_password: 'wrong wrong' }, headers),
    ).rejects.toMatchObject({ code: 'current_password_invalid' })
    await expect(visitor.api(contract.changeAccountPassword, change, headers)).resolves.toEqual({ ok: true })
    await expect(visitor.api(contract.getMyAccount, {}, headers)).resolves.toMatchObject({
      email: owner.email,
    })
    await expect(owner.api(contract.getMe, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('of an owner at a school changes the account’s, and keeps the current session', async () => {
    const owner = await school.owner()
    const visitor = await createTestVisitor()
    const { user_token } = await visitor.api(contract.loginAccount, {
      email: owner.email,
      password: testPassword,
    })
    await expect(owner.api(contract.changePassword, change)).resolves.toEqual({ ok: true })
    await expect(owner.api(contract.getMe, {})).resolves.toMatchObject({ email: owner.email })
    await expect(
      visitor.api(contract.getMyAccount, {}, { 'x-access-token': user_token }),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(
      visitor.api(contract.loginAccount, { email: owner.email, password: fresh }),
    ).resolves.toBeTruthy()
  })
})

test('stores no password or token in queue, audit log or mail records', async () => {
  const student = await school.student()
  await ask(student.email, 'student')
  const { token } = await linkMailedTo(student.email)
  await create(student.email, token)
  const rows = await school.transact(async ({ tx, school_id }) => [
    ...(await tx.selectFrom('audit_log').where('school_id', '=', school_id).selectAll().execute()),
    ...(await tx.selectFrom('one_time_tokens').where('school_id', '=', school_id).selectAll().execute()),
    ...(await tx.selectFrom('users').where('school_id', '=', school_id).selectAll().execute()),
  ])
  const text = JSON.stringify(rows)
  expect(rows.length).toBeGreaterThan(2)
  for (const secret of [token, fresh, testPassword]) expect(text).not.toContain(secret)
})
