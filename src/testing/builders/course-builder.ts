import type { App } from '#app.ts'
import type { Insertable } from 'kysely'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { Tx } from '#platform/database/database.server.ts'
import type { Contents, Courses, Enrolments, Lessons } from '#platform/database/database-types.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestUser } from './test-client.ts'

type Given<Table> = Partial<Omit<Insertable<Table>, 'school_id'>>

const courseDefaults = (id: string) => ({
  course_name: `Course ${id.slice(-4)}`,
  course_code: id.slice(-8).toUpperCase(),
  course_is_public: true,
})

const contentDefaults = {
  type: 'text',
  title: 'A topic',
  body: '<p>Something to read.</p>',
  is_published: true,
  position: 0,
}

/** Builders of courses, lessons, contents and enrolments, which write to the database directly. */
export function createContentBuilders(app: App, school: { school_id: string; host: string }) {
  const { school_id } = school
  const within = <T>(work: (tx: Tx) => Promise<T>) => withSchoolTx(app.services.databases.db, school_id, work)

  async function course(given: Given<Courses> = {}) {
    const created_by =
      given.created_by ??
      given.course_teacher_id ??
      (await createTestUser(app, school, { role: 'teacher' })).id
    const id = newId()
    const values = {
      id,
      ...courseDefaults(id),
      course_teacher_id: created_by,
      created_by,
      ...given,
      school_id,
    }
    return within((tx) => tx.insertInto('courses').values(values).returningAll().executeTakeFirstOrThrow())
  }

  async function lesson(given: Given<Lessons> = {}) {
    const course_id = given.course_id ?? (await course()).id
    const values = { id: newId(), title: 'A lesson', position: 0, ...given, course_id, school_id }
    return within((tx) => tx.insertInto('lessons').values(values).returningAll().executeTakeFirstOrThrow())
  }

  async function content(given: Given<Contents> = {}) {
    const parent = given.lesson_id
      ? { id: given.lesson_id, course_id: given.course_id! }
      : await lesson(given.course_id ? { course_id: given.course_id } : {})
    const values = {
      id: newId(),
      ...contentDefaults,
      // Most tests need a content that one call completes.
      ...((given.type ?? contentDefaults.type) === 'text' && { completion_rule: 'opened' }),
      ...given,
      lesson_id: parent.id,
      course_id: parent.course_id,
      school_id,
    }
    return within((tx) => tx.insertInto('contents').values(values).returningAll().executeTakeFirstOrThrow())
  }

  async function enrol(student: { id: string }, attended: { id: string }, given: Given<Enrolments> = {}) {
    const values = {
      status: 'approved',
      approved_at: new Date(),
      ...given,
      course_id: attended.id,
      user_id: student.id,
      school_id,
    }
    return within((tx) => tx.insertInto('enrolments').values(values).returningAll().executeTakeFirstOrThrow())
  }

  return { course, lesson, content, enrol }
}
