import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '#platform/security/tokens.ts'
import {
  startTestIssuer,
  followAuthorization,
  type TestIssuer,
  type IssuerUser,
} from '#testing/fakes/openid-issuer.ts'
import {
  createTestSchool,
  createTestVisitor,
  resetClock,
  rootDomain,
  setClock,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const back = `http://${rootDomain}:3000/oidc/callback`
const loginRoles = {
  student: contract.loginStudent,
  teacher: contract.loginTeacher,
  admin: contract.loginAdmin,
}
type LoginRole = keyof typeof loginRoles

let issuer: TestIssuer
let school: TestSchool

beforeAll(async () => {
  issuer = await startTestIssuer([back])
})
afterAll(() => issuer.close())
beforeEach(async () => {
  school = await createTestSchool()
  school.app.services.config.oidc = {
    issuer: issuer.url,
    clientId: issuer.client_id,
    clientSecret: issuer.client_secret,
    name: 'City network',
  }
})
afterEach(() => {
  resetClock()
  school.app.services.config.oidc = null
})

async function start(user_type: LoginRole = 'student', more: object = {}) {
  const binding = newToken()
  const { url } = await school
    .visitor()
    .api(contract.startOidcLogin, { issuer: 'platform', user_type, binding, ...more })
  return { url, binding }
}
const finish = async (answer: object) =>
  (await createTestVisitor()).api(contract.finishOidcLogin, answer as never)

/** Runs the login of a person up to the school address with the code. */
async function goThrough(person: IssuerUser, loginRole: LoginRole = 'student', more: object = {}) {
  issuer.signedIn(person)
  const { url, binding } = await start(loginRole, more)
  const answer = await followAuthorization(url, back)
  const { url: next } = await finish(answer)
  const address = new URL(next)
  return { address, binding, answer, user_token: address.searchParams.get('user_token')! }
}
const redeem = (
  token: string,
  loginRole: LoginRole = 'student',
  login_with: 'google' | 'handoff' = 'google',
) => school.visitor().api(loginRoles[loginRole], { login_with, token, ignorePasswordValidation: true })

/** A person with an address that the issuer verified. */
const proven = (email: string, name = 'Amina Bello'): IssuerUser => ({
  sub: `subject-${newToken()}`,
  email,
  email_verified: true,
  name,
})

describe('login over the platform’s issuer', () => {
  test.each(['student', 'teacher', 'admin'] as const)(
    'logs a %s in, once, in the browser that started the login',
    async (loginRole) => {
      const person = await school[loginRole]()
      const { address, binding, user_token } = await goThrough(
        proven(person.email.toUpperCase()),
        loginRole,
        {
          redirect: '/profile?x=1',
        },
      )
      expect(address.origin).toBe(`http://${school.host}:3000`)
      expect([
        address.pathname,
        address.searchParams.get('as'),
        address.searchParams.get('redirect'),
      ]).toEqual(['/login', loginRole, '/profile?x=1'])
      const invalid = { status: 400, code: 'handoff_invalid' }
      await expect(redeem(user_token, loginRole)).rejects.toMatchObject(invalid)
      await expect(redeem(`${user_token}.${newToken()}`, loginRole)).rejects.toMatchObject(invalid)
      const answers = await Promise.allSettled(
        Array.from({ length: 4 }, () => redeem(`${user_token}.${binding}`, loginRole)),
      )
      const fulfilled = answers.filter((answer) => answer.status === 'fulfilled')
      expect(fulfilled.map(({ value }) => value.user.id)).toEqual([person.id])
    },
  )

  test('returns a code that is invalid for another role, at another school and after a minute', async () => {
    const student = await school.student()
    const { user_token, binding } = await goThrough(proven(student.email))
    const code = `${user_token}.${binding}`
    await expect(redeem(code, 'teacher')).rejects.toMatchObject({ code: 'handoff_invalid' })
    const otherVisitor = (await createTestSchool()).visitor()
    await expect(
      otherVisitor.api(contract.loginStudent, { login_with: 'handoff', token: code }),
    ).rejects.toMatchObject({ code: 'handoff_invalid' })
    setClock(new Date(Date.now() + 61_000))
    await expect(redeem(code)).rejects.toMatchObject({ code: 'handoff_invalid' })
    resetClock()
    await expect(redeem(code, 'student', 'handoff')).resolves.toMatchObject({ user: { id: student.id } })
  })

  test('is offered with its name on login pages', async () => {
    const list = await school.visitor().api(contract.listOidcIssuers, {})
    expect(list.data).toEqual([{ issuer: 'platform', display_name: 'City network' }])
  })

  test('reports an unavailable issuer before it redirects', async () => {
    school.app.services.config.oidc!.issuer = 'http://127.0.0.1:9'
    await expect(start()).rejects.toMatchObject({ status: 502, code: 'issuer_unavailable' })
  })

  test('is not offered without a configured issuer', async () => {
    school.app.services.config.oidc = null
    await expect(start()).rejects.toMatchObject({ status: 400, code: 'login_method_unavailable' })
    expect((await school.visitor().api(contract.listOidcIssuers, {})).data).toEqual([])
  })
})

describe('identity', () => {
  test('is the linked subject even if the address changed, with one mail about the link', async () => {
    const student = await school.student()
    const visitor = await school.student()
    const identity = proven(student.email)
    const first = await goThrough(identity)
    await redeem(`${first.user_token}.${first.binding}`)
    const { user_token, binding } = await goThrough({ ...identity, email: visitor.email })
    await expect(redeem(`${user_token}.${binding}`)).resolves.toMatchObject({ user: { id: student.id } })
    const mails = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('mail_outbox')
        .where('school_id', '=', school_id)
        .where('kind', '=', 'oidc_linked')
        .select('recipient')
        .execute(),
    )
    expect(mails).toEqual([{ recipient: student.email }])
  })

  test('is not linked by a response that did not return to the same browser', async () => {
    const student = await school.student()
    const { user_token } = await goThrough(proven(student.email))
    await expect(redeem(user_token)).rejects.toMatchObject({ code: 'handoff_invalid' })
    const links = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('oidc_identities').where('school_id', '=', school_id).selectAll().execute(),
    )
    expect(links).toEqual([])
    await expect(goThrough(proven(student.email))).resolves.toMatchObject({ user_token: expect.any(String) })
  })

  test('is not the address alone if another subject is linked', async () => {
    const student = await school.student()
    const { user_token, binding } = await goThrough(proven(student.email))
    await redeem(`${user_token}.${binding}`)
    await expect(goThrough(proven(student.email))).rejects.toMatchObject({
      status: 403,
      code: 'email_linked_to_other_identity',
    })
  })

  test('is not an unverified address', async () => {
    const student = await school.student()
    for (const person of [
      { ...proven(student.email), email_verified: false },
      { sub: 'no-verdict', email: student.email },
      { sub: 'no-email' },
    ])
      await expect(goThrough(person)).rejects.toMatchObject({
        status: 403,
        code: 'email_not_verified_by_issuer',
      })
  })

  test('of suspended and pending people is refused with the reason', async () => {
    const suspended = await school.student({ status: 'suspended' })
    await expect(goThrough(proven(suspended.email))).rejects.toMatchObject({ code: 'account_suspended' })
    const waiting = await school.teacher({ status: 'awaiting_acceptance' })
    await expect(goThrough(proven(waiting.email), 'teacher')).rejects.toMatchObject({
      code: 'awaiting_acceptance',
      body: { login_url: `http://${school.host}:3000/login?as=teacher` },
    })
  })

  test('of an owner works over the platform’s issuer', async () => {
    const owner = await school.owner()
    const { user_token, binding } = await goThrough(proven(owner.email), 'admin')
    await expect(redeem(`${user_token}.${binding}`, 'admin')).resolves.toMatchObject({
      user_type: 'account_user',
    })
  })
})

describe('an unknown person', () => {
  const register = (register_token: string, more: object = {}) =>
    school.visitor().api(contract.registerStudent, {
      name: 'Amina',
      email: 'amina@people.test',
      register_with: 'google',
      ignore_password: true,
      register_token,
      ...more,
    })

  test('registers with the issuer’s data without a password, and then logs in this way', async () => {
    const amina = proven('Amina@People.Test')
    const { address, binding } = await goThrough(amina, 'student', { redirect: '/learn/x' })
    expect([address.pathname, address.searchParams.get('redirect')]).toEqual(['/register', '/learn/x'])
    const proof = `${address.searchParams.get('sign_in')!}.${binding}`
    await expect(
      school.visitor().api(contract.readOidcRegistration, { register_token: proof }),
    ).resolves.toEqual({
      email: 'amina@people.test',
      name: 'Amina Bello',
    })
    await expect(register(proof, { email: 'other@people.test' })).rejects.toMatchObject({
      code: 'token_invalid',
    })
    await expect(register('made-up')).rejects.toMatchObject({ status: 400, code: 'token_invalid' })
    const registered = await register(proof)
    expect(registered.user).toMatchObject({ email: 'amina@people.test', has_password: false })
    await expect(register(proof, { email: 'amina@people.test' })).rejects.toMatchObject({
      code: 'token_invalid',
    })
    const again = await goThrough({ ...amina, email: 'moved@people.test' })
    await expect(redeem(`${again.user_token}.${again.binding}`)).resolves.toMatchObject({
      user: { id: registered.user!.id },
    })
  })

  test('can register only in the browser that started the login', async () => {
    const { address } = await goThrough(proven('lured@people.test'))
    const sign_in = address.searchParams.get('sign_in')!
    for (const register_token of [sign_in, `${sign_in}.`, `${sign_in}.${newToken()}`]) {
      const read = school.visitor().api(contract.readOidcRegistration, { register_token })
      await expect(read).rejects.toMatchObject({ code: 'token_invalid' })
      const registered = register(register_token, { email: 'lured@people.test' })
      await expect(registered).rejects.toMatchObject({ code: 'token_invalid' })
    }
  })

  test('has half an hour to register', async () => {
    const { address, binding } = await goThrough(proven('amina@people.test'))
    setClock(new Date(Date.now() + 31 * 60_000))
    const register_token = `${address.searchParams.get('sign_in')!}.${binding}`
    await expect(
      school.visitor().api(contract.readOidcRegistration, { register_token }),
    ).rejects.toMatchObject({
      code: 'token_invalid',
    })
    await expect(register(register_token)).rejects.toMatchObject({ code: 'token_invalid' })
  })

  test('gets the usual form as a teacher, filled in', async () => {
    const { address } = await goThrough(proven('tea@people.test', 'Tea Cher'), 'teacher')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      as: 'teacher',
      email: 'tea@people.test',
      name: 'Tea Cher',
    })
  })

  test('is refused if registration is closed, and always as admin', async () => {
    const closed = { status: 403, code: 'registration_closed' }
    await expect(goThrough(proven('new@people.test'), 'admin')).rejects.toMatchObject(closed)
    school = await createTestSchool({ allow_student_registration: false })
    await expect(goThrough(proven('new@people.test'))).rejects.toMatchObject(closed)
  })
})

describe('a response of an issuer', () => {
  const stale = { status: 400, code: 'oidc_login_expired' }

  test('is accepted once, even concurrently', async () => {
    const student = await school.student()
    issuer.signedIn(proven(student.email))
    const answer = await followAuthorization((await start()).url, back)
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => finish(answer)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(finish(answer)).rejects.toMatchObject(stale)
  })

  test('is refused with an unknown state', async () => {
    issuer.signedIn(proven((await school.student()).email))
    const { code } = await followAuthorization((await start()).url, back)
    for (const state of ['x', `${school.school_id}.${newToken()}`, `${'0'.repeat(8)}-${'0'.repeat(27)}`])
      await expect(finish({ state, code })).rejects.toMatchObject(stale)
    await expect(finish({ state: `not-a-school.${newToken()}`, code })).rejects.toMatchObject(stale)
  })

  test('belongs to its tab: codes and states cannot be mixed', async () => {
    const student = await school.student()
    issuer.signedIn(proven(student.email))
    const [one, two] = await Promise.all([start(), start()])
    const [first, second] = [
      await followAuthorization(one.url, back),
      await followAuthorization(two.url, back),
    ]
    await expect(finish({ ...first, code: second.code })).rejects.toMatchObject({
      status: 400,
      code: 'oidc_login_rejected',
    })
    const third = await start()
    const fourth = await start()
    for (const { url, binding } of [third, fourth]) {
      const { url: next } = await finish(await followAuthorization(url, back))
      const token = `${new URL(next).searchParams.get('user_token')}.${binding}`
      await expect(redeem(token)).resolves.toMatchObject({ user: { id: student.id } })
    }
  })

  test('is refused with a used code', async () => {
    issuer.signedIn(proven((await school.student()).email))
    const one = await followAuthorization((await start()).url, back)
    await finish(one)
    const two = await followAuthorization((await start()).url, back)
    await expect(finish({ ...two, code: one.code })).rejects.toMatchObject({ code: 'oidc_login_rejected' })
  })

  test('is refused after half an hour', async () => {
    issuer.signedIn(proven((await school.student()).email))
    const answer = await followAuthorization((await start()).url, back)
    setClock(new Date(Date.now() + 31 * 60_000))
    await expect(finish(answer)).rejects.toMatchObject(stale)
  })

  test('of a cancelled login is reported, with a link back', async () => {
    issuer.declines()
    const answer = await followAuthorization((await start('student', { redirect: '/notes' })).url, back)
    expect(answer.error).toBe('access_denied')
    const { state, error, iss } = answer
    await expect(finish({ state, error, iss })).rejects.toMatchObject({
      status: 400,
      code: 'oidc_login_declined',
      body: { login_url: `http://${school.host}:3000/login?as=student&redirect=%2Fnotes` },
    })
  })

  test('of the platform’s issuer is refused at a school’s host', async () => {
    issuer.signedIn(proven((await school.student()).email))
    const answer = await followAuthorization((await start()).url, back)
    await expect(school.visitor().api(contract.finishOidcLogin, answer as never)).rejects.toMatchObject(stale)
    const other = await createTestSchool()
    await expect(other.visitor().api(contract.finishOidcLogin, answer as never)).rejects.toMatchObject(stale)
  })
})
