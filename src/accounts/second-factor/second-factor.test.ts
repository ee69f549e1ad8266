import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateSchool } from '#schools/contract.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  resetClock,
  setClock,
  testPassword,
  type TestClient,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { totpCode, totpStepAt } from './totp.ts'

const minute = 60_000
let school: TestSchool
/** A code works once: each further one needs a later time. */
let now: Date

const wait = (ms: number) => {
  now = new Date(now.getTime() + ms)
  setClock(now)
}
beforeEach(async () => {
  school = await createTestSchool({ name: 'Kano Academy' })
  now = new Date()
  setClock(now)
})
afterEach(resetClock)

const codeFor = (secret: string, off = 0) => totpCode(secret, totpStepAt(now) + off)
const loginRoles = {
  student: contract.loginStudent,
  teacher: contract.loginTeacher,
  admin: contract.loginAdmin,
}
type LoginRole = keyof typeof loginRoles

const login = (person: { email: string }, loginRole: LoginRole = 'student') =>
  school.visitor().api(loginRoles[loginRole], { user_code: person.email, password: testPassword })

/** The challenge that a first step returns. */
async function challengeOf(person: { email: string }, loginRole: LoginRole = 'student'): Promise<string> {
  const refused = await login(person, loginRole).then(
    () => expect.unreachable('the first step was enough'),
    (error: { status: number; code: string; body: { challenge: string } }) => error,
  )
  expect([refused.status, refused.code]).toEqual([403, 'second_factor_required'])
  return refused.body.challenge
}
const second = (challenge: string, code: string) =>
  school.visitor().api(contract.completeLoginChallenge, { challenge, code })

/** Turns the factor on, like the profile page. */
async function enrol(person: TestClient) {
  const { secret, uri } = await person.api(contract.startSecondFactor, {})
  const { recovery_codes } = await person.api(contract.confirmSecondFactor, { code: codeFor(secret) })
  wait(minute)
  return { secret, uri, recovery_codes }
}

async function mailsTo(recipient: string) {
  const rows = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', recipient)
      .orderBy('created_at')
      .select('kind')
      .execute(),
  )
  return rows.map(({ kind }) => kind)
}
const invalidCode = { status: 400, code: 'code_invalid' }
const stale = { status: 400, code: 'second_factor_challenge_expired' }

describe('turning it on', () => {
  test('needs one code; secret and recovery codes are not stored in plain text', async () => {
    const student = await school.student()
    expect(await student.api(contract.getMySecondFactor, {})).toEqual({
      enabled_at: null,
      recovery_codes_left: 0,
      is_required: false,
    })
    const { secret, uri } = await student.api(contract.startSecondFactor, {})
    expect(uri).toContain(`otpauth://totp/Kano%20Academy:${encodeURIComponent(student.email)}?`)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    await expect(login(student)).resolves.toMatchObject({ user: { id: student.id } })
    await expect(student.api(contract.confirmSecondFactor, { code: '000000' })).rejects.toMatchObject(
      invalidCode,
    )
    const { recovery_codes } = await student.api(contract.confirmSecondFactor, { code: codeFor(secret) })
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
    const row = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('users')
        .where('school_id', '=', school_id)
        .where('id', '=', student.id)
        .select(['totp_secret', 'recovery_codes'])
        .executeTakeFirstOrThrow(),
    )
    expect(row.totp_secret!.includes(Buffer.from(secret))).toBe(false)
    expect(row.recovery_codes).toHaveLength(10)
    expect(await student.api(contract.getMySecondFactor, {})).toMatchObject({ recovery_codes_left: 10 })
    for (const again of [
      () => student.api(contract.startSecondFactor, {}),
      () => student.api(contract.confirmSecondFactor, { code: codeFor(secret, 1) }),
    ])
      await expect(again()).rejects.toMatchObject({ status: 409, code: 'second_factor_already_enabled' })
    expect(await mailsTo(student.email)).toEqual(['second_factor_enabled'])
  })

  test('replaces the secret when it is requested again', async () => {
    const student = await school.student()
    const first = await student.api(contract.startSecondFactor, {})
    const next = await student.api(contract.startSecondFactor, {})
    await expect(
      student.api(contract.confirmSecondFactor, { code: codeFor(first.secret) }),
    ).rejects.toMatchObject(invalidCode)
    await student.api(contract.confirmSecondFactor, { code: codeFor(next.secret) })
  })
})

describe('the second step', () => {
  test('accepts a code once, of the current step, the previous or the next', async () => {
    const student = await school.student()
    const { secret } = await enrol(student)
    for (const off of [0, -1, 1]) {
      const challenge = await challengeOf(student)
      const code = codeFor(secret, off)
      const answers = await Promise.allSettled(Array.from({ length: 3 }, () => second(challenge, code)))
      const txCtx = answers.filter((answer) => answer.status === 'fulfilled')
      expect(txCtx.map(({ value }) => value.user.id)).toEqual([student.id])
      await expect(second(challenge, codeFor(secret))).rejects.toMatchObject(stale)
      // An observer cannot use the same code.
      await expect(second(await challengeOf(student), code)).rejects.toMatchObject(invalidCode)
      wait(16 * minute)
    }
    const challenge = await challengeOf(student)
    for (const off of [-2, 2])
      await expect(second(challenge, codeFor(secret, off))).rejects.toMatchObject(invalidCode)
  })

  test('accepts five attempts in 15 minutes, over all first steps', async () => {
    const student = await school.student()
    const { secret } = await enrol(student)
    wait(15 * minute - (now.getTime() % (15 * minute)))
    for (let tries = 0; tries < 5; tries++)
      await expect(second(await challengeOf(student), '000000')).rejects.toMatchObject(invalidCode)
    const challenge = await challengeOf(student)
    await expect(second(challenge, codeFor(secret))).rejects.toMatchObject({ status: 429 })
    wait(15 * minute)
    await expect(second(challenge, codeFor(secret))).rejects.toMatchObject(stale)
    await expect(second(await challengeOf(student), codeFor(secret))).resolves.toMatchObject({
      user_type: 'student',
    })
  })

  test('accepts only a valid challenge: not changed, expired or of another school, and no session', async () => {
    const student = await school.student()
    const { secret } = await enrol(student)
    await expect(second('made-up', codeFor(secret))).rejects.toMatchObject(stale)
    const challenge = await challengeOf(student)
    const otherVisitor = (await createTestSchool()).visitor()
    await expect(
      otherVisitor.api(contract.completeLoginChallenge, { challenge, code: codeFor(secret) }),
    ).rejects.toMatchObject(stale)
    await expect(
      school.visitor().api(contract.startLoginFactorEnrolment, { challenge }),
    ).rejects.toMatchObject(stale)
    await expect(
      school.visitor().api(contract.getMe, {}, { 'x-access-token': challenge }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(
      school.visitor().api(contract.loginStudent, { login_with: 'magic_link', token: challenge }),
    ).rejects.toMatchObject({ code: 'token_invalid' })
    wait(11 * minute)
    await expect(second(challenge, codeFor(secret))).rejects.toMatchObject(stale)
  })

  test('refuses a person who was suspended after the first step', async () => {
    const student = await school.student()
    const { secret } = await enrol(student)
    const challenge = await challengeOf(student)
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('school_id', '=', school_id)
        .where('id', '=', student.id)
        .execute(),
    )
    await expect(second(challenge, codeFor(secret))).rejects.toMatchObject({ code: 'account_suspended' })
    await expect(login(student)).rejects.toMatchObject({ code: 'account_suspended' })
  })

  test('accepts each recovery code once, in any notation', async () => {
    const student = await school.student()
    const { recovery_codes } = await enrol(student)
    const [first, other] = recovery_codes as [string, string]
    await expect(
      second(await challengeOf(student), ` ${first.toUpperCase().replace('-', ' ')} `),
    ).resolves.toMatchObject({ user_type: 'student' })
    await expect(second(await challengeOf(student), first)).rejects.toMatchObject(invalidCode)
    const challenges = [await challengeOf(student), await challengeOf(student)]
    const answers = await Promise.allSettled(challenges.map((challenge) => second(challenge, other)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await student.api(contract.getMySecondFactor, {})).toMatchObject({ recovery_codes_left: 8 })
  })

  test('follows a mailed link too, but not a moved session', async () => {
    const student = await school.student()
    await enrol(student)
    const { issueToken } = await import('../sessions/one-time-tokens.ts')
    const { token } = await school.transact((ctx) =>
      issueToken({ ...ctx, now }, 'magic_link', { user_id: student.id }),
    )
    await expect(
      school.visitor().api(contract.loginStudent, { login_with: 'magic_link', token }),
    ).rejects.toMatchObject({ code: 'second_factor_required' })
    const { code } = await student.api(contract.createHandoff, {})
    await expect(
      school.visitor().api(contract.loginStudent, { login_with: 'handoff', token: code }),
    ).resolves.toMatchObject({ user: { id: student.id } })
  })
})

describe('an owner', () => {
  test('has one factor for the account and all schools', async () => {
    const owner = await school.owner()
    const { secret } = await enrol(owner)
    const challenge = await challengeOf(owner, 'admin')
    await expect(second(challenge, codeFor(secret))).resolves.toMatchObject({ user_type: 'account_user' })
    wait(minute)
    const root = await createTestVisitor()
    const refused = await root
      .api(contract.loginAccount, { email: owner.email, password: testPassword })
      .catch((error: { code: string; body: { challenge: string } }) => error)
    expect(refused).toMatchObject({ code: 'second_factor_required' })
    const atRoot = (refused as { body: { challenge: string } }).body.challenge
    const finish = (code: string) =>
      root.api(contract.completeAccountLoginChallenge, { challenge: atRoot, code })
    await expect(finish('000000')).rejects.toMatchObject(invalidCode)
    await expect(finish(codeFor(secret))).resolves.toMatchObject({ user: { email: owner.email } })
    await expect(finish(codeFor(secret, 1))).rejects.toMatchObject(stale)
  })

  test('turns it on and off at the root host', async () => {
    const account = await createTestAccount()
    const { secret } = await enrol(account)
    await expect(
      account.api(contract.removeSecondFactor, { password: 'wrong', code: codeFor(secret) }),
    ).rejects.toMatchObject({ code: 'current_password_invalid' })
    await account.api(contract.removeSecondFactor, { password: testPassword, code: codeFor(secret) })
    expect(await account.api(contract.getMySecondFactor, {})).toMatchObject({ enabled_at: null })
  })
})

describe('turning it off', () => {
  test('requires the password and a code', async () => {
    const student = await school.student()
    const { secret } = await enrol(student)
    const off = (password: string, code: string) =>
      student.api(contract.removeSecondFactor, { password, code })
    await expect(off('not the password', codeFor(secret))).rejects.toMatchObject({
      code: 'current_password_invalid',
    })
    await expect(off(testPassword, '000000')).rejects.toMatchObject(invalidCode)
    await off(testPassword, codeFor(secret))
    await expect(login(student)).resolves.toMatchObject({ user_type: 'student' })
    expect(await mailsTo(student.email)).toEqual(['second_factor_enabled', 'second_factor_disabled'])
  })

  test('requires a code for new recovery codes, and invalidates the old ones', async () => {
    const student = await school.student()
    const { secret, recovery_codes: old } = await enrol(student)
    await expect(student.api(contract.renewRecoveryCodes, { code: '000000' })).rejects.toMatchObject(
      invalidCode,
    )
    const { recovery_codes } = await student.api(contract.renewRecoveryCodes, { code: codeFor(secret) })
    await expect(second(await challengeOf(student), old[0]!)).rejects.toMatchObject(invalidCode)
    await expect(second(await challengeOf(student), recovery_codes[0]!)).resolves.toMatchObject({
      user_type: 'student',
    })
  })

  test('by an admin notifies the person and ends the sessions', async () => {
    const [student, admin] = [await school.student(), await school.admin()]
    await enrol(student)
    await expect(admin.api(contract.resetSecondFactor, { user_id: admin.id })).rejects.toMatchObject({
      code: 'own_role_immutable',
    })
    const owner = await school.owner()
    await expect(admin.api(contract.resetSecondFactor, { user_id: owner.id })).rejects.toMatchObject({
      status: 403,
    })
    await admin.api(contract.resetSecondFactor, { user_id: student.id })
    await admin.api(contract.resetSecondFactor, { user_id: student.id })
    await expect(student.api(contract.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(login(student)).resolves.toMatchObject({ user_type: 'student' })
    expect(await mailsTo(student.email)).toEqual(['second_factor_enabled', 'second_factor_reset'])
    const audited = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('audit_log')
        .where('school_id', '=', school_id)
        .where('action', '=', 'user.second_factor_reset')
        .select(['actor_id', 'subject_id'])
        .execute(),
    )
    expect(audited).toEqual([{ actor_id: admin.id, subject_id: student.id }])
  })
})

describe('a school that requires it of staff', () => {
  let admin: TestUser

  beforeEach(async () => {
    admin = await school.admin()
    const { school_id: id } = school
    await admin.api(updateSchool, { id, require_second_factor: true })
  })

  async function enrolmentOf(person: { email: string }, loginRole: LoginRole) {
    const refused = await login(person, loginRole).catch(
      (error: { code: string; body: { challenge: string } }) => error,
    )
    expect(refused).toMatchObject({ code: 'second_factor_enrolment_required' })
    return (refused as { body: { challenge: string } }).body.challenge
  }

  test.each(['teacher', 'admin'] as const)('makes a %s enrol at the next login', async (loginRole) => {
    const person = await school[loginRole]()
    const challenge = await enrolmentOf(person, loginRole)
    await expect(second(challenge, '123456')).rejects.toMatchObject(stale)
    const { secret } = await school.visitor().api(contract.startLoginFactorEnrolment, { challenge })
    const confirm = (code: string) =>
      school.visitor().api(contract.confirmLoginFactorEnrolment, { challenge, code })
    await expect(confirm('000000')).rejects.toMatchObject(invalidCode)
    const answer = await confirm(codeFor(secret))
    expect(answer.recovery_codes).toHaveLength(10)
    const me = await school.visitor().api(contract.getMe, {}, { 'x-access-token': answer.user_token })
    expect(me.id).toBe(person.id)
    await expect(confirm(codeFor(secret, 1))).rejects.toMatchObject(stale)
    await expect(
      school.visitor().api(contract.startLoginFactorEnrolment, { challenge }),
    ).rejects.toMatchObject(stale)
    wait(minute)
    const { user_token } = await second(await challengeOf(person, loginRole), codeFor(secret))
    const secondFactor = await person.api(contract.getMySecondFactor, {}, { 'x-access-token': user_token })
    expect(secondFactor).toMatchObject({ is_required: true })
  })

  test('logs students in as usual, and makes an owner enrol for the account', async () => {
    await expect(login(await school.student())).resolves.toMatchObject({ user_type: 'student' })
    const owner = await school.owner()
    const challenge = await enrolmentOf(owner, 'admin')
    const { secret } = await school.visitor().api(contract.startLoginFactorEnrolment, { challenge })
    await school.visitor().api(contract.confirmLoginFactorEnrolment, { challenge, code: codeFor(secret) })
    await expect(
      (await createTestVisitor()).api(contract.loginAccount, { email: owner.email, password: testPassword }),
    ).rejects.toMatchObject({ code: 'second_factor_required' })
  })

  test('makes invited staff enrol before login', async () => {
    const own = await enrolmentOf(admin, 'admin')
    const { secret } = await school.visitor().api(contract.startLoginFactorEnrolment, { challenge: own })
    const { user_token } = await school
      .visitor()
      .api(contract.confirmLoginFactorEnrolment, { challenge: own, code: codeFor(secret) })
    for (const [role, route] of [
      ['admin', contract.registerAdmin],
      ['teacher', contract.acceptTeacherInvitation],
    ] as const) {
      const email = `${role}@new.test`
      await admin.api(contract.invite, { email, role }, { 'x-access-token': user_token })
      const mail = await school.transact(({ tx, school_id }) =>
        tx
          .selectFrom('mail_outbox')
          .where('school_id', '=', school_id)
          .where('recipient', '=', email)
          .select('text')
          .executeTakeFirstOrThrow(),
      )
      const register_token = /register_token=([\w-]+)/.exec(mail.text)![1]!
      const input = { name: 'New', email, password: testPassword, register_token }
      await expect(school.visitor().api(route, input)).rejects.toMatchObject({
        status: 403,
        code: 'second_factor_enrolment_required',
        body: { challenge: expect.any(String) },
      })
    }
  })
})
