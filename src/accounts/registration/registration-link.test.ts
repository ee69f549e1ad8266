import { queueTables } from '#platform/jobs/queue-tables.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getUserConsent, publishLegalDocument, saveLegalDraft } from '#consent/contract.ts'
import { updateSchool } from '#schools/contract.ts'
import { queryAsOwner, runQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  testPassword,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { mailRegistrationLinkJobDefinition } from '../jobs.ts'

let school: TestSchool
const email = 'new@people.test'
const minute = 60_000

const offer = async (at: TestSchool, change: object = { allow_magic_link_registration: true }) =>
  (await at.admin()).api(updateSchool, { id: at.school_id, ...change })

beforeEach(async () => {
  school = await createTestSchool({ name: 'Kano Academy' })
  await offer(school)
})
afterEach(resetClock)

const ask = (more: object = {}) =>
  school.visitor().api(contract.registerStudent, {
    name: 'Ada Obi',
    email,
    register_with: 'magic_link' as const,
    ...more,
  })
const mailThem = () => runQueuedJobs(school, mailRegistrationLinkJobDefinition)
const mails = () =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .orderBy('created_at')
      .orderBy('id')
      .select(['text', 'kind', 'recipient'])
      .execute(),
  )
const waiting = () =>
  school.transact(({ tx, school_id }) =>
    tx.selectFrom('registration_links').where('school_id', '=', school_id).selectAll().execute(),
  )

async function linkOf(more: object = {}) {
  await ask(more)
  await mailThem()
  const mail = (await mails()).at(-1)!
  const link = new URL(/http\S+magic-link\S+/.exec(mail.text)![0])
  return { mail, link, token: link.searchParams.get('token')! }
}
const open = (token: string, route: typeof contract.loginStudent = contract.loginStudent) =>
  school.visitor().api(route, { login_with: 'magic_link', token })
const invalid = { status: 400, code: 'token_invalid' }

test('registers the person who opens the link, once, logs in, and sets no password', async () => {
  const { link, mail, token } = await linkOf({ redirect: '/learn/x' })
  expect([mail.kind, mail.recipient, link.origin]).toEqual([
    'registration_link',
    email,
    `http://${school.host}:3000`,
  ])
  expect(link.searchParams.get('redirect')).toBe('/learn/x')
  for (const loginRole of [contract.loginTeacher, contract.loginAdmin])
    await expect(open(token, loginRole as typeof contract.loginStudent)).rejects.toMatchObject(invalid)
  const pressed = await Promise.allSettled([open(token), open(token), open(token)])
  const [first] = pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(first!.user).toMatchObject({ email, name: 'Ada Obi', role: 'student', has_password: false })
  await expect(
    school.visitor().api(contract.getMe, {}, { 'x-access-token': first!.user_token }),
  ).resolves.toMatchObject({ email })
  await expect(open(token)).rejects.toMatchObject(invalid)
})

test('works for 15 minutes; a repeated request sends no second mail', async () => {
  const now = Date.now()
  setClock(new Date(now))
  const { token } = await linkOf()
  await mailThem()
  expect(await mails()).toHaveLength(1)
  setClock(new Date(now + 16 * minute))
  await expect(open(token)).rejects.toMatchObject(invalid)
})

test('reveals nothing about an address; an existing user gets a login link', async () => {
  const student = await school.student({ email: 'known@people.test' })
  const [registered, unknown] = [await ask({ email: student.email }), await ask()]
  expect(registered).toEqual(unknown)
  expect(registered).toEqual({ user_token: null, user_type: 'student', user: null, user_faculties: [] })
  expect(await mails()).toEqual([])
  await mailThem()
  const sent = await mails()
  expect(new Map(sent.map(({ kind, recipient }) => [recipient, kind]))).toEqual(
    new Map([
      [student.email, 'magic_link'],
      [email, 'registration_link'],
    ]),
  )
  expect(sent).toHaveLength(2)
  // Nothing is stored for an existing user.
  expect((await waiting()).map((row) => row.email)).toEqual([email])
  const link = /token=([\w-]+)/.exec(sent.find(({ kind }) => kind === 'magic_link')!.text)![1]!
  await expect(open(link)).resolves.toMatchObject({ user: { id: student.id } })
})

test('stores nothing that opens the link, and mails an address five times at most', async () => {
  const { token } = await linkOf()
  const queued = await queryAsOwner<{ ask: string }>(
    `select payload ->> 'ask' as ask from ${queueTables.jobs} where payload ->> 'school_id' = $1 and payload ->> 'ask' is not null`,
    [school.school_id],
  )
  expect(JSON.stringify([await waiting(), queued])).not.toContain(token)
  expect(queued).toHaveLength(1)
  await expect(open(queued[0]!.ask)).rejects.toMatchObject(invalid)
  for (let time = 0; time < 6; time++) {
    await ask()
    await mailThem()
  }
  expect(await mails()).toHaveLength(5)
})

test('logs in a person who registered meanwhile', async () => {
  const { token } = await linkOf()
  const other = await school
    .visitor()
    .api(contract.registerStudent, { name: 'Ada', email, password: testPassword })
  await expect(open(token)).resolves.toMatchObject({ user: { id: other.user!.id } })
})

test('is offered by schools that allow it, with their questions, until they close registration', async () => {
  const at = school
  await offer(at, {
    registration_fields: [{ key: 'town', label: 'Town', type: 'text', required: true, options: [] }],
  })
  await expect(ask()).rejects.toMatchObject({ status: 422 })
  const { token } = await linkOf({ custom_auth_input: { town: ' Kano ' } })
  await offer(at, { allow_student_registration: false })
  await expect(open(token)).rejects.toMatchObject({ code: 'registration_closed' })
  await expect(ask({ custom_auth_input: { town: 'Kano' } })).rejects.toMatchObject({
    code: 'registration_closed',
  })
  await offer(at, { allow_student_registration: true })
  await expect(open(token)).resolves.toMatchObject({ user: { custom_auth_input: { town: 'Kano' } } })
  await offer(at, { allow_magic_link_registration: false })
  await expect(ask({ email: 'b@people.test', custom_auth_input: { town: 'Jos' } })).rejects.toMatchObject({
    code: 'login_method_unavailable',
  })
})

test('keeps both parts of a name', async () => {
  const { token } = await linkOf({ name: undefined, firstName: 'Amina', lastName: 'Bello' })
  await expect(open(token)).resolves.toMatchObject({
    user: { name: 'Amina Bello', firstName: 'Amina', lastName: 'Bello' },
  })
})

test('accepts the legal texts with the form, and stores them when the link is opened', async () => {
  const admin = await school.admin()
  const draft = await admin.api(saveLegalDraft, { kind: 'terms', body: '<p>Be kind.</p>', url: null })
  await admin.api(publishLegalDocument, {
    kind: 'terms',
    updated_at: String(draft.updated_at),
    needs_acceptance: true,
  })
  const later = await linkOf({ email: 'later@people.test' })
  const { user_token } = await open(later.token)
  const reply = await school.visitor().api(contract.getMe, {}, { 'x-access-token': user_token })
  expect(reply.pending_document_kinds).toEqual(['terms'])
  const { token } = await linkOf({ accepted_documents: [{ kind: 'terms', version: 1 }] })
  const { user } = await open(token)
  const { accepted } = await admin.api(getUserConsent, { user_id: user.id })
  expect(accepted).toMatchObject([{ kind: 'terms', version: 1, source: 'magic_link' }])
})

test('limits requests to ten per address in 15 minutes', async () => {
  for (let time = 0; time < 10; time++) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  await expect(ask({ email: 'other@people.test' })).resolves.toMatchObject({ user: null })
})

test('refuses a link mailed before the school reached its plan limit', async () => {
  const { config } = (await getTestApp()).services
  const before = config.freeLimits
  config.freeLimits = { ...before, students: 1 }
  try {
    school = await createTestSchool({ plan_name: 'free' })
    await offer(school)
    const { token } = await linkOf()
    await school.student()
    await expect(open(token)).rejects.toMatchObject({ status: 409, code: 'plan_student_limit_reached' })
  } finally {
    config.freeLimits = before
  }
})
