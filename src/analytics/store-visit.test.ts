import { describe, expect, test } from 'vitest'
import { setConsent } from '#consent/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, createTestVisitor, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const visitsOf = (school: TestSchool) =>
  school.transact(({ tx, school_id }) =>
    tx.selectFrom('visits').where('school_id', '=', school_id).selectAll().execute(),
  )

const visit = {
  action: 'SCHOOL_VISIT' as const,
  url: 'http://a.test/?selected_course_id=1&user_token=secret#x',
}

describe('a visit', () => {
  test('of an anonymous visitor is stored without a person', async () => {
    const school = await createTestSchool()
    await school
      .visitor()
      .api(contract.recordUsage, { ...visit, school_id: school.school_id, user_id: null, user_type: null })
    expect(await visitsOf(school)).toMatchObject([
      {
        url: '/?selected_course_id=1',
        user_id: null,
        user_type: null,
        course_id: null,
        request_source: 'web',
      },
    ])
  })

  test('takes the person from the session, whatever the request contains', async () => {
    const school = await createTestSchool()
    const [student, admin] = [await school.student(), await school.admin()]
    await student.api(setConsent, { purpose: 'usage_statistics', is_given: true })
    await student.api(contract.recordUsage, { ...visit, user_id: admin.id, user_type: 'admin' })
    expect(await visitsOf(school)).toMatchObject([{ user_id: student.id, user_type: 'student' }])
    await school.visitor().api(contract.recordUsage, { ...visit, user_id: admin.id, user_type: 'admin' })
    expect((await visitsOf(school)).filter((row) => row.user_id === admin.id)).toEqual([])
  })

  test('of a person without consent to usage statistics has no user id', async () => {
    const school = await createTestSchool()
    const student = await school.student()
    await student.api(contract.recordUsage, { ...visit, user_id: student.id, user_type: 'student' })
    expect(await visitsOf(school)).toMatchObject([{ user_id: null, user_type: 'student' }])
  })

  test('accepts only a course of this school', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    const [mine, theirs] = [await school.course(), await other.course()]
    for (const course_id of [mine.id, theirs.id, newId(), null])
      await school.visitor().api(contract.recordUsage, { ...visit, course_id })
    expect((await visitsOf(school)).map((row) => row.course_id)).toEqual([mine.id, null, null, null])
  })

  test('of another school is refused', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    const answer = school.visitor().api(contract.recordUsage, { ...visit, school_id: other.school_id })
    await expect(answer).rejects.toMatchObject({ status: 404 })
    const root = await createTestVisitor()
    await expect(root.api(contract.recordUsage, visit)).rejects.toMatchObject({ status: 404 })
  })
})

test.each([
  { ...visit, action: 'ELSE' },
  { ...visit, url: '' },
  { ...visit, url: 'x'.repeat(2_001) },
  { ...visit, course_id: 'x' },
  { ...visit, user_id: {} },
  { action: 'SCHOOL_VISIT' },
])('refuses %j', async (body) => {
  const visitor = (await createTestSchool()).visitor()
  await expect(visitor.api(contract.recordUsage, body as never)).rejects.toMatchObject({ status: 422 })
})

test('refuses more than 600 visits per minute from one address', async () => {
  const school = await createTestSchool()
  await school.visitor().api(contract.recordUsage, visit)
  const { auxDb } = school.app.services.databases
  await auxDb
    .updateTable('rate_limit_counters')
    .set({ count: 600 })
    .where('bucket', 'like', `${school.school_id}/recordUsage/%`)
    .execute()
  await expect(school.visitor().api(contract.recordUsage, visit)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
})
