import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, resetClock, setClock, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

afterEach(resetClock)

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

async function aCourse(titles = ['One', 'Two', 'Three']) {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, { contents: titles.map((title) => ({ title })) })
  const ids = fixture.contents.map((content) => content.id)
  const rule = (position: number, given: object) =>
    fixture.teacher.api(contract.updateContent, { id: ids[position]!, ...given })
  return { ...fixture, school, ids, rule }
}

async function seenBy(person: TestUser, course: { id: string }, given = {}) {
  const reply = await person.api(contract.getCourseContents, { id: course.id, ...given })
  return reply.lessons.flatMap((lesson) => lesson.contents)
}

const reasons = async (person: TestUser, course: { id: string }, given = {}) =>
  (await seenBy(person, course, given)).map((content) => content.lock_reason)

describe('a content opens', () => {
  test('at its date, which outline and locked topic show', async () => {
    const { teacher, student, course, ids, rule } = await aCourse()
    const opens_at = inHours(1).toISOString()
    await rule(1, { opens_at })
    const reply = await student.api(contract.getCourseContents, { id: course.id, topic: ids[1]! })
    expect(reply.lessons[0]!.contents[1]).toMatchObject({
      lock_reason: 'date',
      lock: { opens_at, opens_after: null, lowest_tier: null },
    })
    expect(reply.lessons[0]!.contents[1]).not.toHaveProperty('opening')
    expect(reply.topic).toMatchObject({ lock_reason: 'date', lock: { opens_at }, body: '', media: null })
    const own = await teacher.api(contract.getCourseContents, { id: course.id, topic: ids[1]! })
    expect(own.topic).toMatchObject({
      lock_reason: null,
      opening: { opens_at },
      body: '<p>Something to read.</p>',
    })
    setClock(inHours(1.001))
    expect(await reasons(student, course)).toEqual([null, null, null])
  })

  test('days after each student’s approval', async () => {
    const { school, student, course, rule } = await aCourse()
    await rule(2, { opens_after_days: 3 })
    const early = await school.student()
    await school.enrol(early, course, { approved_at: inHours(-73) })
    expect(await reasons(early, course)).toEqual([null, null, null])
    const [, , third] = await seenBy(student, course)
    expect(third).toMatchObject({ lock_reason: 'date', lock: { opens_at: expect.any(String) } })
  })

  test('after its prerequisite is completed', async () => {
    const { school, student, course, ids, rule } = await aCourse()
    await rule(1, { opens_after_content_id: ids[0] })
    const [, second] = await seenBy(student, course)
    expect(second).toMatchObject({
      lock_reason: 'after',
      lock: { opens_after: { id: ids[0], title: 'One' } },
    })
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('content_progress')
        .values({
          school_id,
          user_id: student.id,
          course_id: course.id,
          content_id: ids[0]!,
          completed_at: new Date(),
        })
        .execute(),
    )
    expect(await reasons(student, course)).toEqual([null, null, null])
  })

  test('without a prerequisite that students cannot see', async () => {
    const { teacher, student, course, ids, rule } = await aCourse()
    await rule(1, { opens_after_content_id: ids[0] })
    await rule(0, { is_published: false })
    expect(await reasons(student, course)).toEqual([null, null])
    await rule(0, { is_published: true })
    expect(await reasons(student, course)).toEqual([null, 'after', null])
    await teacher.api(contract.deleteContent, { id: ids[0]! })
    expect(await reasons(student, course)).toEqual([null, null])
    const { topic } = await teacher.api(contract.getCourseContents, { id: course.id, topic: ids[1]! })
    expect(topic?.opening?.opens_after_content_id).toBe(null)
  })

  test('from the higher tier of content and lesson', async () => {
    const { school, teacher, course, lesson, rule } = await aCourse()
    await teacher.api(contract.updateCourse, {
      id: course.id,
      enable_tiering: true,
      tiering_maximum: 3,
      tiering_prices: [1, 2, 3],
    })
    await teacher.api(contract.updateLesson, { id: lesson.id, lowest_tier: 2 })
    await rule(0, { lowest_tier: 1 })
    await rule(1, { lowest_tier: 3 })
    const student = await school.student()
    await school.enrol(student, course, { tier: 2 })
    expect(await reasons(student, course)).toEqual([null, 'tier', null])
    expect((await seenBy(student, course))[1]!.lock).toMatchObject({ lowest_tier: 3 })
  })

  test('in a preview unless locked by staff or date', async () => {
    const { teacher, course, ids, rule } = await aCourse(['One', 'Two', 'Three', 'Four'])
    await rule(0, { opens_after_days: 9 })
    await rule(1, { opens_after_content_id: ids[0] })
    await rule(2, { opens_at: inHours(1).toISOString() })
    await rule(3, { is_locked: true })
    expect(await reasons(teacher, course, { creator_preview: true })).toEqual([null, null, 'date', 'locked'])
    expect(await reasons(teacher, course)).toEqual([null, null, null, null])
  })

  test('again for a student who completed it', async () => {
    const { school, student, course, ids, rule } = await aCourse()
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('content_progress')
        .values({
          school_id,
          user_id: student.id,
          course_id: course.id,
          content_id: ids[1]!,
          completed_at: new Date(),
        })
        .execute(),
    )
    await rule(1, {
      opens_at: inHours(1).toISOString(),
      opens_after_days: 90,
      opens_after_content_id: ids[0],
    })
    expect(await reasons(student, course)).toEqual([null, null, null])
    await rule(1, { is_locked: true })
    expect(await reasons(student, course)).toEqual([null, 'locked', null])
  })
})

describe('a rule', () => {
  test.each([
    ['opens_at', 'date_out_of_range', { opens_at: '1990-01-01T00:00:00Z' }],
    ['opens_after_days', undefined, { opens_after_days: 0 }],
    ['opens_after_content_id', 'content_unknown', { opens_after_content_id: newId() }],
    ['completion_rule', 'not_played', { completion_rule: 'watched' }],
    ['completion_percentage', undefined, { completion_percentage: 101 }],
    ['lowest_tier', undefined, { lowest_tier: 21 }],
  ])('with the impossible value %s is refused', async (path, code, given) => {
    const { rule } = await aCourse()
    const field = { path, ...(code && { code }) }
    await expect(rule(0, given)).rejects.toMatchObject({ errors: [expect.objectContaining(field)] })
  })

  test('refuses circular prerequisites and those of another course', async () => {
    const { school, ids, rule } = await aCourse()
    const circle = { errors: [{ path: 'opens_after_content_id', code: 'waits_in_circle' }] }
    await expect(rule(0, { opens_after_content_id: ids[0] })).rejects.toMatchObject(circle)
    await rule(0, { opens_after_content_id: ids[1] })
    await rule(1, { opens_after_content_id: ids[2] })
    await expect(rule(2, { opens_after_content_id: ids[0] })).rejects.toMatchObject(circle)
    const otherContent = await school.content()
    await expect(rule(2, { opens_after_content_id: otherContent.id })).rejects.toMatchObject({
      errors: [{ code: 'content_unknown' }],
    })
  })

  test('refuses one of two concurrent changes that close a circle', async () => {
    for (let round = 0; round < 4; round++) {
      const { ids, rule } = await aCourse()
      const answers = await Promise.allSettled([
        rule(0, { opens_after_content_id: ids[1] }),
        rule(1, { opens_after_content_id: ids[2] }),
        rule(2, { opens_after_content_id: ids[0] }),
      ])
      expect(answers.filter((answer) => answer.status === 'rejected')).toHaveLength(1)
    }
  })

  test('can be given with a new content', async () => {
    const { teacher, lesson, ids } = await aCourse()
    const made = await teacher.api(contract.createContent, {
      lesson_id: lesson.id,
      type: 'text',
      title: 'Four',
      opens_after_content_id: ids[0]!,
      is_optional: true,
      completion_rule: 'marked',
    })
    expect(made).toMatchObject({
      is_optional: true,
      completion: { rule: 'marked', percentage: null },
      opening: { opens_after_content_id: ids[0] },
    })
    const invalid = {
      lesson_id: lesson.id,
      type: 'text' as const,
      title: 'x',
      opens_after_content_id: newId(),
    }
    await expect(teacher.api(contract.createContent, invalid)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
