import { describe, expect, test } from 'vitest'
import { checkPalette, type Palette } from '#lib/theme/index.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestSchool,
  getTestApp,
  type TestUser,
  type RefusedError,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const readable: Palette = {
  primary: '#0b6e4f',
  accent: '#9a3412',
  background: '#ffffff',
  surface: '#f4f7f5',
  text: '#102a20',
}

async function upload(school: TestSchool, owner_id: string, purpose: string, status = 'ready') {
  const id = newId()
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('uploads')
      .values({
        school_id,
        id,
        owner_id,
        purpose,
        status,
        object_key: id,
        file_name: 'a.webp',
        content_type: 'image/webp',
        size: 10,
        is_public: true,
      })
      .execute(),
  )
  return id
}

const change = (admin: TestUser, school: TestSchool, fields: object) =>
  admin.api(contract.updateSchool, { id: school.school_id, ...fields })

describe('the profile', () => {
  test('changes by field, trimmed and sanitised, visible to visitors at once', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await school.visitor().api(contract.getSchoolDetailsById, { id: school.school_id })
    await change(admin, school, {
      name: '  New Name ',
      tagline: 'Learn well',
      contact_email: 'hello@school.example',
    })
    await change(admin, school, {
      about: '<h1>Us</h1><script>alert(1)</script><p onclick="x">Text</p>',
      language: 'fr',
    })
    const details = await school.visitor().api(contract.getSchoolDetailsById, { id: school.school_id })
    expect(details).toMatchObject({
      name: 'New Name',
      tagline: 'Learn well',
      about: '<h2>Us</h2><p>Text</p>',
      contact_email: 'hello@school.example',
      language: 'fr',
      currency_code: 'NGN',
    })
    const stored = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('schools').where('school_id', '=', school_id).select('about').executeTakeFirst(),
    )
    expect(stored?.about).toBe('<h2>Us</h2><p>Text</p>')
    const { services } = await getTestApp()
    await expect(services.hosts.byId(school.school_id)).resolves.toMatchObject({
      name: 'New Name',
      language: 'fr',
    })
  })

  test('changes in find-school in the same transaction', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const logo = await upload(school, admin.id, 'school_logo')
    await change(admin, school, {
      name: 'Directory Name',
      tagline: 'Of us',
      country: 'KE',
      logo_upload_id: logo,
      is_listed: false,
    })
    const { db } = (await getTestApp()).services.databases
    const row = await db
      .selectFrom('school_directory')
      .where('school_id', '=', school.school_id)
      .selectAll()
      .executeTakeFirst()
    expect(row).toMatchObject({
      name: 'Directory Name',
      tagline: 'Of us',
      country: 'KE',
      logo_url: `/media/public/${logo}`,
      is_listed: false,
    })
    await change(admin, school, { logo_upload_id: null })
    const settings = await admin.api(contract.getSchool, { id: school.school_id })
    expect(settings).toMatchObject({ logo_url: null, logo_upload_id: null, is_listed: false })
  })

  test('accepts only a finished image of this person as logo', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    const admin = await school.admin()
    const theirs = await upload(other, newId(), 'school_logo')
    const pending = await upload(school, admin.id, 'school_logo', 'pending')
    const video = await upload(school, admin.id, 'course_video')
    for (const logo_upload_id of [theirs, pending, video, newId()])
      await expect(change(admin, school, { logo_upload_id })).rejects.toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'logo_upload_id' }],
      })
  })

  test('of another school is not found', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    const admin = await school.admin()
    await expect(admin.api(contract.getSchool, { id: other.school_id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(change(admin, other, { name: 'Mine' })).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(121)],
    ['time_zone', 'Nowhere/Land'],
    ['country', 'EU'],
    ['language', 'de'],
    ['contact_email', 'not an address'],
    ['school_url', 'another'],
    ['currency_code', 'USD'],
    ['plan_name', 'enterprise'],
    ['theme_css', '*{display:none}'],
    ['school_no', '1'],
  ])('refuses %s as %j', async (field, value) => {
    const school = await createTestSchool()
    const answer = change(await school.admin(), school, { [field]: value })
    const refusal = await answer.catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_input' })
    expect((refusal as RefusedError).errors.map((error) => error.path)).toContain(field)
  })

  test('is audited for every change, but not for an empty one', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await change(admin, school, {})
    await change(admin, school, { tagline: 'Changed' })
    const { data } = await admin.api(contract.listAuditLog, {})
    expect(data).toMatchObject([
      { action: 'school.updated', actor_id: admin.id, change: { fields: ['tagline'] } },
    ])
  })
})

describe('the five colours', () => {
  test('are stored with the style sheet of pages', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const settings = await change(admin, school, { theme: { ...readable, primary: '#0B6E4F' } })
    expect(settings.theme).toEqual(readable)
    expect(settings.theme_css).toContain('--ly-primary:#0b6e4f')
    expect(settings.theme_css).not.toContain('<')
  })

  test('are stored with the fonts when either changes', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const before = await change(admin, school, { theme: readable })
    expect(before).toMatchObject({ font_pair: 'clear' })
    expect(before.theme_css).toContain("--ly-font-headings:'Inter'")
    const serif = await change(admin, school, { font_pair: 'classic' })
    expect(serif).toMatchObject({ font_pair: 'classic', theme: readable })
    expect(serif.theme_css).toContain("--ly-font-headings:'Source Serif 4'")
    const green = await change(admin, school, { theme: { ...readable, primary: '#0a5d43' } })
    expect(green.theme_css).toContain('--ly-primary:#0a5d43')
    expect(green.theme_css).toContain("--ly-font-headings:'Source Serif 4'")
    const unknown = change(admin, school, { font_pair: 'gothic' as 'clear' })
    await expect(unknown).rejects.toMatchObject({ status: 422 })
  })

  test('the home page has a layout, and answers questions of visitors', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const home_questions = [{ question: 'Is it free? ', answer: 'The first course is.' }]
    const saved = await change(admin, school, { home_layout: 'catalogue', home_questions })
    expect(saved).toMatchObject({ home_layout: 'catalogue', home_questions })
    const profile = await school.visitor().api(contract.getSchoolDetailsById, { id: school.school_id })
    expect(profile).toMatchObject({ home_layout: 'catalogue', home_questions })
    for (const refused of [
      { home_layout: 'poster' as 'cover' },
      { home_questions: Array.from({ length: 13 }, () => home_questions[0]!) },
      { home_questions: [{ question: '', answer: 'x' }] },
      { home_questions: [{ question: 'x', answer: 'y'.repeat(1_001) }] },
    ])
      await expect(change(admin, school, refused)).rejects.toMatchObject({ status: 422 })
  })

  test('texts of the interface are replaced by language, each under a name that exists', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const wording = { en: { 'courses:landing.outline': 'Syllabus' } }
    expect(await change(admin, school, { wording })).toMatchObject({ wording })
    for (const refused of [
      { wording: { en: { 'courses:landing.price': 'x' } } },
      { wording: { tlh: {} } },
      { wording: { en: { 'courses:landing.outline': ' ' } } },
      { wording: { en: { 'courses:landing.outline': 'x'.repeat(101) } } },
    ])
      await expect(change(admin, school, refused as { wording: typeof wording })).rejects.toMatchObject({
        status: 422,
      })
    expect(await change(admin, school, { wording: {} })).toMatchObject({ wording: {} })
  })

  test('are refused with too little contrast, and the nearest valid colours are returned', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const faint = { ...readable, text: '#c9d1cd', primary: '#f0f0f0' }
    const refusal = await change(admin, school, { theme: faint }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 422, code: 'theme_contrast_too_low' })
    const { errors, body } = refusal as {
      errors: { path: string }[]
      body: { nearest: Palette; issues: unknown[] }
    }
    expect(new Set(errors.map((error) => error.path))).toEqual(new Set(['theme.text', 'theme.primary']))
    expect(checkPalette(body.nearest).ok).toBe(true)
    expect(body.nearest.accent).toBe(readable.accent)
    await expect(change(admin, school, { theme: body.nearest })).resolves.toMatchObject({
      theme: body.nearest,
    })
  })

  test.each(['red', '#fff', '#gggggg', '#1234567', 'url(x)', '#ffffff;}body{'])(
    'refuses %j as a colour',
    async (primary) => {
      const school = await createTestSchool()
      const answer = change(await school.admin(), school, { theme: { ...readable, primary } })
      await expect(answer).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )
})

describe('questions at registration', () => {
  const field = {
    key: 'matric_no',
    label: 'Matriculation number',
    type: 'text',
    required: true,
    options: [] as string[],
  }

  test('keep their order and are shown to people who register', async () => {
    const school = await createTestSchool()
    const fields = [{ ...field, key: 'level', type: 'choice', options: ['100', '200'] }, field]
    await change(await school.admin(), school, { registration_fields: fields })
    const profile = await school.visitor().api(contract.getSchoolDetailsById, { id: school.school_id })
    expect(profile.registration_fields).toEqual(fields)
  })

  test.each([
    ['twice the same key', [field, field], 'registration_fields.1.key'],
    ['a choice of one', [{ ...field, type: 'choice', options: ['a'] }], 'registration_fields.0.options'],
    ['options of a text', [{ ...field, options: ['a', 'b'] }], 'registration_fields.0.options'],
    ['a strange key', [{ ...field, key: '__proto__' }], 'registration_fields.0.key'],
    ['a strange type', [{ ...field, type: 'file' }], 'registration_fields.0.type'],
    ['too many', Array.from({ length: 21 }, (_, n) => ({ ...field, key: `k${n}` })), 'registration_fields'],
  ])('refuses %s', async (_what, registration_fields, path) => {
    const school = await createTestSchool()
    const answer = change(await school.admin(), school, { registration_fields })
    await expect(answer).rejects.toMatchObject({ status: 422, errors: [{ path }] })
  })
})

describe('notification settings', () => {
  test('change one by one', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await admin.api(contract.updateNotificationSettings, { notify_students_on_deletion_from_course: false })
    await expect(admin.api(contract.getNotificationSettings, {})).resolves.toEqual({
      notify_students_on_approval_to_course: true,
      notify_students_on_unapproval_to_course: true,
      notify_students_on_deletion_from_course: false,
    })
  })
})
