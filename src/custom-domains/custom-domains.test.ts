import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { startDnsServer } from '#testing/fakes/dns-server.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestVisitor,
  getTestApp,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { deleteExpiredRedirects } from './hosts.ts'
import { domainJobKey } from './job-handles.ts'
import { jobs } from './jobs.ts'

const day = 86_400_000
let dns: Awaited<ReturnType<typeof startDnsServer>>
let servers: string[]
let school: TestSchool
let admin: TestUser
let domain: string

beforeAll(async () => {
  dns = await startDnsServer()
  const { config } = (await getTestApp()).services
  servers = config.dnsServers
  config.dnsServers = [dns.address]
})
afterAll(async () => {
  ;(await getTestApp()).services.config.dnsServers = servers
  await dns.close()
})
beforeEach(async () => {
  school = await createTestSchool({ name: 'Kano Academy' })
  admin = await school.admin()
  domain = `learn.${newId().slice(-8)}.example`
  dns.records = [{ name: 'lyceum.test', type: 'A', data: '203.0.113.9' }]
  dns.mute = false
})

const add = (name = domain, person = admin) => person.api(contract.addDomain, { domain: name })
const check = ({ id }: { id: string }, person = admin) => person.api(contract.checkDomain, { id })
const list = (person = admin) => person.api(contract.listDomains, {})
type Added = Awaited<ReturnType<typeof add>>

const prove = ({ verification_record }: Added) =>
  dns.records.push({ name: verification_record.host, type: 'TXT', data: verification_record.value })
const point = (name = domain) => dns.records.push({ name, type: 'CNAME', data: 'lyceum.test' })
/** The school of a host. */
const schoolAt = async (host: string) =>
  (await (await getTestApp()).services.hosts.resolve(host)) as {
    school?: { school_id: string; host: string }
  } | null
const allowed = async (host: string) =>
  (
    await (
      await createTestVisitor('lyceum.test')
    ).request({ method: 'GET', url: `/internal/tls-allowed?domain=${host}` })
  ).status

const endRedirectsInDays = (days: number) =>
  school.transact((ctx) => deleteExpiredRedirects({ ...ctx, now: new Date(Date.now() + days * day) }))

async function anActiveDomain() {
  const added = await add()
  prove(added)
  point()
  expect(await check(added)).toMatchObject({ state: 'active', is_canonical: true, problem: null })
  return added
}

test('verifies and activates a pending domain as its records appear, and names the invalid record', async () => {
  const added = await add(` HTTPS://${domain.toUpperCase()}/ `)
  expect(added).toMatchObject({ domain, state: 'pending', problem: null, checked_at: null })
  expect(added.verification_record).toMatchObject({ host: `_school-verification.${domain}` })
  expect(await check(added)).toMatchObject({ state: 'pending', problem: 'record_missing', found_records: [] })
  expect([await schoolAt(domain), await allowed(domain)]).toEqual([null, 404])

  dns.records.push({ name: added.verification_record.host, type: 'TXT', data: 'school-verification=another' })
  const differs = {
    state: 'pending',
    problem: 'record_mismatch',
    found_records: ['school-verification=another'],
  }
  expect(await check(added)).toMatchObject(differs)

  prove(added)
  expect(await check(added)).toMatchObject({
    state: 'verified',
    problem: 'target_missing',
    is_canonical: false,
  })
  expect((await schoolAt(domain))?.school).toMatchObject({ school_id: school.school_id, host: school.host })
  expect(await allowed(domain)).toBe(200)

  dns.records.push({ name: domain, type: 'A', data: '192.0.2.7' })
  const astray = { state: 'verified', problem: 'wrong_target', found_records: ['192.0.2.7'] }
  expect(await check(added)).toMatchObject(astray)

  dns.records.at(-1)!.data = '203.0.113.9'
  expect(await check(added)).toMatchObject({ state: 'active', problem: null, is_canonical: true })
  for (const host of [domain, school.host])
    expect((await schoolAt(host))?.school).toMatchObject({ school_id: school.school_id, host: domain })
  const { data, target, sub_domain } = await list()
  expect(data).toMatchObject([{ domain, state: 'active' }])
  expect(target).toEqual({ host: 'lyceum.test', addresses: ['203.0.113.9'] })
  expect(sub_domain).toBe(school.host)
})

test('fails an unpointed domain, makes the sub-domain canonical at once, and keeps the domain working for seven days', async () => {
  const added = await anActiveDomain()
  const records = dns.records
  dns.records = dns.records.filter(({ type }) => type !== 'CNAME')
  expect(await check(added)).toMatchObject({
    state: 'failed',
    problem: 'target_missing',
    is_canonical: false,
  })
  expect((await schoolAt(domain))?.school).toMatchObject({ host: school.host })
  const mails = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('mail_outbox').where('school_id', '=', school_id).select(['kind', 'recipient']).execute(),
  )
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['domain_active', 'domain_failed'])

  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('custom_domains')
      .set({ failing_since: new Date(Date.now() - 8 * day) })
      .where('school_id', '=', school_id)
      .execute(),
  )
  expect(await check(added)).toMatchObject({ state: 'failed' })
  expect([await schoolAt(domain), await allowed(domain)]).toEqual([null, 404])

  dns.records = records
  expect(await check(added)).toMatchObject({
    state: 'active',
    is_canonical: true,
    redirects_until: null,
  })
  expect((await schoolAt(school.host))?.school).toMatchObject({ host: domain })
})

test('changes nothing while DNS does not answer', async () => {
  const added = await anActiveDomain()
  dns.mute = true
  expect(await check(added)).toMatchObject({
    state: 'active',
    problem: 'dns_unreachable',
    is_canonical: true,
  })
})

test('lets no school take another’s canonical host or use its verification record', async () => {
  const added = await anActiveDomain()
  const other = await createTestSchool()
  const rival = await other.admin()
  const claim = await add(domain, rival)
  expect(claim.verification_record.value).not.toBe(added.verification_record.value)
  expect(await check(claim, rival)).toMatchObject({ state: 'pending', problem: 'record_mismatch' })
  prove(claim)
  expect(await check(claim, rival)).toMatchObject({ state: 'pending', problem: 'taken' })
  expect((await schoolAt(domain))?.school).toMatchObject({ school_id: school.school_id })

  // The domain was sold: the first school's verification record is deleted.
  dns.records = dns.records.filter(({ data }) => data !== added.verification_record.value)
  expect(await check(added)).toMatchObject({ state: 'failed', problem: 'record_mismatch' })
  expect(await check(claim, rival)).toMatchObject({ state: 'active', is_canonical: true })
  await expect.poll(async () => (await schoolAt(domain))?.school?.school_id).toBe(other.school_id)
  expect(await check(added)).toMatchObject({ state: 'pending', problem: 'record_mismatch' })
  expect((await schoolAt(domain))?.school).toMatchObject({ school_id: other.school_id })
})

test('redirects a released domain for 12 months and requires a new verification record when it returns', async () => {
  const added = await anActiveDomain()
  await admin.api(contract.releaseDomain, { id: added.id })
  // Pages of other hosts of a school redirect to its canonical host.
  expect((await schoolAt(domain))?.school).toMatchObject({ school_id: school.school_id, host: school.host })
  expect(await allowed(domain)).toBe(200)
  await expect(check(added)).rejects.toMatchObject({ code: 'not_found' })
  await expect(admin.api(contract.releaseDomain, { id: added.id })).rejects.toMatchObject({
    code: 'not_found',
  })

  const again = await add()
  expect(again.verification_record.value).not.toBe(added.verification_record.value)
  expect(await check(again)).toMatchObject({ state: 'pending', problem: 'record_mismatch' })
  expect(await allowed(domain)).toBe(200)
  prove(again)
  expect(await check(again)).toMatchObject({ state: 'active', is_canonical: true })
  await endRedirectsInDays(366)
  expect((await schoolAt(domain))?.school).toMatchObject({ host: domain })
})

test('ends the redirect of a released domain after 12 months', async () => {
  const added = await anActiveDomain()
  await admin.api(contract.releaseDomain, { id: added.id })
  await endRedirectsInDays(364)
  expect(await allowed(domain)).toBe(200)
  await endRedirectsInDays(366)
  await expect.poll(() => allowed(domain)).toBe(404)
  expect(await schoolAt(domain)).toBeNull()
})

test('ends the redirect of a released domain when another school verifies it', async () => {
  const added = await anActiveDomain()
  await admin.api(contract.releaseDomain, { id: added.id })
  const other = await createTestSchool()
  const buyer = await other.admin()
  const claim = await add(domain, buyer)
  expect(await check(claim, buyer)).toMatchObject({ state: 'pending' })
  expect((await schoolAt(domain))?.school).toMatchObject({ school_id: school.school_id })
  prove(claim)
  expect(await check(claim, buyer)).toMatchObject({ state: 'active', is_canonical: true })
  await expect.poll(async () => (await schoolAt(domain))?.school?.school_id).toBe(other.school_id)
})

test('deletes a domain that never worked without a redirect', async () => {
  const added = await add()
  await admin.api(contract.releaseDomain, { id: added.id })
  expect([await schoolAt(domain), await allowed(domain)]).toEqual([null, 404])
})

test('keeps the first of two active domains canonical until it is released', async () => {
  const first = await anActiveDomain()
  const second = await add(`www.${domain}`)
  prove(second)
  point(second.domain)
  expect(await check(second)).toMatchObject({ state: 'active', is_canonical: false })
  await admin.api(contract.releaseDomain, { id: first.id })
  expect(await check(second)).toMatchObject({ state: 'active', is_canonical: true })
})

test('checks records again by a job, which schedules the next check', async () => {
  const added = await add()
  const waiting = () => listQueuedJobs(school.school_id, domainJobKey(added.id))
  const minutes = async () => Math.round(((await waiting())[0]!.run_at.getTime() - Date.now()) / 60_000)
  expect(await minutes()).toBe(10)
  prove(added)
  point()
  for (const _time of [1, 2]) await runJob(school, jobs[0]!, { domain_id: added.id })
  expect((await list()).data).toMatchObject([{ state: 'active' }])
  expect(await waiting()).toHaveLength(1)
  expect(await minutes()).toBe(1_440)
  await admin.api(contract.releaseDomain, { id: added.id })
  await runJob(school, jobs[0]!, { domain_id: added.id })
  expect((await list()).data).toEqual([])
})

test('ends concurrent checks in the same state', async () => {
  const added = await add()
  prove(added)
  point()
  const ends = await Promise.all(Array.from({ length: 6 }, () => check(added)))
  expect(ends.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'active'))
  const mails = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('mail_outbox').where('school_id', '=', school_id).select('kind').execute(),
  )
  expect(mails).toEqual([{ kind: 'domain_active' }])
})

test('refuses invalid, internal, duplicate and excess domains', async () => {
  for (const name of ['nonsense', '10.0.0.1', 'a b.example', `${'x'.repeat(290)}.example`])
    await expect(add(name)).rejects.toMatchObject({ code: 'domain_invalid' })
  for (const name of ['lyceum.test', school.host])
    await expect(add(name)).rejects.toMatchObject({ code: 'domain_reserved' })
  await add()
  await expect(add()).rejects.toMatchObject({ code: 'domain_already_added' })
  const more = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => add(`d${n}.${domain}`)))
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  await expect(add(`d9.${domain}`)).rejects.toMatchObject({ code: 'domain_limit_reached' })
})

test('confirms only hosts of the product to a proxy', async () => {
  const hosts = [
    'lyceum.test',
    'api.lyceum.test',
    school.host,
    school.host.toUpperCase(),
    'nobody.example',
    '',
    '..',
  ]
  const answers = []
  for (const host of hosts) answers.push(await allowed(host))
  expect(answers).toEqual([200, 200, 200, 200, 404, 404, 404])
})
