import { beforeEach, expect, test } from 'vitest'
import { createApiClient } from '#api-clients/contract.ts'
import { createSchool, updateSchool } from '#schools/contract.ts'
import { createTestBrowser } from '#testing/builders/proof-of-work-browser.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestAccount,
  createTestVisitor,
  totpCode,
  totpStepAt,
  testPassword,
  type TestClient,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { mailMagicLinkJobDefinition } from '../jobs.ts'
import { issueOidcLoginCode, issueToken } from '../sessions/one-time-tokens.ts'
import { bindingKey } from '../oidc/oidc-registrations.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'

let school: TestSchool
let admin: TestUser
beforeEach(async () => {
  school = await createTestSchool()
  admin = await school.admin()
})

const requireFactor = () => admin.api(updateSchool, { id: school.school_id, require_second_factor: true })
const works = async (caller: TestClient) =>
  (await caller.request({ method: 'GET', url: '/api/school-users/v2/me' })).status === 200

interface Answer {
  code?: string
}

/** Every login method without a second factor, up to the response that must not contain a session. */
const ways: Record<string, (teacher: TestUser) => Promise<Answer>> = {
  async password({ email }) {
    return (await visitor().send(contract.loginTeacher, { user_code: email, password: testPassword })).json
  },
  async 'mailed link'({ email }) {
    await runJob(school, mailMagicLinkJobDefinition, {
      user_code: email,
      kind: 'teacher',
      locale: 'en',
      redirect: null,
    })
    const token = /token=([\w-]+)/.exec(await lastMailTo(email))![1]!
    return (await visitor().send(contract.loginTeacher, { token, login_with: 'magic_link' })).json
  },
  async issuer({ id, email }) {
    const binding = newToken()
    const code = await school.transact(async (ctx) => {
      const signIn = { login_role: 'teacher' as const, binding_hash: hashToken(binding) }
      const issued = await issueOidcLoginCode(ctx, id, signIn)
      await ctx.tx
        .insertInto('oidc_logins')
        .values({
          school_id: ctx.school_id,
          state_hash: hashToken(newToken()),
          issuer_kind: 'platform',
          login_role: 'teacher',
          binding_hash: hashToken(binding),
          expires_at: new Date(Date.now() + 60_000),
          registration_token_hash: hashToken(bindingKey(issued.code, hashToken(binding))),
          issuer: 'https://issuer.test',
          subject: newToken(),
          email,
        })
        .execute()
      return issued.code
    })
    const token = `${code}.${binding}`
    return (await visitor().send(contract.loginTeacher, { token, login_with: 'google' })).json
  },
  async 'handoff of a session without a factor'({ id }) {
    // Issued before the setting was switched on.
    const code = `handoff.teacher.${newToken()}`
    await school.transact((ctx) => issueToken(ctx, 'handoff', { user_id: id, token: code }))
    return (await visitor().send(contract.loginTeacher, { token: code, login_with: 'handoff' })).json
  },
  async 'new password, then login'({ id, email }) {
    const { token } = await school.transact((ctx) => issueToken(ctx, 'reset_password', { user_id: id }))
    const password = 'another long password'
    const set = await visitor().send(contract.createPassword, { email, token, password })
    expect(set.json).not.toHaveProperty('user_token')
    return (await visitor().send(contract.loginTeacher, { user_code: email, password })).json
  },
  async invitation() {
    const email = `new-${newToken().slice(0, 8).toLowerCase()}@people.test`
    const register_token = newToken()
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('invitations')
        .values({
          school_id,
          id: crypto.randomUUID(),
          token_hash: hashToken(register_token),
          email,
          name: 'New',
          role: 'teacher',
          invited_by: admin.id,
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute(),
    )
    const input = { name: 'New', email, password: testPassword, register_token }
    return (await visitor().send(contract.acceptTeacherInvitation, input)).json
  },
}

const visitor = () => createTestBrowser(school.visitor())
const lastMailTo = async (recipient: string) => {
  const mail = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', recipient)
      .orderBy('created_at', 'desc')
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  return mail.text
}

test.each(Object.keys(ways))('refuses %s alone at a school that requires a second factor', async (way) => {
  const teacher = await school.teacher()
  await requireFactor()
  expect(await ways[way]!(teacher)).toMatchObject({ code: 'second_factor_enrolment_required' })
})

test('ends staff sessions without one when the setting is switched on, and keeps students’', async () => {
  const [teacher, student, owner] = [await school.teacher(), await school.student(), await school.owner()]
  const enrolled = await school.teacher()
  const { secret } = await enrolled.api(contract.startSecondFactor, {})
  await enrolled.api(contract.confirmSecondFactor, { code: totpCode(secret, totpStepAt(new Date())) })
  await requireFactor()
  for (const ended of [teacher, owner, admin]) expect(await works(ended)).toBe(false)
  for (const remainingSession of [student, enrolled]) expect(await works(remainingSession)).toBe(true)
})

test('refuses such a session that was started meanwhile', async () => {
  await requireFactor()
  // The builder writes the session directly, as a bug elsewhere might.
  expect(await works(await school.teacher())).toBe(false)
})

test('ends sessions when the second factor is turned off', async () => {
  const teacher = await school.teacher()
  const { secret } = await teacher.api(contract.startSecondFactor, {})
  const { recovery_codes } = await teacher.api(contract.confirmSecondFactor, {
    code: totpCode(secret, totpStepAt(new Date())),
  })
  await requireFactor()
  expect(await works(teacher)).toBe(true)
  await teacher.api(contract.removeSecondFactor, { password: testPassword, code: recovery_codes[0]! })
  expect(await works(teacher)).toBe(false)
})

/** Entry of an owner from the root host. */
async function enterFrom(account: TestClient) {
  const { code } = await account.api(contract.enterSchool, { school_id: school.school_id })
  return (await visitor().send(contract.loginAdmin, { token: code, login_with: 'handoff' })).json
}

async function ownerOfSchool() {
  const account = await createTestAccount()
  await school.transact(async (ctx) => (await import('../owners/add-owner.ts')).addOwner(ctx, account.id))
  return account
}

test('makes an owner from the root host enrol or pass a second factor at the school', async () => {
  const account = await ownerOfSchool()
  expect(await enterFrom(account)).toMatchObject({ user_type: 'account_user' })
  await requireFactor()
  const reply = await enterFrom(account)
  expect(reply).toMatchObject({ code: 'second_factor_enrolment_required' })
  const { challenge } = reply
  const { secret } = await school.visitor().api(contract.startLoginFactorEnrolment, { challenge })
  const code = (offset: number) => totpCode(secret, totpStepAt(new Date()) + offset)
  await school.visitor().api(contract.confirmLoginFactorEnrolment, { challenge, code: code(-1) })
  expect(await enterFrom(account)).toMatchObject({ code: 'second_factor_required' })

  const root = await createTestVisitor()
  const refused = await createTestBrowser(root).send(contract.loginAccount, {
    email: account.email,
    password: testPassword,
  })
  const { user_token } = await root.api(contract.completeAccountLoginChallenge, {
    challenge: refused.json.challenge,
    code: code(0),
  })
  const passed = await root.api(
    contract.enterSchool,
    { school_id: school.school_id },
    { 'x-access-token': user_token },
  )
  const entered = await visitor().send(contract.loginAdmin, { token: passed.code, login_with: 'handoff' })
  expect(entered.json).toMatchObject({ user_type: 'account_user' })
})

test('lets the founder of a school with a password into no other school', async () => {
  const account = await ownerOfSchool()
  const { secret } = await account.api(contract.startSecondFactor, {})
  await account.api(contract.confirmSecondFactor, { code: totpCode(secret, totpStepAt(new Date())) })
  const root = await createTestVisitor()
  const school_url = `second-${newToken()
    .slice(0, 8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}`
  const made = await createTestBrowser(root).send(createSchool, {
    name: 'Second',
    school_url,
    currency_code: 'NGN',
    country: 'NG',
    language: 'en',
    time_zone: 'Africa/Lagos',
    owner: { name: account.name, email: account.email, password: testPassword },
  } as never)
  expect(made.status).toBe(201)
  const there = createTestBrowser(await createTestVisitor(new URL(made.json.url).hostname))
  const entered = await there.send(contract.loginAdmin, { token: made.json.handoff, login_with: 'handoff' })
  expect(entered.json).toMatchObject({ code: 'second_factor_required' })
})

test('does not affect API clients of the school', async () => {
  const { client, secret } = await admin.api(createApiClient, {
    name: 'Timetable',
    role: 'admin',
    scopes: ['people:read'],
  })
  await requireFactor()
  const answer = await school.visitor().request({
    method: 'GET',
    url: '/api/schools/v2/admins',
    headers: { 'x-api-username': client.username, 'x-api-secret': secret },
  })
  expect(answer.status).toBe(200)
})
