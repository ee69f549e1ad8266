import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '#platform/security/tokens.ts'
import { aMaliciousIssuer } from '#testing/fakes/malicious-issuer.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

let issuer: Awaited<ReturnType<typeof aMaliciousIssuer>>
let school: TestSchool
let admin: TestUser
let loopback: boolean

beforeEach(async () => {
  issuer = await aMaliciousIssuer('lyceum')
  school = await createTestSchool()
  const { config } = school.app.services
  loopback = config.allowLoopbackOutbound
  config.allowLoopbackOutbound = true
  admin = await school.admin()
})
afterEach(async () => {
  school.app.services.config.allowLoopbackOutbound = loopback
  await issuer.close()
})

const secret = 'the secret of the client'
const set = (more: object = {}) =>
  admin.api(contract.setSchoolIssuer, {
    issuer: issuer.url,
    client_id: 'lyceum',
    client_secret: secret,
    display_name: 'University login',
    ...more,
  })

async function start(user_type: 'student' | 'admin' = 'student') {
  const binding = newToken()
  const { url } = await school
    .visitor()
    .api(contract.startOidcLogin, { issuer: 'school', user_type, binding })
  return issuer.answer(url)
}
const finish = (answer: { state: string; code: string }) =>
  school.visitor().api(contract.finishOidcLogin, answer)
const claimsOf = (email: string) => ({ sub: `s-${newToken()}`, email, email_verified: true })

describe('a school’s own issuer', () => {
  test('is set by an admin, with a secret that is encrypted and never shown', async () => {
    const before = await admin.api(contract.getSchoolIssuer, {})
    expect(before).toEqual({ own: null, redirect_uri: `http://${school.host}:3000/oidc/callback` })
    const own = { issuer: issuer.url, client_id: 'lyceum', display_name: 'University login' }
    expect(await set()).toEqual(own)
    expect((await admin.api(contract.getSchoolIssuer, {})).own).toEqual(own)
    const row = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('school_oidc_issuers')
        .where('school_id', '=', school_id)
        .selectAll()
        .executeTakeFirstOrThrow(),
    )
    expect(row.client_secret.includes(Buffer.from(secret))).toBe(false)
    const { data } = await admin.api(contract.listOidcIssuers, {})
    expect(data).toEqual([{ issuer: 'school', display_name: 'University login' }])
    const audited = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('audit_log')
        .where('school_id', '=', school_id)
        .where('action', '=', 'school.issuer_set')
        .selectAll()
        .execute(),
    )
    expect(audited).toHaveLength(1)
    expect(JSON.stringify(audited)).not.toContain(secret)
  })

  test('keeps its secret when only its name changes, and requires it for another client or issuer', async () => {
    await expect(set({ client_secret: null })).rejects.toMatchObject({
      errors: [{ path: 'client_secret', code: 'required' }],
    })
    await set()
    await expect(set({ client_secret: null, display_name: 'Campus' })).resolves.toMatchObject({
      display_name: 'Campus',
    })
    const other = await aMaliciousIssuer('lyceum')
    for (const change of [{ client_id: 'other' }, { issuer: other.url }])
      await expect(set({ client_secret: '', ...change })).rejects.toMatchObject({
        errors: [{ path: 'client_secret', code: 'required' }],
      })
    expect(other.lie.calls).toEqual([])
    await other.close()
  })

  test.each([
    'x',
    'http://id.example',
    'https://10.0.0.1',
    'https://user:pass@id.example',
    'https://id.example?x=1',
    'file:///etc/passwd',
  ])('cannot be %s', async (address) => {
    await expect(set({ issuer: address })).rejects.toMatchObject({
      errors: [{ path: 'issuer', code: 'issuer_address' }],
    })
  })

  test('is tested when it is saved, with a limited response size', async () => {
    issuer.lie.instead['/.well-known/openid-configuration'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('error', () => {})
      response.write(`{"issuer":"${'x'.repeat(2_000_000)}`)
    }
    const unreachable = { errors: [{ path: 'issuer', code: 'issuer_unreachable' }] }
    await expect(set()).rejects.toMatchObject(unreachable)
    issuer.lie.instead['/.well-known/openid-configuration'] = (response) =>
      void response.writeHead(302, { location: 'https://10.0.0.1/' }).end()
    await expect(set()).rejects.toMatchObject(unreachable)
    issuer.honest()
    await expect(set()).resolves.toMatchObject({ issuer: issuer.url })
  })

  test('can be removed, also for logins in progress', async () => {
    await set()
    const answer = await start()
    await admin.api(contract.deleteSchoolIssuer, {})
    await admin.api(contract.deleteSchoolIssuer, {})
    await expect(finish(answer)).rejects.toMatchObject({ code: 'oidc_login_expired' })
    await expect(start()).rejects.toMatchObject({ code: 'login_method_unavailable' })
  })

  test('never logs an owner in', async () => {
    await set()
    const owner = await school.owner()
    issuer.lie.claims = claimsOf(owner.email)
    await expect(finish(await start('admin'))).rejects.toMatchObject({
      status: 403,
      code: 'owner_oidc_forbidden',
    })
    issuer.lie.claims = claimsOf(admin.email)
    await expect(finish(await start('admin'))).resolves.toMatchObject({
      url: expect.stringContaining('user_token=handoff.admin.'),
    })
  })
})

describe('an ID token', () => {
  beforeEach(() => set())

  test('must be for this client and login, valid now, and signed', async () => {
    const student = await school.student()
    const said = claimsOf(student.email)
    const now = Math.floor(Date.now() / 1000)
    const lies: [string, object][] = [
      ['another audience', { aud: 'somebody else' }],
      ['several audiences and another party', { aud: ['lyceum', 'other'], azp: 'other' }],
      ['another nonce', { nonce: 'another' }],
      ['no nonce', { nonce: undefined }],
      ['another issuer', { iss: 'https://evil.test' }],
      ['expired beyond the tolerated skew', { exp: now - 40, iat: now - 400 }],
      ['not valid for long yet', { nbf: now + 60 }],
      ['no subject', { sub: undefined }],
    ]
    for (const [what, lie] of lies) {
      issuer.lie.claims = { ...said, ...lie }
      await expect(finish(await start()), what).rejects.toMatchObject({
        status: 400,
        code: 'oidc_login_rejected',
      })
    }
    issuer.lie.claims = said
    issuer.lie.foreignKey = true
    await expect(finish(await start())).rejects.toMatchObject({ code: 'oidc_login_rejected' })
    issuer.lie.foreignKey = false
    issuer.lie.claims = { ...said, exp: now - 10, iat: now + 10 }
    await expect(finish(await start())).resolves.toMatchObject({ url: expect.stringContaining('user_token') })
  })

  test('verifies an address only with the value true', async () => {
    const student = await school.student()
    for (const email_verified of ['true', 1, 'yes', null]) {
      issuer.lie.claims = { ...claimsOf(student.email), email_verified }
      await expect(finish(await start())).rejects.toMatchObject({ code: 'email_not_verified_by_issuer' })
    }
  })

  test('of an unavailable, broken or flooding issuer is reported as unavailable', async () => {
    issuer.lie.claims = claimsOf((await school.student()).email)
    const away = { status: 502, code: 'issuer_unavailable' }
    for (const path of ['/token', '/keys']) {
      issuer.lie.instead = { [path]: (response) => void response.destroy() }
      await expect(finish(await start()), path).rejects.toMatchObject(away)
      issuer.lie.instead = { [path]: (response) => void response.writeHead(503).end('maintenance') }
      await expect(finish(await start()), path).rejects.toMatchObject(away)
    }
    issuer.lie.instead = {
      '/token': (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.on('error', () => {})
        response.write('x'.repeat(3_000_000))
      },
    }
    await expect(finish(await start())).rejects.toMatchObject(away)
    const answer = await start()
    await issuer.close()
    await expect(finish(answer)).rejects.toMatchObject(away)
    issuer = await aMaliciousIssuer('lyceum')
  })

  test('needs the discovery document once in ten minutes', async () => {
    issuer.lie.calls = []
    await start()
    await start()
    expect(issuer.lie.calls.filter((path) => path.startsWith('/.well-known'))).toEqual([])
  })
})
