import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

let school: TestSchool
let admin: TestUser

beforeEach(async () => {
  school = await createTestSchool({ name: 'Kano Academy' })
  admin = await school.admin({ name: 'Ngozi' })
  return resetClock
})

const email = 'new@people.test'
const invite = (more: object = {}) => admin.api(contract.invite, { email, ...more })
const mails = () =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'invitation')
      .orderBy('created_at')
      .orderBy('id')
      .select(['text', 'subject', 'recipient'])
      .execute(),
  )
const tokenIn = (text: string) =>
  new URL(/http\S+register_token\S+/.exec(text)![0]).searchParams.get('register_token')!
const read = (register_token: string) => school.visitor().api(contract.readInvitation, { register_token })
const invalid = { code: 'invitation_invalid' }

test('are created by admins and owners only, with a link to the school’s host', async () => {
  await expect(school.visitor().api(contract.invite, { email })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  for (const person of [await school.student(), await school.teacher()])
    await expect(person.api(contract.invite, { email })).rejects.toMatchObject({ code: 'forbidden' })
  const invitation = await invite({ email: 'New@people.test', name: 'Bola', role: 'teacher' })
  expect(invitation).toMatchObject({ email, name: 'Bola', role: 'teacher', status: 'open' })
  expect(new Date(invitation.expires_at).getTime() - new Date(invitation.created_at).getTime()).toBe(
    7 * 86_400_000,
  )
  const [mail] = await mails()
  expect(mail).toMatchObject({
    recipient: email,
    subject: 'You’re invited to join a school on Lyceum: Kano Academy',
  })
  const link = new URL(/http\S+register_token\S+/.exec(mail!.text)![0])
  expect([link.host, link.pathname, link.searchParams.get('as')]).toEqual([
    `${school.host}:3000`,
    '/register',
    'teacher',
  ])
})

test('default to the admin role, and are refused for existing admins', async () => {
  await expect(invite()).resolves.toMatchObject({ role: 'admin' })
  await expect(invite({ email: admin.email })).rejects.toMatchObject({ status: 409, code: 'email_taken' })
  await expect(invite({ email: admin.email, role: 'teacher' })).resolves.toMatchObject({ role: 'teacher' })
  await expect(invite({ role: 'account_user' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('are created once per idempotency key', async () => {
  const key = { 'idempotency-key': newId() }
  const [first, second] = [
    await admin.api(contract.invite, { email }, key),
    await admin.api(contract.invite, { email }, key),
  ]
  expect(second).toEqual(first)
  expect(await mails()).toHaveLength(1)
})

test('get a new link when repeated or sent again, and the old one stops working', async () => {
  const first = await invite()
  const second = await invite({ name: 'Named' })
  expect(second).toMatchObject({ id: first.id, name: 'Named' })
  await admin.api(contract.resendInvitation, { invitation_id: first.id })
  const tokens = (await mails()).map((mail) => tokenIn(mail.text))
  expect(new Set(tokens).size).toBe(3)
  for (const token of tokens.slice(0, 2)) await expect(read(token)).rejects.toMatchObject(invalid)
  await expect(read(tokens[2]!)).resolves.toEqual({ email, name: 'Named', role: 'admin' })
})

test('are valid for 7 days, and again after resending', async () => {
  const { id } = await invite()
  const token = tokenIn((await mails())[0]!.text)
  setClock(new Date(Date.now() + 7 * 86_400_000))
  await expect(read(token)).rejects.toMatchObject(invalid)
  // The admin's session would have expired after a day.
  const { user_token } = await school
    .visitor()
    .api(contract.loginAdmin, { user_code: admin.email, password: testPassword })
  const headers = { 'x-access-token': user_token }
  const listed = await admin.api(contract.listInvitations, {}, headers)
  expect(listed.data).toMatchObject([{ id, status: 'expired' }])
  await expect(admin.api(contract.resendInvitation, { invitation_id: id }, headers)).resolves.toMatchObject({
    status: 'open',
  })
})

test('are closed after withdrawal or acceptance', async () => {
  const withdrawn = await invite()
  const token = tokenIn((await mails())[0]!.text)
  const closed = { status: 409, code: 'invitation_closed' }
  await expect(admin.api(contract.revokeInvitation, { invitation_id: withdrawn.id })).resolves.toMatchObject({
    status: 'revoked',
  })
  await expect(read(token)).rejects.toMatchObject(invalid)
  await expect(admin.api(contract.revokeInvitation, { invitation_id: withdrawn.id })).rejects.toMatchObject(
    closed,
  )
  await expect(admin.api(contract.resendInvitation, { invitation_id: withdrawn.id })).rejects.toMatchObject(
    closed,
  )
  const again = await invite()
  expect(again.id).not.toBe(withdrawn.id)
  await school.visitor().api(contract.registerAdmin, {
    name: 'New',
    email,
    password: testPassword,
    register_token: tokenIn((await mails())[1]!.text),
  })
  await expect(admin.api(contract.resendInvitation, { invitation_id: again.id })).rejects.toMatchObject(
    closed,
  )
  const { data } = await admin.api(contract.listInvitations, {})
  expect(data.map((row) => row.status).toSorted()).toEqual(['accepted', 'revoked'])
})

test('are invisible to admins of another school', async () => {
  const { id } = await invite()
  const other = await (await createTestSchool()).admin()
  for (const invitation_id of [id, newId()]) {
    await expect(other.api(contract.resendInvitation, { invitation_id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(other.api(contract.revokeInvitation, { invitation_id })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  expect((await other.api(contract.listInvitations, {})).data).toEqual([])
})

test('show no token in lists', async () => {
  await invite()
  const token = tokenIn((await mails())[0]!.text)
  expect(JSON.stringify(await admin.api(contract.listInvitations, {}))).not.toContain(token)
})
