import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { createCourse } from '#courses/contract.ts'
import { buildOpenApi } from '#tenancy/api-docs/openapi.ts'
import { listAuditLog } from '#schools/contract.ts'
import { anApiClient } from '#testing/builders/api-clients.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { eventDocs } from '../index.ts'

let school: TestSchool
let admin: TestUser
beforeAll(async () => {
  school = await createTestSchool()
  admin = await school.admin()
})

const event_types: ('course.created' | 'course.updated')[] = ['course.created']
const make = (url: string, by = admin) => by.api(contract.createWebhook, { url, event_types })

test.each([
  ['http://example.com/', 'not_https'],
  ['ftp://example.com/', 'not_https'],
  ['javascript:alert(1)', 'not_https'],
  ['example.com', 'address_invalid'],
  ['https://', 'address_invalid'],
  ['https://user:pass@example.com/', 'credentials_in_address'],
  ['https://10.0.0.1/', 'address_not_public'],
  ['https://[::ffff:10.0.0.1]/', 'address_not_public'],
  ['https://169.254.169.254/latest/meta-data/', 'address_not_public'],
  ['https://2852039166/', 'address_not_public'],
  ['https://metadata.google.internal/', 'address_not_public'],
  ['https://0/', 'address_not_public'],
])('refuses the address %s: %s', async (url, code) => {
  await expect(make(url)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: 'url', code }] })
})

test('refuses an address of 10,000 characters, an empty one and invalid ones', async () => {
  for (const url of [`https://example.com/${'x'.repeat(10_000)}`, '', ' ', '\u0000'])
    await expect(make(url)).rejects.toMatchObject({ status: 422 })
  const long = `https://example.com/${'x'.repeat(1_900)}`
  expect((await make(long)).webhook.url).toBe(long)
})

test('audits only the host, because a path may contain a secret', async () => {
  const { webhook } = await make('https://hooks.example/services/T0/B0/very-secret#part')
  expect(webhook.url).toBe('https://hooks.example/services/T0/B0/very-secret')
  const { data } = await admin.api(listAuditLog, { subject_id: webhook.id })
  expect(data).toMatchObject([{ action: 'webhook.created', change: { host: 'hooks.example' } }])
  expect(JSON.stringify(data)).not.toContain('very-secret')
})

test('hides another school’s webhooks', async () => {
  const { webhook } = await make('https://mine.example/')
  const visitor = await (await createTestSchool()).admin()
  const endpoint_id = webhook.id
  expect((await visitor.api(contract.listWebhooks, {})).data).toEqual([])
  for (const call of [
    () => visitor.api(contract.getWebhook, { endpoint_id }),
    () => visitor.api(contract.updateWebhook, { endpoint_id, state: 'paused' }),
    () => visitor.api(contract.deleteWebhook, { endpoint_id }),
    () => visitor.api(contract.rotateWebhookSecret, { endpoint_id, overlap_hours: 0 }),
    () => visitor.api(contract.testWebhook, { endpoint_id }),
    () => visitor.api(contract.listWebhookDeliveries, { endpoint_id }),
    () => visitor.api(contract.replayFailedWebhooks, { endpoint_id, since: '2020-01-01T00:00:00Z' }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
})

test('changes and deletes webhooks, and refuses the twenty-first', async () => {
  const other = await createTestSchool()
  const owner = await other.admin()
  const made = []
  for (let n = 0; n < 20; n++) made.push(await make(`https://hooks.example/${n}`, owner))
  await expect(make('https://hooks.example/more', owner)).rejects.toMatchObject({
    code: 'webhook_limit_reached',
  })
  const endpoint_id = made[0]!.webhook.id
  const change = { url: 'https://other.example/', description: 'Elsewhere', event_types: ['course.updated'] }
  expect(await owner.api(contract.updateWebhook, { endpoint_id, ...change } as never)).toMatchObject(change)
  await expect(
    owner.api(contract.updateWebhook, { endpoint_id, url: 'https://127.0.0.2.nip.example:99999/' }),
  ).rejects.toMatchObject({ status: 422 })
  await owner.api(contract.deleteWebhook, { endpoint_id })
  await expect(owner.api(contract.getWebhook, { endpoint_id })).rejects.toMatchObject({ status: 404 })
  expect((await owner.api(contract.listWebhooks, { limit: 100 })).data).toHaveLength(19)
})

test('pages the log and filters it by state', async () => {
  const other = await createTestSchool()
  const owner = await other.admin()
  const { webhook } = await make('https://paged.example/', owner)
  const endpoint_id = webhook.id
  await owner.api(contract.updateWebhook, { endpoint_id, state: 'paused' })
  const teacher = await other.teacher()
  for (let n = 0; n < 3; n++) await teacher.api(createCourse, { course_name: `Course ${n}` })
  const first = await owner.api(contract.listWebhookDeliveries, { endpoint_id, limit: 2 })
  const rest = await owner.api(contract.listWebhookDeliveries, {
    endpoint_id,
    limit: 2,
    cursor: first.next_cursor!,
  })
  expect([first.data.length, rest.data.length, rest.next_cursor]).toEqual([2, 1, null])
  const failed = await owner.api(contract.listWebhookDeliveries, { endpoint_id, state: 'failed' })
  expect(failed.data).toEqual([])
})

test('lets a program create webhooks with their scope only', async () => {
  const program = await anApiClient(school, { scopes: ['webhooks:write', 'webhooks:read'] })
  const made = await program.api(contract.createWebhook, { url: 'https://program.example/', event_types })
  expect(made.secret).toMatch(/^whsec_/)
  const without = await anApiClient(school, { scopes: ['webhooks:read'] })
  await expect(
    without.api(contract.createWebhook, { url: 'https://program.example/', event_types }),
  ).rejects.toMatchObject({ code: 'scope_missing' })
})

test('documents every event with its schema', async () => {
  const { webhooks } = buildOpenApi(allRoutes, eventDocs, 'Ours')
  expect(Object.keys(webhooks)).toEqual([...contract.eventTypes])
  const schema = JSON.stringify(webhooks['enrolment.approved'])
  expect(schema).toContain('"const":"enrolment.approved"')
  expect(schema).toContain('webhook-signature')
  const page = await school.visitor().request({ method: 'GET', url: '/api/docs' })
  for (const type of contract.eventTypes) expect(page.text).toContain(`id="event-${type}"`)
})
