import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logout } from '#accounts/contract.ts'
import { createTestUpload, fileSignatures } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import {
  createTestSchool,
  resetClock,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.useRealTimers()
  resetClock()
})

/** A student whose player has a link to a video. */
async function aWatchingStudent() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, { contents: [{ type: 'video' }] })
  const { course, content, teacher, student } = fixture
  const { upload_id } = await createTestUpload(teacher, fileSignatures.mp4, {
    host: school.host,
    purpose: 'course_video',
    file_name: 'a.mp4',
  })
  await change(school, 'contents', content.id, { upload_id })
  const open = { id: course.id, topic: content.id }
  const { topic } = await student.api(contract.getCourseContents, open)
  return { ...fixture, school, open, url: topic!.media!.url }
}

type Watching = Awaited<ReturnType<typeof aWatchingStudent>>

const change = (
  school: TestSchool,
  table: 'contents' | 'lessons' | 'courses' | 'users',
  id: string,
  values: object,
) =>
  school.transact(({ tx, school_id }) =>
    tx.updateTable(table).set(values).where('school_id', '=', school_id).where('id', '=', id).execute(),
  )

async function read({ school, url }: Pick<Watching, 'school' | 'url'>) {
  const { http } = await getTestApp()
  return http.inject({ method: 'GET', url, headers: { host: school.host, range: 'bytes=0-7' } })
}

/** After 30 seconds at most. */
const later = () => vi.advanceTimersByTime(30_000)
const tomorrow = new Date(Date.now() + 86_400_000)

describe('a link to a file expires within 30 seconds', () => {
  test.each<[string, (watching: Watching) => Promise<unknown>]>([
    ['with the session', ({ student }) => student.api(logout, {})],
    [
      'with the account',
      ({ school, student }) => change(school, 'users', student.id, { status: 'suspended' }),
    ],
    ['with a lock', ({ school, content }) => change(school, 'contents', content.id, { is_locked: true })],
    [
      'with the publication of the content',
      ({ school, content }) => change(school, 'contents', content.id, { is_published: false }),
    ],
    [
      'with a date on which the content opens',
      ({ school, content }) => change(school, 'contents', content.id, { opens_at: tomorrow }),
    ],
    [
      'with a tier of the lesson above that of the student',
      async ({ school, course, lesson }) => {
        await change(school, 'courses', course.id, { enable_tiering: true, tiering_maximum: 3 })
        await change(school, 'lessons', lesson.id, { lowest_tier: 3 })
      },
    ],
    [
      'with a course that is coming soon',
      ({ school, course }) => change(school, 'courses', course.id, { is_coming_soon: true }),
    ],
    [
      'with a course whose start moves into the future',
      ({ school, course }) => change(school, 'courses', course.id, { course_start_date: tomorrow }),
    ],
    [
      'with a course that is deleted',
      ({ school, course }) => change(school, 'courses', course.id, { deleted_at: new Date() }),
    ],
    [
      'with the approval',
      ({ school, student }) =>
        school.transact(({ tx, school_id }) =>
          tx
            .updateTable('enrolments')
            .set({ status: 'unapproved' })
            .where('school_id', '=', school_id)
            .where('user_id', '=', student.id)
            .execute(),
        ),
    ],
    [
      'when the lesson moves to a course of others',
      async ({ school, content, lesson, teacher }) => {
        const other = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
        const otherLesson = await school.lesson({ course_id: other.id })
        await change(school, 'contents', content.id, { course_id: other.id, lesson_id: otherLesson.id })
        return lesson
      },
    ],
  ])('%s', async (_what, end) => {
    const watching = await aWatchingStudent()
    expect((await read(watching)).statusCode).toBe(206)
    await end(watching)
    later()
    const answer = await read(watching)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'link_invalid'])
  })

  test('but is valid for hours while the student has access', async () => {
    const watching = await aWatchingStudent()
    const { student, open } = watching
    for (let half = 0; half < 4; half++) {
      vi.advanceTimersByTime(1_800_000)
      expect((await read(watching)).statusCode).toBe(206)
    }
    const { topic } = await student.api(contract.getCourseContents, open)
    expect(topic!.media!.url, 'so that a browser finds again what it has').toBe(watching.url)
  })
})
