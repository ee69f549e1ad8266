import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { createTestSchool, resetClock, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import * as contract from '../contract.ts'
import { mailMagicLinkJobDefinition } from '../jobs.ts'

let school: TestSchool

beforeEach(async () => {
  school = await createTestSchool()
})
afterEach(resetClock)

const loginRoles = {
  student: contract.loginStudent,
  teacher: contract.loginTeacher,
  admin: contract.loginAdmin,
}
type LoginRole = keyof typeof loginRoles

const minute = 60_000
const ask = (user_code: string, user_type: LoginRole = 'student', more: object = {}) =>
  school.visitor().api(contract.requestMagicLink, { user_code, user_type, ...more })
const open = (token: string, loginRole: LoginRole = 'student') =>
  school.visitor().api(loginRoles[loginRole], {
    login_with: 'magic_link',
    token,
    ignorePasswordValidation: true,
    user_code: '',
  })
const invalid = { status: 400, code: 'token_invalid' }

const mailsTo = (recipient: string) =>
  withSchoolTx(school.app.services.databases.db, school.school_id, (tx) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school.school_id)
      .where('recipient', '=', recipient)
      .where('kind', '=', 'magic_link')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .select(['text', 'subject'])
      .execute(),
  )

/** Runs the job that the request enqueued, and reads the mail. */
async function linkFor(user_code: string, kind: LoginRole = 'student', redirect: string | null = null) {
  await runJob(school, mailMagicLinkJobDefinition, { user_code, kind, locale: 'en', redirect })
  const [mail] = await mailsTo(user_code)
  const link = new URL(/http\S+magic-link\S+/.exec(mail!.text)![0])
  return { link, token: link.searchParams.get('token')! }
}

describe('a link by mail', () => {
  test.each(['student', 'teacher', 'admin'] as const)(
    'logs a %s in once, by that login role only',
    async (loginRole) => {
      const person = await school[loginRole]()
      const { link, token } = await linkFor(person.email, loginRole, '/profile')
      expect(link.origin).toBe(`http://${school.host}:3000`)
      expect([link.searchParams.get('as'), link.searchParams.get('redirect')]).toEqual([
        loginRole,
        '/profile',
      ])
      for (const other of (Object.keys(loginRoles) as LoginRole[]).filter((one) => one !== loginRole))
        await expect(open(token, other)).rejects.toMatchObject(invalid)
      const answers = await Promise.allSettled(Array.from({ length: 5 }, () => open(token, loginRole)))
      const fulfilled = answers.filter((answer) => answer.status === 'fulfilled')
      expect(fulfilled.map(({ value }) => value.user.id)).toEqual([person.id])
      await expect(open(token, loginRole)).rejects.toMatchObject(invalid)
      const headers = { 'x-access-token': fulfilled[0]!.value.user_token }
      await expect(school.visitor().api(contract.getMe, {}, headers)).resolves.toMatchObject({
        id: person.id,
      })
    },
  )

  test('logs an owner in as admin', async () => {
    const owner = await school.owner()
    const { token } = await linkFor(owner.email, 'admin')
    await expect(open(token, 'admin')).resolves.toMatchObject({ user_type: 'account_user' })
  })

  test('is invalid after 15 minutes, at another school, or if changed', async () => {
    const student = await school.student()
    const { token } = await linkFor(student.email)
    const otherSchool = await createTestSchool()
    await expect(
      otherSchool.visitor().api(contract.loginStudent, { login_with: 'magic_link', token }),
    ).rejects.toMatchObject(invalid)
    await expect(open('made-up')).rejects.toMatchObject(invalid)
    setClock(new Date(Date.now() + 15 * minute + 1000))
    await expect(open(token)).rejects.toMatchObject(invalid)
    setClock(new Date(Date.now() + 14 * minute))
    await expect(open(token)).resolves.toMatchObject({ user: { id: student.id } })
  })

  test('is stored as a hash, and no other kind of token works for it', async () => {
    const student = await school.student()
    const { token } = await linkFor(student.email)
    const rows = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('one_time_tokens').where('school_id', '=', school_id).selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    await expect(
      school.visitor().api(contract.createPassword, {
        email: student.email,
        token,
        password: 'a brand new passphrase',
      }),
    ).rejects.toMatchObject(invalid)
    const { code } = await student.api(contract.createHandoff, {})
    await expect(open(code)).rejects.toMatchObject(invalid)
  })

  test('explains a refusal to suspended and pending people, and stays valid', async () => {
    const student = await school.student({ status: 'suspended' })
    const { token } = await linkFor(student.email)
    await expect(open(token)).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
    const teacher = await school.teacher({ status: 'awaiting_acceptance' })
    const waiting = await linkFor(teacher.email, 'teacher')
    await expect(open(waiting.token, 'teacher')).rejects.toMatchObject({ code: 'awaiting_acceptance' })
    const admin = await school.admin()
    await admin.api(contract.updateUser, { user_id: teacher.id, status: 'active' })
    // A change of status invalidates earlier links.
    await expect(open(waiting.token, 'teacher')).rejects.toMatchObject(invalid)
  })

  test('needs its token: the flag alone is refused', async () => {
    const student = await school.student()
    const input = {
      user_code: student.email,
      login_with: 'magic_link',
      ignorePasswordValidation: true,
    } as const
    await expect(school.visitor().api(contract.loginStudent, input)).rejects.toMatchObject({
      status: 400,
      code: 'token_required',
    })
  })
})

describe('requesting a link', () => {
  test('gets the same response for known, unknown and invalid names, and mails only known people', async () => {
    const student = await school.student({ user_code: 'M-77' })
    for (const code of [student.email, 'nobody@people.test', "' or 1=1 --", '%', '😀'.repeat(60)])
      await expect(ask(code)).resolves.toEqual({ ok: true })
    for (const user_code of ['nobody@people.test', '%', student.email.toUpperCase(), ' M-77 '])
      await runJob(school, mailMagicLinkJobDefinition, {
        user_code,
        kind: 'student',
        locale: 'en',
        redirect: null,
      })
    expect(await mailsTo(student.email)).toHaveLength(2)
    await runJob(school, mailMagicLinkJobDefinition, {
      user_code: student.email,
      kind: 'teacher',
      locale: 'en',
      redirect: null,
    })
    expect(await mailsTo(student.email)).toHaveLength(2)
  })

  test('is limited to ten per person, existing or not', async () => {
    for (const code of [(await school.student()).email, 'nobody@people.test']) {
      for (let tries = 0; tries < 10; tries++) await ask(code)
      await expect(ask(` ${code.toUpperCase()}`)).rejects.toMatchObject({ status: 429 })
    }
    await expect(ask('somebody-else@people.test')).resolves.toEqual({ ok: true })
  })

  test('is limited per network address, for all e-mail addresses together', async () => {
    for (let tries = 0; tries < 60; tries++) await ask(`nobody-${tries}@people.test`)
    await expect(ask('one-more@people.test')).rejects.toMatchObject({ status: 429 })
  })

  test('is limited to five mails in 15 minutes, by e-mail address and user code together', async () => {
    const student = await school.student({ user_code: 'M-78' })
    for (let tries = 0; tries < 8; tries++)
      await runJob(school, mailMagicLinkJobDefinition, {
        user_code: tries % 2 ? student.email : 'M-78',
        kind: 'student',
        locale: 'en',
        redirect: null,
      })
    expect(await mailsTo(student.email)).toHaveLength(5)
  })

  test('ignores a redirect to another site', async () => {
    const student = await school.student()
    for (const redirect of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
      const { link } = await linkFor(student.email, 'student', redirect)
      expect(link.searchParams.has('redirect')).toBe(false)
    }
  })
})
