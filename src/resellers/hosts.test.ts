import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import * as schools from '#schools/contract.ts'
import { listSchools as consoleListSchools } from '#console/contract.ts'
import { listResellers, setResellerState, updateReseller } from './contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestReseller, type TestReseller } from '#testing/builders/reseller-builder.ts'
import {
  createTestAccount,
  createPlatformAccount,
  createTestSchool,
  createTestVisitor,
  getTestApp,
} from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'

let reseller: TestReseller
let school: Awaited<ReturnType<TestReseller['openSchool']>>
const label = `kampala-${newId().slice(-8)}`
const at = (host: string) => createTestVisitor(host)

beforeAll(async () => {
  reseller = await createTestReseller()
  school = await reseller.openSchool(label)
})
afterAll(async () => {
  const { databases, hosts } = (await getTestApp()).services
  await databases.db
    .updateTable('resellers')
    .set({ is_serving: false })
    .where('id', '=', reseller.id)
    .execute()
  hosts.evict()
})

test('creates a school at a reseller’s root', async () => {
  expect(school.url).toBe(`http://${label}.${reseller.root_domain}:3000`)
  expect(school.school).toMatchObject({ whitelabel_referrer: { root_domain: reseller.root_domain } })
  const { hosts } = (await getTestApp()).services
  for (const host of [`${label}.${reseller.root_domain}`, `${label}.lyceum.test`])
    expect(await hosts.resolve(host)).toMatchObject({
      kind: 'school',
      school: { host: `${label}.${reseller.root_domain}`, brand: { name: reseller.name } },
    })
  const ours = await createTestSchool()
  expect(await hosts.resolve(`${ours.school_url}.${reseller.root_domain}`)).toBeNull()
})

test('finds and names only the root’s own schools', async () => {
  const ours = await createTestSchool({ name: 'Zuri Learning' })
  const findOn = async (host: string, words: string) =>
    (await (await at(host)).api(schools.searchSchools, { searchQuery: words })).data.map(({ url }) => url)
  expect(await findOn(reseller.root_domain, label)).toEqual([school.url])
  expect(await findOn('lyceum.test', label)).toEqual([])
  expect(await findOn(reseller.root_domain, 'Zuri Learning')).toEqual([])
  await expect(
    (await at(reseller.root_domain)).api(schools.getSchoolDetailsById, { id: ours.school_id }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('serves only its own schools at its API host', async () => {
  const ours = await createTestSchool()
  const ask = async (id: string) =>
    (
      await (
        await at(`api.${reseller.root_domain}`)
      ).request({
        method: 'GET',
        url: `/schools/auth/api/v1/school-details-from-id/${id}`,
        headers: { 'x-school-id': id },
      })
    ).status
  expect([await ask(school.school.school_id), await ask(ours.school_id)]).toEqual([200, 404])
})

test('separates accounts by root: sessions and addresses are unknown at another root', async () => {
  const { email, password } = school.owner
  const root = await at(reseller.root_domain)
  await expect(root.api(accounts.loginAccount, { email, password })).resolves.toBeTruthy()
  await expect(
    (await at('lyceum.test')).api(accounts.loginAccount, { email, password }),
  ).rejects.toMatchObject({
    code: 'credentials_wrong',
  })
  const ours = await createTestAccount()
  const reply = await root.request({
    method: 'GET',
    url: '/api/accounts/v1/me',
    headers: { 'x-access-token': ours.token },
  })
  expect(reply.status).toBe(401)
})

test('reports the root of a host in custom-domain-details', async () => {
  const details = async (from: string, domain_name: string) =>
    (await at(from)).api(schools.getCustomDomainDetails, { domain_name })
  const { root_domain, name } = reseller
  for (const from of [root_domain, 'lyceum.test'])
    expect(await details(from, root_domain)).toMatchObject({
      root_domain,
      branding: { name },
      reseller: { name, support_email: `help@${root_domain}` },
      school: null,
    })
  expect(await details(root_domain, `${label}.${root_domain}`)).toMatchObject({
    root_domain,
    school: { school_url: label },
  })
  await expect(details(root_domain, 'lyceum.test')).rejects.toMatchObject({ code: 'domain_unknown' })
})

test('mentions the platform in no mail or document', async () => {
  const trace = /lyceum/i
  const { databases } = (await getTestApp()).services
  const { withSchoolTx: inSchool } = await import('#tenancy/database/school-tx.ts')
  const { school_id } = school.school
  const mails = await inSchool(databases.db, school_id, (tx) =>
    tx.selectFrom('mail_outbox').where('school_id', '=', school_id).selectAll().execute(),
  )
  expect(new Map(mails.map(({ kind, sender_address }) => [kind, sender_address]))).toEqual(
    new Map([
      ['confirm_email', reseller.sender],
      ['school_created', reseller.sender],
    ]),
  )
  for (const { subject, html, text, sender_name } of mails)
    expect([subject, html, text, sender_name].join('\n')).not.toMatch(trace)
  const pages = [
    '/api/docs',
    '/api/openapi.json',
    '/api/nothing',
    '/api/schools/v2/school-address?school_url=x',
  ]
  for (const host of [reseller.root_domain, `${label}.${reseller.root_domain}`])
    for (const url of pages) {
      const { http } = await getTestApp()
      const answer = await http.inject({ method: 'GET', url, headers: { host, ...webClientHeaders } })
      expect(`${host}${url} ${JSON.stringify(answer.headers)} ${answer.body}`).not.toMatch(trace)
    }
})

test('lists and counts the schools of one reseller in the console', async () => {
  const [admin, other] = [await createPlatformAccount('privileged'), await createTestReseller()]
  const listed = async (root_domain: string) =>
    (await admin.api(consoleListSchools, { root_domain })).data.map(({ school_id }) => school_id)
  expect(await listed(reseller.root_domain)).toEqual([school.school.school_id])
  expect(await listed(other.root_domain)).toEqual([])
  const { data } = await admin.api(listResellers, { limit: 100 })
  const counts = [reseller, other].map(({ id }) => data.find((one) => one.id === id)?.schools)
  expect(counts).toEqual([1, 0])
})

test('lets a suspended reseller create no school, while existing ones continue', async () => {
  const admin = await createPlatformAccount('privileged')
  const set = (state: 'active' | 'suspended') =>
    admin.api(setResellerState, { id: reseller.id, state, reason: 'Owes us' })
  await set('suspended')
  const next = `next-${newId().slice(-8)}`
  await expect(reseller.openSchool(next)).rejects.toMatchObject({ code: 'forbidden' })
  const { hosts } = (await getTestApp()).services
  expect(await hosts.resolve(`${label}.${reseller.root_domain}`)).toMatchObject({ kind: 'school' })
  await set('active')
  await expect(reseller.openSchool(next)).resolves.toBeTruthy()
})

test('encodes a logo again and serves it on the reseller’s hosts only', async () => {
  const { default: sharp } = await import('sharp')
  const given = { width: 40, height: 40, channels: 3, background: '#7a2f6b' } as const
  const logo = (await sharp({ create: given }).png().toBuffer()).toString('base64')
  const admin = await createPlatformAccount('privileged')
  await admin.api(updateReseller, { id: reseller.id, logo })
  const { http, services } = await getTestApp()
  const resolved = await services.hosts.resolve(reseller.root_domain)
  const url = resolved?.kind === 'root' ? resolved.brand.logo_url! : ''
  const fetchLogo = (host: string) => http.inject({ method: 'GET', url, headers: { host } })
  expect((await fetchLogo(`${label}.${reseller.root_domain}`)).headers['content-type']).toBe('image/webp')
  expect((await fetchLogo('lyceum.test')).statusCode).toBe(404)
})
