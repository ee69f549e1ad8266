import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { listSchools, getSchool } from '#console/contract.ts'
import { getPlan } from '#plans/contract.ts'
import { newId, newToken } from '#platform/security/tokens.ts'
import * as schools from '#schools/contract.ts'
import { startTestIssuer, type TestIssuer } from '#testing/fakes/openid-issuer.ts'
import { createTestUser } from '#testing/builders/test-client.ts'
import { createTestReseller, type TestReseller } from '#testing/builders/reseller-builder.ts'
import { readMailedLinks } from '#testing/builders/my-schools-mail.ts'
import {
  createPlatformAccount,
  createTestSchool,
  createTestVisitor,
  getTestApp,
} from '#testing/builders/school-builder.ts'

const label = `jinja-${newId().slice(-8)}`
let first: TestReseller
let second: TestReseller
let school: Awaited<ReturnType<TestReseller['openSchool']>>
let host: string

beforeAll(async () => {
  first = await createTestReseller({ name: 'Campus of the Lakes' })
  second = await createTestReseller({ name: 'Savanna Learning' })
  school = await first.openSchool(label)
  host = `${label}.${first.root_domain}`
})
afterAll(async () => {
  const { databases, hosts } = (await getTestApp()).services
  const ids = [first.id, second.id]
  await databases.db.updateTable('resellers').set({ is_serving: false }).where('id', 'in', ids).execute()
  hosts.evict()
})

const adminOf = async () =>
  createTestUser(await getTestApp(), { school_id: school.school.school_id, host }, { role: 'admin' })

describe('plans', () => {
  test('gives a reseller’s school no limits, unlike one of the platform on the same plan', async () => {
    const privileged = await createPlatformAccount('privileged')
    const { school_id } = school.school
    const ours = await createTestSchool({ plan_name: 'free' })
    const flagged = async (id: string) => {
      const { data } = await privileged.api(listSchools, { flagged: true, limit: 100 })
      return data.some((one) => one.school_id === id)
    }
    expect([await flagged(school_id), await flagged(ours.school_id)]).toEqual([false, true])
    expect(await privileged.api(getSchool, { school_id })).toMatchObject({
      plan_name: 'free',
      is_flagged: false,
      reseller_root_domain: first.root_domain,
      limits: null,
    })
    expect(await (await adminOf()).api(getPlan, {})).toMatchObject({ is_flagged: false, limits: null })
    expect(await (await ours.admin()).api(getPlan, {})).toMatchObject({
      is_flagged: true,
      limits: { students: { used: expect.any(Number) as number } },
    })
    const details = await first.visitor(host).api(schools.getSchoolDetailsByUrl, { subdomain: label })
    expect(details).toMatchObject({
      school_id,
      url: `http://${host}:3000`,
      whitelabel_referrer: { root_domain: first.root_domain },
    })
  })
})

describe('a second reseller', () => {
  const at = () => second.visitor()

  test('does not find schools of the first, by words, address or id', async () => {
    const { school_id } = school.school
    expect((await at().api(schools.searchSchools, { searchQuery: label })).data).toEqual([])
    await expect(at().api(schools.getSchoolDetailsById, { id: school_id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(at().api(schools.getSchoolDetailsByUrl, { subdomain: label })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(at().api(schools.getCustomDomainDetails, { domain_name: host })).rejects.toMatchObject({
      code: 'domain_unknown',
    })
    const { hosts } = (await getTestApp()).services
    expect(await hosts.resolve(`${label}.${second.root_domain}`)).toBeNull()
    const reply = await second.visitor(`api.${second.root_domain}`).request({
      method: 'GET',
      url: `/schools/auth/api/v1/school-details-from-id/${school_id}`,
      headers: { 'x-school-id': school_id },
    })
    expect(reply.status).toBe(404)
  })

  test('does not know accounts of the first, whose address can register there again', async () => {
    const { email, password } = school.owner
    const invalidCredentials = { code: 'credentials_wrong' }
    await expect(at().api(accounts.loginAccount, { email, password })).rejects.toMatchObject(
      invalidCredentials,
    )
    const { user_token } = await first.visitor().api(accounts.loginAccount, { email, password })
    const headers = { 'x-access-token': user_token }
    await expect(at().api(accounts.getMyAccount, {}, headers)).rejects.toMatchObject({ status: 401 })
    const other = await second.openSchool(`other-${newId().slice(-8)}`)
    const schools = await first.visitor().api(accounts.listMySchools, {}, headers)
    expect(schools.data.map(({ school_id }) => school_id)).toEqual([school.school.school_id])
    expect(other.school.school_id).not.toBe(school.school.school_id)
  })

  test('does not mail schools of the first', async () => {
    const { email } = school.owner
    expect(await readMailedLinks(second, email)).toEqual([])
    expect(await readMailedLinks(first, email)).toEqual([`http://${host}:3000/login`])
  })
})

describe('certificates', () => {
  test('are permitted for the root, its API and its schools, and nothing else below it', async () => {
    const visitor = await createTestVisitor()
    const allowed = async (domain: string) =>
      (await visitor.request({ method: 'GET', url: `/internal/tls-allowed?domain=${domain}` })).status
    const { root_domain } = first
    for (const name of [root_domain, `api.${root_domain}`, host, host.toUpperCase()])
      expect(await allowed(name), name).toBe(200)
    for (const name of [
      `nobody.${root_domain}`,
      `deep.${host}`,
      `*.${root_domain}`,
      `api.${host}`,
      `${label}.${second.root_domain}`,
      'nobody.example',
    ])
      expect(await allowed(name), name).toBe(404)
  })
})

describe('signing in over OpenID Connect', () => {
  const custom = `learn-${newId().slice(-8)}.example`
  let issuer: TestIssuer

  beforeAll(async () => {
    issuer = await startTestIssuer([
      `http://${host}:3000/oidc/callback`,
      `http://${custom}:3000/oidc/callback`,
    ])
    const { config } = (await getTestApp()).services
    const { url, client_id: clientId, client_secret: clientSecret } = issuer
    config.oidc = { issuer: url, clientId, clientSecret, name: 'City network' }
  })
  afterAll(async () => {
    ;(await getTestApp()).services.config.oidc = null
    await issuer.close()
  })

  const start = (kind: 'platform' | 'school', from = host) =>
    first
      .visitor(from)
      .api(accounts.startOidcLogin, { issuer: kind, user_type: 'student', binding: newToken() })

  test('does not offer the platform’s issuer', async () => {
    expect(await first.visitor(host).api(accounts.listOidcIssuers, {})).toMatchObject({ data: [] })
    await expect(start('platform')).rejects.toMatchObject({ code: 'login_method_unavailable' })
  })

  test('returns to the school’s host with its own issuer, including a custom domain', async () => {
    const admin = await adminOf()
    const { client_id, client_secret, url } = issuer
    await admin.api(accounts.setSchoolIssuer, {
      issuer: url,
      client_id,
      client_secret,
      display_name: 'Lakes',
    })
    const reply = await admin.api(accounts.getSchoolIssuer, {})
    expect(JSON.stringify(reply)).toContain(`http://${host}:3000/oidc/callback`)
    const back = async (from?: string) =>
      new URL((await start('school', from)).url).searchParams.get('redirect_uri')
    expect(await back()).toBe(`http://${host}:3000/oidc/callback`)

    const { databases, hosts } = (await getTestApp()).services
    await databases.db
      .insertInto('school_hosts')
      .values({ host: custom, school_id: school.school.school_id, is_primary: true })
      .execute()
    hosts.evict()
    await hosts.resolve(first.root_domain)
    expect(await back(custom)).toBe(`http://${custom}:3000/oidc/callback`)
    await databases.db.deleteFrom('school_hosts').where('host', '=', custom).execute()
    hosts.evict()
    await hosts.resolve(first.root_domain)
  })
})
