import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { maxNotes } from './create-note.ts'
import { eraseUserNotes } from './index.ts'

async function aStory(given: Parameters<typeof createTestCourse>[1] = {}) {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, {
    ...given,
    course: { course_name: 'Harbour pilots', ...given.course },
    contents: given.contents ?? [{ title: 'Ladders' }, { title: 'The film', type: 'video' }],
  })
  const anchor = { course_id: fixture.course.id, content_id: fixture.content.id }
  return { school, ...fixture, anchor }
}

const quote = { exact: 'by a ladder', prefix: 'boards ', suffix: '. The', start: 40 }
const newest = async (person: TestUser, query: object = {}) =>
  (await person.api(contract.listNotes, query)).data

describe('writing', () => {
  test('stores a private note on a content, a second or a passage', async () => {
    const { student, anchor, contents } = await aStory()
    const video = { ...anchor, content_id: contents[1]!.id }
    const plain = await student.api(contract.createNote, { ...anchor, note: '<p>Mind the step</p>' })
    expect(plain).toMatchObject({
      ...anchor,
      note: '<p>Mind the step</p>',
      course_name: 'Harbour pilots',
      content_title: 'Ladders',
      at_seconds: null,
      quote: null,
      content_status: 'open',
    })
    const timed = await student.api(contract.createNote, { ...video, note: '', at_seconds: 12.5 })
    expect(timed).toMatchObject({ at_seconds: 12.5, content_title: 'The film' })
    const quoted = await student.api(contract.createNote, { ...anchor, note: '<p>Why?</p>', quote })
    expect(quoted.quote).toEqual(quote)
    expect((await newest(student)).map((note) => note.id)).toEqual([quoted.id, timed.id, plain.id])
    expect(await newest(student, { content_id: video.content_id })).toHaveLength(1)
    expect(await newest(student, { course_id: newId() })).toEqual([])
  })

  test('creates one note for a repeated request', async () => {
    const { student, anchor } = await aStory()
    const id = newId()
    const both = await Promise.all(
      ['<p>One</p>', '<p>One</p>'].map((note) => student.api(contract.createNote, { ...anchor, id, note })),
    )
    expect(both.map((note) => note.id)).toEqual([id, id])
    expect(await newest(student)).toHaveLength(1)
  })

  test('refuses the id of another person’s note without revealing it', async () => {
    const { student, teacher, anchor } = await aStory()
    const { id } = await student.api(contract.createNote, { ...anchor, note: '<p>Secret</p>' })
    const taken = teacher.api(contract.createNote, { ...anchor, id, note: '<p>Mine</p>' })
    await expect(taken).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'id', code: 'taken' }],
    })
    expect(await newest(student)).toMatchObject([{ note: '<p>Secret</p>' }])
  })

  test.each([
    ['scripts', '<p onclick="x()">a<script>x()</script><img src=x onerror=x()></p>', '<p>a</p>'],
    ['strange links', '<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['other sites’ styles', '<div style="position:fixed">a</div>', '<p>a</p>'],
  ])('removes %s', async (_name, note, stored) => {
    const { student, anchor } = await aStory()
    await expect(student.api(contract.createNote, { ...anchor, note })).resolves.toMatchObject({
      note: stored,
    })
  })

  test.each([
    ['too much', { note: 'x'.repeat(20_001) }],
    ['a passage that is none', { quote: { ...quote, exact: '  ' } }],
    ['a passage that is a chapter', { quote: { ...quote, exact: 'x'.repeat(2_001) } }],
    ['a second before the beginning', { at_seconds: -1 }],
    ['a second and a passage', { at_seconds: 1, quote }],
  ])('refuses %s', async (_name, given) => {
    const { student, anchor } = await aStory()
    await expect(student.api(contract.createNote, { ...anchor, note: '', ...given })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('requires access to the course as student or teacher', async () => {
    const { school, student, teacher, anchor, course, lesson } = await aStory()
    const begin = (person: TestUser, given = {}) =>
      person.api(contract.createNote, { ...anchor, note: '', ...given })
    const visitor = await school.student()
    await expect(begin(visitor)).rejects.toMatchObject({ code: 'not_approved' })
    await expect(begin(await school.teacher())).rejects.toMatchObject({ code: 'not_your_course' })
    await expect(begin(teacher)).resolves.toMatchObject({ content_status: 'open' })
    await expect(begin(student, { content_id: newId() })).rejects.toMatchObject({ code: 'not_found' })
    const otherContent = await school.content()
    await expect(begin(student, { content_id: otherContent.id })).rejects.toMatchObject({ code: 'not_found' })
    const draft = await school.content({ course_id: course.id, lesson_id: lesson.id, is_published: false })
    await expect(begin(student, { content_id: draft.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(begin(teacher, { content_id: draft.id })).resolves.toBeDefined()
  })

  test('is refused before a course opens', async () => {
    const { student, anchor } = await aStory({ course: { is_coming_soon: true } })
    const early = student.api(contract.createNote, { ...anchor, note: '' })
    await expect(early).rejects.toMatchObject({ code: 'course_coming_soon' })
  })

  test('belongs to the mirror, not to its origin', async () => {
    const { school, student, course, content } = await aStory()
    const mirror = await school.course({ mirror_course_id: course.id, course_name: 'Pilots, mirrored' })
    await school.enrol(student, mirror)
    const there = { course_id: mirror.id, content_id: content.id, note: '<p>a</p>' }
    await expect(student.api(contract.createNote, there)).resolves.toMatchObject({
      course_name: 'Pilots, mirrored',
      content_status: 'open',
    })
    expect(await newest(student, { course_id: course.id })).toEqual([])
  })

  test('has a limit', async () => {
    const { school, student, anchor } = await aStory()
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('notes')
        .columns(['school_id', 'id', 'user_id', 'course_id', 'content_id', 'course_name', 'content_title'])
        .expression(
          (eb) =>
            eb
              .selectFrom(eb.fn<{ n: number }>('generate_series', [eb.lit(1), eb.lit(maxNotes)]).as('n'))
              .select((e) => [
                e.val(school_id).as('school_id'),
                e.fn<string>('gen_random_uuid').as('id'),
                e.val(student.id).as('user_id'),
                e.val(anchor.course_id).as('course_id'),
                e.val(anchor.content_id).as('content_id'),
                e.val('a').as('course_name'),
                e.val('b').as('content_title'),
              ]) as never,
        )
        .execute(),
    )
    const one = student.api(contract.createNote, { ...anchor, note: '' })
    await expect(one).rejects.toMatchObject({ code: 'note_limit_reached' })
  })
})

describe('changing', () => {
  test('saves changes to the version that was read', async () => {
    const { student, anchor } = await aStory()
    const first = await student.api(contract.createNote, { ...anchor, note: '<p>a</p>', at_seconds: 3 })
    const change = { id: first.id, note: '<p>b</p>', updated_at: String(first.updated_at) }
    const second = await student.api(contract.updateNote, change)
    expect(second).toMatchObject({ note: '<p>b</p>', at_seconds: 3 })
    expect(new Date(second.updated_at) > new Date(first.updated_at)).toBe(true)
    // The response was lost and the device repeats the request.
    await expect(student.api(contract.updateNote, change)).resolves.toEqual(second)
    await expect(
      student.api(contract.updateNote, {
        id: first.id,
        note: '<p>b</p>',
        at_seconds: 9,
        updated_at: String(second.updated_at),
      }),
    ).resolves.toMatchObject({ at_seconds: 9 })
  })

  test('returns the first device’s version to the second in a conflict', async () => {
    const { student, anchor } = await aStory()
    const { id, updated_at } = await student.api(contract.createNote, { ...anchor, note: '<p>a</p>' })
    const expectedUpdatedAt = String(updated_at)
    const save = (note: string) =>
      student.api(contract.updateNote, { id, note, updated_at: expectedUpdatedAt })
    const saved = await Promise.allSettled([save('<p>phone</p>'), save('<p>desk</p>')])
    const [winner] = saved.filter((one) => one.status === 'fulfilled')
    const [loser] = saved.filter((one) => one.status === 'rejected')
    expect(loser!.reason).toMatchObject({
      code: 'note_edit_conflict',
      body: { note: winner!.value.note, changed_at: winner!.value.updated_at },
    })
    expect(await newest(student)).toMatchObject([{ note: winner!.value.note }])
  })

  test('is refused for everybody but the writer', async () => {
    const { school, student, teacher, anchor } = await aStory()
    const { id, updated_at } = await student.api(contract.createNote, { ...anchor, note: '<p>Secret</p>' })
    for (const other of [await school.student(), teacher, await school.admin(), await school.owner()]) {
      const change = { id, note: '<p>x</p>', updated_at: String(updated_at) }
      await expect(other.api(contract.updateNote, change)).rejects.toMatchObject({ code: 'not_found' })
      await expect(other.api(contract.deleteNote, { id })).rejects.toMatchObject({ code: 'not_found' })
      expect(await newest(other, anchor)).toEqual([])
      await expect(other.api(contract.listNoteCourses, {})).resolves.toEqual({ data: [], notes_count: 0 })
    }
    expect(await newest(student)).toMatchObject([{ note: '<p>Secret</p>' }])
  })

  test('deletes a note once', async () => {
    const { student, anchor } = await aStory()
    const { id } = await student.api(contract.createNote, { ...anchor, note: '' })
    await student.api(contract.deleteNote, { id })
    await expect(student.api(contract.deleteNote, { id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await newest(student)).toEqual([])
  })
})

describe('after changes of the course', () => {
  async function withNote() {
    const fixture = await aStory()
    const note = await fixture.student.api(contract.createNote, { ...fixture.anchor, note: '<p>Kept</p>' })
    const set = (table: 'courses' | 'contents', id: string, columns: object) =>
      fixture.school.transact(({ tx, school_id }) =>
        tx.updateTable(table).set(columns).where('school_id', '=', school_id).where('id', '=', id).execute(),
      )
    return { ...fixture, note, set }
  }

  test('shows new names of contents that the reader may open', async () => {
    const { student, course, content, set } = await withNote()
    await set('courses', course.id, { course_name: 'Pilots II' })
    await set('contents', content.id, { title: 'Rope ladders' })
    expect(await newest(student)).toMatchObject([{ course_name: 'Pilots II', content_title: 'Rope ladders' }])
    await set('contents', content.id, { title: 'Not yet', is_published: false })
    expect(await newest(student)).toMatchObject([{ content_title: 'Ladders', content_status: 'closed' }])
  })

  test('keeps notes readable and editable after access ended', async () => {
    const { school, student, course, note } = await withNote()
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('enrolments')
        .set({ student_approval_end_date: new Date(0) })
        .where('school_id', '=', school_id)
        .where('course_id', '=', course.id)
        .execute(),
    )
    expect(await newest(student)).toMatchObject([{ note: '<p>Kept</p>', content_status: 'closed' }])
    const change = { id: note.id, note: '<p>Still mine</p>', updated_at: String(note.updated_at) }
    await expect(student.api(contract.updateNote, change)).resolves.toMatchObject({
      note: '<p>Still mine</p>',
    })
    await student.api(contract.deleteNote, { id: note.id })
  })

  test('keeps notes under the name of a deleted course', async () => {
    const { student, course, set } = await withNote()
    await set('courses', course.id, { deleted_at: new Date() })
    expect(await newest(student)).toMatchObject([{ course_name: 'Harbour pilots', content_status: 'gone' }])
    await expect(student.api(contract.listNoteCourses, {})).resolves.toMatchObject({
      data: [{ course_id: course.id, course_name: 'Harbour pilots', notes_count: 1 }],
    })
  })

  test('keeps notes of a deleted content', async () => {
    const { school, student, content } = await withNote()
    await school.transact(({ tx, school_id }) =>
      tx.deleteFrom('contents').where('school_id', '=', school_id).where('id', '=', content.id).execute(),
    )
    expect(await newest(student)).toMatchObject([
      { content_title: 'Ladders', content_status: 'gone', note: '<p>Kept</p>' },
    ])
  })

  test('erases notes only with the account of their writer', async () => {
    const { school, student, teacher, anchor } = await withNote()
    await teacher.api(contract.createNote, { ...anchor, note: '<p>Staff</p>' })
    await school.transact((ctx) => eraseUserNotes(ctx, student.id))
    expect(await newest(student)).toEqual([])
    expect(await newest(teacher)).toHaveLength(1)
  })
})

describe('finding', () => {
  test.each([
    ['ẹ̀kọ́', 'eko'],
    ['Élèves à l’école'.normalize('NFD'), 'ELEVES ecole'],
    ['العَرَبِيَّة', 'العربية'],
    ['Straße', 'strasse'],
    ['The ladder hangs', 'lad'],
  ])('finds %s by %s', async (written, query) => {
    const { student, anchor } = await aStory({ contents: [{ title: 'x' }] })
    await student.api(contract.createNote, { ...anchor, note: `<p>before <em>${written}</em></p>` })
    await student.api(contract.createNote, { ...anchor, note: '<p>something else</p>' })
    expect(await newest(student, { q: query })).toHaveLength(1)
  })

  test('finds notes by passage, content and course, not by markup, and after changes', async () => {
    const { student, anchor } = await aStory()
    const made = await student.api(contract.createNote, { ...anchor, note: '<p>Why?</p>', quote })
    for (const q of ['ladder', 'Ladders', 'harbour', 'why boar'.slice(0, 3)])
      expect(await newest(student, { q }), q).toHaveLength(1)
    for (const q of ['p', 'zebra', '&', "' | x", '!!', '\u0301'])
      expect(await newest(student, { q }), q).toHaveLength(q === 'p' ? 1 : 0)
    await student.api(contract.updateNote, {
      id: made.id,
      note: '<p>Zebra</p>',
      updated_at: String(made.updated_at),
    })
    expect(await newest(student, { q: 'zebra ladder' })).toHaveLength(1)
    expect(await newest(student, { q: 'why' })).toEqual([])
  })

  test('pages through notes without gaps while new ones are written', async () => {
    const { student, anchor } = await aStory()
    const write = (n: number) => student.api(contract.createNote, { ...anchor, note: `<p>n${n}</p>` })
    for (let n = 0; n < 5; n++) await write(n)
    const first = await student.api(contract.listNotes, { limit: 3 })
    await write(9)
    const rest = await student.api(contract.listNotes, { limit: 3, cursor: first.next_cursor! })
    expect([...first.data, ...rest.data].map(({ note }) => note.slice(3, 5))).toEqual([
      'n4',
      'n3',
      'n2',
      'n1',
      'n0',
    ])
    await expect(student.api(contract.listNoteCourses, {})).resolves.toMatchObject({
      notes_count: 6,
      data: [{ course_id: anchor.course_id, notes_count: 6 }],
    })
  })
})
