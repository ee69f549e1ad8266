import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import { insertPendingUpload, insertTestUpload } from '#testing/builders/upload-builder.ts'
import * as contract from '../contract.ts'

/** A course with lessons of the given titles, and its editor. */
async function aCourse(titles: string[] = ['One', 'Two', 'Three']) {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const course = await teacher.api(contract.createCourse, { course_name: 'A course', course_isPublic: true })
  const lessons = []
  for (const title of titles)
    lessons.push(await teacher.api(contract.createLesson, { course_id: course.id, title }))
  return { school, teacher, course, lessons, lesson: lessons[0]! }
}

async function outline(person: TestUser, id: string) {
  const { lessons } = await person.api(contract.getCourseContents, { id })
  return lessons
}

async function titles(person: TestUser, id: string) {
  return (await outline(person, id)).map((lesson) => [
    lesson.title,
    ...lesson.contents.map((content) => content.title),
  ])
}

/** Positions are 0, 1, 2, … without gaps. */
async function expectDense(person: TestUser, id: string) {
  const lessons = await outline(person, id)
  expect(lessons.map((lesson) => lesson.position)).toEqual(lessons.map((_lesson, index) => index))
  for (const { contents } of lessons)
    expect(contents.map((content) => content.position)).toEqual(contents.map((_content, index) => index))
}

const text = (person: TestUser, lesson_id: string, title: string) =>
  person.api(contract.createContent, { lesson_id, type: 'text', title })

const refusalsIn = (answers: PromiseSettledResult<unknown>[]) =>
  answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason.code as string)

async function expectRefused(calls: Promise<unknown>[], code: string) {
  const answers = await Promise.allSettled(calls)
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { code } })
}

test('can be edited by staff only', async () => {
  const { school, lesson, course } = await aCourse()
  const [visitor, student] = [school.visitor(), await school.student()]
  const call = { course_id: course.id, title: 'Mine' }
  await expect(visitor.api(contract.createLesson, call)).rejects.toMatchObject({ status: 401 })
  await expect(student.api(contract.createLesson, call)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(student.api(contract.deleteLesson, { id: lesson.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('cannot be edited by a teacher of another course', async () => {
  const { school, teacher, course, lesson } = await aCourse()
  const content = await text(teacher, lesson.id, 'Hello')
  const other = await school.teacher()
  const of = { course_id: course.id, lesson_id: lesson.id }
  const calls = [
    other.api(contract.createLesson, { course_id: course.id, title: 'x' }),
    other.api(contract.updateLesson, { id: lesson.id, title: 'x' }),
    other.api(contract.deleteLesson, { id: lesson.id }),
    other.api(contract.reorderLessons, { course_id: course.id, lesson_ids: [] }),
    other.api(contract.createContent, { lesson_id: lesson.id, type: 'text', title: 'x' }),
    other.api(contract.updateContent, { id: content.id, title: 'x' }),
    other.api(contract.deleteContent, { id: content.id }),
    other.api(contract.reorderContents, { lesson_id: lesson.id, content_ids: [content.id] }),
    other.api(contract.moveContents, { lesson_id: lesson.id, content_ids: [content.id] }),
    other.api(contract.lockContents, of),
    other.api(contract.unlockContents, of),
    other.api(contract.getCourseContents, { id: course.id }),
  ]
  await expectRefused(calls, 'not_your_course')
  expect(await titles(teacher, course.id)).toEqual([['One', 'Hello'], ['Two'], ['Three']])
})

test('of a mirror is edited in its origin', async () => {
  const { school, course: origin } = await aCourse()
  const admin = await school.admin()
  const mirror = await admin.api(contract.createCourse, { course_name: 'Mirror' })
  const own = await admin.api(contract.createLesson, { course_id: mirror.id, title: 'Own' })
  const content = await text(admin, own.id, 'Own too')
  await admin.api(contract.updateCourse, { id: mirror.id, mirror_course_id: origin.id })
  const of = { course_id: mirror.id, lesson_id: own.id }
  const calls = [
    admin.api(contract.createLesson, { course_id: mirror.id, title: 'x' }),
    admin.api(contract.updateLesson, { id: own.id, title: 'x' }),
    admin.api(contract.deleteLesson, { id: own.id }),
    admin.api(contract.reorderLessons, { course_id: mirror.id, lesson_ids: [own.id] }),
    admin.api(contract.createContent, { lesson_id: own.id, type: 'text', title: 'x' }),
    admin.api(contract.updateContent, { id: content.id, title: 'x' }),
    admin.api(contract.deleteContent, { id: content.id }),
    admin.api(contract.reorderContents, { lesson_id: own.id, content_ids: [content.id] }),
    admin.api(contract.moveContents, { lesson_id: own.id, content_ids: [content.id] }),
    admin.api(contract.lockContents, of),
    admin.api(contract.unlockContents, of),
  ]
  await expectRefused(calls, 'mirrored_course')
  expect(await titles(admin, mirror.id)).toEqual([['One'], ['Two'], ['Three']])
  await admin.api(contract.updateCourse, { id: mirror.id, mirror_course_id: null })
  expect(await titles(admin, mirror.id)).toEqual([['Own', 'Own too']])
})

describe('lessons', () => {
  test('are inserted at the given position', async () => {
    const { teacher, course } = await aCourse(['A', 'B'])
    await teacher.api(contract.createLesson, { course_id: course.id, title: 'First', position: 0 })
    await teacher.api(contract.createLesson, { course_id: course.id, title: 'Last', position: 9_999 })
    expect(await titles(teacher, course.id)).toEqual([['First'], ['A'], ['B'], ['Last']])
    await expectDense(teacher, course.id)
  })

  test('are renamed, unless they were changed meanwhile', async () => {
    const { school, teacher, lesson } = await aCourse()
    const admin = await school.admin({ name: 'Efe' })
    const saved = await admin.api(contract.updateLesson, { id: lesson.id, title: ' New ', lowest_tier: 2 })
    expect(saved).toMatchObject({ title: 'New', lowest_tier: 2 })
    const stale = { id: lesson.id, title: 'Old', updated_at: String(lesson.updated_at) }
    await expect(teacher.api(contract.updateLesson, stale)).rejects.toMatchObject({
      code: 'edit_conflict',
      body: { changed_by: 'Efe' },
    })
  })

  test('are reordered by a complete list', async () => {
    const { teacher, course, lessons } = await aCourse(['A', 'B', 'C'])
    const [a, b, c] = lessons.map((lesson) => lesson.id) as [string, string, string]
    const order = (...lesson_ids: string[]) =>
      teacher.api(contract.reorderLessons, { course_id: course.id, lesson_ids })
    await order(c, a, b)
    expect(await titles(teacher, course.id)).toEqual([['C'], ['A'], ['B']])
    for (const invalid of [[a, b], [a, b, newId()], [a, b, c, newId()], []])
      await expect(order(...invalid)).rejects.toMatchObject({ code: 'outline_conflict' })
    await expect(order(a, a, b)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('keep positions without gaps under concurrent changes', async () => {
    const { teacher, course, lessons } = await aCourse(['A', 'B', 'C', 'D', 'E'])
    const ids = lessons.map((lesson) => lesson.id)
    const turned = (by: number) => [...ids.slice(by), ...ids.slice(0, by)]
    const course_id = course.id
    const answers = await Promise.allSettled([
      ...[1, 2, 3, 4].map((by) =>
        teacher.api(contract.reorderLessons, { course_id, lesson_ids: turned(by) }),
      ),
      teacher.api(contract.deleteLesson, { id: ids[2]! }),
      ...['F', 'G', 'H'].map((title) =>
        teacher.api(contract.createLesson, { course_id, title, position: 1 }),
      ),
    ])
    expect(['outline_conflict']).toEqual(expect.arrayContaining(refusalsIn(answers)))
    expect(await outline(teacher, course_id)).toHaveLength(7)
    await expectDense(teacher, course_id)
  })

  test('are limited in number', async () => {
    const { school, teacher, course } = await aCourse([])
    await school.transact(async ({ tx, school_id }) => {
      const rows = Array.from({ length: 300 }, (_row, position) => ({
        id: newId(),
        title: `${position}`,
        position,
      }))
      await tx
        .insertInto('lessons')
        .values(rows.map((row) => ({ ...row, school_id, course_id: course.id })))
        .execute()
    })
    const answer = teacher.api(contract.createLesson, { course_id: course.id, title: 'One more' })
    await expect(answer).rejects.toMatchObject({ code: 'outline_limit_reached' })
  })

  test('limits a course to 2,000 contents', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const course = await school.course({ course_teacher_id: teacher.id })
    const lesson = await school.lesson({ course_id: course.id })
    const { school_id } = school
    await school.transact(async ({ tx }) => {
      const rows = Array.from({ length: 2_000 }, (_row, position) => ({
        school_id,
        id: newId(),
        course_id: course.id,
        lesson_id: lesson.id,
        type: 'text',
        title: `${position}`,
        position,
      }))
      await tx.insertInto('contents').values(rows).execute()
    })
    const answer = teacher.api(contract.createContent, {
      lesson_id: lesson.id,
      type: 'text',
      title: 'One more',
    })
    await expect(answer).rejects.toMatchObject({ code: 'outline_limit_reached' })
  })
})

describe('contents', () => {
  test('have five types with their required fields', async () => {
    const { teacher, lesson, school } = await aCourse()
    const create = (given: object) =>
      teacher.api(contract.createContent, { lesson_id: lesson.id, ...given } as never)
    expect(
      await create({ type: 'text', title: 'Read', body: '<h2>Hi</h2><script>x</script>' }),
    ).toMatchObject({
      body: '<h2>Hi</h2>',
      is_published: false,
      is_locked: false,
      media: null,
    })
    const [stored] = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('contents').where('school_id', '=', school_id).select('body').execute(),
    )
    expect(stored).toEqual({ body: '<h2>Hi</h2>' })
    for (const type of ['video', 'audio', 'file'] as const) {
      const upload_id = await insertTestUpload(school, `course_${type}`, teacher)
      const content = await create({ type, title: type, upload_id, duration_seconds: 95, is_published: true })
      expect(content).toMatchObject({ type, upload_id, duration_seconds: 95, is_published: true })
      expect(content.media).toMatchObject({ upload_id, file_name: 'a file.bin', size: 1_000 })
      expect(content.media?.url).toContain(`/media/private/${upload_id}/`)
    }
    expect(
      await create({ type: 'embed', title: 'Watch', embed_url: 'https://youtu.be/dQw4w9WgXcQ' }),
    ).toMatchObject({
      embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      embed: { provider: 'YouTube' },
    })
  })

  test.each([
    ['title', { title: 'x'.repeat(10_000) }],
    ['title', { title: '\n\t ' }],
    ['type', { type: 'quiz' }],
    ['upload_id', { type: 'video', upload_id: newId() }],
    ['upload_id', { type: 'text', upload_id: newId() }],
    ['embed_url', { type: 'embed', embed_url: 'https://evil.test' }],
    ['embed_url', { type: 'text', embed_url: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['duration_seconds', { duration_seconds: -1 }],
    ['body', { body: 'x'.repeat(200_001) }],
  ])('refuse a wrong %s', async (path, invalid) => {
    const { teacher, lesson } = await aCourse()
    const given = { lesson_id: lesson.id, type: 'text', title: 'A title', ...(invalid as object) }
    await expect(teacher.api(contract.createContent, given as never)).rejects.toMatchObject({
      status: 422,
      errors: [expect.objectContaining({ path })],
    })
  })

  test('refuse files of another kind, unfinished ones, and those of another school', async () => {
    const { teacher, lesson, school } = await aCourse()
    const invalid = [
      await insertTestUpload(school, 'course_audio', teacher),
      await insertPendingUpload(school, 'course_video', teacher),
      await insertTestUpload(await createTestSchool(), 'course_video', teacher),
    ]
    for (const upload_id of invalid) {
      const given = { lesson_id: lesson.id, type: 'video' as const, title: 'x', upload_id }
      const refusal = { errors: [{ path: 'upload_id', code: 'upload_unknown' }] }
      await expect(teacher.api(contract.createContent, given)).rejects.toMatchObject(refusal)
    }
  })

  test('are published when they are not empty', async () => {
    const { teacher, lesson, school } = await aCourse()
    const given = { lesson_id: lesson.id, type: 'video' as const, title: 'Later' }
    const early = teacher.api(contract.createContent, { ...given, is_published: true })
    await expect(early).rejects.toMatchObject({ code: 'content_incomplete' })
    const { id } = await teacher.api(contract.createContent, given)
    const publish = () => teacher.api(contract.updateContent, { id, is_published: true })
    await expect(publish()).rejects.toMatchObject({ code: 'content_incomplete' })
    await teacher.api(contract.updateContent, {
      id,
      upload_id: await insertTestUpload(school, 'course_video', teacher),
    })
    expect(await publish()).toMatchObject({ is_published: true })
    await teacher.api(contract.updateContent, { id, upload_id: null })
    const emptied = teacher.api(contract.publishContent, { id, audience: 'everybody' })
    await expect(emptied).rejects.toMatchObject({ code: 'content_incomplete' })
    await teacher.api(contract.updateContent, { id, is_published: false })
  })

  test('change only if the last version was read', async () => {
    const { school, teacher, lesson } = await aCourse()
    const admin = await school.admin({ name: 'Femi' })
    const { id, updated_at } = await text(teacher, lesson.id, 'Shared')
    await admin.api(contract.updateContent, { id, body: '<p>Femi’s</p>', updated_at: String(updated_at) })
    const stale = teacher.api(contract.updateContent, {
      id,
      body: '<p>Mine</p>',
      updated_at: String(updated_at),
    })
    await expect(stale).rejects.toMatchObject({ code: 'edit_conflict', body: { changed_by: 'Femi' } })
    await teacher.api(contract.updateContent, { id, title: 'Without a reading, the last one wins' })
  })

  test('move within and between lessons of their course', async () => {
    const { teacher, course, lessons } = await aCourse(['A', 'B'])
    const [a, b] = [lessons[0]!.id, lessons[1]!.id]
    const ids: string[] = []
    for (const title of ['1', '2', '3']) ids.push((await text(teacher, a, title)).id)
    const [one, two, three] = ids as [string, string, string]
    const order = (...content_ids: string[]) =>
      teacher.api(contract.reorderContents, { lesson_id: a, content_ids })
    await order(three, one, two)
    await expect(order(three, one)).rejects.toMatchObject({ code: 'outline_conflict' })
    await text(teacher, b, '4')
    await teacher.api(contract.moveContents, { content_ids: [two, three], lesson_id: b, position: 0 })
    expect(await titles(teacher, course.id)).toEqual([
      ['A', '1'],
      ['B', '2', '3', '4'],
    ])
    await teacher.api(contract.moveContents, { content_ids: [one], lesson_id: b })
    await teacher.api(contract.moveContents, { content_ids: [two], lesson_id: b, position: 1 })
    await teacher.api(contract.moveContents, { content_ids: [], lesson_id: a })
    expect(await titles(teacher, course.id)).toEqual([['A'], ['B', '3', '2', '4', '1']])
    await expectDense(teacher, course.id)
  })

  test('cannot move to another course', async () => {
    const { teacher, lesson, course } = await aCourse()
    const otherCourse = await teacher.api(contract.createCourse, { course_name: 'Another' })
    const there = await teacher.api(contract.createLesson, { course_id: otherCourse.id, title: 'There' })
    const content = await text(teacher, lesson.id, 'Stays')
    const moved = teacher.api(contract.moveContents, { content_ids: [content.id], lesson_id: there.id })
    await expect(moved).rejects.toMatchObject({ code: 'outline_conflict' })
    expect((await titles(teacher, course.id))[0]).toEqual(['One', 'Stays'])
  })

  test('keep positions without gaps under concurrent changes', async () => {
    const { teacher, course, lessons } = await aCourse(['A', 'B'])
    const [a, b] = [lessons[0]!.id, lessons[1]!.id]
    const ids: string[] = []
    for (const title of ['1', '2', '3', '4', '5', '6']) ids.push((await text(teacher, a, title)).id)
    const answers = await Promise.allSettled([
      teacher.api(contract.moveContents, { content_ids: [ids[0]!, ids[3]!], lesson_id: b }),
      teacher.api(contract.moveContents, { content_ids: [ids[3]!], lesson_id: b, position: 0 }),
      teacher.api(contract.deleteContent, { id: ids[1]! }),
      teacher.api(contract.deleteContent, { id: ids[1]! }),
      teacher.api(contract.reorderContents, { lesson_id: a, content_ids: ids.toReversed() }),
      text(teacher, b, '7'),
      teacher.api(contract.deleteLesson, { id: b }),
    ])
    expect(['outline_conflict', 'not_found']).toEqual(expect.arrayContaining(refusalsIn(answers)))
    await expectDense(teacher, course.id)
  })
})

describe('locks', () => {
  test('lock one content, several, or a whole lesson', async () => {
    const { teacher, course, lesson } = await aCourse()
    const ids: string[] = []
    for (const title of ['1', '2', '3']) ids.push((await text(teacher, lesson.id, title)).id)
    const [one, two, three] = ids as [string, string, string]
    const of = { course_id: course.id, lesson_id: lesson.id }
    const locked = async () =>
      (await outline(teacher, course.id))[0]!.contents
        .filter((content) => content.is_locked)
        .map((content) => content.id)
    expect(await teacher.api(contract.lockContents, { ...of, content_id: one })).toEqual({
      content_ids: [one],
      is_locked: true,
    })
    await teacher.api(contract.lockContents, { ...of, content_ids: [one, two] })
    expect(await locked()).toEqual([one, two])
    await teacher.api(contract.lockContents, of)
    await teacher.api(contract.unlockContents, { ...of, content_ids: [two] })
    await teacher.api(contract.unlockContents, { ...of, content_ids: [] })
    expect(await locked()).toEqual([one, three])
  })

  test('refuse contents of another lesson or course', async () => {
    const { teacher, course, lessons } = await aCourse(['A', 'B'])
    const content = await text(teacher, lessons[0]!.id, '1')
    const invalid = [
      { course_id: course.id, lesson_id: lessons[1]!.id, content_id: content.id },
      { course_id: course.id, lesson_id: newId() },
      { course_id: newId(), lesson_id: lessons[0]!.id },
    ]
    for (const given of invalid)
      await expect(teacher.api(contract.lockContents, given)).rejects.toMatchObject({ code: 'not_found' })
    expect((await outline(teacher, course.id))[0]!.contents[0]!.is_locked).toBe(false)
  })
})

describe('deleting', () => {
  async function recordProgress(school: TestSchool, course: { id: string }, content_id: string) {
    const student = await school.student()
    await school.enrol(student, course)
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('content_progress')
        .values({
          school_id,
          user_id: student.id,
          course_id: course.id,
          content_id,
          completed_at: new Date(),
        })
        .execute(),
    )
  }

  const statusOf = (school: TestSchool, id: string) =>
    school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .select('status')
        .executeTakeFirst(),
    )

  test('a content deletes its progress, and its file unless another content uses it', async () => {
    const { school, teacher, course, lesson } = await aCourse()
    const upload_id = await insertTestUpload(school, 'course_audio', teacher)
    const given = {
      lesson_id: lesson.id,
      type: 'audio' as const,
      title: 'Listen',
      upload_id,
      is_published: true,
    }
    const [first, second] = [
      await teacher.api(contract.createContent, given),
      await teacher.api(contract.createContent, given),
    ]
    await teacher.api(contract.updateCourse, { id: course.id, end_of_course_content_id: first.id })
    await recordProgress(school, course, first.id)
    await teacher.api(contract.deleteContent, { id: first.id })
    expect(await statusOf(school, upload_id)).toEqual({ status: 'ready' })
    await teacher.api(contract.updateContent, { id: second.id, upload_id: null, is_published: false })
    expect(await statusOf(school, upload_id)).toEqual({ status: 'ready' })
    await teacher.api(contract.deleteContent, { id: second.id })
    expect(await statusOf(school, upload_id)).toEqual({ status: 'rejected' })
    const left = await teacher.api(contract.getCourseDetails, { id: course.id })
    expect(left).toMatchObject({ end_of_course_content_id: null, contents_count: 0 })
  })

  test('a lesson deletes its contents', async () => {
    const { school, teacher, course, lesson } = await aCourse()
    const content = await text(teacher, lesson.id, 'Seen')
    await recordProgress(school, course, content.id)
    await teacher.api(contract.deleteLesson, { id: lesson.id })
    expect(await titles(teacher, course.id)).toEqual([['Two'], ['Three']])
    await expectDense(teacher, course.id)
    await expect(teacher.api(contract.updateContent, { id: content.id, title: 'x' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(teacher.api(contract.deleteLesson, { id: lesson.id })).rejects.toMatchObject({ status: 404 })
  })
})
