import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { countStatements } from '#testing/harness/harness.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { createOutlineCache } from './outline-cache.ts'
import type { SharedOutlineRow } from './reading-queries.ts'

/** Rows with titles of this length. */
const rows = (count: number, mails = 10) =>
  Array.from({ length: count }, () => ({ title: 'x'.repeat(mails), lesson_title: '' }) as SharedOutlineRow)

const key = (course_id: string, version: string | null = 'v1', school_id = 'a') => ({
  school_id,
  course_id,
  version,
})

describe('the cache of outlines', () => {
  test('loads each version once', async () => {
    const cache = createOutlineCache()
    const load = vi.fn(async () => rows(3))
    await cache.read(key('c'), load)
    await cache.read(key('c'), load)
    expect(load).toHaveBeenCalledTimes(1)
    await cache.read(key('c', 'v2'), load)
    await cache.read(key('c', 'v2'), load)
    expect(load).toHaveBeenCalledTimes(2)
    expect(cache.size().outlines).toBe(1)
  })

  test('does not cache a course without a version', async () => {
    const cache = createOutlineCache()
    const load = vi.fn(async () => rows(1))
    await cache.read(key('c', null), load)
    await cache.read(key('c', null), load)
    expect(load).toHaveBeenCalledTimes(2)
    expect(cache.size()).toEqual({ outlines: 0, bytes: 0 })
  })

  test('separates schools with equal course ids and versions', async () => {
    const cache = createOutlineCache()
    const own = rows(1)
    const others = rows(2)
    await cache.read(key('c', 'v1', 'a'), async () => own)
    expect(await cache.read(key('c', 'v1', 'b'), async () => others)).toBe(others)
    expect(await cache.read(key('c', 'v1', 'a'), async () => others)).toBe(own)
    cache.evict('a')
    expect(await cache.read(key('c', 'v1', 'b'), async () => own)).toBe(others)
    expect(cache.size().outlines).toBe(1)
  })

  test('evicts the least recently used beyond its bytes, and does not cache a huge outline', async () => {
    const cache = createOutlineCache({ maxBytes: 40_000 })
    const small = async () => rows(4, 100)
    for (const id of ['one', 'two', 'three', 'four']) await cache.read(key(id), small)
    await cache.read(key('one'), () => Promise.reject(new Error('is in memory')))
    await cache.read(key('five'), small)
    expect(cache.size().bytes).toBeLessThanOrEqual(40_000)
    const load = vi.fn(small)
    await cache.read(key('one'), load)
    expect(load).not.toHaveBeenCalled()
    await cache.read(key('two'), load)
    expect(load).toHaveBeenCalledTimes(1)
    const before = cache.size()
    await cache.read(key('large'), async () => rows(4, 10_000))
    expect(cache.size()).toEqual(before)
  })

  test('reloads an outline after its maximum age', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const cache = createOutlineCache({ maxAge: 1_000 })
    const load = vi.fn(async () => rows(1))
    await cache.read(key('c'), load)
    vi.advanceTimersByTime(999)
    await cache.read(key('c'), load)
    expect(load).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2)
    await cache.read(key('c'), load)
    expect(load).toHaveBeenCalledTimes(2)
  })
})

/**
 * A private course, created through the API so that only its version invalidates the cache, with two lessons and
 * a student who has read it once.
 */
async function aReadCourse() {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const { id } = await teacher.api(contract.createCourse, { course_name: 'A course' })
  const [first, second] = [
    await teacher.api(contract.createLesson, { course_id: id, title: 'First' }),
    await teacher.api(contract.createLesson, { course_id: id, title: 'Second' }),
  ]
  const add = (title: string, given: object = {}) =>
    teacher.api(contract.createContent, {
      lesson_id: first.id,
      type: 'text',
      title,
      is_published: true,
      ...given,
    })
  const [one, two] = [await add('One'), await add('Two')]
  const student = await school.student()
  await school.enrol(student, { id })
  const read = (person: TestUser = student, course_id = id) =>
    person.api(contract.getCourseContents, { id: course_id })
  const titles = async (...who: Parameters<typeof read>) =>
    (await read(...who)).lessons.map(({ title, contents }) => [title, ...contents.map((one_) => one_.title)])
  expect(await titles()).toEqual([['First', 'One', 'Two'], ['Second']])
  return { school, teacher, student, id, first, second, one, two, add, read, titles }
}

describe('a student who reads a course again', () => {
  test('needs no statement for the outline', async () => {
    const { student, id, one, read } = await aReadCourse()
    const open = () => student.api(contract.getCourseContents, { id, topic: one.id })
    // The first request of a session records its use after the response.
    await expect.poll(() => countStatements(open)).toBe(4)
    // The others: begin, session, the course with its reader, commit.
    expect(await countStatements(open)).toBe(4)
    expect(await countStatements(read)).toBe(4)
  })

  test('sees every change of lessons and contents at once', async () => {
    const { teacher, id, first, second, one, two, add, read, titles } = await aReadCourse()
    const lock = async (index: number) => (await read()).lessons[0]!.contents[index]!.lock_reason
    const target = { course_id: id, lesson_id: first.id }

    await teacher.api(contract.lockContents, { ...target, content_id: one.id })
    expect(await lock(0)).toBe('locked')
    await teacher.api(contract.unlockContents, { ...target, content_id: one.id })
    expect(await lock(0)).toBeNull()
    await teacher.api(contract.updateCourse, {
      id,
      enable_tiering: true,
      tiering_maximum: 2,
      tiering_prices: [1_000, 2_000],
    })
    await teacher.api(contract.updateContent, { id: two.id, lowest_tier: 2 })
    expect(await lock(1)).toBe('tier')
    await teacher.api(contract.updateContent, { id: two.id, lowest_tier: null })
    await teacher.api(contract.updateLesson, { id: first.id, lowest_tier: 1 })
    expect(await lock(0)).toBe('tier')
    await teacher.api(contract.updateLesson, { id: first.id, lowest_tier: null, title: 'Beginning' })
    await teacher.api(contract.updateContent, { id: two.id, opens_at: '2190-01-01T00:00:00Z' })
    expect(await lock(1)).toBe('date')
    await teacher.api(contract.updateContent, { id: two.id, opens_at: null, opens_after_content_id: one.id })
    expect(await lock(1)).toBe('after')

    // A new title of a published content is a draft until published.
    await teacher.api(contract.updateContent, { id: one.id, title: 'Number one' })
    expect(await titles()).toEqual([['Beginning', 'One', 'Two'], ['Second']])
    await teacher.api(contract.publishContent, { id: one.id, audience: 'everybody' })
    expect(await titles()).toEqual([['Beginning', 'Number one', 'Two'], ['Second']])
    await add('A draft', { is_published: false })
    expect(await titles()).toEqual([['Beginning', 'Number one', 'Two'], ['Second']])

    await teacher.api(contract.moveContents, { content_ids: [one.id], lesson_id: second.id })
    expect(await titles()).toEqual([
      ['Beginning', 'Two'],
      ['Second', 'Number one'],
    ])
    await teacher.api(contract.reorderLessons, { course_id: id, lesson_ids: [second.id, first.id] })
    expect((await titles())[0]![0]).toBe('Second')
    await teacher.api(contract.deleteContent, { id: one.id })
    expect(await titles()).toEqual([['Second'], ['Beginning', 'Two']])
    expect(await lock(0).catch(() => 'empty')).toBe('empty')
    await teacher.api(contract.deleteLesson, { id: first.id })
    expect(await titles()).toEqual([['Second']])
  })

  test('sees copies and bulk deletions', async () => {
    const { teacher, id, first, one, two, titles } = await aReadCourse()
    const copy = await teacher.api(contract.duplicateContent, { id: one.id, title: 'Copy' })
    await teacher.api(contract.publishContent, { id: copy.id, audience: 'everybody' })
    expect(await titles()).toEqual([['First', 'One', 'Copy', 'Two'], ['Second']])
    const lesson = await teacher.api(contract.duplicateLesson, { id: first.id, title: 'Again' })
    expect((await titles()).map(([title]) => title)).toEqual(['First', 'Again', 'Second'])
    for (const content_id of lesson.content_ids)
      await teacher.api(contract.publishContent, { id: content_id, audience: 'everybody' })
    expect((await titles())[1]).toEqual(['Again', 'One', 'Copy', 'Two'])
    await teacher.api(contract.deleteContents, { course_id: id, content_ids: [one.id, two.id] })
    expect(await titles()).toEqual([['First', 'Copy'], ['Again', 'One', 'Copy', 'Two'], ['Second']])
  })

  test('sees changes of the origin through a mirror', async () => {
    const { school, teacher, student, id, one, titles } = await aReadCourse()
    const mirror = await school.course({ mirror_course_id: id })
    await school.enrol(student, mirror)
    expect(await titles(student, mirror.id)).toEqual([['First', 'One', 'Two'], ['Second']])
    await teacher.api(contract.updateContent, { id: one.id, is_published: false })
    expect(await titles(student, mirror.id)).toEqual([['First', 'Two'], ['Second']])
  })

  test('sees his or her own progress over the shared outline', async () => {
    const { school, id, one, read } = await aReadCourse()
    const other = await school.student()
    await school.enrol(other, { id })
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('content_progress')
        .values({
          school_id,
          user_id: other.id,
          course_id: id,
          content_id: one.id,
          position_seconds: 7,
          opened_at: new Date('2026-01-02T03:04:05.678Z'),
          completed_at: new Date('2026-01-02T03:04:06.789Z'),
        })
        .execute(),
    )
    const times = { opened_at: '2026-01-02T03:04:05.678Z', completed_at: '2026-01-02T03:04:06.789Z' }
    expect((await read(other)).lessons[0]!.contents[0]).toMatchObject({ ...times, position_seconds: 7 })
    const nothing = { opened_at: null, completed_at: null, position_seconds: 0 }
    expect((await read()).lessons[0]!.contents[0]).toMatchObject(nothing)
  })

  test('reads the own school’s course if another school has the same id and version', async () => {
    const { school, id, read, titles } = await aReadCourse()
    const other = await createTestSchool()
    const course = await other.course({ id })
    await other.lesson({ course_id: course.id, title: 'Elsewhere' })
    const stored = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('outline_versions')
        .where('school_id', '=', school_id)
        .where('course_id', '=', id)
        .select('version')
        .executeTakeFirstOrThrow(),
    )
    await other.transact(({ tx, school_id }) =>
      tx
        .insertInto('outline_versions')
        .values({ school_id, course_id: id, version: stored.version })
        .execute(),
    )
    const visitor = await other.student()
    await other.enrol(visitor, course)
    await read()
    expect(await titles(visitor)).toEqual([['Elsewhere']])
    expect(await titles()).toEqual([['First', 'One', 'Two'], ['Second']])
  })

  test('sees nothing of a deleted course', async () => {
    const { teacher, id, read } = await aReadCourse()
    await teacher.api(contract.deleteCourse, { id })
    await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('increments the outline version in every file that writes lessons or contents', () => {
  const source = join(import.meta.dirname, '../..')
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(?:lessons|contents)'|\binsert(?:Lessons|Contents)\(/
  const silent = globSync('**/*.ts', { cwd: source })
    .filter((file) => !/\.test\.ts$|^testing\//.test(file))
    .filter((file) => {
      const text = readFileSync(join(source, file), 'utf8')
      return (
        (writes.test(text) || /(?:insert into|update|delete from) (?:lessons|contents)\b/i.test(text)) &&
        !text.includes('incrementOutlineVersion(')
      )
    })
  // Their callers do it after the last write.
  expect(silent.toSorted()).toEqual([
    'courses/outline/delete-content-data.ts',
    'courses/outline/insert-outline.ts',
    'courses/outline/outline-queries.ts',
  ])
})
