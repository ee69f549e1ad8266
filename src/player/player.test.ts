import { describe, expect, test } from 'vitest'
import { getMe } from '#accounts/contract.ts'
import * as courses from '#courses/contract.ts'
import { getCourseAccess } from '#learning/contract.ts'
import { createNote, listNotes } from '#notes/contract.ts'
import { countUnreadNotifications } from '#notifications/contract.ts'
import { getMyReview } from '#reviews/contract.ts'
import { countStatements } from '#testing/harness/harness.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import { insertTestUpload } from '#testing/builders/upload-builder.ts'
import { openPlayer } from './contract.ts'

/** A course with a text and a video with captions, and a student with a note on the video. */
async function aStory() {
  const school = await createTestSchool()
  const owner = await school.teacher()
  const upload_id = await insertTestUpload(school, 'course_video', owner)
  const contents = [{ title: 'Text' }, { type: 'video', title: 'Film', upload_id, duration_seconds: 60 }]
  const fixture = await createTestCourse(school, { contents })
  const [text, video] = [fixture.contents[0]!, fixture.contents[1]!]
  const caption = await insertTestUpload(school, 'course_caption', fixture.teacher)
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('content_captions')
      .values({
        school_id,
        id: '00000000-0000-4000-8000-00000000000c',
        content_id: video.id,
        upload_id: caption,
        language: 'en',
        label: 'English',
        cues: JSON.stringify([]),
        cues_count: 0,
        created_by: fixture.teacher.id,
      })
      .execute(),
  )
  const note = { course_id: fixture.course.id, content_id: video.id, note: '<p>Mine</p>' }
  await fixture.student.api(createNote, note)
  const open = (person: TestUser, given: object = {}) =>
    person.api(openPlayer, { id: fixture.course.id, ...given })
  return { school, ...fixture, text, video, open }
}

describe('opening the player', () => {
  test('returns each part like its own route', async () => {
    const { student, course, video, open } = await aStory()
    const { id } = course
    const answer = await open(student, { topic: video.id, page_frame: true })
    expect(answer).toEqual({
      contents: await student.api(courses.getCourseContents, { id, topic: video.id }),
      access: await student.api(getCourseAccess, { course_id: id }),
      captions: await student.api(courses.listCaptions, { id: video.id, course_id: id }),
      notes: await student.api(listNotes, { content_id: video.id, limit: 100 }),
      review: await student.api(getMyReview, { course_id: id }),
      // The last use of the session is recorded after the response.
      user: { ...(await student.api(getMe, {})), last_seen_at: answer.user?.last_seen_at },
      notifications: await student.api(countUnreadNotifications, {}),
    })
    expect(answer.captions?.data).toHaveLength(1)
    expect(answer.notes?.data).toHaveLength(1)
    expect(answer.access?.has_access).toBe(true)
  })

  test('opens the first content for a new student, and omits parts without use', async () => {
    const { student, text, open } = await aStory()
    expect(await open(student)).toMatchObject({
      contents: { topic: { id: text.id } },
      captions: null,
      notes: { data: [] },
      user: null,
      notifications: null,
    })
  })

  test('reveals no media of a locked content', async () => {
    const { school, student, video, open } = await aStory()
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('contents')
        .set({ is_locked: true })
        .where('school_id', '=', school_id)
        .where('id', '=', video.id)
        .execute(),
    )
    const answer = await open(student, { topic: video.id })
    expect(answer.contents.topic).toMatchObject({ lock_reason: 'locked', media: null })
    expect(answer).toMatchObject({ captions: null, notes: null })
  })

  test('returns no access where a student may not learn', async () => {
    const { school, course, open } = await aStory()
    const pending = await school.student()
    await school.enrol(pending, course, { status: 'pending' })
    expect(await open(pending)).toMatchObject({
      contents: { access: 'titles', topic: null },
      access: null,
      review: null,
      notes: null,
    })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('courses')
        .set({ show_content_title_to_unapproved: false })
        .where('school_id', '=', school_id)
        .where('id', '=', course.id)
        .execute(),
    )
    await expect(open(pending)).rejects.toMatchObject({ code: 'not_approved' })
  })

  test('opens for staff who teach the course, as editors or in preview', async () => {
    const { school, teacher, video, open } = await aStory()
    expect(await open(teacher)).toMatchObject({ contents: { access: 'edit' }, access: null, review: null })
    const preview = await open(teacher, { topic: video.id, creator_preview: true })
    expect(preview.contents.access).toBe('learn')
    expect(preview.captions?.data).toHaveLength(1)
    await expect(open(await school.teacher())).rejects.toMatchObject({ code: 'not_your_course' })
  })

  test('refuses a course that opens later, an unknown course, and a visitor', async () => {
    const { school, student, course, open } = await aStory()
    const other = await createTestSchool()
    await expect(open(await other.student())).rejects.toMatchObject({ code: 'not_found' })
    await expect(school.visitor().api(openPlayer, { id: course.id })).rejects.toMatchObject({ status: 401 })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('courses')
        .set({ is_coming_soon: true })
        .where('school_id', '=', school_id)
        .where('id', '=', course.id)
        .execute(),
    )
    await expect(open(student)).rejects.toMatchObject({ code: 'course_coming_soon' })
  })

  test('costs ten statements for a video with frame data, whatever the course contains', async () => {
    const { teacher, student, course, video, open } = await aStory()
    // Only a course whose changes are recorded is cached.
    await teacher.api(courses.createLesson, { course_id: course.id, title: 'Another' })
    // begin, session, course with reader, review, captions, notes, user, faculties, notifications, commit.
    await expect
      .poll(() => countStatements(() => open(student, { topic: video.id, page_frame: true })))
      .toBe(10)
  })
})
