import { expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, getTestApp, type TestUser } from '#testing/builders/school-builder.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { newId } from '#platform/security/tokens.ts'
import * as contract from '../contract.ts'
import { maxCaptions } from './add-caption.ts'

const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.500\n${words}\n`

async function aStory(given: Parameters<typeof createTestCourse>[1] = {}) {
  const school = await createTestSchool()
  const contents = [{ title: 'The film', type: 'video' }, { title: 'A text' }]
  const fixture = await createTestCourse(school, { contents, ...given })
  const { storage } = (await getTestApp()).services

  /** A finished captions file with this text. */
  async function file(text: string, owner: { id: string } = fixture.teacher, purpose = 'course_caption') {
    const [id, object_key] = [newId(), createObjectKey(school.school_id)]
    const bytes = Buffer.from(text)
    await storage.put(object_key, [bytes], { size: bytes.length })
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('uploads')
        .values({
          school_id,
          id,
          purpose,
          status: 'ready',
          owner_id: owner.id,
          object_key,
          file_name: 'a.vtt',
          content_type: 'text/vtt',
          size: bytes.length,
        })
        .execute(),
    )
    return id
  }

  const add = async (words: string, language = 'en', person: TestUser = fixture.teacher) =>
    person.api(contract.addCaption, {
      id: fixture.content.id,
      upload_id: await file(vtt(words), person),
      language,
      label: `In ${language}`,
    })
  const statusOf = (upload_id: string) =>
    school.transact(async ({ tx, school_id }) => {
      const row = await tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .select('status')
        .executeTakeFirst()
      return row?.status
    })
  const listed = async (person: TestUser, input: object = {}) =>
    (await person.api(contract.listCaptions, { id: fixture.content.id, ...input })).data
  return { school, ...fixture, file, add, statusOf, listed }
}

test('returns captions in several languages, with links and text, to people who may watch the video', async () => {
  const { school, student, add, listed } = await aStory()
  await add('Bonjour', 'fr')
  const english = await add('<b>Hello</b>')
  expect(await listed(student)).toMatchObject([
    { language: 'en', label: 'In en', cues_count: 1 },
    { language: 'fr', label: 'In fr' },
  ])
  const [first] = await listed(student)
  const served = await school.visitor().request({ method: 'GET', url: first!.url })
  expect([served.status, served.headers['content-type'], served.text]).toEqual([
    200,
    'text/vtt',
    vtt('<b>Hello</b>'),
  ])
  const words = await student.api(contract.getTranscript, { id: english.id })
  expect(words).toMatchObject({ language: 'en', cues: [{ from: 1, to: 2.5, text: 'Hello' }] })
})

test('replaces and deletes the file of the same language', async () => {
  const { student, add, listed, statusOf, school } = await aStory()
  const uploads = () =>
    school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('content_captions')
        .where('school_id', '=', school_id)
        .select(['id', 'upload_id'])
        .execute(),
    )
  await add('One')
  const [before] = await uploads()
  await add('Two')
  const [after] = await uploads()
  expect(after!.id).toBe(before!.id)
  expect([await statusOf(before!.upload_id), await statusOf(after!.upload_id)]).toEqual(['rejected', 'ready'])
  expect(await listed(student)).toHaveLength(1)
})

test('keeps one of two concurrent files and deletes the other', async () => {
  const { add, listed, student, school } = await aStory()
  await Promise.all(['a', 'b', 'c'].map((words) => add(words)))
  expect(await listed(student)).toHaveLength(1)
  const ready = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('status', '=', 'ready')
      .select('id')
      .execute(),
  )
  expect(ready).toHaveLength(1)
})

test('deletes captions with their file and with their content', async () => {
  const { student, teacher, content, add, listed, statusOf, school } = await aStory()
  const uploadOf = (id: string) =>
    school.transact(async ({ tx, school_id }) => {
      const query = tx.selectFrom('content_captions').where('school_id', '=', school_id).where('id', '=', id)
      return (await query.select('upload_id').executeTakeFirstOrThrow()).upload_id
    })
  const [one, two] = [await add('a', 'en'), await add('b', 'fr')]
  const [first, second] = [await uploadOf(one.id), await uploadOf(two.id)]
  await teacher.api(contract.deleteCaption, { id: one.id })
  await expect(teacher.api(contract.deleteCaption, { id: one.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await listed(student)).toMatchObject([{ language: 'fr' }])
  await teacher.api(contract.deleteContent, { id: content.id })
  expect([await statusOf(first), await statusOf(second)]).toEqual(['rejected', 'rejected'])
  await expect(student.api(contract.getTranscript, { id: two.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test.each([
  ['no captions', 'WEBVTT\n', 'captions_invalid'],
  ['times that are none', 'WEBVTT\n\n00:01.000 --> soon\na', 'captions_invalid'],
  ['a book', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(3_000)}`, 'captions_too_long'],
])('refuses a file with %s', async (_name, text, code) => {
  const { teacher, content, file, listed, student, statusOf } = await aStory()
  const given = { id: content.id, upload_id: await file(text), language: 'en', label: 'English' }
  await expect(teacher.api(contract.addCaption, given)).rejects.toMatchObject({ code })
  expect(await listed(student)).toEqual([])
  expect(await statusOf(given.upload_id)).toBe('rejected')
})

test('refuses captions for a text, other kinds of files, and files of others', async () => {
  const { school, teacher, contents, content, file } = await aStory()
  const given = { id: content.id, language: 'en', label: 'English' }
  const text = { ...given, id: contents[1]!.id, upload_id: await file(vtt('a')) }
  await expect(teacher.api(contract.addCaption, text)).rejects.toMatchObject({
    code: 'captions_not_supported',
  })
  const video = { ...given, upload_id: await file(vtt('a'), teacher, 'course_file') }
  await expect(teacher.api(contract.addCaption, video)).rejects.toMatchObject({
    errors: [{ path: 'upload_id', code: 'upload_unknown' }],
  })
  const other = await school.teacher()
  const strange = { ...given, upload_id: await file(vtt('a'), other) }
  await expect(other.api(contract.addCaption, strange)).rejects.toMatchObject({ code: 'not_your_course' })
})

test.each(['EN', 'english language', '../x', 'e', 'en-', '<b>'])(
  'refuses %j as a language',
  async (language) => {
    const { add } = await aStory()
    await expect(add('a', language)).rejects.toMatchObject({ status: 422 })
  },
)

test('limits the number of languages', async () => {
  const { add } = await aStory()
  const mails = 'abcdefghijklmnopqrstuvwxyz'
  for (let n = 0; n < maxCaptions; n++) await add('a', `q${mails[Math.floor(n / 26)]}${mails[n % 26]}`)
  await expect(add('a', 'en')).rejects.toMatchObject({ code: 'caption_limit_reached' })
  await expect(add('b', 'qaa')).resolves.toMatchObject({ language: 'qaa' })
})

test('returns neither links nor text to people who may not watch', async () => {
  const { school, student, teacher, course, content, add, listed } = await aStory()
  const { id } = await add('Secret')
  const read = (person: TestUser) => person.api(contract.getTranscript, { id })
  const visitor = await school.student()
  await expect(listed(visitor)).rejects.toMatchObject({ code: 'not_found' })
  const set = (columns: object, table: 'contents' | 'courses' = 'contents') =>
    school.transact(({ tx, school_id }) =>
      tx
        .updateTable(table)
        .set(columns)
        .where('school_id', '=', school_id)
        .where('id', '=', table === 'contents' ? content.id : course.id)
        .execute(),
    )
  await set({ is_locked: true })
  expect(await listed(student)).toEqual([])
  await expect(read(student)).rejects.toMatchObject({ code: 'not_found' })
  expect(await listed(teacher)).toHaveLength(1)
  await set({ is_locked: false, is_published: false })
  await expect(read(student)).rejects.toMatchObject({ code: 'not_found' })
  await set({ is_published: true })
  await set({ show_content_title_to_unapproved: false }, 'courses')
  await expect(listed(visitor)).rejects.toMatchObject({ code: 'not_approved' })
  await expect(read(visitor)).rejects.toMatchObject({ code: 'not_approved' })
  await expect(listed(await school.teacher())).rejects.toMatchObject({ code: 'not_your_course' })
  await expect(read(await school.teacher())).rejects.toMatchObject({ code: 'not_your_course' })
  await set({ is_coming_soon: true }, 'courses')
  await expect(listed(student)).rejects.toMatchObject({ code: 'course_coming_soon' })
  await expect(read(student)).rejects.toMatchObject({ code: 'course_coming_soon' })
  await set({ is_coming_soon: false, course_start_date: new Date('2199-01-01') }, 'courses')
  await expect(listed(student)).rejects.toMatchObject({ code: 'course_not_started' })
  await expect(read(student)).rejects.toMatchObject({ code: 'course_not_started' })
})

test('shows the origin’s captions in a mirror, which cannot change them', async () => {
  const { school, teacher, student, course, add, listed, content, file } = await aStory()
  const mirror = await school.course({ mirror_course_id: course.id, course_teacher_id: teacher.id })
  const reader = await school.student()
  await school.enrol(reader, mirror)
  const { id } = await add('Hello')
  const [caption] = await listed(reader, { course_id: mirror.id })
  expect(caption!.url).toContain('/media/private/')
  const words = await reader.api(contract.getTranscript, { id, course_id: mirror.id })
  expect(words.cues).toHaveLength(1)
  await expect(listed(student, { course_id: mirror.id })).rejects.toMatchObject({ status: 404 })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('courses')
      .set({ mirror_course_id: mirror.id })
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .execute(),
  )
  const more = { id: content.id, upload_id: await file(vtt('a')), language: 'fr', label: 'Français' }
  await expect(teacher.api(contract.addCaption, more)).rejects.toMatchObject({ code: 'mirrored_course' })
  await expect(teacher.api(contract.deleteCaption, { id })).rejects.toMatchObject({ code: 'mirrored_course' })
})

test('lets teachers delete captions of their own courses only', async () => {
  const { school, add } = await aStory()
  const { id } = await add('a')
  const other = await school.teacher()
  await expect(other.api(contract.deleteCaption, { id })).rejects.toMatchObject({ code: 'not_your_course' })
})
