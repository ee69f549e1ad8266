import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as domains from '#custom-domains/contract.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { startDnsServer } from '#testing/fakes/dns-server.ts'
import { listQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestAccount,
  createPlatformAccount,
  createTestSchool,
  createTestVisitor,
  getTestApp,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { resellerJobKey } from './job-handles.ts'

let dns: Awaited<ReturnType<typeof startDnsServer>>
let servers: string[]
let privileged: Awaited<ReturnType<typeof createPlatformAccount>>
let root_domain: string

beforeAll(async () => {
  dns = await startDnsServer()
  const { config } = (await getTestApp()).services
  servers = config.dnsServers
  config.dnsServers = [dns.address]
  privileged = await createPlatformAccount('privileged')
})
afterAll(async () => {
  ;(await getTestApp()).services.config.dnsServers = servers
  await dns.close()
})
beforeEach(() => {
  root_domain = `campus-${newId().slice(-8)}.example`
  dns.records = [{ name: 'lyceum.test', type: 'A', data: '203.0.113.9' }]
})

const create = (domain = root_domain, more: object = {}) =>
  privileged.api(contract.createReseller, {
    name: 'Baraza Campus',
    root_domain: domain,
    mail_sender_name: 'Baraza',
    mail_sender_address: 'post@baraza.example',
    ...more,
  })
type Made = Awaited<ReturnType<typeof create>>
const check = ({ id }: { id: string }) => privileged.api(contract.checkReseller, { id })
const prove = ({ domain }: Made) =>
  dns.records.push({
    name: domain.verification_record.host,
    type: 'TXT',
    data: domain.verification_record.value,
  })
const point = (name = root_domain) => dns.records.push({ name, type: 'CNAME', data: 'lyceum.test' })
const hosts = async () => (await getTestApp()).services.hosts
const kindOf = async (host: string) => (await (await hosts()).resolve(host))?.kind ?? null
const allowed = async (host: string) =>
  (await (await createTestVisitor()).request({ method: 'GET', url: `/internal/tls-allowed?domain=${host}` }))
    .status

async function anAnsweringOne() {
  const made = await create()
  prove(made)
  point()
  expect(await check(made)).toMatchObject({ domain: { state: 'active', problem: null, is_serving: true } })
  return made
}

test('lets only the console create resellers', async () => {
  const list = (caller: Pick<typeof privileged, 'api'>) => caller.api(contract.listResellers, {})
  await expect(list(await createTestVisitor())).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(list(await createTestAccount())).rejects.toMatchObject({ code: 'forbidden' })
  const made = await create()
  const { data } = await list(privileged)
  expect(data.find(({ id }) => id === made.id)).toMatchObject({
    root_domain,
    state: 'active',
    has_logo: false,
  })
})

test('activates a verified root domain and permits certificates from then on', async () => {
  const made = await create(` HTTPS://${root_domain.toUpperCase()}/ `)
  expect(made).toMatchObject({ root_domain, domain: { state: 'pending', is_serving: false } })
  expect(await check(made)).toMatchObject({ domain: { state: 'pending', problem: 'record_missing' } })
  expect([await kindOf(root_domain), await allowed(root_domain)]).toEqual([null, 404])
  prove(made)
  expect(await check(made)).toMatchObject({ domain: { state: 'verified', problem: 'target_missing' } })
  point()
  expect(await check(made)).toMatchObject({ domain: { state: 'active', is_serving: true } })
  expect([await kindOf(root_domain), await kindOf(`api.${root_domain}`)]).toEqual(['root', 'api'])
  expect([await allowed(root_domain), await allowed(`nobody.${root_domain}`)]).toEqual([200, 404])
})

test('verifies a sender below the root with it, and any other by its own record', async () => {
  const made = await anAnsweringOne()
  expect(made.mail).toMatchObject({
    is_verified: false,
    verification_record: { host: '_school-verification.baraza.example' },
  })
  const speaks = async () => (await (await hosts()).brand(root_domain)).sender
  expect(await speaks()).toEqual({ name: 'Baraza', address: `no-reply@${root_domain}` })
  expect(await check(made)).toMatchObject({ mail: { is_verified: false, problem: 'record_missing' } })
  dns.records.push({ name: made.mail.verification_record!.host, type: 'TXT', data: 'something else' })
  expect(await check(made)).toMatchObject({
    mail: { is_verified: false, problem: 'record_mismatch', found_records: ['something else'] },
  })
  dns.records.push({
    name: made.mail.verification_record!.host,
    type: 'TXT',
    data: made.mail.verification_record!.value,
  })
  expect(await check(made)).toMatchObject({ mail: { is_verified: true, problem: null } })
  expect(await speaks()).toEqual({ name: 'Baraza', address: 'post@baraza.example' })

  const change = (mail_sender_address: string) =>
    privileged.api(contract.updateReseller, { id: made.id, mail_sender_address })
  expect(await change('hello@baraza.example')).toMatchObject({ mail: { is_verified: true } })
  expect(await change(`post@mail.${root_domain}`)).toMatchObject({
    mail: { is_verified: true, verification_record: null },
  })
  expect(await check(made)).toMatchObject({ mail: { is_verified: true } })
  const back = await change('post@baraza.example')
  expect(back.mail.is_verified).toBe(false)
  // An old record is not valid.
  expect(back.mail.verification_record!.value).not.toBe(made.mail.verification_record!.value)
  expect(await check(made)).toMatchObject({ mail: { problem: 'record_mismatch' } })
})

test('stops using a sender whose record was removed, and changes nothing without a DNS answer', async () => {
  const made = await anAnsweringOne()
  dns.records.push({
    name: made.mail.verification_record!.host,
    type: 'TXT',
    data: made.mail.verification_record!.value,
  })
  expect(await check(made)).toMatchObject({ mail: { is_verified: true } })
  const { config } = (await getTestApp()).services
  config.dnsServers = ['127.0.0.1:9']
  expect(await check(made)).toMatchObject({ mail: { is_verified: true, problem: 'dns_unreachable' } })
  config.dnsServers = [dns.address]
  dns.records = dns.records.filter(({ name }) => name !== made.mail.verification_record!.host)
  expect(await check(made)).toMatchObject({ mail: { is_verified: false, problem: 'record_missing' } })
})

test('shows a reseller with logo, target and number of schools', async () => {
  const { id } = await create()
  const image = { width: 40, height: 20, channels: 3, background: '#7a2f6b' } as const
  const logo = (await sharp({ create: image }).png().toBuffer()).toString('base64')
  await privileged.api(contract.updateReseller, { id, logo })
  const shown = await privileged.api(contract.getReseller, { id })
  expect(shown).toMatchObject({
    id,
    root_domain,
    has_logo: true,
    schools: 0,
    target_addresses: ['203.0.113.9'],
  })
  expect((await sharp(Buffer.from(shown.logo!, 'base64')).metadata()).format).toBe('webp')
  await privileged.api(contract.updateReseller, { id, logo: null })
  expect(await privileged.api(contract.getReseller, { id })).toMatchObject({ has_logo: false, logo: null })
  await expect(privileged.api(contract.getReseller, { id: newId() })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('checks the records again, and deactivates an unverified domain after seven days', async () => {
  const made = await anAnsweringOne()
  const records = dns.records
  dns.records = [{ name: 'lyceum.test', type: 'A', data: '203.0.113.9' }]
  expect(await check(made)).toMatchObject({ domain: { state: 'failed', is_serving: true } })
  expect(await kindOf(root_domain)).toBe('root')
  const { db } = (await getTestApp()).services.databases
  const long = new Date(Date.now() - 8 * 86_400_000)
  await db.updateTable('resellers').set({ failing_since: long }).where('id', '=', made.id).execute()
  expect(await check(made)).toMatchObject({ domain: { state: 'failed', is_serving: false } })
  expect([await kindOf(root_domain), await allowed(root_domain)]).toEqual([null, 404])
  dns.records = records
  expect(await check(made)).toMatchObject({ domain: { state: 'active', is_serving: true } })
  expect(await listQueuedJobs(PLATFORM_ID, resellerJobKey(made.id))).toMatchObject([
    { task: 'checkReseller', payload: { reseller_id: made.id } },
  ])
})

test('refuses a domain at, above or below that of the platform, another reseller or a school', async () => {
  await anAnsweringOne()
  for (const taken of [root_domain, `deep.${root_domain}`])
    await expect(create(taken)).rejects.toMatchObject({ code: 'root_domain_taken' })
  await expect(create('schools.lyceum.test')).rejects.toMatchObject({ code: 'domain_reserved' })
  await expect(create('not a domain')).rejects.toMatchObject({ code: 'domain_invalid' })
  const other = await create(`other-${root_domain}`)
  const moves = [
    [root_domain, 'root_domain_taken'],
    [`deep.${root_domain}`, 'root_domain_taken'],
    ['schools.lyceum.test', 'domain_reserved'],
    ['not a domain', 'domain_invalid'],
  ]
  for (const [to, code] of moves)
    await expect(
      privileged.api(contract.updateReseller, { id: other.id, root_domain: to! }),
    ).rejects.toMatchObject({ code })

  const parent = `above-${newId().slice(-8)}.example`
  const school = await createTestSchool()
  const admin = await school.admin()
  const own = await admin.api(domains.addDomain, { domain: `learn.${parent}` })
  dns.records.push({ name: own.verification_record.host, type: 'TXT', data: own.verification_record.value })
  point(`learn.${parent}`)
  await admin.api(domains.checkDomain, { id: own.id })
  const rival = await create(parent)
  prove(rival)
  point(parent)
  expect(await check(rival)).toMatchObject({
    domain: { state: 'pending', problem: 'taken', is_serving: false },
  })
  expect(await kindOf(parent)).toBeNull()
})

test('refuses a school’s domain below a reseller’s root', async () => {
  await anAnsweringOne()
  const school = await createTestSchool()
  const admin = await school.admin()
  for (const domain of [root_domain, `deep.${root_domain}`]) {
    const own = await admin.api(domains.addDomain, { domain })
    dns.records.push({ name: own.verification_record.host, type: 'TXT', data: own.verification_record.value })
    point(domain)
    const checked = await admin.api(domains.checkDomain, { id: own.id })
    expect(checked).toMatchObject({ state: 'pending', problem: 'taken' })
  }
  expect(await kindOf(root_domain)).toBe('root')
})

test('creates one of two concurrent resellers with the same domain', async () => {
  const both = await Promise.allSettled([create(), create()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('edits a reseller; the root domain only while inactive; requires readable colours and an image as logo', async () => {
  const made = await create()
  const change = (body: object) => privileged.api(contract.updateReseller, { id: made.id, ...body })
  const moved = await change({ root_domain: `moved-${root_domain}`, name: 'Baraza Online' })
  expect(moved).toMatchObject({ name: 'Baraza Online', root_domain: `moved-${root_domain}` })
  expect(moved.domain.verification_record.value).not.toBe(made.domain.verification_record.value)
  await change({ root_domain })
  const theme = {
    primary: '#ffffff',
    accent: '#ffffff',
    background: '#ffffff',
    surface: '#ffffff',
    text: '#ffffff',
  }
  const huge = (
    await sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
  ).toString('base64')
  const bad = [
    [{ theme }, 'theme_contrast_too_low'],
    [{ logo: Buffer.from('no picture at all').toString('base64') }, 'file_corrupt'],
    [{ logo: huge }, 'image_too_large'],
  ] as const
  for (const [body, code] of bad) {
    await expect(change(body)).rejects.toMatchObject({ code })
    await expect(create(`new-${root_domain}`, body)).rejects.toMatchObject({ code })
  }
  await expect(change({ terms_url: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(privileged.api(contract.updateReseller, { id: newId(), name: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })

  const current = (await privileged.api(contract.listResellers, {})).data.find(({ id }) => id === made.id)!
  prove({ ...made, domain: current.domain } as Made)
  point()
  await check(made)
  await expect(change({ root_domain: `again-${root_domain}` })).rejects.toMatchObject({
    code: 'root_domain_in_use',
  })
})
