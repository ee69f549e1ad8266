import { beforeEach, expect, test } from 'vitest'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import { createTestBrowser } from '#testing/builders/proof-of-work-browser.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestVisitor,
  totpCode,
  totpStepAt,
  testPassword,
  getTestApp,
  type TestClient,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { mailMagicLinkJobDefinition } from '../jobs.ts'
import { issueOidcLoginCode, issueToken } from '../sessions/one-time-tokens.ts'
import { bindingKey } from '../oidc/oidc-registrations.ts'

const email = 'victim@people.test'
let school: TestSchool
beforeEach(async () => {
  school = await createTestSchool()
})

const works = async (caller: TestClient) =>
  (await caller.request({ method: 'GET', url: '/api/school-users/v2/me' })).status === 200
const login = (password = testPassword) =>
  createTestBrowser(school.visitor()).outcome(contract.loginStudent, { user_code: email, password })

/** A person who registers with another person's address, and has a session, a password and a second factor. */
async function squatter() {
  const person = await school.student({ email, email_verified_at: null })
  const { secret } = await person.api(contract.startSecondFactor, {})
  await person.api(contract.confirmSecondFactor, { code: totpCode(secret, totpStepAt(new Date())) })
  return person
}

async function byMailedLink() {
  await runJob(school, mailMagicLinkJobDefinition, {
    user_code: email,
    kind: 'student',
    locale: 'en',
    redirect: null,
  })
  const [mail] = await mails()
  const token = /token=([\w-]+)/.exec(mail!.text)![1]!
  return school.visitor().api(contract.loginStudent, { token, login_with: 'magic_link' })
}

const mails = () =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', email)
      .orderBy('created_at', 'desc')
      .select(['kind', 'text'])
      .execute(),
  )

async function byIssuer(id: string) {
  const binding = newToken()
  const binding_hash = hashToken(binding)
  const code = await school.transact(async (ctx) => {
    const issued = await issueOidcLoginCode(ctx, id, { login_role: 'student', binding_hash })
    await ctx.tx
      .insertInto('oidc_logins')
      .values({
        school_id: ctx.school_id,
        state_hash: hashToken(newToken()),
        issuer_kind: 'platform',
        login_role: 'student',
        binding_hash,
        expires_at: new Date(Date.now() + 60_000),
        registration_token_hash: hashToken(bindingKey(issued.code, binding_hash)),
        issuer: 'https://issuer.test',
        subject: newToken(),
        email,
      })
      .execute()
    return issued.code
  })
  return school.visitor().api(contract.loginStudent, { token: `${code}.${binding}`, login_with: 'google' })
}

test.each(['mailed link', 'issuer'] as const)(
  'ends session, password and second factor of an earlier registration after a login by %s',
  async (way) => {
    const attacker = await squatter()
    expect(await login()).toBe('second_factor_required')
    const owner = way === 'issuer' ? await byIssuer(attacker.id) : await byMailedLink()
    expect(owner.user).toMatchObject({ id: attacker.id, has_password: false })
    expect(await works(attacker)).toBe(false)
    expect(await login()).toBe('credentials_wrong')
    const row = await school
      .visitor()
      .api(contract.getMySecondFactor, {}, { 'x-access-token': owner.user_token })
    expect(row.enabled_at).toBeNull()
    expect((await mails()).map(({ kind }) => kind)).toContain('email_verified')
  },
)

test('ends them after a mailed password too, and nothing at a later verification', async () => {
  const attacker = await squatter()
  const { token } = await school.transact((ctx) =>
    issueToken(ctx, 'reset_password', { user_id: attacker.id }),
  )
  const password = 'another long password'
  await school.visitor().api(contract.createPassword, { email, token, password })
  expect(await works(attacker)).toBe(false)
  expect(await login(password)).toBe('in')
  await byMailedLink()
  expect(await login(password)).toBe('in')
})

test('invalidates links mailed before the verification', async () => {
  const attacker = await squatter()
  const { token } = await school.transact((ctx) => issueToken(ctx, 'magic_link', { user_id: attacker.id }))
  const { code } = await attacker.api(contract.createHandoff, {})
  await byMailedLink()
  for (const [given, login_with] of [
    [token, 'magic_link'],
    [code, 'handoff'],
  ] as const)
    await expect(
      school.visitor().api(contract.loginStudent, { token: given, login_with }),
    ).rejects.toMatchObject({ status: 400 })
})

test('keeps the password of an invited person after a mailed link', async () => {
  const register_token = newToken()
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('invitations')
      .values({
        school_id,
        id: newId(),
        token_hash: hashToken(register_token),
        email,
        name: 'Invited',
        role: 'student',
        invited_by: newId(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute(),
  )
  const person = { name: 'Invited', email, password: testPassword, register_token }
  await school.visitor().api(contract.registerStudent, person)
  await byMailedLink()
  expect(await login()).toBe('in')
})

test('ends sessions in every school, the second factor and API clients of an owner', async () => {
  const root = await createTestVisitor()
  const { user_token, user } = await root.api(contract.registerAccount, {
    name: 'Attacker',
    email: `owner-${newToken().slice(0, 8).toLowerCase()}@people.test`,
    password: testPassword,
  })
  const other = await createTestSchool()
  const sessions: TestClient[] = []
  for (const one of [school, other]) {
    await one.transact(async (ctx) => (await import('../owners/add-owner.ts')).addOwner(ctx, user.id))
    const enter = { school_id: one.school_id }
    const { code } = await root.api(contract.enterSchool, enter, { 'x-access-token': user_token })
    const entered = await one.visitor().api(contract.loginAdmin, { token: code, login_with: 'handoff' })
    const { createTestClient: aCaller } = await import('#testing/builders/test-client.ts')
    sessions.push(aCaller(await getTestApp(), one.host, entered.user_token))
    await one.transact(({ tx, school_id }) =>
      tx
        .insertInto('api_clients')
        .values({
          school_id,
          id: newId(),
          username: newToken(),
          name: 'Left behind',
          role: 'admin',
          scopes: ['people:read'],
          created_by: entered.user.id,
        })
        .execute(),
    )
  }
  const token = newToken()
  const { db } = school.app.services.databases
  await withSchoolTx(db, PLATFORM_ID, (tx) =>
    tx
      .insertInto('one_time_tokens')
      .values({
        school_id: PLATFORM_ID,
        token_hash: hashToken(token),
        purpose: 'reset_password',
        user_id: user.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute(),
  )
  const password = 'another long password'
  await root.api(contract.createAccountPassword, { email: user.email, token, password })
  for (const session of sessions) expect(await works(session)).toBe(false)
  for (const one of [school, other]) {
    const clients = await one.transact(({ tx, school_id }) =>
      tx.selectFrom('api_clients').where('school_id', '=', school_id).select('revoked_at').execute(),
    )
    expect(clients.map(({ revoked_at }) => revoked_at !== null)).toEqual([true])
  }
})
