import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const textsOf = async (person: TestUser, query: object = {}) =>
  (await person.api(contract.listSavedComments, query)).data.map(({ text }) => text)

test('comments are saved for oneself or for the staff of a course', async () => {
  const school = await createTestSchool()
  const [admin, other] = [await school.admin(), await school.admin()]
  const { id: course_id } = await school.course()
  const own = await admin.api(contract.createSavedComment, { text: ' Quote the source. ' })
  expect(own).toMatchObject({
    text: 'Quote the source.',
    course_id: null,
    is_own: true,
    author_name: admin.name,
  })
  // The same comment is saved once.
  expect(await admin.api(contract.createSavedComment, { text: 'Quote the source.' })).toEqual(own)
  await admin.api(contract.createSavedComment, { text: '100 % right', course_id })
  expect(await textsOf(admin)).toEqual(['100 % right', 'Quote the source.'])
  expect(await textsOf(admin, { q: 'SOURCE' })).toEqual(['Quote the source.'])
  expect(await textsOf(admin, { q: '%' })).toEqual(['100 % right'])
  expect(await textsOf(other)).toEqual([])
  expect((await other.api(contract.listSavedComments, { course_id })).data).toMatchObject([
    { text: '100 % right', is_own: false, author_name: admin.name },
  ])
  const [shared] = (await other.api(contract.listSavedComments, { course_id })).data
  await expect(other.api(contract.deleteSavedComment, { id: shared!.id })).rejects.toMatchObject({
    status: 404,
  })
  await admin.api(contract.deleteSavedComment, { id: shared!.id })
  expect(await textsOf(other, { course_id })).toEqual([])
})

test('other people cannot share in a course', async () => {
  const school = await createTestSchool()
  const { id: course_id } = await school.course()
  const teacher = await school.teacher()
  const outsider = await (await createTestSchool()).admin()
  for (const [person, reason] of [
    [teacher, { code: 'not_your_course' }],
    [outsider, { status: 404 }],
  ] as const)
    for (const call of await Promise.allSettled([
      person.api(contract.createSavedComment, { text: 'x', course_id }),
      person.api(contract.listSavedComments, { course_id }),
    ]))
      expect(call).toMatchObject({ status: 'rejected', reason })
})

test('a person saves a limited number of comments', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  await school.transact(({ tx, school_id }) =>
    sql`insert into saved_comments (school_id, id, user_id, text, created_at)
      select ${school_id}::uuid, gen_random_uuid(), ${admin.id}::uuid, 'x' || n, now()
      from generate_series(1, 500) n`.execute(tx),
  )
  await expect(admin.api(contract.createSavedComment, { text: 'One more' })).rejects.toMatchObject({
    code: 'too_many_saved_comments',
  })
})
