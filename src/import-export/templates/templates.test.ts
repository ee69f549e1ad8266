import { describe, expect, test } from 'vitest'
import { createCourse, deleteContent, getCourseContents } from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestUpload, createTestPdf, createTestImage } from '#testing/builders/files.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import { documentContents } from '../documents/course-document.ts'
import * as contract from '../contract.ts'
import { templateGallery } from './template-gallery.ts'

async function aTemplate(school: TestSchool, teacher: TestUser) {
  const image = await createTestUpload(teacher, await createTestImage(), {
    host: school.host,
    purpose: 'course_image',
    file_name: 'a.png',
  })
  const file = await createTestUpload(teacher, createTestPdf(), {
    host: school.host,
    purpose: 'course_file',
    file_name: 'Plan.pdf',
  })
  const course = await school.course({
    created_by: teacher.id,
    course_name: 'Autumn class',
    course_is_public: true,
    course_start_date: new Date('2027-09-06T08:00:00Z'),
    background_image: image.upload_id,
    course_description: `<p>{{course_name}} with {{teacher}}, from {{ start_date }}.</p><img src="/media/public/${image.upload_id}">`,
  })
  const lesson = await school.lesson({ course_id: course.id, title: 'Week 1 of {{course_name}}' })
  const at = { course_id: course.id, lesson_id: lesson.id }
  const content = await school.content({ ...at, type: 'file', upload_id: file.upload_id, title: 'Plan' })
  await school.content({
    ...at,
    title: 'Later',
    position: 1,
    opens_at: new Date('2027-09-13T08:00:00Z'),
    body: `<p><a href="/learn/${course.id}?topic=${content.id}">The plan</a></p>`,
  })
  const template = await teacher.api(contract.createTemplate, {
    course_id: course.id,
    name: ' Class ',
    description: 'For every autumn',
  })
  return { course, content, template, file, picture: image }
}

test('stores a course as a template, lists it and shows its outline', async () => {
  const school = await createTestSchool()
  const [teacher, other] = [await school.teacher({ name: 'Ada Obi' }), await school.teacher()]
  const { template } = await aTemplate(school, teacher)
  expect(template).toMatchObject({ name: 'Class', lessons_count: 1, contents_count: 2, may_delete: true })
  const { data } = await other.api(contract.listTemplates, {})
  expect(data).toMatchObject([
    { id: template.id, created_by_name: 'Ada Obi', is_built_in: false, may_delete: false },
  ])
  expect(await other.api(contract.getTemplate, { id: template.id })).toMatchObject({
    course_name: 'Autumn class',
    first_date: '2027-09-06T08:00:00.000Z',
    variables: ['course_name', 'teacher', 'start_date'],
    lessons: [{ contents: [{ type: 'file', title: 'Plan' }, { title: 'Later' }] }],
  })
})

test('creates a course from a template with a start day, a name and variables', async () => {
  const school = await createTestSchool({ time_zone: 'Africa/Lagos' })
  const teacher = await school.teacher({ name: 'Ada <Obi>' })
  const { template, picture: image } = await aTemplate(school, teacher)
  const course = await teacher.api(contract.createCourseFromTemplate, {
    id: template.id,
    course_name: 'Spring class',
    start_date: '2028-03-06T09:30:00Z',
  })
  expect(course).toMatchObject({
    course_name: 'Spring class',
    course_isPublic: false,
    course_start_date: '2028-03-06T09:30:00.000Z',
    course_template_id: template.id,
    course_teacher_id: teacher.id,
    background_image: image.upload_id,
  })
  expect(course.course_description).toContain('Spring class with Ada &')
  expect(course.course_description).toContain('from March 6, 2028.')
  expect(course.course_description).toContain(`src="/media/public/${image.upload_id}"`)
  const { lessons } = await teacher.api(getCourseContents, { id: course.id })
  expect(lessons.map((lesson) => lesson.title)).toEqual(['Week 1 of Spring class'])
  const [plan, later] = lessons[0]!.contents
  const opened = await teacher.api(getCourseContents, { id: course.id, topic: later!.id })
  expect(opened.topic?.body).toContain(`href="/learn/${course.id}?topic=${plan!.id}"`)
  const row = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('contents')
      .where('school_id', '=', school_id)
      .where('id', '=', later!.id)
      .select('opens_at')
      .execute(),
  )
  expect(row).toEqual([{ opens_at: new Date('2028-03-13T08:00:00Z') }])
})

test('keeps files of a template until it is deleted, even without its course', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const { template, content, file } = await aTemplate(school, teacher)
  const status = () =>
    school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', file.upload_id)
        .select('status')
        .executeTakeFirst(),
    )
  await teacher.api(deleteContent, { id: content.id })
  expect(await status()).toEqual({ status: 'ready' })
  await teacher.api(contract.deleteTemplate, { id: template.id })
  expect(await status()).not.toEqual({ status: 'ready' })
  await expect(teacher.api(contract.getTemplate, { id: template.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

describe('permission to', () => {
  test('create and delete a template', async () => {
    const school = await createTestSchool()
    const [teacher, other, admin] = [await school.teacher(), await school.teacher(), await school.admin()]
    const { course, template } = await aTemplate(school, teacher)
    const keep = { course_id: course.id, name: 'Mine' }
    await expect(other.api(contract.createTemplate, keep)).rejects.toMatchObject({ code: 'not_your_course' })
    await expect(other.api(contract.deleteTemplate, { id: template.id })).rejects.toMatchObject({
      code: 'not_your_template',
    })
    await admin.api(contract.deleteTemplate, { id: template.id })
    await expect(admin.api(contract.deleteTemplate, { id: templateGallery()[0]!.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('use a template: every teacher of the school, nobody of another', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { template } = await aTemplate(school, teacher)
    const colleague = await school.teacher()
    const visitor = await (await createTestSchool()).teacher()
    const options = { id: template.id, course_name: 'Mine' }
    expect(await colleague.api(contract.createCourseFromTemplate, options)).toMatchObject({
      created_by: colleague.id,
    })
    await expect(visitor.api(contract.createCourseFromTemplate, options)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('limits the number of templates per school', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const course = await school.course({ created_by: teacher.id })
  const row = {
    name: 'One of many',
    document: '{}',
    lessons_count: 0,
    contents_count: 0,
    created_by: teacher.id,
  }
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('course_templates')
      .values(Array.from({ length: 500 }, () => ({ ...row, school_id, id: newId() })))
      .execute(),
  )
  await expect(
    teacher.api(contract.createTemplate, { course_id: course.id, name: 'One more' }),
  ).rejects.toMatchObject({ code: 'template_limit_reached' })
})

describe('the gallery', () => {
  test('is available at every school, and each of its templates becomes a course', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { data } = await teacher.api(contract.listTemplates, { from: 'gallery' })
    expect(data.length).toBeGreaterThanOrEqual(3)
    for (const { id, name, lessons_count } of data) {
      const course = await teacher.api(contract.createCourseFromTemplate, { id, course_name: `My ${name}` })
      const { lessons } = await teacher.api(getCourseContents, { id: course.id })
      expect(lessons).toHaveLength(lessons_count)
    }
  })

  test('has complete texts under different names', () => {
    expect(new Set(templateGallery().map((template) => template.id)).size).toBe(templateGallery().length)
    const texts = templateGallery().flatMap(({ document }) => documentContents(document))
    expect(texts.filter((content) => content.body.length < 120)).toEqual([])
  })
})

describe('creating a course with course_template_id', () => {
  test('creates it from the template with the given fields on top', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { template } = await aTemplate(school, teacher)
    const course = await teacher.api(createCourse, {
      course_name: 'Mine',
      course_template_id: template.id,
      price: 900,
    })
    expect(course).toMatchObject({ price: 900, course_template_id: template.id, lessons_count: 1 })
    expect(
      await teacher.api(createCourse, { course_name: 'B', course_template_id: template.id }),
    ).toMatchObject({
      lessons_count: 1,
    })
  })

  test('refuses an unknown template at its field', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    await expect(
      teacher.api(createCourse, { course_name: 'Mine', course_template_id: newId() }),
    ).rejects.toMatchObject({ errors: [{ path: 'course_template_id', code: 'template_unknown' }] })
  })
})
