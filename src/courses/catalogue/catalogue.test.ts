import { describe, expect, test } from 'vitest'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

async function everyPage<Row>(
  page: (cursor?: string) => Promise<{ data: Row[]; next_cursor: string | null }>,
) {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const { data, next_cursor } = await page(cursor)
    rows.push(...data)
    cursor = next_cursor ?? undefined
  } while (cursor)
  return rows
}

const names = (rows: { course_name: string }[]) => rows.map((row) => row.course_name)

describe('listed courses', () => {
  test('are public, newest first, page by page', async () => {
    const school = await createTestSchool()
    for (const course_name of ['A', 'B', 'C', 'D', 'E']) await school.course({ course_name })
    const page = (cursor?: string) =>
      school
        .visitor()
        .api(contract.listPublicCourses, { school_id: school.school_id, limit: 2, ...(cursor && { cursor }) })
    expect(names((await page()).data)).toEqual(['E', 'D'])
    expect(names(await everyPage(page))).toEqual(['E', 'D', 'C', 'B', 'A'])
    const broken = school
      .visitor()
      .api(contract.listPublicCourses, { school_id: school.school_id, cursor: 'x' })
    await expect(broken).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('are public and not hidden, including coming-soon ones', async () => {
    const school = await createTestSchool()
    await school.course({ course_name: 'Hidden', is_hidden: true })
    await school.course({ course_name: 'Private', course_is_public: false })
    await school.course({ course_name: 'Deleted', deleted_at: new Date() })
    await school.course({ course_name: 'Coming', is_coming_soon: true })
    const course = await school.course({ course_name: 'Open' })
    await school.content({ course_id: course.id })
    for (const person of [school.visitor(), await school.student(), await school.admin()]) {
      const { data } = await person.api(contract.listPublicCourses, { school_id: school.school_id })
      expect(data).toMatchObject([
        { course_name: 'Open', lessons_count: 1, contents_count: 1 },
        { course_name: 'Coming', is_coming_soon: true },
      ])
    }
  })

  test('exclude those of another school', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    await other.course()
    const answer = school.visitor().api(contract.listPublicCourses, { school_id: other.school_id })
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the list for staff', () => {
  test('contains all courses for admins, and their own for teachers', async () => {
    const school = await createTestSchool()
    const [admin, ada, bola] = [await school.admin(), await school.teacher(), await school.teacher()]
    await school.course({ course_name: 'Ada’s', course_teacher_id: ada.id })
    await school.course({ course_name: 'Given to Bola', created_by: ada.id, course_teacher_id: bola.id })
    await school.course({ course_name: 'Private', course_is_public: false, course_teacher_id: bola.id })
    const list = async (person: TestUser) => names((await person.api(contract.listCourses, {})).data)
    expect(await list(admin)).toEqual(['Private', 'Given to Bola', 'Ada’s'])
    expect(await list(ada)).toEqual(['Given to Bola', 'Ada’s'])
    const taught = (cursor?: string) =>
      bola.api(contract.listTaughtCourses, { limit: 1, ...(cursor && { cursor }) })
    expect(names(await everyPage(taught))).toEqual(['Private', 'Given to Bola'])
    const student = await school.student()
    await expect(student.api(contract.listCourses, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(admin.api(contract.listTaughtCourses, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('counts students, and filters by name, code, visibility and teacher', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const cafe = await school.course({ course_name: 'Café 100% français', course_code: 'CAFE-23456' })
    await school.course({ course_name: 'Hidden', is_hidden: true })
    await school.course({ course_name: 'Private', course_is_public: false })
    await school.course({ course_name: 'Coming', is_coming_soon: true })
    await school.enrol(await school.student(), cafe)
    await school.enrol(await school.student(), cafe, { status: 'pending' })
    await school.enrol(await school.student(), cafe, { student_approval_end_date: new Date('2020-01-01') })
    const list = async (filter: object) => names((await admin.api(contract.listCourses, filter)).data)
    expect((await admin.api(contract.listCourses, { q: 'cafe' })).data).toMatchObject([
      { course_name: 'Café 100% français', students_count: 1, pending_count: 1, course_isPublic: true },
    ])
    for (const q of ['FRANCAIS', 'fé 1', 'cafe-234', '0% f', ' café '])
      expect(await list({ q })).toEqual(['Café 100% français'])
    for (const q of ['%', '_', '\\', 'x%x', "' or 1=1"]) expect((await list({ q })).length).toBeLessThan(2)
    expect(await list({ visibility: 'hidden' })).toEqual(['Hidden'])
    expect(await list({ visibility: 'private' })).toEqual(['Private'])
    expect(await list({ visibility: 'coming_soon' })).toEqual(['Coming'])
    expect(await list({ visibility: 'public' })).toEqual(['Coming', 'Café 100% français'])
    expect(await list({ course_teacher_id: cafe.course_teacher_id })).toEqual(['Café 100% français'])
  })
})

describe('search', () => {
  async function aLibrary() {
    const school = await createTestSchool()
    const admin = await school.admin()
    const add = (course_name: string, more: object = {}) =>
      admin.api(contract.createCourse, { course_name, course_isPublic: true, ...more })
    await add('Python for beginners', { short_description: 'Programming from nothing' })
    await add('Data analysis', { course_description: '<p>With <strong>Python</strong> &amp; statistics</p>' })
    await add('Écrire en français')
    await add('Yorùbá: Ọ̀rọ̀ àkọ́kọ́')
    await add('مقدمة في البرمجة')
    await add('Hidden Python', { is_hidden: true })
    await add('Private Python', { course_isPublic: false })
    const find = async (searchQuery: string) =>
      names(
        (await school.visitor().api(contract.searchCourses, { school_id: school.school_id, searchQuery }))
          .data,
      )
    return { school, admin, find }
  }

  test('finds words and prefixes, names before descriptions, and only listed courses', async () => {
    const { find } = await aLibrary()
    expect(await find('python')).toEqual(['Python for beginners', 'Data analysis'])
    expect(await find('pyth beg')).toEqual(['Python for beginners'])
    expect(await find('programming')).toEqual(['Python for beginners'])
    expect(await find('statistics')).toEqual(['Data analysis'])
  })

  test.each(['pyhton', 'pythn', 'pytohn', 'begginers', 'Pithon', 'progarmming'])(
    'tolerates %s',
    async (query) => {
      const { find } = await aLibrary()
      expect((await find(query))[0]).toBe('Python for beginners')
    },
  )

  test('ignores accents on both sides', async () => {
    const { find } = await aLibrary()
    for (const query of ['ecrire', 'ÉCRIRE', 'francais', 'ecrir'])
      expect(await find(query)).toEqual(['Écrire en français'])
    for (const query of ['yoruba', 'oro', 'akoko', 'Ọ̀rọ̀'])
      expect(await find(query)).toEqual(['Yorùbá: Ọ̀rọ̀ àkọ́kọ́'])
    expect(await find('البرمجة')).toEqual(['مقدمة في البرمجة'])
  })

  test('finds nothing without words, and accepts any input', async () => {
    const { find } = await aLibrary()
    for (const query of [
      '',
      '   ',
      '!!!',
      "' | !(qqqq:*",
      'zzzzqqqq',
      '\\',
      '%',
      '🙂',
      ':*',
      'qqqq & | zzzz',
    ])
      expect(await find(query)).toEqual([])
  })

  test('reflects changes', async () => {
    const { school, admin, find } = await aLibrary()
    const [course] = (await admin.api(contract.listCourses, { q: 'data' })).data
    await admin.api(contract.updateCourse, {
      id: course!.id,
      course_name: 'Carpentry',
      course_description: '',
    })
    expect(await find('python')).toEqual(['Python for beginners'])
    expect(await find('carpentry')).toEqual(['Carpentry'])
    await admin.api(contract.deleteCourse, { id: course!.id })
    expect(await find('carpentry')).toEqual([])
    expect(school).toBeTruthy()
  })

  test('pages without repetitions', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    for (let n = 0; n < 7; n += 1)
      await admin.api(contract.createCourse, {
        course_name: `Cooking ${'again '.repeat(n)}`,
        course_isPublic: true,
      })
    const page = (cursor?: string) =>
      school.visitor().api(contract.searchCourses, {
        school_id: school.school_id,
        searchQuery: 'cooking',
        limit: 3,
        ...(cursor && { cursor }),
      })
    const found = await everyPage(page)
    expect(new Set(found.map((course) => course.id)).size).toBe(7)
    expect(found).toHaveLength(7)
  })
})

describe('cached public pages', () => {
  test('are dropped on visible changes, and kept while a text is edited', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    let dropped = 0
    const { services } = school.app
    const before = services.onSchoolInvalidated
    services.onSchoolInvalidated = (school_id) => {
      if (school_id === school.school_id) dropped += 1
      before(school_id)
    }
    const drops = async (act: () => Promise<unknown>) => {
      dropped = 0
      await act()
      return dropped > 0
    }
    const { id } = await admin.api(contract.createCourse, { course_name: 'Quiet', is_coming_soon: true })
    const [lesson] = [await admin.api(contract.createLesson, { course_id: id, title: 'L' })]
    const content = await admin.api(contract.createContent, {
      lesson_id: lesson.id,
      type: 'text',
      title: 'C',
    })
    const save = (given: object) => () => admin.api(contract.updateContent, { id: content.id, ...given })
    expect(await drops(() => admin.api(contract.updateCourse, { id, price: 4 }))).toBe(false)
    expect(await drops(() => admin.api(contract.updateCourse, { id, course_isPublic: true }))).toBe(true)
    expect(await drops(save({ title: 'A draft’s title' }))).toBe(false)
    expect(await drops(save({ is_published: true }))).toBe(true)
    expect(await drops(save({ body: '<p>More</p>' }))).toBe(false)
    expect(await drops(save({ title: 'A title' }))).toBe(false)
    const publish = () => admin.api(contract.publishContent, { id: content.id, audience: 'everybody' })
    expect(await drops(publish)).toBe(true)
    expect(await drops(publish)).toBe(false)
    expect(await drops(() => admin.api(contract.updateLesson, { id: lesson.id, title: 'M' }))).toBe(true)
    expect(await drops(() => admin.api(contract.updateCourse, { id, course_isPublic: false }))).toBe(true)
    expect(await drops(() => admin.api(contract.deleteLesson, { id: lesson.id }))).toBe(false)
    services.onSchoolInvalidated = before
  })
})

test('the public teachers are those of listed courses, the busiest first', async () => {
  const school = await createTestSchool()
  const [ada, ben, unlisted] = [
    await school.teacher({ name: 'Ada Obi' }),
    await school.teacher({ name: 'Ben Eze' }),
    await school.teacher({ name: 'Cy Oke' }),
  ]
  for (const course_teacher_id of [ada.id, ben.id, ben.id]) await school.course({ course_teacher_id })
  await school.course({ course_teacher_id: unlisted.id, course_is_public: false })
  const { data } = await school.visitor().api(contract.listPublicTeachers, {})
  expect(data).toEqual([
    { id: ben.id, name: 'Ben Eze', bio: '', avatar_url: null, courses_count: 2 },
    { id: ada.id, name: 'Ada Obi', bio: '', avatar_url: null, courses_count: 1 },
  ])
})
