import { beforeEach, describe, expect, test } from 'vitest'
import { json } from '#platform/database/database.server.ts'
import { newId } from '#platform/security/tokens.ts'
import { runQueuedJobs } from '#testing/builders/queue.ts'
import { createTestSchool, testPassword, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { jobs } from '../jobs.ts'

const mailPasswordReset = jobs.find(({ name }) => name === 'mailPasswordReset')!

let school: TestSchool

beforeEach(async () => {
  school = await createTestSchool()
})

const newcomer = { name: 'Amina Bello', email: 'amina@people.test', password: testPassword }
const register = (more: object = {}, at = school) =>
  at.visitor().api(contract.registerStudent, { ...newcomer, school_id: at.school_id, ...more })

async function invited(role: 'student' | 'teacher' | 'admin', email = newcomer.email, at = school) {
  const admin = await at.admin()
  await admin.api(contract.invite, { email, role, name: 'Amina' })
  return at.transact(async ({ tx, school_id }) => {
    const mail = await tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', email)
      .where('kind', '=', 'invitation')
      .orderBy('created_at', 'desc')
      .select('text')
      .executeTakeFirstOrThrow()
    return new URL(/http\S+register_token\S+/.exec(mail.text)![0]).searchParams.get('register_token')!
  })
}

describe('a student', () => {
  test('is registered and logged in at once', async () => {
    const answer = await register({
      name: '  Amina Bello ',
      email: 'Amina@People.test',
      register_with: 'password',
    })
    expect(answer).toMatchObject({ user_type: 'student', user_faculties: [] })
    expect(answer.user).toMatchObject({
      name: 'Amina Bello',
      email: 'amina@people.test',
      status: 'active',
      language: 'en',
    })
    const me = await school.visitor().api(contract.getMe, {}, { 'x-access-token': answer.user_token! })
    expect(me).toMatchObject({ id: answer.user!.id, has_password: true })
    await expect(
      school.visitor().api(contract.loginStudent, { user_code: newcomer.email, password: testPassword }),
    ).resolves.toMatchObject({ user: { id: answer.user!.id } })
  })

  test('accepts every field of the specification, including null', async () => {
    const { school_no } = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('schools')
        .where('school_id', '=', school_id)
        .select('school_no')
        .executeTakeFirstOrThrow(),
    )
    const all = {
      school_no,
      register_token: null,
      register_with: null,
      custom_auth_input: {},
      ignore_password: false,
    }
    await expect(register(all)).resolves.toMatchObject({ user_type: 'student' })
    await expect(register({ email: 'b@people.test', school_no: 'not this one' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('has a name, or first and last name', async () => {
    const parts = { name: undefined, firstName: ' Amina ', lastName: 'Bello' }
    const { user } = await register({ ...parts, email: 'parts@people.test' })
    expect(user).toMatchObject({ name: 'Amina Bello', firstName: 'Amina', lastName: 'Bello' })
    const single = { name: null, firstName: 'Sukarno', lastName: null }
    expect((await register({ ...single, email: 'single@people.test' })).user).toMatchObject({
      name: 'Sukarno',
      firstName: 'Sukarno',
      lastName: null,
    })
    const response = await register({ email: 'whole@people.test' })
    expect(response.user).toMatchObject({ name: 'Amina Bello', firstName: null, lastName: null })
    for (const none of [{}, { firstName: ' ' }])
      await expect(register({ name: undefined, ...none })).rejects.toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'name', code: 'required' }],
      })
  })

  test('cannot register twice, even concurrently', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => register()))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(new Set(refused.map((reason) => reason.code))).toEqual(new Set(['email_taken']))
    await expect(register({ email: ' AMINA@people.test '.trim() })).rejects.toMatchObject({
      code: 'email_taken',
    })
    const other = await createTestSchool()
    await expect(register({}, other)).resolves.toMatchObject({ user_type: 'student' })
  })

  test('gets the same response for a repeated idempotency key, which is stored encrypted', async () => {
    const key = { 'idempotency-key': newId() }
    const send = (more: object = {}) =>
      school.visitor().api(contract.registerStudent, { ...newcomer, ...more }, key)
    const first = await send()
    await expect(send()).resolves.toEqual(first)
    await expect(send({ name: 'Other' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    const stored = await school.app.services.databases.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(first.user_token)
    expect(stored.some((claim) => claim.response?.includes('user_token'))).toBe(false)
  })

  test('cannot register again when suspended, but can after removal', async () => {
    await school.student({ email: newcomer.email, status: 'suspended' })
    await expect(register()).rejects.toMatchObject({ code: 'email_taken' })
    await school.student({ email: 'gone@people.test', status: 'removed' })
    await expect(register({ email: 'gone@people.test' })).resolves.toMatchObject({ user_type: 'student' })
  })

  test('needs an open school, or an invitation', async () => {
    school = await createTestSchool({ allow_student_registration: false })
    await expect(register()).rejects.toMatchObject({ status: 403, code: 'registration_closed' })
    const register_token = await invited('student')
    await expect(register({ register_token })).resolves.toMatchObject({ user_type: 'student' })
  })

  test('needs a password that is not easy to guess', async () => {
    for (const [password, code] of [
      [undefined, 'required'],
      ['short', 'too_short'],
      ['x'.repeat(201), 'too_long'],
      ['password1', 'too_common'],
      ['amina@people.test', 'too_common'],
    ])
      await expect(register({ password })).rejects.toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'password', code }],
      })
  })

  test('cannot choose another role', async () => {
    for (const field of ['role', 'status', 'account_id', 'user_code', 'id'])
      await expect(register({ [field]: 'admin' })).rejects.toMatchObject({
        errors: [{ path: field, code: 'unknown_field' }],
      })
  })

  test('that registers without a password gets a mailed link to create one, and no session', async () => {
    const answer = await register({ ignore_password: true })
    expect(answer).toMatchObject({ user_token: null, user_type: 'student', user: { has_password: false } })
    const login = { user_code: newcomer.email, password: testPassword }
    await expect(school.visitor().api(contract.loginStudent, login)).rejects.toMatchObject({
      code: 'credentials_wrong',
    })
    await runQueuedJobs(school, mailPasswordReset)
    const { text } = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('mail_outbox')
        .where('school_id', '=', school_id)
        .where('recipient', '=', newcomer.email)
        .select('text')
        .executeTakeFirstOrThrow(),
    )
    const token = new URL(/http\S+token=\S+/.exec(text)![0]).searchParams.get('token')!
    await school
      .visitor()
      .api(contract.createPassword, { email: newcomer.email, token, password: testPassword })
    await expect(school.visitor().api(contract.loginStudent, login)).resolves.toMatchObject({
      user: { id: answer.user!.id },
    })
  })

  test('needs no password with an invitation', async () => {
    const register_token = await invited('student')
    const answer = await register({ ignore_password: true, register_token })
    expect(answer.user!.has_password).toBe(false)
    await expect(
      school.visitor().api(contract.loginStudent, { user_code: newcomer.email, password: testPassword }),
    ).rejects.toMatchObject({ code: 'credentials_wrong' })
  })

  test('registers over an issuer with its proof, and by link only if the school allows it', async () => {
    await expect(register({ register_with: 'google' })).rejects.toMatchObject({ code: 'token_required' })
    await expect(register({ register_with: 'magic_link' })).rejects.toMatchObject({
      code: 'login_method_unavailable',
    })
  })

  test('has names and answers stored as plain text', async () => {
    const name = '<img src=x onerror=alert(1)> 🦉 O’Neill; drop table users'
    await expect(register({ name })).resolves.toMatchObject({ user: { name } })
    await expect(register({ name: ' \t ' })).rejects.toMatchObject({ errors: [{ path: 'name' }] })
    await expect(register({ name: 'nul \u0000', email: 'c@people.test' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    for (const email of ['', 'nobody', 'a b@c.d', 'a@b@c', 'x'.repeat(300)])
      await expect(register({ email })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('the school’s own questions', () => {
  const fields = [
    { key: 'city', label: 'City', type: 'text', required: true, options: [] },
    { key: 'level', label: 'Level', type: 'choice', required: false, options: ['A1', 'B2'] },
  ]

  beforeEach(() =>
    school.transact(({ tx, school_id }) =>
      tx
        .updateTable('schools')
        .set({ registration_fields: json(fields) })
        .where('school_id', '=', school_id)
        .execute(),
    ),
  )

  test('are answered by students and stored', async () => {
    await expect(register()).rejects.toMatchObject({
      errors: [{ path: 'custom_auth_input.city', code: 'required' }],
    })
    await expect(register({ custom_auth_input: { city: 'Kano', level: 'C2', x: 1 } })).rejects.toMatchObject({
      errors: [{ path: 'custom_auth_input.x' }, { path: 'custom_auth_input.level', code: 'not_a_choice' }],
    })
    const custom_auth_input = { city: 'Kano', level: 'B2' }
    await expect(register({ custom_auth_input })).resolves.toMatchObject({ user: { custom_auth_input } })
  })

  test('limit what can be sent', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
    for (const custom_auth_input of [
      many,
      { city: 'x'.repeat(3_000) },
      { city: { deep: 1 } },
      { city: ['a'] },
      'text',
      [],
    ])
      await expect(register({ custom_auth_input })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('are not shown to teachers', async () => {
    await expect(school.visitor().api(contract.registerTeacher, newcomer)).resolves.toMatchObject({
      user_type: 'teacher',
    })
  })
})

describe('a teacher', () => {
  const asTeacher = (more: object = {}) =>
    school.visitor().api(contract.registerTeacher, { ...newcomer, ...more })

  test('waits for acceptance, and the admins are notified', async () => {
    const [admin, owner] = [await school.admin(), await school.owner()]
    const answer = await asTeacher()
    expect(answer).toMatchObject({
      user_token: null,
      user_type: 'teacher',
      user: { status: 'awaiting_acceptance' },
    })
    const notifications = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('mail_outbox')
        .where('school_id', '=', school_id)
        .where('kind', '=', 'teacher_awaiting_acceptance')
        .select('recipient')
        .execute(),
    )
    expect(notifications.map((mail) => mail.recipient).toSorted()).toEqual(
      [admin.email, owner.email].toSorted(),
    )
  })

  test('needs a school that accepts teachers, and gets no token', async () => {
    for (const field of ['register_token', 'register_with'])
      await expect(asTeacher({ [field]: 'x' })).rejects.toMatchObject({
        errors: [{ path: field, code: 'unknown_field' }],
      })
    school = await createTestSchool({ allow_teacher_registration: false })
    await expect(asTeacher()).rejects.toMatchObject({ code: 'registration_closed' })
  })

  test('accepts every field of the specification, and logs in by a mailed link without a password', async () => {
    const { school_no } = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('schools')
        .where('school_id', '=', school_id)
        .select('school_no')
        .executeTakeFirstOrThrow(),
    )
    const all = { school_no, school_id: school.school_id, custom_auth_input: {}, ignore_password: true }
    await expect(asTeacher({ password: null })).rejects.toMatchObject({
      errors: [{ path: 'password', code: 'required' }],
    })
    const { user } = await asTeacher({ ...all, password: null })
    expect(user).toMatchObject({ has_password: false, status: 'awaiting_acceptance' })
    const admin = await school.admin()
    await admin.api(contract.updateUser, { user_id: user.id, status: 'active' })
    const mail = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('mail_outbox')
        .where('school_id', '=', school_id)
        .where('kind', '=', 'registration_accepted')
        .select('text')
        .executeTakeFirstOrThrow(),
    )
    expect(mail.text).toContain('/magic-link?as=teacher')
  })

  test('may also be a student, but a teacher only once', async () => {
    await register()
    await asTeacher()
    await expect(asTeacher()).rejects.toMatchObject({ code: 'email_taken' })
  })
})

describe('registration with an invitation', () => {
  const routes = {
    admin: contract.registerAdmin,
    teacher: contract.acceptTeacherInvitation,
    student: contract.registerStudent,
  } as const
  const refused = { status: 400, code: 'invitation_invalid' }

  test.each(['admin', 'teacher', 'student'] as const)(
    'works for %s once, for that address and role',
    async (role) => {
      const register_token = await invited(role)
      const accept = (more: object = {}, loginRole = role) =>
        school.visitor().api(routes[loginRole], { ...newcomer, register_token, ...more })
      await expect(school.visitor().api(contract.readInvitation, { register_token })).resolves.toEqual({
        email: newcomer.email,
        name: 'Amina',
        role,
      })
      await expect(accept({ email: 'other@people.test' })).rejects.toMatchObject(refused)
      await expect(accept({ register_token: 'made-up' })).rejects.toMatchObject(refused)
      const others = (Object.keys(routes) as (typeof role)[]).filter((loginRole) => loginRole !== role)
      for (const loginRole of others) await expect(accept({}, loginRole)).rejects.toMatchObject(refused)
      const answers = await Promise.allSettled(Array.from({ length: 5 }, () => accept()))
      expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
      await expect(accept({ email: newcomer.email })).rejects.toMatchObject(refused)
      await expect(school.visitor().api(contract.readInvitation, { register_token })).rejects.toMatchObject(
        refused,
      )
      const active = await school
        .visitor()
        .api(
          role === 'admin'
            ? contract.loginAdmin
            : role === 'teacher'
              ? contract.loginTeacher
              : contract.loginStudent,
          { user_code: newcomer.email, password: testPassword },
        )
      expect(active).toMatchObject({ user_type: role, user: { status: 'active' } })
    },
  )

  test('of another school is refused', async () => {
    const other = await createTestSchool()
    const register_token = await invited('admin', newcomer.email, other)
    await expect(
      school.visitor().api(contract.registerAdmin, { ...newcomer, register_token }),
    ).rejects.toMatchObject(refused)
  })

  test('is not needed by people who have the role', async () => {
    for (const role of ['teacher', 'admin'] as const) {
      const register_token = await invited(role, 'late@people.test')
      await school[role]({ email: 'late@people.test' })
      await expect(
        school.visitor().api(routes[role], { ...newcomer, email: 'late@people.test', register_token }),
      ).rejects.toMatchObject({ code: 'email_taken' })
    }
  })

  test('is the only way for an admin', async () => {
    await expect(school.visitor().api(contract.registerAdmin, newcomer as never)).rejects.toMatchObject({
      errors: [{ path: 'register_token', code: 'required' }],
    })
  })
})

describe('availability of an address', () => {
  const ask = (
    email: string,
    userType: 'student' | 'teacher' | 'admin' | 'account_user' = 'student',
    at = school,
  ) => at.visitor().api(contract.checkUserEmail, { schoolId: at.school_id, email, userType })

  test('is answered for this school and role', async () => {
    const student = await school.student()
    const owner = await school.owner()
    await expect(ask(student.email.toUpperCase())).resolves.toEqual({ exists: true })
    await expect(ask(student.email, 'teacher')).resolves.toEqual({ exists: false })
    await expect(ask(owner.email, 'admin')).resolves.toEqual({ exists: true })
    await expect(ask(student.email, 'student', await createTestSchool())).resolves.toEqual({ exists: false })
    const other = await createTestSchool()
    await expect(
      school.visitor().api(contract.checkUserEmail, {
        schoolId: other.school_id,
        email: student.email,
        userType: 'student',
      }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is answered ten times a minute per client and per address without work', async () => {
    const tooMany = { status: 429, code: 'too_many_requests' }
    for (let index = 0; index < 10; index++) await ask(`someone-${index}@people.test`)
    await expect(ask('one-more@people.test')).rejects.toMatchObject(tooMany)
    const asIfFromElsewhere = () =>
      school.app.services.databases.db
        .deleteFrom('rate_limit_counters')
        .where('bucket', 'like', `${school.school_id}/checkUserEmail/address/%`)
        .execute()
    await asIfFromElsewhere()
    for (let index = 0; index < 10; index++) await ask('amina@people.test')
    await asIfFromElsewhere()
    await expect(ask('Amina@people.test')).rejects.toMatchObject({ code: 'proof_of_work_required' })
    await expect(ask('other@people.test')).resolves.toEqual({ exists: false })
  })
})
