import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendMail } from '#mail/index.ts'
import * as ownership from '#ownership/contract.ts'
import { createSchool, updateSchool } from '#schools/contract.ts'
import type { Job } from '#tenancy/jobs/define-job.ts'
import { newId } from '#platform/security/tokens.ts'
import { listQueuedJobs, runQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestVisitor,
  runInSchool,
  resetClock,
  setClock,
  testPassword,
  getTestApp,
  type TestClient,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { mailInvitationsJobDefinition, mailRegistrationLinkJobDefinition } from '../jobs.ts'

// Attack: create a school with another person's or a disposable address, then mail many people.

const dayMs = 86_400_000
const strangers = (n: number, prefix = 's') =>
  Array.from({ length: n }, (_, at) => `${prefix}${at}@strangers.test`).join('\n')

let before: Awaited<ReturnType<typeof getTestApp>>['services']['config']['externalMailLimits']
beforeEach(async () => {
  const { config } = (await getTestApp()).services
  before = config.externalMailLimits
  config.externalMailLimits = { free: [3, 6, 9], paid: [30, 60, 90] }
})
afterEach(async () => {
  resetClock()
  ;(await getTestApp()).services.config.externalMailLimits = before
})

async function aNewSchool(name = 'Kano Academy') {
  const label = `new-${Math.random().toString(36).slice(2, 10)}`
  const email = `${label}@people.test`
  const root = await createTestVisitor()
  const { school, handoff } = await root.api(createSchool, {
    name,
    school_url: label,
    currency_code: 'NGN',
    country: 'NG',
    time_zone: 'Africa/Lagos',
    language: 'en',
    owner: { name: 'Amina', email, password: testPassword },
  })
  const visitor = await createTestVisitor(`${label}.lyceum.test`)
  const { user_token } = await visitor.api(contract.loginAdmin, { token: handoff, login_with: 'handoff' })
  return { ...as(visitor, user_token), email, school_id: school.school_id, visitor }
}

function as(visitor: TestClient, user_token: string) {
  const headers = { 'x-access-token': user_token }
  const api: TestClient['api'] = (route, input) => visitor.api(route, input, headers)
  return { api }
}

async function mailsOf(school_id: string, kind: string) {
  const { databases } = (await getTestApp()).services
  const { withSchoolTx: inSchool } = await import('#tenancy/database/school-tx.ts')
  return inSchool(databases.db, school_id, (tx) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', kind)
      .orderBy('created_at')
      .select(['recipient', 'subject', 'text', 'sender_name'])
      .execute(),
  )
}

/** Runs the job like a worker, with the clock of the test. */
async function run(school_id: string, job: Job<never> = mailInvitationsJobDefinition as Job<never>) {
  const app = await getTestApp()
  const now = app.services.now?.() ?? new Date()
  await runQueuedJobs(
    { school_id, transact: (work) => runInSchool(app, school_id, (ctx) => work({ ...ctx, now })) },
    job,
  )
}
const confirmation = async (school_id: string) =>
  /confirm-email\?token=(\S+)/.exec((await mailsOf(school_id, 'confirm_email')).at(-1)!.text)![1]!

describe('a school with an unverified owner', () => {
  test('mails nobody but the owner, and sends waiting mail after verification', async () => {
    const owner = await aNewSchool()
    await owner.api(contract.invite, { email: 'one@strangers.test', role: 'student' })
    await owner.api(contract.inviteMany, {
      role: 'student',
      list: strangers(2),
      dry_run: false,
      notify: true,
    })
    await run(owner.school_id)
    expect(await mailsOf(owner.school_id, 'invitation')).toEqual([])
    const mail = { subject: 'Accepted', heading: 'Accepted', paragraphs: ['Welcome'] }
    await runInSchool(await getTestApp(), owner.school_id, (ctx) =>
      sendMail(ctx, {
        to: 'teacher@strangers.test',
        user_id: newId(),
        is_unproved: true,
        kind: 'registration_accepted',
        mail,
      }),
    )
    const dueJobs = async () =>
      (await listQueuedJobs(owner.school_id, 'sendDeferredMails')).filter(
        ({ run_at }) => run_at.getTime() <= Date.now(),
      )
    expect(await owner.api(contract.getMailAllowance, {})).toMatchObject({
      is_confirmed: false,
      remaining: 0,
      queued: 4,
    })
    expect(await dueJobs()).toEqual([])
    for (const token of ['made-up', `${Date.now() + dayMs}.x`])
      await expect(owner.api(contract.confirmEmail, { token })).rejects.toMatchObject({
        code: 'token_invalid',
      })
    await owner.api(contract.confirmEmail, { token: await confirmation(owner.school_id) })
    expect(await dueJobs()).toHaveLength(1)
    await run(owner.school_id)
    expect(await mailsOf(owner.school_id, 'invitation')).toHaveLength(3)
    expect(await owner.api(contract.getMailAllowance, {})).toMatchObject({
      is_confirmed: true,
      allowed_per_day: 3,
      remaining: 0,
      queued: 1,
    })
  })

  test('is verified by the owner’s link in the owner’s session only, for seven days', async () => {
    const [owner, other] = [await aNewSchool(), await aNewSchool()]
    const token = await confirmation(owner.school_id)
    await expect(other.api(contract.confirmEmail, { token })).rejects.toMatchObject({ code: 'token_invalid' })
    await expect(owner.visitor.api(contract.confirmEmail, { token })).rejects.toMatchObject({ status: 401 })
    setClock(new Date(Date.now() + 8 * dayMs))
    await expect(owner.api(contract.confirmEmail, { token })).rejects.toMatchObject({ code: 'token_invalid' })
    await owner.api(contract.requestEmailConfirmation, {})
    const fresh = await confirmation(owner.school_id)
    await owner.api(contract.confirmEmail, { token: fresh })
    await owner.api(contract.confirmEmail, { token: fresh })
  })

  test('sends no registration links to visitors and offers the school to nobody', async () => {
    const owner = await aNewSchool()
    await owner.api(updateSchool, { id: owner.school_id, allow_magic_link_registration: true })
    await expect(
      owner.visitor.api(contract.registerStudent, {
        name: 'A stranger',
        email: 'a@strangers.test',
        register_with: 'magic_link',
      }),
    ).rejects.toMatchObject({ code: 'login_method_unavailable' })
    const root = await createTestVisitor()
    const { user_token } = await root.api(contract.loginAccount, {
      email: owner.email,
      password: testPassword,
    })
    const atRoot = as(root, user_token)
    const { school_id } = owner
    const proof = { password: testPassword }
    await expect(
      atRoot.api(ownership.offerTransfer, {
        school_id,
        email: 'a@strangers.test',
        former_owner_becomes: 'no_role',
        ...proof,
      }),
    ).rejects.toMatchObject({ code: 'owner_email_not_confirmed' })
    await expect(
      atRoot.api(ownership.inviteToSchools, {
        email: 'a@strangers.test',
        role: 'owner',
        school_ids: [school_id],
        ...proof,
      }),
    ).rejects.toMatchObject({ code: 'owner_email_not_confirmed' })
    expect(await mailsOf(school_id, 'ownership_offer')).toEqual([])
  })
})

describe('the daily allowance', () => {
  test('covers single invitations and lists, and sends the rest on the next days', async () => {
    const school = await createTestSchool({ plan_name: 'free', created_at: new Date() })
    const owner = await school.owner()
    await owner.api(contract.inviteMany, {
      role: 'student',
      list: strangers(7),
      dry_run: false,
      notify: true,
    })
    await run(school.school_id)
    await run(school.school_id)
    expect(await mailsOf(school.school_id, 'invitation')).toHaveLength(3)
    const extra = await owner.api(contract.invite, { email: 'extra@strangers.test', role: 'student' })
    expect(extra.status).toBe('open')
    const { queued, remaining, resumes_at } = await owner.api(contract.getMailAllowance, {})
    expect([queued, remaining]).toEqual([5, 0])
    expect(new Date(resumes_at).getTime()).toBeGreaterThan(Date.now())
    setClock(new Date(resumes_at))
    await run(school.school_id)
    expect(await mailsOf(school.school_id, 'invitation')).toHaveLength(6)
    setClock(new Date(new Date(resumes_at).getTime() + dayMs))
    await run(school.school_id)
    const recipients = (await mailsOf(school.school_id, 'invitation')).map(({ recipient }) => recipient)
    expect(new Set(recipients).size).toBe(8)
  })

  test('is not exceeded by concurrent requests', async () => {
    const school = await createTestSchool({ plan_name: 'free', created_at: new Date() })
    const owner = await school.owner()
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        owner.api(contract.invite, { email: `p${at}@strangers.test`, role: 'student' }),
      ),
    )
    expect(await mailsOf(school.school_id, 'invitation')).toHaveLength(3)
  })

  test.each([
    ['free', 0, 3],
    ['free', 8, 6],
    ['free', 40, 9],
    ['subscription', 0, 30],
    ['subscription', 8, 60],
    ['subscription', 40, 90],
  ])('on the plan %s after %i days is %i', async (plan_name, days, allowance) => {
    const created_at = new Date(Date.now() - days * dayMs - 60_000)
    const school = await createTestSchool({ plan_name, created_at })
    await school.transact(({ tx, school_id }) =>
      tx.updateTable('schools').set({ created_at }).where('school_id', '=', school_id).execute(),
    )
    school.app.services.onSchoolInvalidated(school.school_id)
    expect(await (await school.admin()).api(contract.getMailAllowance, {})).toMatchObject({
      allowed_per_day: allowance,
    })
  })

  test('is not used up by visitors who request links', async () => {
    const school = await createTestSchool({ plan_name: 'free', created_at: new Date() })
    const admin = await school.admin()
    await admin.api(updateSchool, { id: school.school_id, allow_magic_link_registration: true })
    const ask = (at: number) =>
      school.visitor().api(contract.registerStudent, {
        name: 'V',
        email: `v${at}@strangers.test`,
        register_with: 'magic_link',
      })
    for (let at = 0; at < 4; at++) {
      await ask(at).catch(() => {})
      await run(school.school_id, mailRegistrationLinkJobDefinition as Job<never>)
    }
    expect(await mailsOf(school.school_id, 'registration_link')).toHaveLength(3)
    await expect(ask(9)).rejects.toMatchObject({ code: 'login_method_unavailable' })
    expect((await admin.api(contract.getMailAllowance, {})).remaining).toBe(3)
  })
})

test('sanitises names in mail to people outside of the school', async () => {
  const name = 'You won! http://evil.example/prize\u202e bob@evil.example '.repeat(2).trim().slice(0, 100)
  const school = await createTestSchool({ name })
  const admin = await school.admin({ name: 'evil.example' })
  await admin.api(contract.invite, {
    email: 'x@strangers.test',
    role: 'student',
    name: 'http://evil.example',
  })
  const [mail] = await mailsOf(school.school_id, 'invitation')
  expect(mail!.subject).toMatch(/^You’re invited to join a school on Lyceum: You won! evil\. example/)
  expect(mail!.subject.length).toBeLessThan(120)
  const said = [mail!.subject, mail!.sender_name, mail!.text].join('\n')
  expect(said).not.toMatch(/evil\.example|@evil|\u202e/)
})
