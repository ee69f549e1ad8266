import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestSchool,
  createTestVisitor,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const add = (admin: TestUser, name: string) => admin.api(contract.createCategory, { name })
const namesOf = async (school: TestSchool) => {
  const { data } = await school
    .visitor()
    .api(contract.listSchoolCategories, { id: school.school_id, limit: 100 })
  return data.map((category) => category.name)
}

describe('adding', () => {
  test('appends a category and gives it an anchor', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await add(admin, 'Web')
    await expect(add(admin, '  Web & Design ')).resolves.toMatchObject({
      name: 'Web & Design',
      slug: 'web-design',
      course_count: 0,
    })
    await expect(add(admin, 'Web: Design')).resolves.toMatchObject({ slug: 'web-design-2' })
    expect(await namesOf(school)).toEqual(['Web', 'Web & Design', 'Web: Design'])
  })

  test('refuses a duplicate name, ignoring case', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await add(admin, 'Design')
    await expect(add(admin, 'DESIGN ')).rejects.toMatchObject({ status: 409, code: 'category_name_taken' })
    await expect(add(await (await createTestSchool()).admin(), 'Design')).resolves.toMatchObject({
      slug: 'design',
    })
  })

  test('allows at most a hundred, even with concurrent requests', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('categories')
        .values(
          Array.from({ length: 97 }, (_, n) => ({
            school_id,
            id: newId(),
            name: `C${n}`,
            slug: `c${n}`,
            position: n,
          })),
        )
        .execute(),
    )
    const answers = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => add(admin, `More ${n}`)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refused).toEqual(Array(5).fill('category_limit_reached'))
    expect(new Set(await namesOf(school)).size).toBe(100)
  })

  test('creates one category for a repeated idempotency key', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const headers = { 'idempotency-key': newId() }
    const first = await admin.api(contract.createCategory, { name: 'Once' }, headers)
    expect(await admin.api(contract.createCategory, { name: 'Once' }, headers)).toEqual(first)
    expect(await namesOf(school)).toEqual(['Once'])
  })

  test.each(['', '   ', 'x'.repeat(81), 'a\u0000b'])('refuses %j', async (name) => {
    const admin = await (await createTestSchool()).admin()
    await expect(add(admin, name)).rejects.toMatchObject({ status: 422 })
  })
})

describe('renaming', () => {
  test('changes the anchor with the name', async () => {
    const admin = await (await createTestSchool()).admin()
    const { id } = await add(admin, 'Old')
    await expect(admin.api(contract.updateCategory, { id, name: 'New' })).resolves.toMatchObject({
      id,
      slug: 'new',
    })
    await expect(admin.api(contract.updateCategory, { id, name: 'NEW' })).resolves.toMatchObject({
      slug: 'new',
    })
  })

  test('refuses another category’s name and a category of another school', async () => {
    const admin = await (await createTestSchool()).admin()
    const visitor = await (await createTestSchool()).admin()
    await add(admin, 'Taken')
    const { id } = await add(admin, 'Mine')
    const taken = admin.api(contract.updateCategory, { id, name: 'taken' })
    await expect(taken).rejects.toMatchObject({ code: 'category_name_taken' })
    const theirs = visitor.api(contract.updateCategory, { id, name: 'Theirs' })
    await expect(theirs).rejects.toMatchObject({ status: 404 })
  })
})

describe('deleting', () => {
  test('keeps the courses, without a category', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const { id } = await add(admin, 'Going')
    const course = await school.course({ category_id: id })
    const list = async () => (await admin.api(contract.listCategories, {})).data
    expect(await list()).toMatchObject([{ id, course_count: 1 }])
    await expect(admin.api(contract.deleteCategory, { id })).resolves.toEqual({ ok: true })
    const row = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('courses')
        .where('school_id', '=', school_id)
        .where('id', '=', course.id)
        .select(['category_id', 'deleted_at'])
        .executeTakeFirst(),
    )
    expect(row).toEqual({ category_id: null, deleted_at: null })
    await expect(admin.api(contract.deleteCategory, { id })).rejects.toMatchObject({ status: 404 })
  })

  test('never fails while courses are added to the category', async () => {
    const school = await createTestSchool()
    const [admin, teacher] = [await school.admin(), await school.teacher()]
    const { id } = await add(admin, 'Busy')
    const [deleted, ...courses] = await Promise.allSettled([
      admin.api(contract.deleteCategory, { id }),
      ...Array.from({ length: 6 }, () => school.course({ category_id: id, created_by: teacher.id })),
    ])
    expect(deleted?.status).toBe('fulfilled')
    // A late request violates the foreign key; no course references the deleted category.
    const late = courses.flatMap((course) => (course.status === 'rejected' ? [course.reason.code] : []))
    expect(late).toEqual(late.map(() => '23503'))
  })
})

describe('ordering', () => {
  test('requires every category exactly once', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const [a, b, c] = [await add(admin, 'A'), await add(admin, 'B'), await add(admin, 'C')]
    await admin.api(contract.reorderCategories, { ids: [c.id, a.id, b.id] })
    expect(await namesOf(school)).toEqual(['C', 'A', 'B'])
    const d = await add(admin, 'D')
    const incomplete = { status: 409, code: 'category_order_outdated' }
    for (const ids of [
      [a.id, b.id, c.id],
      [a.id, b.id, c.id, newId()],
      [a.id, b.id, c.id, d.id, newId()],
    ])
      await expect(admin.api(contract.reorderCategories, { ids })).rejects.toMatchObject(incomplete)
    expect(await namesOf(school)).toEqual(['C', 'A', 'B', 'D'])
  })

  test('by two people at once ends in one of the two orders', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const ids = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await add(admin, name)).id)
    await Promise.all([
      admin.api(contract.reorderCategories, { ids: ids.toReversed() }),
      admin.api(contract.reorderCategories, { ids }),
    ])
    expect(['ABCD', 'DCBA']).toContain((await namesOf(school)).join(''))
  })
})

describe('visitors', () => {
  test('read the categories of a school at the root host, and only its own on its host', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    await add(await school.admin(), 'Seen')
    const root = await createTestVisitor()
    const { data } = await root.api(contract.listSchoolCategories, { id: school.school_id })
    expect(data).toEqual([{ id: expect.any(String), name: 'Seen', slug: 'seen', position: 0 }])
    const request = other.visitor().api(contract.listSchoolCategories, { id: school.school_id })
    await expect(request).rejects.toMatchObject({ status: 404 })
    await expect(root.api(contract.listSchoolCategories, { id: newId() })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('read the categories page by page in order', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    for (const name of ['A', 'B', 'C']) await add(admin, name)
    const ask = { id: school.school_id, limit: 2 }
    const first = await school.visitor().api(contract.listSchoolCategories, ask)
    const rest = await school
      .visitor()
      .api(contract.listSchoolCategories, { ...ask, cursor: first.next_cursor! })
    expect([...first.data, ...rest.data].map((category) => category.name)).toEqual(['A', 'B', 'C'])
    expect(rest.next_cursor).toBeNull()
  })
})
