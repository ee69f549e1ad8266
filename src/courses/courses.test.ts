import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import { insertPendingUpload, insertTestUpload } from '#testing/builders/upload-builder.ts'
import * as contract from './contract.ts'

const make = (person: TestUser, course_name = 'Baking bread') =>
  person.api(contract.createCourse, { course_name })

const auditOf = (school: TestSchool, subject_id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('subject_id', '=', subject_id)
      .orderBy('id')
      .select(['action', 'actor_id', 'change'])
      .execute(),
  )

describe('creating a course', () => {
  test('is for staff', async () => {
    const school = await createTestSchool()
    const student = await school.student()
    await expect(school.visitor().api(contract.createCourse, { course_name: 'x' })).rejects.toMatchObject({
      status: 401,
    })
    await expect(make(student)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('accepts and returns every field of the specification', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const teacher = await school.teacher({ name: 'Ada Obi' })
    const given = {
      course_name: '  Baking bread ',
      course_description: '<p>Flour, <strong>water</strong>, time.</p>',
      short_description: 'A first loaf',
      course_isPublic: true,
      price: 250_000,
      course_template_id: '0e1a6a52-5d0f-4c55-9b0e-3f6c1b7a1001',
      background_image: await insertTestUpload(school, 'course_image', teacher),
      is_coming_soon: true,
      is_hidden: true,
      end_of_course_content_message: '<p>Well done</p>',
      course_teacher_id: teacher.id,
    }
    const school_no = school.school_id.slice(-8)
    const course = await admin.api(contract.createCourse, {
      ...given,
      school_id: school.school_id,
      school_no,
    })
    expect(course).toMatchObject({
      ...given,
      course_name: 'Baking bread',
      end_of_course_content_id: null,
      course_teacher: { id: teacher.id, name: 'Ada Obi' },
      background_image_url: `/media/public/${given.background_image}`,
      created_by: admin.id,
      may_edit: true,
    })
    expect(course.course_code).toMatch(/^BAKI-[A-Z2-9]{5}$/)
    expect(await auditOf(school, course.id)).toMatchObject([{ action: 'course.created', actor_id: admin.id }])
  })

  test('assigns a teacher to his or her new course', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    expect(await make(teacher)).toMatchObject({ course_teacher_id: teacher.id, created_by: teacher.id })
  })

  test('does not find another school’s number or id', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const call = (more: object) => admin.api(contract.createCourse, { course_name: 'x', ...more })
    await expect(call({ school_no: 'another' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(call({ school_id: newId() })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('creates one course per idempotency key', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const headers = { 'idempotency-key': 'pressed' }
    const first = await admin.api(contract.createCourse, { course_name: 'Once' }, headers)
    const again = await admin.api(contract.createCourse, { course_name: 'Once' }, headers)
    expect(again.id).toBe(first.id)
  })

  test.each([
    ['course_name', { course_name: '  ' }],
    ['course_name', { course_name: 'x'.repeat(10_000) }],
    ['price', { price: -1 }],
    ['price', { price: 10.5 }],
    ['price', { price: '10' }],
    ['course_teacher_id', { course_teacher_id: newId() }],
    ['category_id', { category_id: newId() }],
    ['background_image', { background_image: newId() }],
    ['end_of_course_content_id', { end_of_course_content_id: newId() }],
    ['enable_tiering', { enable_tiering: true }],
  ])('refuses a wrong %s with the name of the field', async (path, invalid) => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const answer = admin.api(contract.createCourse, { course_name: 'x', ...(invalid as object) })
    await expect(answer).rejects.toMatchObject({ status: 422, errors: [expect.objectContaining({ path })] })
  })

  test('removes scripts from every text', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const course = await admin.api(contract.createCourse, {
      course_name: '<script>alert(1)</script>',
      course_description: '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>',
      end_of_course_content_message: '<a href="javascript:alert(1)">x</a><iframe src="//evil.test"></iframe>',
    })
    // A name is plain text, shown as typed.
    expect(course.course_name).toBe('<script>alert(1)</script>')
    expect(course.course_description).toBe('<p>Hi</p>')
    expect(course.end_of_course_content_message).not.toMatch(/javascript|iframe/)
  })
})

describe('changing a course', () => {
  test('accepts and returns every field of the specification', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const [course, other] = [await make(admin), await make(admin, 'Another')]
    const image = () => insertTestUpload(school, 'course_image', admin)
    const given = {
      course_department: 'Kitchen',
      course_unit: '2 units',
      tutor_description: 'Has baked for forty years.',
      tutor_img: await image(),
      course_requirements: ['An oven', 'Patience'],
      course_reviews: [{ name: 'Bola', rating: 5, review: 'Crusty.' }],
      similar_courses: [other.id],
      course_start_date: '2026-01-01T00:00:00.000Z',
      course_end_date: '2026-06-01T00:00:00.000Z',
      layout_type: 'compact' as const,
      compact_layout_content_background: '#fff7ed',
      approve_student_on_payment: false,
      disable_direct_registration: true,
      unapprove_all_students_on_end_date: true,
      student_access_limit_after_approval: 90,
      enable_affiliates: true,
      affiliates_percentage_off: 12.5,
      default_affiliate_commission: 100,
      enable_tiering: true,
      tiering_maximum: 2,
      tiering_prices: [100_000, 250_000],
      show_content_title_to_unapproved: false,
      banner_image: await image(),
      course_calendly_link: 'https://calendly.com/ada/intro',
      mirror_course_id: other.id,
      hide_related_courses: true,
      preview_image: await image(),
      find_school_preview_image: await image(),
      course_isPublic: true,
    }
    await school.content({ course_id: other.id })
    expect(await admin.api(contract.updateCourse, { id: course.id, ...given })).toMatchObject(given)
    const unchanged = await admin.api(contract.updateCourse, { id: course.id, price: 5 })
    expect(unchanged).toMatchObject({ ...given, price: 5 })
    expect((await auditOf(school, course.id)).at(-1)).toMatchObject({
      action: 'course.updated',
      change: { fields: ['price'] },
    })
  })

  const sound = '2026-01-01T00:00:00Z'
  test.each([
    ['course_end_date', 'dates_out_of_order', { course_start_date: sound, course_end_date: sound }],
    ['course_start_date', 'date_out_of_range', { course_start_date: '0001-01-01T00:00:00Z' }],
    ['course_end_date', 'date_out_of_range', { course_end_date: '2026-12-31T23:59:60Z' }],
    ['tiering_maximum', 'tiers_missing', { enable_tiering: true }],
    [
      'tiering_prices',
      'one_price_per_tier',
      { enable_tiering: true, tiering_maximum: 3, tiering_prices: [1, 2] },
    ],
    ['tiering_prices', 'one_price_per_tier', { tiering_prices: [1] }],
    ['course_teacher_id', 'not_a_teacher', { course_teacher_id: newId() }],
    ['similar_courses', 'course_unknown', { similar_courses: [newId()] }],
    ['mirror_course_id', 'course_unknown', { mirror_course_id: newId() }],
    ['category_id', 'category_unknown', { category_id: newId() }],
    ['end_of_course_content_id', 'content_unknown', { end_of_course_content_id: newId() }],
    ['tutor_img', 'upload_unknown', { tutor_img: newId() }],
    ['course_calendly_link', 'not_calendly', { course_calendly_link: 'https://calendly.com.evil.test/ada' }],
    ['course_calendly_link', 'not_calendly', { course_calendly_link: 'http://calendly.com/ada' }],
    ['course_calendly_link', 'not_calendly', { course_calendly_link: 'javascript:alert(1)//calendly.com/' }],
  ])('refuses %s: %s', async (path, code, invalid) => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const course = await make(admin)
    const answer = admin.api(contract.updateCourse, { id: course.id, ...invalid })
    await expect(answer).rejects.toMatchObject({ status: 422, errors: [{ path, code }] })
  })

  test.each(['affiliates_percentage_off', 'default_affiliate_commission'])(
    'limits %s to 0 to 100',
    async (field) => {
      const school = await createTestSchool()
      const admin = await school.admin()
      const course = await make(admin)
      for (const invalid of [-0.1, 100.1, '5', null]) {
        const answer = admin.api(contract.updateCourse, { id: course.id, [field]: invalid })
        await expect(answer).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: field }] })
      }
    },
  )

  test('compares a new date with the existing one', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { id } = await make(admin)
    await admin.api(contract.updateCourse, { id, course_start_date: '2026-05-01T00:00:00Z' })
    const early = admin.api(contract.updateCourse, { id, course_end_date: '2026-04-01T00:00:00Z' })
    await expect(early).rejects.toMatchObject({ errors: [{ path: 'course_end_date' }] })
    await admin.api(contract.updateCourse, {
      id,
      course_start_date: null,
      course_end_date: '2026-04-01T00:00:00Z',
    })
  })

  test('requires a finished image with the purpose of course images', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { id } = await make(admin)
    const invalid = [
      await insertPendingUpload(school, 'course_image', admin),
      await insertTestUpload(school, 'course_video', admin),
      await insertTestUpload(await createTestSchool(), 'course_image', admin),
    ]
    for (const banner_image of invalid) {
      const answer = admin.api(contract.updateCourse, { id, banner_image })
      await expect(answer).rejects.toMatchObject({
        errors: [{ path: 'banner_image', code: 'upload_unknown' }],
      })
    }
  })

  test('names the person who saved meanwhile and writes nothing', async () => {
    const school = await createTestSchool()
    const [admin, other] = [await school.admin(), await school.admin({ name: 'Chidi' })]
    const { id, updated_at } = await make(admin)
    const saved = await other.api(contract.updateCourse, { id, course_name: 'By Chidi' })
    const stale = admin.api(contract.updateCourse, { id, price: 7, updated_at: String(updated_at) })
    await expect(stale).rejects.toMatchObject({
      code: 'edit_conflict',
      status: 409,
      body: { changed_by: 'Chidi', changed_at: String(saved.updated_at) },
    })
    const after = await admin.api(contract.updateCourse, {
      id,
      price: 7,
      updated_at: String(saved.updated_at),
    })
    expect(after).toMatchObject({ course_name: 'By Chidi', price: 7 })
  })

  test('refuses one of two concurrent changes of the same version', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { id, updated_at } = await make(admin)
    const save = (price: number) =>
      admin.api(contract.updateCourse, { id, price, updated_at: String(updated_at) })
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(save))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('permission to change a course', () => {
  test('belongs to teachers who are named in it or created it', async () => {
    const school = await createTestSchool()
    const [admin, ada, bola] = [await school.admin(), await school.teacher(), await school.teacher()]
    const { id } = await make(ada)
    await expect(bola.api(contract.updateCourse, { id, price: 1 })).rejects.toMatchObject({
      code: 'not_your_course',
    })
    await expect(bola.api(contract.deleteCourse, { id })).rejects.toMatchObject({ code: 'not_your_course' })
    await admin.api(contract.updateCourse, { id, course_teacher_id: bola.id })
    await expect(bola.api(contract.updateCourse, { id, price: 1 })).resolves.toMatchObject({ price: 1 })
    await expect(ada.api(contract.updateCourse, { id, price: 2 })).resolves.toMatchObject({ price: 2 })
  })

  test('does not let a teacher assign another teacher, but keeps the existing one', async () => {
    const school = await createTestSchool()
    const [admin, ada, bola] = [await school.admin(), await school.teacher(), await school.teacher()]
    const { id } = await make(ada)
    const away = ada.api(contract.updateCourse, { id, course_teacher_id: bola.id })
    await expect(away).rejects.toMatchObject({ errors: [{ code: 'teacher_not_assignable' }] })
    await admin.api(contract.updateCourse, { id, course_teacher_id: bola.id })
    await ada.api(contract.updateCourse, { id, course_teacher_id: bola.id, price: 3 })
  })

  test('refuses a student as teacher', async () => {
    const school = await createTestSchool()
    const [admin, student] = [await school.admin(), await school.student()]
    const { id } = await make(admin)
    const answer = admin.api(contract.updateCourse, { id, course_teacher_id: student.id })
    await expect(answer).rejects.toMatchObject({ errors: [{ code: 'not_a_teacher' }] })
  })
})

describe('mirrors', () => {
  test('refuses a mirror of itself, of a mirror, or of a course with mirrors', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const [a, b, c] = [await make(admin, 'A'), await make(admin, 'B'), await make(admin, 'C')]
    const mirror = (id: string, mirror_course_id: string) =>
      admin.api(contract.updateCourse, { id, mirror_course_id })
    await expect(mirror(a.id, a.id)).rejects.toMatchObject({ errors: [{ code: 'mirror_of_itself' }] })
    await mirror(b.id, a.id)
    await expect(mirror(c.id, b.id)).rejects.toMatchObject({ errors: [{ code: 'mirror_of_mirror' }] })
    await expect(mirror(a.id, c.id)).rejects.toMatchObject({ errors: [{ code: 'mirror_of_mirror' }] })
    await mirror(c.id, a.id)
  })

  test('refuses one of two courses that mirror each other at the same time', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const [a, b] = [await make(admin, 'A'), await make(admin, 'B')]
    const answers = await Promise.allSettled([
      admin.api(contract.updateCourse, { id: a.id, mirror_course_id: b.id }),
      admin.api(contract.updateCourse, { id: b.id, mirror_course_id: a.id }),
    ])
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })

  test('needs permission to edit the origin', async () => {
    const school = await createTestSchool()
    const [ada, bola] = [await school.teacher(), await school.teacher()]
    const [mine, hers] = [await make(ada), await make(bola)]
    const answer = ada.api(contract.updateCourse, { id: mine.id, mirror_course_id: hers.id })
    await expect(answer).rejects.toMatchObject({ errors: [{ code: 'course_unknown' }] })
  })

  test('refuses to delete a mirrored course', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const [a, b] = [await make(admin, 'A'), await make(admin, 'B')]
    await admin.api(contract.updateCourse, { id: b.id, mirror_course_id: a.id })
    await expect(admin.api(contract.deleteCourse, { id: a.id })).rejects.toMatchObject({
      code: 'course_is_mirrored',
    })
    await admin.api(contract.deleteCourse, { id: b.id })
    await admin.api(contract.deleteCourse, { id: a.id })
  })
})

describe('deleting a course', () => {
  test('hides it from everybody until it is restored', async () => {
    const school = await createTestSchool()
    const [admin, other] = [await school.admin(), await school.teacher()]
    const { id } = await admin.api(contract.createCourse, { course_name: 'x', course_isPublic: true })
    await admin.api(contract.deleteCourse, { id })
    await expect(school.visitor().api(contract.getCourseDetails, { id })).rejects.toMatchObject({
      status: 404,
    })
    for (const call of [contract.updateCourse, contract.deleteCourse, contract.getCourseContents])
      await expect(admin.api(call, { id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await admin.api(contract.listCourses, {})).data).toEqual([])
    await expect(other.api(contract.restoreCourse, { id })).rejects.toMatchObject({ code: 'not_your_course' })
    await admin.api(contract.restoreCourse, { id })
    await expect(admin.api(contract.restoreCourse, { id })).rejects.toMatchObject({ code: 'not_found' })
    await school.visitor().api(contract.getCourseDetails, { id })
    expect((await auditOf(school, id)).map((row) => row.action)).toEqual([
      'course.created',
      'course.deleted',
      'course.restored',
    ])
  })
})

describe('the trailer of a course', () => {
  test('is accepted from supported sites and stored as an embed address', async () => {
    const school = await createTestSchool()
    const [teacher, other] = [await school.teacher(), await school.teacher()]
    const { id } = await make(teacher)
    const set = (course_ads_video: string) =>
      teacher.api(contract.updateCourseAdsVideo, { id, course_ads_video })
    const framed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
    expect(await set('https://www.youtube.com/watch?v=dQw4w9WgXcQ')).toMatchObject({
      course_ads_video: framed,
    })
    for (const invalid of [
      'https://evil.test/v',
      'javascript:alert(1)',
      'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    ])
      await expect(set(invalid)).rejects.toMatchObject({
        errors: [{ path: 'course_ads_video', code: 'embed_unknown' }],
      })
    const others = other.api(contract.updateCourseAdsVideo, { id, course_ads_video: '' })
    await expect(others).rejects.toMatchObject({ code: 'not_your_course' })
    expect(await set('')).toMatchObject({ course_ads_video: '' })
  })
})
