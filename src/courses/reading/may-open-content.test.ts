import { expect, test } from 'vitest'
import { countStatements } from '#testing/harness/harness.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { isOpenToReader } from './may-open-content.ts'

const future = new Date('2190-01-01')

/** A course with one content for each kind of lock, and an open one. */
async function aCourseOfLocks() {
  const school = await createTestSchool()
  const course = await school.course({ enable_tiering: true })
  const lesson = await school.lesson({ course_id: course.id })
  const paid = await school.lesson({ course_id: course.id, position: 1, lowest_tier: 2 })
  const at = { course_id: course.id, lesson_id: lesson.id }
  const [first, hidden] = [
    await school.content({ ...at, title: 'First' }),
    await school.content({ ...at, title: 'Hidden', is_published: false }),
  ]
  const contents = [
    first,
    await school.content({ ...at, is_locked: true }),
    await school.content({ ...at, lowest_tier: 1 }),
    await school.content({ ...at, lowest_tier: 2 }),
    await school.content({ ...at, opens_at: future }),
    await school.content({ ...at, opens_at: new Date('2020-01-01') }),
    await school.content({ ...at, opens_after_days: 2 }),
    await school.content({ ...at, opens_after_days: 20 }),
    await school.content({ ...at, opens_after_content_id: first.id }),
    await school.content({ ...at, opens_after_content_id: hidden.id }),
    await school.content({ ...at, lesson_id: paid.id }),
  ]
  const week = new Date(Date.now() - 7 * 86_400_000)
  const [poor, rich] = [await school.student(), await school.student()]
  await school.enrol(poor, course, { approved_at: week, tier: 1 })
  await school.enrol(rich, course, { approved_at: week, tier: 2 })
  const done = { course_id: course.id, content_id: first.id, completed_at: week }
  await school.transact(async ({ tx, school_id }) => {
    await tx
      .insertInto('content_progress')
      .values({ ...done, school_id, user_id: rich.id })
      .execute()
    const excepted = { school_id, course_id: course.id, user_id: rich.id, created_by: rich.id }
    const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    await tx
      .insertInto('lock_exceptions')
      .values([
        { ...excepted, id: ids[0]!, content_id: contents[1]!.id, shift_days: null },
        { ...excepted, id: ids[1]!, content_id: contents[7]!.id, shift_days: -14 },
      ])
      .execute()
    await tx
      .updateTable('courses')
      .set({ has_lock_exceptions: true })
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .execute()
  })
  return { school, course, contents, hidden, students: { poor, rich } }
}

test('agrees with the outline about each content', async () => {
  const { school, course, contents, students } = await aCourseOfLocks()
  const expected: Record<string, boolean[]> = {}
  for (const [name, student] of Object.entries(students)) {
    const outline = await student.api(contract.getCourseContents, { id: course.id })
    const shown = new Map(outline.lessons.flatMap((lesson) => lesson.contents.map((one) => [one.id, one])))
    expected[name] = contents.map(({ id }) => shown.get(id)!.lock_reason === null)
    const reply = await school.transact(async (ctx) => {
      const actor = { ...ctx.actor, id: student.id, role: 'student' as const }
      const answers = []
      for (const { id } of contents) answers.push(await isOpenToReader({ ...ctx, actor }, id, undefined))
      return answers.map(({ open }) => open)
    })
    expect(reply, name).toEqual(expected[name])
  }
  const yes = true
  const no = false
  expect(expected).toEqual({
    poor: [yes, no, yes, no, no, yes, yes, no, no, yes, no],
    rich: [yes, yes, yes, yes, no, yes, yes, yes, yes, yes, yes],
  })
})

test('needs the same number of statements for any length of course', async () => {
  const { contents, students } = await aCourseOfLocks()
  const list = () => students.poor.api(contract.listCaptions, { id: contents[0]!.id })
  // begin, session, the content with its reader, exceptions of this course, captions, commit.
  await expect.poll(() => countStatements(list)).toBe(6)
})

test('does not find a draft, or a content through another course', async () => {
  const { school, course, contents, hidden, students } = await aCourseOfLocks()
  const other = await school.course()
  await school.enrol(students.poor, other)
  const list = (id: string, course_id = course.id) =>
    students.poor.api(contract.listCaptions, { id, course_id })
  await expect(list(contents[0]!.id)).resolves.toEqual({ data: [] })
  await expect(list(hidden.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(list(contents[0]!.id, other.id)).rejects.toMatchObject({ code: 'not_found' })
})
