import { afterEach, describe, expect, test } from 'vitest'
import {
  createTestSchool,
  resetClock,
  setClock,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { insertTestUpload } from '#testing/builders/upload-builder.ts'
import * as contract from '../contract.ts'

afterEach(resetClock)

/** A text that is published as “First”, with an approved student. */
async function aPublishedText() {
  const school = await createTestSchool()
  const teacher = await school.teacher({ name: 'Ada' })
  const course = await teacher.api(contract.createCourse, { course_name: 'A course', course_isPublic: true })
  const lesson = await teacher.api(contract.createLesson, { course_id: course.id, title: 'A lesson' })
  const content = await teacher.api(contract.createContent, {
    lesson_id: lesson.id,
    type: 'text',
    title: 'First',
    body: '<p>One</p>',
    is_published: true,
  })
  const { id } = content
  const student = await school.student()
  await school.enrol(student, course)
  const publish = (audience: 'everybody' | 'new_students', given = {}) =>
    teacher.api(contract.publishContent, { id, audience, ...given })
  const write = (given: { title?: string; body?: string; upload_id?: string | null }) =>
    teacher.api(contract.updateContent, { id, ...given })
  const versions = async () =>
    (await teacher.api(contract.listContentVersions, { id })).data.map((version) => [
      version.number,
      version.audience,
      version.title,
    ])
  return { school, teacher, course, lesson, content, id, student, publish, write, versions }
}

type Story = Awaited<ReturnType<typeof aPublishedText>>

/** Title and text as a person reads them. */
async function reads(person: TestUser, { course, id }: Pick<Story, 'course' | 'id'>, given = {}) {
  const reply = await person.api(contract.getCourseContents, { id: course.id, topic: id, ...given })
  const inOutline = reply.lessons[0]!.contents.find((content) => content.id === id)
  return [inOutline?.title, reply.topic?.title, reply.topic?.body]
}

const first = ['First', 'First', '<p>One</p>']
const second = ['Second', 'Second', '<p>Two</p>']
const third = ['Third', 'Third', '<p>Three</p>']

async function newStudent(school: TestSchool, course: { id: string }) {
  const student = await school.student()
  await school.enrol(student, course)
  return student
}

describe('a change of a published content', () => {
  test('is a draft that only editors see', async () => {
    const fixture = await aPublishedText()
    const saved = await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    expect(saved).toMatchObject({ title: 'Second', has_changes: true, is_published: true, version: 1 })
    expect(await reads(fixture.teacher, fixture)).toEqual(second)
    expect(await reads(fixture.student, fixture)).toEqual(first)
    expect(await reads(fixture.teacher, fixture, { creator_preview: true })).toEqual(first)
    const page = await fixture.school.visitor().api(contract.getCourseDetails, { id: fixture.course.id })
    expect(page.lessons[0]!.contents[0]!.title).toBe('First')
  })

  test('that equals the published text is not a draft', async () => {
    const { write } = await aPublishedText()
    expect(await write({ title: 'Second' })).toMatchObject({ has_changes: true })
    expect(await write({ title: 'First' })).toMatchObject({ has_changes: false })
  })

  test('is visible to everybody after publishing, once for repeated requests', async () => {
    const fixture = await aPublishedText()
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    for (const _time of [1, 2])
      expect(await fixture.publish('everybody')).toMatchObject({ has_changes: false, version: 2 })
    expect(await reads(fixture.student, fixture)).toEqual(second)
    expect(await fixture.versions()).toEqual([
      [2, 'everybody', 'Second'],
      [1, 'everybody', 'First'],
    ])
  })

  test('can be discarded', async () => {
    const fixture = await aPublishedText()
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    const { id, teacher } = fixture
    for (const _time of [1, 2])
      expect(await teacher.api(contract.discardContentDraft, { id })).toMatchObject({ has_changes: false })
    expect(await reads(teacher, fixture)).toEqual(first)
  })

  test('survives unpublishing, and is published next', async () => {
    const fixture = await aPublishedText()
    const { id, teacher } = fixture
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    const back = await teacher.api(contract.updateContent, { id, is_published: false })
    expect(back).toMatchObject({ title: 'Second', has_changes: false, is_published: false })
    expect(await reads(fixture.student, fixture)).toEqual([undefined, undefined, undefined])
    await teacher.api(contract.updateContent, { id, is_published: true })
    expect(await reads(fixture.student, fixture)).toEqual(second)
    await teacher.api(contract.updateContent, { id, is_published: false })
    expect(await teacher.api(contract.updateContent, { id, is_published: true })).toMatchObject({
      version: 2,
    })
  })

  test('does not delay rules and locks', async () => {
    const { teacher, id, student, course } = await aPublishedText()
    const saved = await teacher.api(contract.updateContent, { id, is_locked: true, lowest_tier: 2 })
    expect(saved).toMatchObject({ has_changes: false, is_locked: true, opening: { lowest_tier: 2 } })
    const { topic } = await student.api(contract.getCourseContents, { id: course.id, topic: id })
    expect(topic).toMatchObject({ lock_reason: 'locked', body: '' })
  })
})

describe('a version for new students', () => {
  test('is read by students approved later, and by staff in preview', async () => {
    const fixture = await aPublishedText()
    const { school, course, student, teacher } = fixture
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    setClock(new Date(Date.now() + 1_000))
    for (const _time of [1, 2])
      expect(await fixture.publish('new_students')).toMatchObject({
        has_changes: false,
        published_for: 'new_students',
        title: 'Second',
        version: 1,
      })
    const late = await school.student()
    await school.enrol(late, course, { approved_at: new Date(Date.now() + 2_000) })
    expect(await reads(student, fixture)).toEqual(first)
    expect(await reads(late, fixture)).toEqual(second)
    expect(await reads(teacher, fixture)).toEqual(second)
    setClock(new Date(Date.now() + 3_000))
    expect(await reads(teacher, fixture, { creator_preview: true })).toEqual(second)
    // The first open content, if the address names none.
    const opened = await late.api(contract.getCourseContents, { id: course.id })
    expect(opened.topic).toMatchObject({ title: 'Second', body: '<p>Two</p>' })
    const waiting = await school.student()
    await school.enrol(waiting, course, { status: 'pending', approved_at: null })
    const titles = await waiting.api(contract.getCourseContents, { id: course.id })
    expect(titles.lessons[0]!.contents[0]!.title).toBe('First')
  })

  test('follows others, each for later students, until one is for everybody', async () => {
    const fixture = await aPublishedText()
    const { school, course, student } = fixture
    const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    await fixture.publish('new_students')
    const between = await school.student()
    await school.enrol(between, course, { approved_at: later(5) })
    await fixture.write({ title: 'Third', body: '<p>Three</p>' })
    setClock(later(10))
    await fixture.publish('new_students')
    const last = await school.student()
    await school.enrol(last, course, { approved_at: later(15) })
    expect(await reads(student, fixture)).toEqual(first)
    expect(await reads(between, fixture)).toEqual(second)
    expect(await reads(last, fixture)).toEqual(third)

    expect(await fixture.publish('everybody')).toMatchObject({ version: 4, published_for: 'everybody' })
    for (const person of [student, between, last]) expect(await reads(person, fixture)).toEqual(third)
    expect((await fixture.versions()).map(([number]) => number)).toEqual([4, 3, 2, 1])
  })

  test('is restored when a draft is discarded', async () => {
    const fixture = await aPublishedText()
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    await fixture.publish('new_students')
    await fixture.write({ title: 'Third' })
    const back = await fixture.teacher.api(contract.discardContentDraft, { id: fixture.id })
    expect(back).toMatchObject({ title: 'Second', has_changes: false })
  })

  test('is shown in a mirror to its own new students', async () => {
    const fixture = await aPublishedText()
    const { school, course, id } = fixture
    const mirror = await school.course({ mirror_course_id: course.id })
    const old = await newStudent(school, mirror)
    await fixture.write({ title: 'Second', body: '<p>Two</p>' })
    setClock(new Date(Date.now() + 1_000))
    await fixture.publish('new_students')
    const late = await school.student()
    await school.enrol(late, mirror, { approved_at: new Date(Date.now() + 2_000) })
    expect(await reads(old, { course: mirror as never, id })).toEqual(first)
    expect(await reads(late, { course: mirror as never, id })).toEqual(second)
  })

  test('is refused for unpublished content', async () => {
    const { teacher, id, publish } = await aPublishedText()
    await teacher.api(contract.updateContent, { id, is_published: false })
    await expect(publish('new_students')).rejects.toMatchObject({ code: 'content_not_published' })
  })

  test('stores the imported text as the first version', async () => {
    const { school, teacher, course } = await aPublishedText()
    const old = await school.content({ course_id: course.id, body: '<p>Old</p>', title: 'Old' })
    await teacher.api(contract.updateContent, { id: old.id, title: 'New' })
    await teacher.api(contract.publishContent, { id: old.id, audience: 'new_students' })
    const { data } = await teacher.api(contract.listContentVersions, { id: old.id })
    expect(data).toMatchObject([
      { number: 2, audience: 'new_students', title: 'New', published_by_name: 'Ada' },
      { number: 1, audience: 'everybody', title: 'Old', published_by_name: null },
    ])
    const other = await school.content({ course_id: course.id, title: 'Older' })
    await teacher.api(contract.updateContent, { id: other.id, title: 'Newer' })
    await teacher.api(contract.updateContent, { id: other.id, is_published: false })
    await teacher.api(contract.publishContent, { id: other.id, audience: 'everybody' })
    const history = await teacher.api(contract.listContentVersions, { id: other.id })
    expect(history.data.map((version) => version.title)).toEqual(['Newer', 'Older'])
  })
})

describe('the history', () => {
  test('is listed page by page, with each version complete', async () => {
    const fixture = await aPublishedText()
    const { id, teacher } = fixture
    for (const title of ['Second', 'Third']) {
      await fixture.write({ title })
      await fixture.publish('everybody')
    }
    const page = await teacher.api(contract.listContentVersions, { id, limit: 2 })
    const cursor = page.next_cursor!
    const rest = await teacher.api(contract.listContentVersions, { id, limit: 2, cursor })
    expect([...page.data, ...rest.data].map((version) => version.title)).toEqual(['Third', 'Second', 'First'])
    expect(rest.next_cursor).toBe(null)
    const state = await teacher.api(contract.getContentVersion, { id, number: 1 })
    expect(state).toMatchObject({ title: 'First', body: '<p>One</p>', media: null, published_by_name: 'Ada' })
  })

  test('restores a version as a draft, with its file', async () => {
    const { school, teacher, lesson } = await aPublishedText()
    const [one, two] = [
      await insertTestUpload(school, 'course_file', teacher),
      await insertTestUpload(school, 'course_file', teacher),
    ]
    const { id } = await teacher.api(contract.createContent, {
      lesson_id: lesson.id,
      type: 'file',
      title: 'File',
      upload_id: one,
      is_published: true,
    })
    await teacher.api(contract.updateContent, { id, upload_id: two })
    await teacher.api(contract.publishContent, { id, audience: 'everybody' })
    const back = await teacher.api(contract.restoreContentVersion, { id, number: 1 })
    expect(back).toMatchObject({ upload_id: one, has_changes: true, media: { upload_id: one } })
    await teacher.api(contract.publishContent, { id, audience: 'everybody' })
    const again = await teacher.api(contract.restoreContentVersion, { id, number: 3 })
    expect(again).toMatchObject({ upload_id: one, has_changes: false, version: 3 })
    await teacher.api(contract.updateContent, { id, is_published: false })
    const restored = await teacher.api(contract.restoreContentVersion, { id, number: 2 })
    expect(restored).toMatchObject({ upload_id: two, has_changes: false, is_published: false })
  })

  test('discards a file with the last draft that uses it', async () => {
    const { school, teacher, lesson } = await aPublishedText()
    const [one, two] = [
      await insertTestUpload(school, 'course_file', teacher),
      await insertTestUpload(school, 'course_file', teacher),
    ]
    const given = {
      lesson_id: lesson.id,
      type: 'file' as const,
      title: 'File',
      upload_id: one,
      is_published: true,
    }
    const { id } = await teacher.api(contract.createContent, given)
    await teacher.api(contract.updateContent, { id, upload_id: two })
    await teacher.api(contract.discardContentDraft, { id })
    const statuses = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('uploads').where('school_id', '=', school_id).select(['id', 'status']).execute(),
    )
    expect(Object.fromEntries(statuses.map((row) => [row.id, row.status]))).toEqual({
      [one]: 'ready',
      [two]: 'rejected',
    })
  })
})

describe('two editors', () => {
  test('cannot publish, discard or restore over each other’s changes', async () => {
    const { school, teacher, content, id, publish } = await aPublishedText()
    const admin = await school.admin({ name: 'Femi' })
    await admin.api(contract.updateContent, { id, title: 'By Femi' })
    const stale = { updated_at: String(content.updated_at) }
    const refusal = { code: 'edit_conflict', body: { changed_by: 'Femi' } }
    await expect(publish('everybody', stale)).rejects.toMatchObject(refusal)
    const discarded = teacher.api(contract.discardContentDraft, { id, ...stale })
    await expect(discarded).rejects.toMatchObject(refusal)
    const restored = teacher.api(contract.restoreContentVersion, { id, number: 1, ...stale })
    await expect(restored).rejects.toMatchObject(refusal)
  })

  test('who publish at the same time create one version', async () => {
    const { write, publish, versions } = await aPublishedText()
    await write({ title: 'Second' })
    await Promise.all([1, 2, 3, 4].map(() => publish('everybody')))
    expect(await versions()).toHaveLength(2)
  })
})

async function expectRefused(calls: Promise<unknown>[], reason: object) {
  for (const answer of await Promise.allSettled(calls))
    expect(answer).toMatchObject({ status: 'rejected', reason })
}

test('need permission to edit the course for its history', async () => {
  const { school, id, student, course } = await aPublishedText()
  const other = await school.teacher()
  const mirror = await (await school.admin()).api(contract.createCourse, { course_name: 'Mirror' })
  const calls = (person: TestUser, of: string) => [
    person.api(contract.publishContent, { id: of, audience: 'everybody' }),
    person.api(contract.discardContentDraft, { id: of }),
    person.api(contract.listContentVersions, { id: of }),
    person.api(contract.getContentVersion, { id: of, number: 1 }),
    person.api(contract.restoreContentVersion, { id: of, number: 1 }),
    person.api(contract.deleteContentVersion, { id: of, number: 1 }),
  ]
  await expectRefused(calls(student, id), { code: 'forbidden' })
  await expectRefused(calls(other, id), { code: 'not_your_course' })
  const otherAdmin = await (await createTestSchool()).admin()
  await expectRefused(calls(otherAdmin, id), { status: 404 })
  const own = await school.content({ course_id: mirror.id })
  const admin = await school.admin()
  await admin.api(contract.updateCourse, { id: mirror.id, mirror_course_id: course.id })
  await expectRefused(calls(admin, own.id), { code: 'mirrored_course' })
  expect(await reads(student, { course, id })).toEqual(first)
})

describe('an old version', () => {
  test('is deleted with its file only when nobody reads it', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const course = await school.course({ created_by: teacher.id })
    const lesson = await teacher.api(contract.createLesson, { course_id: course.id, title: 'A lesson' })
    const videos = await Promise.all(
      [1, 2, 3, 4].map(() => insertTestUpload(school, 'course_video', teacher)),
    )
    const { id } = await teacher.api(contract.createContent, {
      lesson_id: lesson.id,
      type: 'video',
      title: 'A film',
      upload_id: videos[0]!,
      is_published: true,
    })
    const publish = async (upload_id: string, audience: 'everybody' | 'new_students') => {
      await teacher.api(contract.updateContent, { id, upload_id })
      await teacher.api(contract.publishContent, { id, audience })
    }
    await publish(videos[1]!, 'new_students')
    await publish(videos[2]!, 'everybody')
    await publish(videos[3]!, 'new_students')
    const remove = (number: number, person = teacher) =>
      person.api(contract.deleteContentVersion, { id, number })
    const listed = async () => {
      const { data } = await teacher.api(contract.listContentVersions, { id })
      return data.map((version) => [version.number, version.is_current])
    }
    expect(await listed()).toEqual([
      [4, true],
      [3, true],
      [2, false],
      [1, false],
    ])
    for (const number of [3, 4, 5])
      await expect(remove(number)).rejects.toMatchObject({ code: 'version_in_use' })
    await expect(remove(1, await school.teacher())).rejects.toMatchObject({ code: 'not_your_course' })
    await remove(1)
    await expect(remove(1)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listed()).toEqual([
      [4, true],
      [3, true],
      [2, false],
    ])
    const stored = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('uploads').where('school_id', '=', school_id).select(['id', 'status']).execute(),
    )
    expect(
      stored
        .filter(({ status }) => status === 'ready')
        .map((upload) => upload.id)
        .toSorted(),
    ).toEqual(videos.slice(1).toSorted())
  })
})
