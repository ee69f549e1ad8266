import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { mailInvitationsJobDefinition } from '../jobs.ts'

let school: TestSchool
let admin: TestUser

beforeEach(async () => {
  school = await createTestSchool({ name: 'Kano Academy' })
  admin = await school.admin({ name: 'Ngozi' })
  return resetClock
})

const many = (list: string, more: object = {}) =>
  admin.api(contract.inviteMany, { role: 'student', list, dry_run: false, notify: true, ...more })
const mails = () =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'invitation')
      .select(['recipient', 'text'])
      .execute(),
  )
const invitations = async () => (await admin.api(contract.listInvitations, { limit: 100 })).data

test('reports the error of each line in a dry run and invites nobody', async () => {
  const student = await school.student()
  const teacher = await school.teacher()
  await admin.api(contract.invite, { email: 'open@kano.test', role: 'student' })
  const list = [
    'Name,E-mail',
    'Amina,amina@kano.test',
    'nobody',
    `Here,${student.email}`,
    'open@kano.test',
    `Teaches,${teacher.email}`,
    'AMINA@kano.test',
  ].join('\n')
  const answer = await many(list, { dry_run: true })
  expect(answer).toMatchObject({ ready: 2, invited: 0 })
  expect(answer.errors.map(({ line, code }) => [line, code])).toEqual([
    [3, 'bad_address'],
    [4, 'already_here'],
    [5, 'already_invited'],
    [7, 'duplicate'],
  ])
  expect(await invitations()).toHaveLength(1)
  await expect(many(list)).resolves.toMatchObject({ ready: 2, invited: 2 })
  await expect(many(list)).resolves.toMatchObject({ ready: 0, invited: 0 })
})

test('mails fifty invitations at a time, each with a working link', async () => {
  const list = Array.from({ length: 120 }, (_, at) => `Person ${at},p${at}@kano.test`).join('\n')
  await many(list)
  for (const sent of [50, 100, 120, 120]) {
    await runJob(school, mailInvitationsJobDefinition, {})
    expect(await mails()).toHaveLength(sent)
  }
  const [mail] = await mails()
  expect(mail!.text).toContain('Ngozi has invited you to learn at Kano Academy.')
  const register_token = /register_token=([\w-]+)/.exec(mail!.text)![1]!
  await expect(
    school.visitor().api(contract.registerStudent, {
      name: 'P',
      email: mail!.recipient,
      password: testPassword,
      register_token,
    }),
  ).resolves.toMatchObject({ user_type: 'student' })
})

test('mails nobody without `notify` until an invitation is sent, and never a withdrawn one', async () => {
  await many('a@kano.test\nb@kano.test', { notify: false })
  await runJob(school, mailInvitationsJobDefinition, {})
  expect(await mails()).toEqual([])
  const list = await invitations()
  const [a, b] = ['a@kano.test', 'b@kano.test'].map((email) => list.find((one) => one.email === email)!)
  await admin.api(contract.resendInvitation, { invitation_id: a!.id })
  await admin.api(contract.revokeInvitation, { invitation_id: b!.id })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['a@kano.test'])
  await many('c@kano.test')
  const c = (await invitations()).find(({ email }) => email === 'c@kano.test')!
  await admin.api(contract.revokeInvitation, { invitation_id: c.id })
  await runJob(school, mailInvitationsJobDefinition, {})
  expect(await mails()).toHaveLength(1)
})

test('invites two thousand people once, even with two concurrent requests', async () => {
  const list = Array.from({ length: 2_001 }, (_, at) => `p${at}@kano.test`).join('\n')
  const answers = await Promise.all([many(list), many(list)])
  expect(answers.map(({ invited }) => invited).toSorted((a, b) => a - b)).toEqual([0, 2_000])
  expect(answers[0].errors.at(-1)).toMatchObject({ line: 2_001, code: 'too_many' })
  const { count } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('invitations')
      .where('school_id', '=', school_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  expect(count).toBe(2_000)
})

test('exports invitations as a table with formulas escaped', async () => {
  await many('=cmd()|x,evil@kano.test\nAmina,amina@kano.test', { notify: false })
  const { text } = await admin.api(contract.exportInvitations, {})
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Name","E-mail","Role","Status","Invited on","Valid until"')
  expect(lines).toHaveLength(3)
  expect(text).toContain(`"'=cmd()|x","evil@kano.test","Student","Pending"`)
})

test('resends several invitations once in ten minutes, and no closed ones', async () => {
  await many('a@kano.test\nb@kano.test\nc@kano.test', { notify: false })
  const ids = (await invitations()).map(({ id }) => id)
  await admin.api(contract.revokeInvitation, { invitation_id: ids[0]! })
  const visitor = await (await createTestSchool()).admin()
  const foreign = await visitor.api(contract.invite, { email: 'd@kano.test' })
  const invitation_ids = [...ids, foreign.id, newId()]
  const resend = (headers?: Record<string, string>) =>
    admin.api(contract.resendInvitations, { invitation_ids }, headers)
  const headers = { 'idempotency-key': newId() }
  await expect(resend(headers)).resolves.toEqual({ resent: 2, skipped: 3 })
  await expect(resend(headers)).resolves.toEqual({ resent: 2, skipped: 3 })
  await expect(resend()).resolves.toEqual({ resent: 0, skipped: 5 })
  await runJob(school, mailInvitationsJobDefinition, {})
  expect(await mails()).toHaveLength(2)
  await expect(resend()).resolves.toEqual({ resent: 0, skipped: 5 })
  setClock(() => new Date(Date.now() + 11 * 60_000))
  await expect(resend()).resolves.toEqual({ resent: 2, skipped: 3 })
  await runJob(school, mailInvitationsJobDefinition, {})
  expect(await mails()).toHaveLength(4)
  expect((await invitations()).filter(({ status }) => status === 'open')).toHaveLength(2)
})

test('withdraws up to two hundred invitations at once, permanently', async () => {
  await many('a@kano.test\nb@kano.test')
  const invitation_ids = (await invitations()).map(({ id }) => id)
  const withdraw = () => admin.api(contract.revokeInvitations, { invitation_ids })
  const answers = await Promise.all([withdraw(), withdraw()])
  expect(answers.map(({ withdrawn }) => withdrawn).toSorted((a, b) => a - b)).toEqual([0, 2])
  await runJob(school, mailInvitationsJobDefinition, {})
  expect(await mails()).toEqual([])
  const tooMany = { invitation_ids: Array.from({ length: 201 }, newId) }
  await expect(admin.api(contract.revokeInvitations, tooMany)).rejects.toMatchObject({ status: 422 })
})
