import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import {
  createTestSchool,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

let school: TestSchool

beforeEach(async () => {
  school = await createTestSchool()
})

const unauthenticated = { status: 401, code: 'unauthenticated' }
const forbidden = { status: 403, code: 'forbidden' }
const hidden = { status: 404, code: 'not_found' }

async function everybody() {
  const [student, teacher, admin, owner] = await Promise.all([
    school.student(),
    school.teacher(),
    school.admin(),
    school.owner(),
  ])
  return { student, teacher, admin, owner }
}

describe('details of a person', () => {
  test('are complete for oneself', async () => {
    await expect(school.visitor().api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
    const student = await school.student({ user_code: 'M-1' })
    const me = await student.api(contract.getMe, {})
    expect(me).toMatchObject({
      _id: student.id,
      email: student.email,
      user_code: 'M-1',
      colour_scheme: 'auto',
      status: 'active',
    })
    expect(JSON.stringify(me)).not.toContain('argon2')
  })

  test('are complete for admins, work-related for teachers, and teachers’ cards for students', async () => {
    const { student, teacher, admin, owner } = await everybody()
    const details = (reader: TestUser, of: TestUser) =>
      reader.api(contract.getUserDetails, { user_id: of.id })
    await expect(
      school.visitor().api(contract.getUserDetails, { user_id: student.id }),
    ).rejects.toMatchObject(unauthenticated)
    for (const reader of [admin, owner, student])
      await expect(details(reader, student)).resolves.toHaveProperty('custom_auth_input')
    const forTeacher = await details(teacher, student)
    expect(forTeacher).toMatchObject({ email: student.email })
    expect(forTeacher).not.toHaveProperty('phone')
    expect(forTeacher).not.toHaveProperty('custom_auth_input')
    const card = await details(student, teacher)
    expect(Object.keys(card).toSorted()).toEqual([
      '_id',
      'avatar_url',
      'bio',
      'can',
      'id',
      'name',

      'role',
      'user_type',
    ])
    await expect(details(student, await school.student())).rejects.toMatchObject(hidden)
    for (const reader of [student, teacher, admin]) {
      await expect(reader.api(contract.getUserDetails, { user_id: newId() })).rejects.toMatchObject(hidden)
      const otherTeacher = await (await createTestSchool()).teacher()
      await expect(details(reader, otherTeacher)).rejects.toMatchObject(hidden)
    }
    await expect(details(admin, await school.student({ status: 'removed' }))).rejects.toMatchObject(hidden)
  })

  test('are available to staff under the school’s path', async () => {
    const { student, teacher } = await everybody()
    const input = { school_id: school.school_id, user_id: student.id }
    await expect(teacher.api(contract.getSchoolUserDetails, input)).resolves.toMatchObject({ id: student.id })
    await expect(student.api(contract.getSchoolUserDetails, input)).rejects.toMatchObject(forbidden)
    await expect(
      teacher.api(contract.getSchoolUserDetails, { ...input, school_id: newId() }),
    ).rejects.toMatchObject(hidden)
  })
})

describe('the own profile', () => {
  test('changes a name as a whole or in parts, and drops parts of another name', async () => {
    const student = await school.student({ name: 'Amina' })
    const change = (input: Parameters<typeof student.api<typeof contract.updateUser>>[1]) =>
      student.api(contract.updateUser, input)
    expect(await change({ firstName: 'Amina', lastName: 'Bello' })).toMatchObject({ name: 'Amina Bello' })
    expect(await student.api(contract.getMe, {})).toMatchObject({ firstName: 'Amina', lastName: 'Bello' })
    expect(await change({ lastName: 'Okello' })).toMatchObject({ name: 'Amina Okello', firstName: 'Amina' })
    expect(await change({ name: 'Ada Obi' })).toMatchObject({
      name: 'Ada Obi',
      firstName: null,
      lastName: null,
    })
    await expect(change({ first_name: 'Old' } as never)).rejects.toMatchObject({
      errors: [{ path: 'first_name', code: 'unknown_field' }],
    })
  })

  test('stores every field trimmed, and can clear it', async () => {
    const student = await school.student()
    const profile = {
      name: ' Amina B. ',
      firstName: 'Amina',
      lastName: 'Bello',
      country: 'NG',
      phone: '+234 (0) 803-1234567',
      bio: 'I learn.\nAnd bake.',
      language: 'fr',
      time_zone: 'Africa/Lagos',
      colour_scheme: 'dark',
    } as const
    await expect(school.visitor().api(contract.updateUser, profile)).rejects.toMatchObject(unauthenticated)
    const saved = await student.api(contract.updateUser, profile)
    expect(saved).toMatchObject({ ...profile, name: 'Amina B.' })
    await expect(
      student.api(contract.updateUser, { phone: null, country: null, language: null, bio: '' }),
    ).resolves.toMatchObject({
      phone: null,
      country: null,
      language: null,
      bio: '',
      name: 'Amina B.',
    })
    await expect(student.api(contract.updateUser, {})).resolves.toMatchObject({ name: 'Amina B.' })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ bio: 'x'.repeat(2_001) }, 'bio'],
    [{ country: 'ZZ' }, 'country'],
    [{ country: 'nigeria' }, 'country'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ phone: 'call me' }, 'phone'],
    [{ language: 'de' }, 'language'],
    [{ colour_scheme: 'purple' }, 'colour_scheme'],
    [{ email: 'new@people.test' }, 'email'],
    [{ password_hash: 'x' }, 'password_hash'],
    [{ school_id: 'x', account_id: 'x' }, 'account_id'],
    [{ avatar_upload_id: newId() }, 'avatar_upload_id'],
  ])('refuses %o', async (change, path) => {
    const student = await school.student()
    await expect(student.api(contract.updateUser, change as never)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  test('accepts only one’s own upload as image, and deletes the previous one', async () => {
    const { student, teacher, admin } = await everybody()
    const file = (person: TestUser, purpose: 'avatar' | 'school_logo' = 'avatar') =>
      createTestImage().then((bytes) =>
        createTestUpload(person, bytes, {
          host: school.host,
          purpose,
          file_name: 'me.png',
          content_type: 'image/png',
        }),
      )
    const first = await file(student)
    const { avatar_url } = await student.api(contract.updateUser, { avatar_upload_id: first.upload_id })
    expect(avatar_url).toBe(`/media/public/${first.upload_id}`)
    expect((await school.visitor().request({ method: 'GET', url: avatar_url! })).status).toBe(200)

    const unknown = { errors: [{ path: 'avatar_upload_id', code: 'upload_unknown' }] }
    await expect(
      teacher.api(contract.updateUser, { avatar_upload_id: first.upload_id }),
    ).rejects.toMatchObject(unknown)
    const logo = await file(admin, 'school_logo')
    await expect(admin.api(contract.updateUser, { avatar_upload_id: logo.upload_id })).rejects.toMatchObject(
      unknown,
    )
    const admins = await file(admin)
    await expect(
      admin.api(contract.updateUser, { user_id: student.id, avatar_upload_id: admins.upload_id }),
    ).rejects.toMatchObject(forbidden)

    const second = await file(student)
    await student.api(contract.updateUser, { avatar_upload_id: second.upload_id })
    const statusOf = (id: string) =>
      school.transact(({ tx, school_id }) =>
        tx
          .selectFrom('uploads')
          .where('school_id', '=', school_id)
          .where('id', '=', id)
          .select('status')
          .executeTakeFirst(),
      )
    expect([await statusOf(first.upload_id), await statusOf(second.upload_id)]).toEqual([
      { status: 'rejected' },
      { status: 'ready' },
    ])
    await expect(
      admin.api(contract.updateUser, { user_id: student.id, avatar_upload_id: null }),
    ).resolves.toMatchObject({ avatar_url: null })
  })
})

describe('changing other people', () => {
  const change = (actor: TestUser, user_id: string, more: object) =>
    actor.api(contract.updateUser, { user_id, ...more })

  test('is for admins, and for owners only if the person is an owner', async () => {
    const { student, teacher, admin, owner } = await everybody()
    for (const reader of [student, teacher]) {
      await expect(change(reader, admin.id, { name: 'X' })).rejects.toMatchObject(forbidden)
      await expect(change(reader, reader.id, { role: 'admin' })).rejects.toMatchObject(forbidden)
      await expect(change(reader, reader.id, { user_code: 'BOSS' })).rejects.toMatchObject(forbidden)
    }
    await expect(change(admin, student.id, { name: 'Renamed', user_code: 'M-9' })).resolves.toMatchObject({
      name: 'Renamed',
      user_code: 'M-9',
    })
    await expect(change(admin, teacher.id, { user_code: 'M-9' })).rejects.toMatchObject({
      status: 409,
      code: 'user_code_taken',
    })
    await expect(change(admin, owner.id, { name: 'X' })).rejects.toMatchObject({
      status: 403,
      code: 'owner_only',
    })
    await expect(change(admin, owner.id, { status: 'suspended' })).rejects.toMatchObject({
      code: 'owner_only',
    })
    const otherStudent = await (await createTestSchool()).student()
    await expect(change(admin, otherStudent.id, { name: 'X' })).rejects.toMatchObject(hidden)
  })

  test('accepts and notifies a pending teacher, who can log in', async () => {
    const admin = await school.admin()
    const teacher = await school.teacher({ status: 'awaiting_acceptance' })
    await expect(teacher.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
    await expect(change(admin, teacher.id, { status: 'active' })).resolves.toMatchObject({ status: 'active' })
    await expect(
      school.visitor().api(contract.loginTeacher, { user_code: teacher.email, password: testPassword }),
    ).resolves.toBeTruthy()
    const mails = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('mail_outbox')
        .where('school_id', '=', school_id)
        .where('kind', '=', 'registration_accepted')
        .select('recipient')
        .execute(),
    )
    expect(mails).toEqual([{ recipient: teacher.email }])
    await change(admin, teacher.id, { status: 'active' })
  })

  test('ends every session and code on suspension and change of role', async () => {
    const { student, teacher, admin } = await everybody()
    const { code } = await student.api(contract.createHandoff, {})
    await change(admin, student.id, { status: 'suspended' })
    await expect(student.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
    await expect(
      school.visitor().api(contract.loginStudent, { token: code, login_with: 'handoff' }),
    ).rejects.toMatchObject({ code: 'handoff_invalid' })
    await change(admin, student.id, { status: 'active' })
    await expect(student.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)

    await change(admin, teacher.id, { name: 'Still here', role: 'teacher', status: 'active' })
    await expect(teacher.api(contract.getMe, {})).resolves.toMatchObject({ name: 'Still here' })
    await change(admin, teacher.id, { role: 'admin' })
    await expect(teacher.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
    await expect(
      school.visitor().api(contract.loginAdmin, { user_code: teacher.email, password: testPassword }),
    ).resolves.toMatchObject({ user_type: 'admin' })
    const audit = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('audit_log')
        .where('school_id', '=', school_id)
        .where('action', '=', 'user.role_or_status_changed')
        .select(['change', 'actor_id'])
        .orderBy('id')
        .execute(),
    )
    expect(audit.map((row) => row.change)).toEqual([
      { status: ['active', 'suspended'] },
      { status: ['suspended', 'active'] },
      { role: ['teacher', 'admin'] },
    ])
    expect(new Set(audit.map((row) => row.actor_id))).toEqual(new Set([admin.id]))
  })

  test('refuses a role whose login has the address already', async () => {
    const admin = await school.admin()
    const student = await school.student({ email: 'both@people.test' })
    await school.teacher({ email: 'both@people.test' })
    await expect(change(admin, student.id, { role: 'teacher' })).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
    })
    await expect(change(admin, student.id, { role: 'account_user' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('removes a person, whose address and code can be used again', async () => {
    const admin = await school.admin()
    const student = await school.student({ user_code: 'M-3' })
    await expect(change(admin, student.id, { status: 'removed' })).resolves.toMatchObject({
      status: 'removed',
      user_code: null,
    })
    await expect(change(admin, student.id, { status: 'active' })).rejects.toMatchObject(hidden)
    const { data } = await admin.api(contract.listStudents, {})
    expect(data).toEqual([])
    await expect(
      school
        .visitor()
        .api(contract.registerStudent, { name: 'Again', email: student.email, password: testPassword }),
    ).resolves.toBeTruthy()
  })

  test('never changes one’s own status; an owner may change another owner', async () => {
    const { admin, owner } = await everybody()
    for (const person of [admin, owner])
      await expect(change(person, person.id, { status: 'suspended' })).rejects.toMatchObject({
        status: 403,
        code: 'own_role_immutable',
      })
    const second = await school.owner()
    await expect(change(second, owner.id, { status: 'suspended' })).resolves.toMatchObject({
      status: 'suspended',
    })
    await expect(change(second, owner.id, { role: 'admin', status: 'active' })).resolves.toMatchObject({
      role: 'admin',
    })
  })

  test.each([{ status: 'suspended' }, { status: 'removed' }, { role: 'admin' }] as const)(
    'keeps one of two owners who do %j to each other',
    async (what) => {
      const [one, two] = [await school.owner(), await school.owner()]
      let both!: Promise<PromiseSettledResult<unknown>[]>
      // Both requests pass while the owners are locked here, so that each acts as an active owner.
      await school.transact(async ({ tx, school_id }) => {
        await tx
          .selectFrom('users')
          .where('school_id', '=', school_id)
          .where('role', '=', 'account_user')
          .select('id')
          .forUpdate()
          .execute()
        both = Promise.allSettled([change(one, two.id, what), change(two, one.id, what)])
        await new Promise((resume) => setTimeout(resume, 300))
      })
      const answers = await both
      expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
      expect(answers.find((answer) => answer.status === 'rejected')?.reason).toMatchObject({
        status: 409,
        code: 'last_owner',
      })
    },
  )
})

describe('lists of people', () => {
  test('are for staff, the list of admins for admins', async () => {
    const { student, teacher, admin, owner } = await everybody()
    for (const list of [contract.listStudents, contract.listTeachers, contract.listAdmins]) {
      await expect(school.visitor().api(list, {})).rejects.toMatchObject(unauthenticated)
      await expect(student.api(list, {})).rejects.toMatchObject(forbidden)
    }
    await expect(teacher.api(contract.listAdmins, {})).rejects.toMatchObject(forbidden)
    const ids = (page: { data: { id: string }[] }) => page.data.map((person) => person.id).toSorted()
    expect(ids(await teacher.api(contract.listStudents, {}))).toEqual([student.id])
    expect(ids(await teacher.api(contract.listTeachers, {}))).toEqual([teacher.id])
    expect(ids(await admin.api(contract.listAdmins, {}))).toEqual([admin.id, owner.id].toSorted())
    await (await createTestSchool()).student()
    expect(ids(await owner.api(contract.listStudents, {}))).toEqual([student.id])
  })

  test('find parts of names and addresses, without case and accents', async () => {
    const admin = await school.admin()
    await school.student({ name: 'Zoé Müller', email: 'zoe@people.test' })
    await school.student({ name: 'Chidi Okafor', email: 'chidi@people.test' })
    await school.student({ name: '100% _real_', email: 'odd@people.test' })
    const find = async (search: string) =>
      (await admin.api(contract.listStudents, { search })).data.map((person) => person.name)
    expect(await find('ZOE mull')).toEqual(['Zoé Müller'])
    expect(await find('müller zoé')).toEqual(['Zoé Müller'])
    expect(await find('chidi@people')).toEqual(['Chidi Okafor'])
    expect(await find('%')).toEqual(['100% _real_'])
    expect(await find('_')).toEqual(['100% _real_'])
    expect(await find('\\')).toEqual([])
    expect(await find("' or 1=1")).toEqual([])
    expect(await find('  ')).toHaveLength(3)
  })

  test('filter by status and page without repetition', async () => {
    const admin = await school.admin()
    for (let index = 0; index < 5; index++)
      await school.teacher({ status: index % 2 ? 'awaiting_acceptance' : 'active' })
    const waiting = await admin.api(contract.listTeachers, { status: 'awaiting_acceptance' })
    expect(waiting.data).toHaveLength(2)
    expect(waiting.data[0]!.can).toMatchObject({ accept: true, suspend: false })
    const first = await admin.api(contract.listTeachers, { limit: 3 })
    const second = await admin.api(contract.listTeachers, { limit: 3, cursor: first.next_cursor! })
    expect(second.next_cursor).toBeNull()
    expect(new Set([...first.data, ...second.data].map((person) => person.id)).size).toBe(5)
    for (const cursor of ['x', 'W10', '%00', first.next_cursor!.slice(3)])
      await expect(admin.api(contract.listTeachers, { cursor })).rejects.toMatchObject({
        code: 'invalid_input',
      })
  })
})
