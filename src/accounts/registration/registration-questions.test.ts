import { beforeEach, expect, test } from 'vitest'
import { updateSchool } from '#schools/contract.ts'
import {
  createTestSchool,
  testPassword,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { formatRegistrationAnswers } from '../index.ts'
import * as contract from '../contract.ts'

let school: TestSchool
let admin: TestUser

const question = {
  key: 'town',
  label: 'Where do you live?',
  type: 'text' as const,
  required: true,
  options: [] as string[],
}
const ask = (registration_fields: object[]) =>
  admin.api(updateSchool, { id: school.school_id, registration_fields: registration_fields as never })

beforeEach(async () => {
  school = await createTestSchool()
  admin = await school.admin()
})

const registerStudent = (custom_auth_input: object = {}) =>
  school.visitor().api(contract.registerStudent, {
    name: 'Amina',
    email: 'amina@people.test',
    password: testPassword,
    custom_auth_input: custom_auth_input as never,
  })
const registerTeacher = (custom_auth_input: object = {}) =>
  school.visitor().api(contract.registerTeacher, {
    name: 'Tea',
    email: 'tea@people.test',
    password: testPassword,
    custom_auth_input: custom_auth_input as never,
  })
const missing = { errors: [{ path: 'custom_auth_input.town', code: 'required' }] }
const unknown = { errors: [{ path: 'custom_auth_input.town', code: 'unknown_field' }] }

test('asks each role its questions; students by default', async () => {
  await ask([question])
  await expect(registerStudent()).rejects.toMatchObject(missing)
  await expect(registerTeacher({ town: 'Kano' })).rejects.toMatchObject(unknown)
  await ask([{ ...question, roles: ['teacher'] }])
  await expect(registerTeacher()).rejects.toMatchObject(missing)
  await expect(registerStudent({ town: 'Kano' })).rejects.toMatchObject(unknown)
  await expect(registerTeacher({ town: ' Kano ' })).resolves.toMatchObject({
    user: { custom_auth_input: { town: 'Kano' } },
  })
})

test('asks an invited admin too', async () => {
  await ask([{ ...question, roles: ['admin'] }])
  await admin.api(contract.invite, { email: 'new@people.test', role: 'admin' })
  const mail = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'invitation')
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  const register_token = /register_token=([\w-]+)/.exec(mail.text)![1]!
  const input = { name: 'New', email: 'new@people.test', password: testPassword, register_token }
  await expect(school.visitor().api(contract.registerAdmin, input)).rejects.toMatchObject(missing)
  await expect(
    school.visitor().api(contract.registerAdmin, { ...input, custom_auth_input: { town: 'Kano' } }),
  ).resolves.toMatchObject({ user_type: 'admin' })
})

test('stores several choices in the given order', async () => {
  await ask([{ ...question, key: 'days', type: 'choices', options: ['Mon', 'Tue', 'Wed'] }])
  await expect(registerStudent({ days: ['Mon', 'Sun'] })).rejects.toMatchObject({
    errors: [{ path: 'custom_auth_input.days', code: 'not_a_choice' }],
  })
  await expect(registerStudent({ days: [] })).rejects.toMatchObject({
    errors: [{ path: 'custom_auth_input.days', code: 'required' }],
  })
  await expect(registerStudent({ days: ['Mon', 'Wed'] })).resolves.toMatchObject({
    user: { registration_answers: [{ key: 'days', value: ['Mon', 'Wed'] }] },
  })
})

test('stores the text of a question with its answer for staff, even if the question changes', async () => {
  await ask([question, { ...question, key: 'consent', label: 'May we write to you?', type: 'checkbox' }])
  const { user } = await registerStudent({ town: '=cmd()', consent: true })
  await ask([{ ...question, label: 'Favourite colour', type: 'number' }])
  await ask([])
  const given = [
    { key: 'town', label: 'Where do you live?', value: '=cmd()' },
    { key: 'consent', label: 'May we write to you?', value: true },
  ]
  for (const reader of [admin, await school.teacher()]) {
    const details = await reader.api(contract.getUserDetails, { user_id: user!.id })
    expect(details.registration_answers).toEqual(expect.arrayContaining(given))
    expect(details.registration_answers).toHaveLength(2)
  }
  const words = await school.transact((ctx) => formatRegistrationAnswers(ctx, [user!.id]))
  expect(words.get(user!.id)!.split('; ').toSorted()).toEqual([
    'May we write to you?: true',
    'Where do you live?: =cmd()',
  ])
})
